"""Both SDKs against fake servers on loopback: what is the same for either provider."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace

import pytest
from pydantic import BaseModel, Field
from structlog.testing import capture_logs

from core.contracts.calls import Budget
from core.contracts.errors import BudgetSpent, ModelError, ModelMisread, ModelRefused, ModelUnavailable
from core.contracts.ports import Prompt, PromptLine, Tier
from core.llm.build import ManagedModel, ModelSettings, build_model
from core.llm.metered import Price
from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.ledger import MemoryLedger
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model_behaviours import (
    Answers,
    Asked,
    Behaviour,
    Cuts,
    Fails,
    FakeModelServer,
    Hangs,
    Refuses,
    Says,
    Sends,
    TokenUse,
    Truncates,
    broken,
    overloaded,
    rate_limited,
)
from tests.fakes.openai_server import FakeOpenAI

KEY = "secret-key-of-the-test"
WORDS = "I was born in Tula, behind the mill."


class Decision(BaseModel):
    say: str = Field(min_length=1, max_length=200, description="What to say")
    done: bool = False


def request_of(*, timeout: float = 60.0, purpose: str = "books") -> Prompt:
    return Prompt(
        purpose=purpose, system="You ask about a life.", user=WORDS, session_id="s1", max_tokens=300, timeout=timeout
    )


TALKED = (
    PromptLine("user", "Good morning."),
    PromptLine("assistant", "Good morning! Where were you born?"),
    PromptLine("user", "In Tula."),
    PromptLine("assistant", "What did the street sound like?"),
)


def talk(*conversation: PromptLine, timeout: float = 60.0) -> Prompt:
    """Return a request for the next message."""
    return replace(request_of(timeout=timeout, purpose="talk"), conversation=conversation or TALKED)


@dataclass(slots=True)
class Bench:
    """A model, the server that it talks to, its ledger and its clock."""

    server: FakeModelServer
    settings: ModelSettings
    ledger: MemoryLedger
    clock: ManualClock
    stack: AsyncExitStack

    def model(self, **changes: object) -> ManagedModel:
        settings = replace(self.settings, **changes)  # type: ignore[arg-type]  # the fields' own types
        model = build_model(settings, self.ledger, self.clock)
        self.stack.push_async_callback(model.close)
        return model

    async def turn_through_waits(self, asking: Awaitable[object], count: int) -> None:
        task = asyncio.ensure_future(asking)
        for _ in range(count):
            await self.clock.sleepers(2)  # the deadline and the wait
            self.clock.advance(5)
        await asyncio.wait({task})


@pytest.fixture(params=["anthropic", "openai"])
async def bench(request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    server: FakeModelServer = FakeAnthropic() if request.param == "anthropic" else FakeOpenAI()
    async with server, AsyncExitStack() as stack:
        settings = ModelSettings(
            provider=request.param,
            model="model-main",
            fast_model="model-fast",
            base_url=server.base_url,
            api_key=KEY,
            prices={"model-main": Price(input=4, output=20, cached_input=0.4), "model-fast": Price(input=1, output=5)},
        )
        yield Bench(server, settings, MemoryLedger(), ManualClock(), stack)


async def test_a_structured_answer(bench: Bench) -> None:
    def answer(asked: Asked) -> dict[str, object]:
        return {"say": f"You said: {asked.user}", "done": True}

    usage = TokenUse(input=50, cached=1000, output=30)
    bench.server.script(Answers(value=answer, usage=usage))
    assert await bench.model().ask(request_of(), Decision) == Decision(say=f"You said: {WORDS}", done=True)
    asked = bench.server.requests[0]
    assert asked.model == "model-main"
    assert asked.system.startswith("You ask about a life.")
    assert bench.server.complaints == []
    settlement = (await bench.ledger.settled(1))[0]
    assert (settlement.outcome, settlement.input_tokens, settlement.cached_tokens) == ("ok", 1050, 1000)
    assert (settlement.output_tokens, settlement.cost_micros) == (30, 200 + 400 + 600)


async def test_a_message(bench: Bench) -> None:
    bench.server.only_texts = True
    usage = TokenUse(input=50, cached=1000, output=30)
    bench.server.script(Answers(says=lambda asked: f"\n You said: {asked.user} And then? \n", usage=usage))
    assert await bench.model().write(talk()) == f"You said: {WORDS} And then?"
    asked = bench.server.requests[0]
    assert (asked.model, asked.system, asked.user) == ("model-main", "You ask about a life.", WORDS)
    assert asked.conversation == TALKED
    assert bench.server.complaints == []
    settlement, call = (await bench.ledger.settled(1))[0], bench.ledger.rows[0].call
    assert (settlement.outcome, settlement.cost_micros) == ("ok", 200 + 400 + 600)
    assert (call.purpose, call.session_id) == ("talk", "s1")
    assert "[conversation: 4 messages, 86 characters]" in call.prompt


async def test_a_first_message_has_no_conversation_before_it(bench: Bench) -> None:
    assert await bench.model().write(request_of(purpose="talk")) == "Tell me more."
    assert bench.server.requests[0].conversation == ()
    assert bench.server.complaints == []


async def test_a_structured_answer_after_a_conversation(bench: Bench) -> None:
    assert (await bench.model().ask(talk(), Decision)).say
    asked = bench.server.requests[0]
    assert (asked.conversation, asked.user) == (TALKED, WORDS)
    assert asked.schema is not None
    assert bench.server.complaints == []


async def test_no_message_of_a_conversation_is_sent_without_words(bench: Bench) -> None:
    await bench.model().write(talk(PromptLine("user", " \n"), PromptLine("assistant", "Take your time.")))
    assert [line.text for line in bench.server.requests[0].conversation] == ["…", "Take your time."]
    assert bench.server.complaints == []


@pytest.mark.parametrize(
    "text",
    [
        "<think>She is sad.</think>\n\nTake your time.",
        "\n<think>\nWhat {now}?\n</think>Take your time.",
        "She is sad.\n</think>\nTake your time.",
        "Take your time.\n",
    ],
)
async def test_thoughts_are_no_part_of_a_message(bench: Bench, text: str) -> None:
    bench.server.script(Says(text=text))
    assert await bench.model().write(talk()) == "Take your time."


@pytest.mark.parametrize("behaviour", [Truncates(text="And what did the mi"), Says(text=" \n"), Says(text="<think>No")])
async def test_an_unusable_message_is_not_asked_for_again(bench: Bench, behaviour: Behaviour) -> None:
    bench.server.script(behaviour)
    with pytest.raises(ModelMisread):
        await bench.model().write(talk())
    assert len(bench.server.requests) == 1
    assert (await bench.ledger.settled(1))[0].outcome == "model-misread"


async def test_a_refused_message(bench: Bench) -> None:
    bench.server.script(Refuses())
    with pytest.raises(ModelRefused):
        await bench.model().write(talk())
    assert len(bench.server.requests) == 1


async def test_a_message_waits_out_an_overload(bench: Bench) -> None:
    bench.server.script(overloaded(), rate_limited("2"))
    writing = asyncio.create_task(bench.model().write(talk()))
    await bench.turn_through_waits(writing, 2)
    assert writing.result() == "Tell me more."
    await bench.ledger.settled(3)
    assert bench.ledger.outcomes == ["model-unavailable", "model-unavailable", "ok"]
    assert {row.call.purpose for row in bench.ledger.rows} == {"talk"}


async def test_nobody_waits_for_a_message_longer_than_its_time(bench: Bench) -> None:
    bench.server.script(Hangs())
    writing = asyncio.create_task(bench.model().write(talk(timeout=20)))
    await bench.server.arrived(1)
    bench.clock.advance(20)
    with pytest.raises(ModelUnavailable):
        await writing


async def test_a_message_and_the_books_run_in_parallel(bench: Bench) -> None:
    bench.server.script(Hangs())
    model = bench.model()
    writing = asyncio.create_task(model.write(talk()))
    await bench.server.arrived(1)
    assert (await model.ask(replace(request_of(), tier=Tier.FAST), Decision)).say
    assert not writing.done()
    writing.cancel()
    await asyncio.wait({writing})


async def test_the_fast_tier_asks_the_fast_model(bench: Bench) -> None:
    await bench.model().ask(Prompt(purpose="notes", system="s", user="u", tier=Tier.FAST), Decision)
    assert bench.server.requests[0].model == "model-fast"


@pytest.mark.parametrize("behaviour", [overloaded(), broken(), rate_limited("2"), Cuts(), Cuts(midway=False)])
async def test_trouble_that_passes_is_waited_out(bench: Bench, behaviour: Behaviour) -> None:
    bench.server.script(behaviour, behaviour)
    asking = asyncio.create_task(bench.model().ask(request_of(), Decision))
    await bench.turn_through_waits(asking, 2)
    assert asking.result().say
    await bench.ledger.settled(3)
    assert bench.ledger.outcomes == ["model-unavailable", "model-unavailable", "ok"]


@pytest.mark.parametrize("behaviour", [overloaded(), Cuts(), Sends(body="<html>Log in to the network</html>")])
async def test_trouble_that_stays_is_given_up(bench: Bench, behaviour: Behaviour) -> None:
    bench.server.default = behaviour
    asking = asyncio.create_task(bench.model().ask(request_of(), Decision))
    await bench.turn_through_waits(asking, 2)
    assert isinstance(asking.exception(), ModelUnavailable)
    assert len(bench.server.requests) == 3


async def test_an_hour_of_retry_after_is_not_waited_for(bench: Bench) -> None:
    bench.server.script(rate_limited("3600"))
    with pytest.raises(ModelUnavailable) as caught:
        await bench.model().ask(request_of(), Decision)
    assert caught.value.retry_after == 3600
    assert len(bench.server.requests) == 1
    assert set(bench.clock.asked) == {60.0}


@pytest.mark.parametrize("behaviour", [Truncates(), Says(text="I would rather chat."), Says(text='{"say": ""}')])
async def test_an_unusable_answer(bench: Bench, behaviour: Behaviour) -> None:
    bench.server.script(behaviour)
    with pytest.raises(ModelMisread):
        await bench.model().ask(request_of(), Decision)
    assert len(bench.server.requests) == 1
    settlement = (await bench.ledger.settled(1))[0]
    assert (settlement.outcome, settlement.cost_micros) == ("model-misread", 100 * 4 + 20 * 20)


async def test_an_unusable_answer_in_the_background_is_asked_for_again(bench: Bench) -> None:
    bench.server.script(Truncates())
    assert (await bench.model().ask(request_of(purpose="reflection"), Decision)).say
    assert len(bench.server.requests) == 2


async def test_a_refusal(bench: Bench) -> None:
    bench.server.script(Refuses())
    with pytest.raises(ModelRefused):
        await bench.model().ask(request_of(purpose="notes"), Decision)
    assert (await bench.ledger.settled(1))[0].outcome == "model-refused"
    assert len(bench.server.requests) == 1


@pytest.mark.parametrize(
    "body", ["{}", "[]", "null", '{"choices": []}', '{"content": [{}]}', '{"choices": [{"message": "hi"}]}', "{cut"]
)
async def test_a_success_that_is_no_answer(bench: Bench, body: str) -> None:
    bench.server.default = Sends(body=body, content_type="application/json")
    asking = asyncio.create_task(bench.model().ask(request_of(), Decision))
    await bench.turn_through_waits(asking, 2)
    assert isinstance(asking.exception(), ModelUnavailable)


async def test_a_wrong_key_or_model_is_told_to_the_operator(bench: Bench) -> None:
    wrong_key = bench.model(api_key="wrong-but-secret")
    with pytest.raises(ModelError, match=r"llm\.api_key") as key_error:
        await wrong_key.ask(request_of(), Decision)
    with pytest.raises(ModelError, match=r"llm\.model") as model_error:
        await bench.model(model="model-of-yesterday").ask(request_of(), Decision)
    assert not key_error.value.retryable
    assert not model_error.value.retryable
    assert len(bench.server.complaints) == 2


async def test_a_server_that_is_not_there(bench: Bench) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        model = bench.model(base_url=f"http://127.0.0.1:{unused.getsockname()[1]}")
        asking = asyncio.create_task(model.ask(request_of(), Decision))
        await bench.turn_through_waits(asking, 2)
    assert isinstance(asking.exception(), ModelUnavailable)
    settlements = await bench.ledger.settled(3)
    assert sum(settlement.cost_micros for settlement in settlements) == 0


async def test_a_hanging_server_costs_the_prompts_time_and_no_more(bench: Bench) -> None:
    bench.server.script(Hangs())
    asking = asyncio.create_task(bench.model().ask(request_of(timeout=20), Decision))
    await bench.server.arrived(1)
    bench.clock.advance(20)
    with pytest.raises(ModelUnavailable):
        await asking
    assert (await bench.ledger.settled(1))[0].latency_ms == 20_000


async def test_a_cancelled_call_lets_go_of_the_connection(bench: Bench) -> None:
    bench.server.script(Hangs())
    model = bench.model()
    asking = asyncio.create_task(model.ask(request_of(), Decision))
    await bench.server.arrived(1)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (await bench.ledger.settled(1))[0].outcome == "cancelled"
    assert (await model.ask(request_of(), Decision)).say


async def test_one_hanging_call_holds_up_nobody_else(bench: Bench) -> None:
    bench.server.script(Hangs())
    model = bench.model()
    hanging = asyncio.create_task(model.ask(request_of(), Decision))
    await bench.server.arrived(1)
    others = await asyncio.gather(*(model.ask(request_of(), Decision) for _ in range(30)))
    assert len(others) == 30
    assert not hanging.done()
    hanging.cancel()
    await asyncio.wait({hanging})


async def test_a_spent_budget_reaches_no_server(bench: Bench) -> None:
    bench.ledger.budget = Budget(session_micros=100)
    with pytest.raises(BudgetSpent):
        await bench.model().ask(request_of(), Decision)
    with pytest.raises(BudgetSpent):
        await bench.model().write(talk())
    assert bench.server.requests == []


SECRETIVE: list[Behaviour] = [
    Fails(status=400, kind=f"bad {KEY}", message=f"input was: {WORDS} key {KEY}"),
    Fails(status=401, message=f"key {KEY}"),
    Fails(status=500, message=WORDS),
    Cuts(),
    Says(text=f"{WORDS} {KEY}"),
    Says(text=f'{{"say": ["{WORDS}"]}}'),
    Sends(body=f"{WORDS} {KEY}"),
]


@pytest.mark.parametrize("behaviour", SECRETIVE)
async def test_no_key_and_no_words_in_errors_or_logs(
    bench: Bench, behaviour: Behaviour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    bench.server.default = behaviour
    retried = isinstance(behaviour, Cuts | Sends) or (isinstance(behaviour, Fails) and behaviour.status == 500)
    with capture_logs() as logs:
        asking = asyncio.create_task(bench.model(keep_prompts=False).ask(request_of(), Decision))
        await bench.turn_through_waits(asking, 2 if retried else 0)
    error = asking.exception()
    assert isinstance(error, ModelError)
    assert error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None
    await bench.ledger.settled(1)
    seen = f"{error} {error!r} {logs} {caplog.text} {bench.ledger.rows}"
    for secret in (KEY, WORDS, "Tula"):
        assert secret not in seen
