"""What calls cost, in whole micros."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

import structlog

from core.llm.chat_provider import Usage

log = structlog.get_logger()

Amount = Decimal | float | int
_BYTES_PER_TOKEN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Prices of a model for a million tokens, in the operator's currency. Prompt prices left out equal `input`."""

    input: Amount
    output: Amount
    cached_input: Amount | None = None
    cache_write: Amount | None = None
    """To keep something in the cache for five minutes."""

    def cost(self, usage: Usage) -> int:
        """Return the micros, a started one counted whole: a price for a million tokens is the micros of one token."""
        return _micros(
            (self.input, usage.input_tokens),
            (self._or_input(self.cached_input), usage.cached_tokens),
            (self._or_input(self.cache_write), usage.written_tokens),
            (self.output, usage.output_tokens),
        )

    def worst(self, prompt_tokens: int, output_tokens: int) -> int:
        """Return the most that such a call can cost, whatever the cache does, in micros."""
        kinds = (self.input, self._or_input(self.cached_input), self._or_input(self.cache_write))
        return _micros((max(map(_exact, kinds)), prompt_tokens), (self.output, output_tokens))

    def _or_input(self, amount: Amount | None) -> Amount:
        return self.input if amount is None else amount


FREE = Price(input=0, output=0)


class PriceTable:
    """The operator's prices by model name. A model that is not in it costs nothing, and is warned of once."""

    def __init__(self, prices: Mapping[str, Price]) -> None:
        self._prices = dict(prices)

    def of(self, model: str) -> Price:
        price = self._prices.get(model)
        if price is None:
            log.warning("llm.price_unknown", model=model, mend="add the model to llm.prices, or budgets cannot hold it")
            price = self._prices[model] = FREE
        return price


def estimate_tokens(*texts: str) -> int:
    """Estimate the tokens in texts generously, for reservations: tokenizers take two bytes or more for a token."""
    return sum(-(-len(text.encode()) // _BYTES_PER_TOKEN) for text in texts)


def _exact(amount: Amount) -> Decimal:
    return Decimal(str(amount))


def _micros(*parts: tuple[Amount, int]) -> int:
    total = sum((_exact(price) * tokens for price, tokens in parts), Decimal(0))
    return int(total.to_integral_value(rounding=ROUND_CEILING))
