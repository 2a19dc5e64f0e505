"""Costs are exact, and a reservation is never too small."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from core.llm.chat_provider import Usage
from core.llm.metered import Price, PriceTable, estimate_tokens

amounts = st.decimals(min_value=0, max_value=1000, places=4)
prices = st.builds(
    Price, input=amounts, output=amounts, cached_input=amounts | st.none(), cache_write=amounts | st.none()
)
counts = st.integers(min_value=0, max_value=10**7)
usages = st.builds(Usage, input_tokens=counts, cached_tokens=counts, written_tokens=counts, output_tokens=counts)


def exact(amount: Decimal | float | None, otherwise: Decimal | float) -> Fraction:
    return Fraction(str(otherwise if amount is None else amount))


@settings(deadline=None)
@given(price=prices, usage=usages)
def test_the_cost_is_the_exact_sum_rounded_up_once(price: Price, usage: Usage) -> None:
    total = (
        exact(price.input, 0) * usage.input_tokens
        + exact(price.cached_input, price.input) * usage.cached_tokens
        + exact(price.cache_write, price.input) * usage.written_tokens
        + exact(price.output, 0) * usage.output_tokens
    )
    assert total <= price.cost(usage) < total + 1


@settings(deadline=None)
@given(price=prices, usage=usages, spare=counts)
def test_no_cache_makes_a_call_dearer_than_its_reservation(price: Price, usage: Usage, spare: int) -> None:
    reserved = price.worst(usage.prompt_tokens + spare, usage.output_tokens + spare)
    assert price.cost(usage) <= reserved


def test_a_price_given_as_a_float_is_meant_as_it_is_written() -> None:
    # The binary fraction nearest to a tenth is a little more than it: thirty of them would round up to four.
    assert Price(input=0.1, output=0).cost(Usage(input_tokens=30)) == 3


def test_an_unknown_model_is_free_and_warned_of_once() -> None:
    table = PriceTable({"known": Price(input=1, output=1)})
    with capture_logs() as logs:
        costs = [table.of(name).cost(Usage(input_tokens=5)) for name in ("known", "new", "new", "newer")]
    assert costs == [5, 0, 0, 0]
    assert [line["model"] for line in logs if line["event"] == "llm.price_unknown"] == ["new", "newer"]


@pytest.mark.parametrize("text", ["Tell me about your mother.", "Расскажите о вашей маме.", "👵🏽" * 5, ""])
def test_the_estimate_of_tokens_grows_with_the_bytes(text: str) -> None:
    assert estimate_tokens(text) * 2 >= len(text.encode())
    assert estimate_tokens(text, text) == 2 * estimate_tokens(text)
