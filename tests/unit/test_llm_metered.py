"""Retries, limits of time and cancellation around a provider."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest

from core.contracts.calls import Settlement
from core.contracts.chat import Stop
from core.contracts.errors import ModelError, ModelMisread, ModelRefused, ModelUnavailable
from core.contracts.ports import Prompt, PromptLine, Tier
from core.llm.chat_provider import Interrupted, Spoken, Usage
from core.llm.metered import MeteredModel, Price, estimate_tokens
from tests.fakes.ledger import MemoryLedger
from tests.fakes.manual_clock import ManualClock
from tests.fakes.provider import ScriptedProvider, completed
from tests.unit.test_llm_reading import Reply

GOOD = completed('{"say": "And then?"}')
PROSE = completed("I would rather not use JSON.")
MESSAGE = completed(" And the mill?\n")
DOWN = ModelUnavailable("down")
PRICES = {"big": Price(input=4, output=20, cached_input=0.4, cache_write=5), "small": Price(input=1, output=5)}

Make = Callable[..., MeteredModel]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def ledger() -> MemoryLedger:
    return MemoryLedger()


@pytest.fixture
async def make(clock: ManualClock, ledger: MemoryLedger) -> AsyncIterator[Make]:
    """Models that are closed at the end."""
    made: list[MeteredModel] = []

    def build(provider: ScriptedProvider, *, keep_prompts: bool = True, keep_whole: bool = False) -> MeteredModel:
        model = MeteredModel(
            provider=provider,
            models={Tier.MAIN: "big", Tier.FAST: "small"},
            ledger=ledger,
            clock=clock,
            prices=PRICES,
            keep_prompts=keep_prompts,
            keep_whole=keep_whole,
            jitter=lambda: 1.0,
        )
        made.append(model)
        return model

    yield build
    for model in made:
        await model.close()


def decision(**changes: float | str) -> Prompt:
    values: dict[str, object] = {"purpose": "decision", "system": "You ask.", "user": "I was born.", "timeout": 60.0}
    return Prompt(**{**values, **changes})  # type: ignore[arg-type]  # the fields' own types


def talk(*said: PromptLine) -> Prompt:
    """Return a request for a message that somebody waits for."""
    before = said or (PromptLine("user", "Hello."), PromptLine("assistant", "Where was it?"))
    return replace(decision(purpose="talk"), conversation=before)


def notes() -> Prompt:
    return Prompt(purpose="notes", system="You note.", user="I was born.", tier=Tier.FAST)


async def waits(clock: ManualClock, count: int) -> list[float]:
    """Turn the clock through so many waits between attempts; their lengths."""
    lengths = []
    for _ in range(count):
        await clock.sleepers(2)  # the deadline and the wait
        lengths.append(clock.asked[-1])
        clock.advance(lengths[-1])
    return lengths


async def test_an_answer_is_settled_with_what_it_cost(make: Make, ledger: MemoryLedger) -> None:
    usage = Usage(input_tokens=100, cached_tokens=1000, written_tokens=200, output_tokens=10)
    model = make(ScriptedProvider(completed('{"say": "And then?"}', usage)))
    answer = await model.ask(Prompt(purpose="decision", system="S", user="U", session_id="s1", max_tokens=50), Reply)
    assert answer == Reply(say="And then?")
    assert await ledger.settled(1) == [
        Settlement(
            outcome="ok",
            input_tokens=1300,
            cached_tokens=1000,
            output_tokens=10,
            counted_tokens=1310,
            cost_micros=400 + 400 + 1000 + 200,
            latency_ms=0,
            answer='{"say": "And then?"}',
        )
    ]
    call = ledger.rows[0].call
    assert (call.purpose, call.model, call.session_id, call.prompt) == ("decision", "big", "s1", "S\n\nU")
    assert call.reserved_micros >= 50 * 20


async def test_the_fast_tier_has_a_model_and_a_price_of_its_own(make: Make, ledger: MemoryLedger) -> None:
    provider = ScriptedProvider(GOOD)
    await make(provider).ask(notes(), Reply)
    assert provider.asked[0][1] == "small"
    assert (await ledger.settled(1))[0].cost_micros == 100 * 1 + 10 * 5


async def test_keeping_no_prompts_keeps_no_words(make: Make, ledger: MemoryLedger) -> None:
    model = make(ScriptedProvider(PROSE, PROSE), keep_prompts=False)
    with pytest.raises(ModelMisread):
        await model.ask(decision(), Reply)
    assert (await ledger.settled(1))[0].answer == ""
    assert "born" not in repr(ledger.rows)


def talked(*, session: str | None = "s1", system: str = "You ask.") -> Prompt:
    return replace(decision(), system=system, session_id=session)


async def test_instructions_are_kept_once_for_a_session(make: Make, ledger: MemoryLedger) -> None:
    model = make(ScriptedProvider(*[GOOD] * 6))
    for session, system in (("s1", "A"), ("s1", "A"), ("s1", "B"), ("s1", "A"), ("s2", "A"), (None, "A")):
        await model.ask(talked(session=session, system=system), Reply)
    kept = [row.call.prompt.partition("\n")[0] for row in ledger.rows]
    assert [each.startswith("[instructions as before: 1 characters, ") for each in kept] == [
        False,
        True,
        False,
        True,
        False,
        False,
    ]
    assert kept[1] == kept[3]


async def test_what_was_never_written_down_is_written_the_next_time(make: Make, ledger: MemoryLedger) -> None:
    model = make(ScriptedProvider(GOOD))
    ledger.broken = True
    with pytest.raises(ModelError):
        await model.ask(talked(), Reply)
    ledger.broken = False
    await model.ask(talked(), Reply)
    assert ledger.rows[0].call.prompt == "You ask.\n\nI was born."


async def test_two_more_attempts_with_growing_waits(make: Make, clock: ManualClock, ledger: MemoryLedger) -> None:
    asking = asyncio.create_task(make(ScriptedProvider(DOWN, DOWN, GOOD)).ask(decision(), Reply))
    assert await waits(clock, 2) == [0.5, 1.0]
    assert await asking == Reply(say="And then?")
    await ledger.settled(3)
    assert ledger.outcomes == ["model-unavailable", "model-unavailable", "ok"]
    assert [row.micros for row in ledger.rows] == [0, 0, 600]


async def test_the_third_failure_is_the_last(make: Make, clock: ManualClock, ledger: MemoryLedger) -> None:
    provider = ScriptedProvider(DOWN, DOWN, DOWN, GOOD)
    asking = asyncio.create_task(make(provider).ask(decision(), Reply))
    await waits(clock, 2)
    with pytest.raises(ModelUnavailable):
        await asking
    assert len(provider.asked) == 3


async def test_a_wait_that_the_server_asks_for_is_kept(make: Make, clock: ManualClock) -> None:
    provider = ScriptedProvider(ModelUnavailable("busy", retry_after=4.5), GOOD)
    asking = asyncio.create_task(make(provider).ask(decision(), Reply))
    assert await waits(clock, 1) == [4.5]
    await asking


@pytest.mark.parametrize("seconds", [5.1, 3600.0, float("inf")])
async def test_a_server_that_wants_a_long_wait_is_given_up_at_once(
    make: Make, clock: ManualClock, seconds: float
) -> None:
    provider = ScriptedProvider(ModelUnavailable("busy", retry_after=seconds), GOOD)
    with pytest.raises(ModelUnavailable):
        await make(provider).ask(decision(), Reply)
    assert len(provider.asked) == 1
    assert set(clock.asked) == {60.0}


async def test_no_wait_begins_that_would_outlast_the_time(make: Make, clock: ManualClock) -> None:
    provider = ScriptedProvider(ModelUnavailable("busy", retry_after=3), GOOD)
    with pytest.raises(ModelUnavailable):
        await make(provider).ask(decision(timeout=3.0), Reply)
    assert len(provider.asked) == 1


@pytest.mark.parametrize(
    "failure",
    [ModelError("The key is wrong."), ModelRefused("no"), completed("", stop=Stop.REFUSED)],
    ids=["operator", "refused", "refused-with-usage"],
)
async def test_what_will_not_change_is_not_asked_again(make: Make, failure: Spoken | ModelError) -> None:
    provider = ScriptedProvider(failure, GOOD)
    with pytest.raises(ModelError):
        await make(provider).ask(notes(), Reply)
    assert len(provider.asked) == 1


@pytest.mark.parametrize("unusable", [PROSE, completed('{"say": "cut', stop=Stop.LIMIT)])
async def test_an_unusable_answer_is_not_repeated_while_somebody_waits(
    make: Make, ledger: MemoryLedger, unusable: Spoken
) -> None:
    provider = ScriptedProvider(unusable, GOOD)
    with pytest.raises(ModelMisread):
        await make(provider).ask(replace(notes(), purpose="books"), Reply)
    assert len(provider.asked) == 1
    assert (await ledger.settled(1))[0].cost_micros == 100 * 1 + 10 * 5


@pytest.mark.parametrize("unusable", [completed(" "), completed("And the mi", stop=Stop.LIMIT)])
async def test_an_unusable_message_is_repeated_only_in_the_background(make: Make, unusable: Spoken) -> None:
    provider = ScriptedProvider(unusable, MESSAGE)
    with pytest.raises(ModelMisread):
        await make(provider).write(talk())
    assert len(provider.asked) == 1
    background = make(ScriptedProvider(unusable, MESSAGE))
    assert await background.write(replace(talk(), purpose="narrative")) == "And the mill?"


async def test_a_message_is_booked_like_an_answer(make: Make, ledger: MemoryLedger) -> None:
    provider = ScriptedProvider(MESSAGE)
    assert await make(provider).write(talk()) == "And the mill?"
    assert [request.schema for request, _ in provider.asked] == [None]
    settlement, call = (await ledger.settled(1))[0], ledger.rows[0].call
    assert (settlement.outcome, settlement.answer, settlement.cost_micros) == ("ok", " And the mill?\n", 600)
    assert (call.purpose, call.model) == ("talk", "big")
    assert call.prompt == "You ask.\n\n[conversation: 2 messages, 19 characters]\n\nI was born."


async def test_the_reservation_counts_the_conversation(make: Make, ledger: MemoryLedger) -> None:
    model = make(ScriptedProvider(MESSAGE, MESSAGE), keep_prompts=False)
    await model.write(talk())
    pieces = ("колодец " * 500, "за мельницей " * 500)
    await model.write(talk(PromptLine("user", pieces[0]), PromptLine("assistant", pieces[1])))
    short, long = (row.call for row in ledger.rows)
    assert long.reserved_tokens - short.reserved_tokens >= 0.9 * estimate_tokens(*pieces)
    assert "колодец" not in repr(ledger.rows)


async def test_a_conversation_that_is_measured_is_kept_whole(make: Make, ledger: MemoryLedger) -> None:
    model = make(ScriptedProvider(MESSAGE, MESSAGE), keep_whole=True)
    await model.write(talk())
    await model.write(talk())
    assert [row.call.prompt for row in ledger.rows] == [
        "You ask.\n\nuser: Hello.\n\nassistant: Where was it?\n\nI was born."
    ] * 2


async def test_surrogate_halves_in_a_conversation_are_question_marks(make: Make) -> None:
    provider = ScriptedProvider(MESSAGE)
    await make(provider).write(talk(PromptLine("user", "born \ud83d"), PromptLine("assistant", "When?")))
    assert [line.text for line in provider.asked[0][0].lines[:-1]] == ["born ?", "When?"]


async def test_an_unusable_answer_is_repeated_once_in_the_background(make: Make, ledger: MemoryLedger) -> None:
    assert await make(ScriptedProvider(PROSE, GOOD)).ask(notes(), Reply) == Reply(say="And then?")
    provider = ScriptedProvider(PROSE, PROSE, GOOD)
    with pytest.raises(ModelMisread):
        await make(provider).ask(notes(), Reply)
    assert len(provider.asked) == 2
    await ledger.settled(4)
    assert ledger.outcomes == ["model-misread", "ok", "model-misread", "model-misread"]


async def test_a_hanging_call_ends_with_the_time(make: Make, clock: ManualClock, ledger: MemoryLedger) -> None:
    provider = ScriptedProvider(asyncio.Event())
    asking = asyncio.create_task(make(provider).ask(decision(timeout=7.0), Reply))
    await provider.begun(1)
    clock.advance(7)
    with pytest.raises(ModelUnavailable, match="7 s"):
        await asking
    assert provider.cancelled == 1
    settlement = (await ledger.settled(1))[0]
    assert (settlement.outcome, settlement.latency_ms) == ("model-unavailable", 7000)
    assert settlement.cost_micros == ledger.rows[0].call.reserved_micros


async def test_a_broken_connection_may_have_cost_everything(
    make: Make, clock: ManualClock, ledger: MemoryLedger
) -> None:
    asking = asyncio.create_task(make(ScriptedProvider(Interrupted("cut"), GOOD)).ask(decision(), Reply))
    await waits(clock, 1)
    await asking
    first, second = await ledger.settled(2)
    assert first.cost_micros == ledger.rows[0].call.reserved_micros > second.cost_micros
    assert first.counted_tokens == ledger.rows[0].call.reserved_tokens > second.counted_tokens


async def test_an_answer_without_usage_costs_what_was_held(make: Make, ledger: MemoryLedger) -> None:
    uncounted = Spoken(text='{"say": "x"}', stop=Stop.END, usage=None)
    await make(ScriptedProvider(uncounted)).ask(decision(), Reply)
    settlement, call = (await ledger.settled(1))[0], ledger.rows[0].call
    assert (settlement.cost_micros, settlement.counted_tokens) == (call.reserved_micros, call.reserved_tokens)


async def test_a_cancelled_call_is_settled_and_stays_cancelled(make: Make, ledger: MemoryLedger) -> None:
    provider = ScriptedProvider(asyncio.Event())
    asking = asyncio.create_task(make(provider).ask(decision(), Reply))
    await provider.begun(1)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    settlement = (await ledger.settled(1))[0]
    assert settlement.outcome == "cancelled"
    assert 0 < settlement.cost_micros < ledger.rows[0].call.reserved_micros
    assert 0 < settlement.counted_tokens < ledger.rows[0].call.reserved_tokens
    assert provider.cancelled == 1


async def test_a_cancelled_wait_asks_no_more(make: Make, clock: ManualClock, ledger: MemoryLedger) -> None:
    provider = ScriptedProvider(DOWN, GOOD)
    asking = asyncio.create_task(make(provider).ask(decision(), Reply))
    await clock.sleepers(2)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert len(provider.asked) == 1
    assert (await ledger.settled(1))[0].outcome == "model-unavailable"


async def test_halves_of_surrogate_pairs_are_sent_as_question_marks(make: Make, ledger: MemoryLedger) -> None:
    provider = ScriptedProvider(GOOD)
    await make(provider).ask(decision(user="born \ud83d in May"), Reply)
    assert provider.asked[0][0].lines[-1].text == "born ? in May"
