"""Budgets, and a ledger that is slow or fails."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from core.contracts.calls import Budget
from core.contracts.errors import BudgetSpent, ModelError, ModelUnavailable
from core.contracts.ports import Prompt, Tier
from core.llm.metered import MeteredModel, Price
from tests.fakes.ledger import MemoryLedger
from tests.fakes.manual_clock import ManualClock
from tests.fakes.provider import ScriptedProvider, completed
from tests.unit.test_llm_reading import Reply

GOOD = completed('{"say": "And then?"}')
PROMPT = Prompt(purpose="decision", system="You ask.", user="I was born.", session_id="s1", max_tokens=100)


def model_of(provider: ScriptedProvider, ledger: MemoryLedger, clock: ManualClock | None = None) -> MeteredModel:
    return MeteredModel(
        provider=provider,
        models={Tier.MAIN: "big", Tier.FAST: "big"},
        ledger=ledger,
        clock=clock or ManualClock(),
        prices={"big": Price(input=4, output=20)},
        jitter=lambda: 0.0,
    )


async def reservation() -> int:
    """What a call holds."""
    ledger = MemoryLedger()
    model = model_of(ScriptedProvider(GOOD), ledger)
    await model.ask(PROMPT, Reply)
    await model.close()
    return ledger.rows[0].call.reserved_micros


async def settle_down() -> None:
    """Let every task run as far as it can without time or a gate."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.parametrize("scope", ["session", "day"])
async def test_nothing_is_asked_when_the_worst_case_does_not_fit(scope: str) -> None:
    held = await reservation()
    ledger = MemoryLedger(Budget(**{f"{scope}_micros": held - 1}))
    provider = ScriptedProvider(GOOD)
    model = model_of(provider, ledger)
    with pytest.raises(BudgetSpent) as caught:
        await model.ask(PROMPT, Reply)
    await model.close()
    assert caught.value.scope == scope
    assert provider.asked == []
    assert ledger.rows == []


async def test_calls_side_by_side_cannot_spend_the_same_money() -> None:
    ledger = MemoryLedger(Budget(day_micros=2 * await reservation() - 1))
    gate = asyncio.Event()
    provider = ScriptedProvider(gate, GOOD)
    model = model_of(provider, ledger)
    first = asyncio.create_task(model.ask(PROMPT, Reply))
    await provider.begun(1)
    with pytest.raises(BudgetSpent):
        await model.ask(PROMPT, Reply)
    gate.set()
    await first
    await ledger.settled(1)
    await model_of(ScriptedProvider(GOOD), ledger).ask(PROMPT, Reply)
    await model.close()


async def test_an_attempt_gives_its_money_back_before_the_next_reserves() -> None:
    ledger = MemoryLedger(Budget(day_micros=await reservation()))
    ledger.settling.clear()
    clock = ManualClock()
    model = model_of(ScriptedProvider(ModelUnavailable("down"), GOOD), ledger, clock)
    asking = asyncio.create_task(model.ask(PROMPT, Reply))
    await settle_down()
    clock.advance(1)
    await settle_down()
    assert not asking.done()
    ledger.settling.set()
    await clock.sleepers(2)
    clock.advance(1)
    assert await asking == Reply(say="And then?")
    await model.close()
    assert ledger.outcomes == ["model-unavailable", "ok"]


async def test_the_answer_does_not_wait_for_a_slow_ledger_but_closing_does() -> None:
    ledger = MemoryLedger()
    ledger.settling.clear()
    model = model_of(ScriptedProvider(GOOD), ledger)
    assert await model.ask(PROMPT, Reply) == Reply(say="And then?")
    closing = asyncio.create_task(model.close())
    await settle_down()
    assert not closing.done()
    ledger.settling.set()
    await closing
    assert ledger.outcomes == ["ok"]


async def test_a_ledger_that_fails_after_the_answer_is_logged() -> None:
    ledger = MemoryLedger()
    ledger.settling.clear()
    model = model_of(ScriptedProvider(GOOD), ledger)
    with capture_logs() as logs:
        assert await model.ask(PROMPT, Reply) == Reply(say="And then?")
        ledger.broken = True
        ledger.settling.set()
        await model.close()
    assert [(line["event"], line["error"]) for line in logs] == [("ledger.settle_failed", "StorageError")]


async def test_a_ledger_that_fails_before_the_call_is_a_model_error() -> None:
    ledger = MemoryLedger()
    ledger.broken = True
    provider = ScriptedProvider(GOOD)
    model = model_of(provider, ledger)
    with pytest.raises(ModelError, match="ledger"):
        await model.ask(PROMPT, Reply)
    await model.close()
    assert provider.asked == []


async def test_a_reservation_that_comes_after_a_cancellation_is_given_back() -> None:
    ledger = MemoryLedger()
    ledger.reserving.clear()
    model = model_of(ScriptedProvider(GOOD), ledger)
    asking = asyncio.create_task(model.ask(PROMPT, Reply))
    await settle_down()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    ledger.reserving.set()
    await model.close()
    assert ledger.outcomes == ["cancelled"]
    assert ledger.spent_micros == 0


async def test_a_ledger_that_hangs_takes_no_more_than_the_prompts_time() -> None:
    ledger = MemoryLedger()
    ledger.reserving.clear()
    clock = ManualClock()
    provider = ScriptedProvider(GOOD)
    model = model_of(provider, ledger, clock)
    asking = asyncio.create_task(model.ask(PROMPT, Reply))
    await clock.sleepers(1)
    clock.advance(PROMPT.timeout)
    with pytest.raises(ModelUnavailable):
        await asking
    ledger.reserving.set()
    await model.close()
    assert provider.asked == []
    assert ledger.spent_micros == 0
