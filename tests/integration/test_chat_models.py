"""Both SDKs against fake servers on loopback, in a conversation: what is the same for either provider."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace

import pytest
from structlog.testing import capture_logs

from core.contracts.calls import Budget
from core.contracts.chat import ChatLine, ChatReply, ChatRequest, ChatRole, Piece, Stop
from core.contracts.errors import BudgetSpent, ModelError, ModelUnavailable
from core.llm.build import ChatSettings, build_chat
from core.llm.metered import Price
from core.llm.metered_chat import MeteredChat
from core.llm.pace import Paces
from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.ledger import MemoryLedger
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model_behaviours import (
    Behaviour,
    BreaksOff,
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
THOUGHT = "She asks where. Tula, surely."
PRICE = Price(input=4, output=20, cached_input=0.4)


def asking(*texts: str, **changes: object) -> ChatRequest:
    """A conversation of these lines, the user's first."""
    roles = [ChatRole.ASSISTANT if n % 2 else ChatRole.USER for n in range(len(texts))]
    lines = tuple(ChatLine(role=role, text=text) for role, text in zip(roles, texts, strict=True))
    request = ChatRequest(purpose="candidate", system="You are Rosa.", lines=lines, session_id="run", max_tokens=300)
    return replace(request, **changes)  # type: ignore[arg-type]  # the fields' own types


QUESTION = asking("Where were you born?")


@dataclass(slots=True)
class ChatBench:
    """A model, the server that it talks to, its ledger, its clock, and what is heard of it."""

    server: FakeModelServer
    settings: ChatSettings
    stack: AsyncExitStack
    ledger: MemoryLedger = field(default_factory=MemoryLedger)
    clock: ManualClock = field(default_factory=ManualClock)
    pieces: list[Piece] = field(default_factory=list)

    def model(self, *, keep_prompts: bool = True, **changes: object) -> MeteredChat:
        settings = replace(self.settings, **changes)  # type: ignore[arg-type]  # the fields' own types
        paces = Paces(self.clock)
        chat = build_chat(
            settings, ledger=self.ledger, clock=self.clock, paces=paces, prices={}, keep_prompts=keep_prompts
        )
        self.stack.push_async_callback(chat.close)
        return chat

    async def say(self, request: ChatRequest = QUESTION, **changes: object) -> ChatReply:
        return await self.model(**changes).say(request, heard=self.pieces.append)  # type: ignore[arg-type]

    def heard(self, *, thinking: bool = False) -> str:
        return "".join(piece.text for piece in self.pieces if piece.thinking is thinking)


def bench_of(server: FakeModelServer, stack: AsyncExitStack) -> ChatBench:
    provider = "anthropic" if isinstance(server, FakeAnthropic) else "openai"
    settings = ChatSettings(
        provider=provider,  # type: ignore[arg-type]  # one of its two
        model="model-main",
        base_url=server.base_url,
        api_key=KEY,
        price=PRICE,
    )
    return ChatBench(server, settings, stack)


@pytest.fixture(params=["anthropic", "openai"])
async def bench(request: pytest.FixtureRequest) -> AsyncIterator[ChatBench]:
    server: FakeModelServer = FakeAnthropic() if request.param == "anthropic" else FakeOpenAI()
    async with server, AsyncExitStack() as stack:
        yield bench_of(server, stack)


@pytest.mark.parametrize("stream", [True, False])
async def test_a_reply_with_its_thinking_and_what_it_took(bench: ChatBench, *, stream: bool) -> None:
    usage = TokenUse(input=50, cached=1000, output=30)
    bench.server.script(Says(text=WORDS, thoughts=(THOUGHT,), usage=usage))
    reply = await bench.say(stream=stream)
    assert (reply.text, reply.thinking, reply.stop, reply.model) == (WORDS, THOUGHT, Stop.END, "model-main")
    assert (reply.input_tokens, reply.output_tokens, reply.cost_micros) == (1050, 30, 200 + 400 + 600)
    assert (bench.heard(), bench.heard(thinking=True)) == (WORDS, THOUGHT)
    assert (len(bench.pieces) > 5) is stream
    assert bench.server.requests[0].body.get("stream", False) is stream
    assert bench.server.complaints == []
    settlement = (await bench.ledger.settled(1))[0]
    assert (settlement.outcome, settlement.cached_tokens, settlement.answer) == ("ok", 1000, WORDS)
    assert settlement.cost_micros == reply.cost_micros


@pytest.mark.parametrize("stream", [True, False])
async def test_a_conversation_of_several_lines(bench: ChatBench, *, stream: bool) -> None:
    lines = ("Where were you born?", "In Tula.", "And the mill?", "", "Are you there?")
    assert (await bench.say(asking(*lines), stream=stream)).text == "Tell me more."
    asked = bench.server.requests[0]
    assert (asked.system, asked.user) == ("You are Rosa.", "Are you there?")
    said = [message for message in asked.body["messages"] if message["role"] != "system"]
    assert [message["role"] for message in said] == ["user", "assistant", "user", "assistant", "user"]
    assert "…" in str(said[3]), "a line without words is no line for either service"
    assert bench.server.complaints == []


async def test_without_a_system_prompt_none_is_sent(bench: ChatBench) -> None:
    assert (await bench.say(asking("Hello", system="  "))).text
    assert bench.server.requests[0].system == ""
    assert "system" not in bench.server.requests[0].body


@pytest.mark.parametrize("stream", [True, False])
async def test_a_reply_cut_at_its_limit_is_a_reply(bench: ChatBench, *, stream: bool) -> None:
    bench.server.script(Truncates(text="I was born in", thoughts=(THOUGHT,)))
    reply = await bench.say(stream=stream)
    assert (reply.text, reply.stop, reply.output_tokens) == ("I was born in", Stop.LIMIT, 20)


@pytest.mark.parametrize("text", ["", "I was born"])
@pytest.mark.parametrize("stream", [True, False])
async def test_a_refusal_is_a_reply_too(bench: ChatBench, text: str, *, stream: bool) -> None:
    bench.server.script(Refuses(text=text))
    reply = await bench.say(stream=stream)
    assert (reply.text, reply.stop) == (text, Stop.REFUSED)
    assert (await bench.ledger.settled(1))[0].outcome == "model-refused"


async def test_what_is_refused_before_it_is_answered_costs_nothing(bench: ChatBench) -> None:
    bench.server.script(Fails(status=400, kind="content_filter"))
    reply = await bench.say()
    assert (reply.text, reply.stop, reply.cost_micros) == ("", Stop.REFUSED, 0)
    assert (await bench.ledger.settled(1))[0].outcome == "model-refused"


@pytest.mark.parametrize(("behaviour", "seconds"), [(rate_limited("3600"), 3600.0), (overloaded(), None)])
async def test_it_is_asked_once_and_says_how_long_to_wait(
    bench: ChatBench, behaviour: Behaviour, seconds: float | None
) -> None:
    bench.server.script(behaviour)
    with pytest.raises(ModelUnavailable) as caught:
        await bench.say()
    assert caught.value.retry_after == seconds
    assert len(bench.server.requests) == 1
    assert (await bench.ledger.settled(1))[0].cost_micros == 0


@pytest.mark.parametrize("how", ["cut", "end", "error", "garbage"])
@pytest.mark.parametrize("after", [1, 6])
async def test_a_stream_that_breaks_off_is_no_reply_and_may_have_cost(bench: ChatBench, how: str, after: int) -> None:
    bench.server.script(BreaksOff(after=after, how=how))  # type: ignore[arg-type]  # one of them
    with pytest.raises(ModelUnavailable) as caught:
        await bench.say()
    assert caught.value.retry_after is None
    assert ("overloaded_error" in str(caught.value)) is (how == "error")
    settlement = (await bench.ledger.settled(1))[0]
    assert settlement.cost_micros == bench.ledger.rows[0].call.reserved_micros > 0
    assert (await bench.say()).text, "the connection, or another one, goes on"


async def test_a_stream_that_begins_with_an_error_costs_nothing(bench: ChatBench) -> None:
    bench.server.script(BreaksOff(after=0, how="error"))
    with pytest.raises(ModelUnavailable, match="overloaded_error"):
        await bench.say()
    assert (await bench.ledger.settled(1))[0].cost_micros == 0


async def test_a_stream_that_stands_still_takes_its_time_and_no_more(bench: ChatBench) -> None:
    bench.server.script(BreaksOff(after=5, how="hang"))
    saying = asyncio.create_task(bench.say(replace(QUESTION, timeout=20)))
    await bench.server.arrived(1)
    bench.clock.advance(20)
    with pytest.raises(ModelUnavailable, match="20 s"):
        await saying
    settlement = (await bench.ledger.settled(1))[0]
    assert (settlement.latency_ms, settlement.cost_micros) == (20_000, bench.ledger.rows[0].call.reserved_micros)


@pytest.mark.parametrize("behaviour", [Hangs(), BreaksOff(after=6, how="hang")])
async def test_a_cancelled_request_lets_go_and_is_settled(bench: ChatBench, behaviour: Behaviour) -> None:
    bench.server.script(behaviour)
    model = bench.model()
    saying = asyncio.create_task(model.say(QUESTION))
    await bench.server.arrived(1)
    saying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await saying
    settlement = (await bench.ledger.settled(1))[0]
    # What is written on where nobody listens any more is paid for as well.
    assert (settlement.outcome, settlement.cost_micros) == ("cancelled", bench.ledger.rows[0].call.reserved_micros)
    assert (await model.say(QUESTION)).text


async def test_a_server_that_does_not_stream_is_understood(bench: ChatBench) -> None:
    bench.server.deaf_to_stream = True
    bench.server.script(Says(text=WORDS, thoughts=(THOUGHT,)))
    reply = await bench.say()
    assert (reply.text, reply.thinking, reply.output_tokens) == (WORDS, THOUGHT, 20)


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(
    "behaviour",
    [
        Sends(body="<html>Log in to the network</html>"),
        *(
            Sends(body=body, content_type="application/json")
            for body in ("{}", "[]", "{cut", '{"choices": []}', '{"choices": [{}]}', '{"content": [3]}')
        ),
    ],
)
async def test_what_is_no_answer_of_such_a_service(bench: ChatBench, behaviour: Behaviour, *, stream: bool) -> None:
    bench.server.script(behaviour)
    with pytest.raises(ModelUnavailable, match="provider and base_url"):
        await bench.say(stream=stream)
    assert (await bench.ledger.settled(1))[0].cost_micros == 0


async def test_a_server_that_counts_nothing_is_paid_for_at_most(bench: ChatBench) -> None:
    bench.server.script(Says(text=WORDS, usage=None))
    reply = await bench.say()
    call = bench.ledger.rows[0].call
    assert (reply.text, reply.cost_micros) == (WORDS, call.reserved_micros)
    assert (await bench.ledger.settled(1))[0].counted_tokens == call.reserved_tokens


async def test_a_wrong_key_or_model_is_told_to_the_operator(bench: ChatBench) -> None:
    with pytest.raises(ModelError, match=r"set api_key\.") as key_error:
        await bench.say(api_key="wrong-but-secret")
    with pytest.raises(ModelError, match=r"see model and base_url\.") as model_error:
        await bench.say(model="model-of-yesterday")
    assert not key_error.value.retryable
    assert not model_error.value.retryable


async def test_a_spent_budget_reaches_no_server(bench: ChatBench) -> None:
    bench.ledger.budget = Budget(session_micros=100)
    with pytest.raises(BudgetSpent):
        await bench.say()
    assert bench.server.requests == []


async def test_one_hanging_side_holds_up_nobody_else(bench: ChatBench) -> None:
    bench.server.script(BreaksOff(after=4, how="hang"))
    model = bench.model()
    hanging = asyncio.create_task(model.say(QUESTION))
    await bench.server.arrived(1)
    others = await asyncio.gather(*(model.say(QUESTION) for _ in range(20)))
    assert {reply.text for reply in others} == {"Tell me more."}
    hanging.cancel()
    await asyncio.wait({hanging})


SECRETIVE: list[Behaviour] = [
    Fails(status=400, kind=f"bad {KEY}", message=f"temperature {WORDS} {KEY}"),
    Fails(status=401, message=f"key {KEY}"),
    Fails(status=500, message=WORDS),
    broken(),
    BreaksOff(after=6, how="cut"),
    BreaksOff(after=6, how="end"),
    BreaksOff(after=6, how="garbage"),
    BreaksOff(after=6, how="error", kind=f"{WORDS} {KEY}"),
    BreaksOff(after=0, how="error", kind=f"{WORDS} {KEY}"),
    Sends(body=f"{WORDS} {KEY}"),
    Sends(body=f'{{"{WORDS} {KEY}": 1}}', content_type="application/json"),
]


@pytest.mark.parametrize("behaviour", SECRETIVE)
async def test_no_key_no_prompt_and_no_words_in_errors_or_logs(
    bench: ChatBench, behaviour: Behaviour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    bench.server.default = behaviour
    with capture_logs() as logs, pytest.raises(ModelError) as caught:
        await bench.say(asking(WORDS, system=f"{THOUGHT} {KEY}", temperature=0.5), keep_prompts=False)
    error = caught.value
    assert error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None
    await bench.ledger.settled(1)
    seen = f"{error} {error!r} {logs} {caplog.text} {bench.ledger.rows}"
    for secret in (KEY, WORDS, THOUGHT, "Tula"):
        assert secret not in seen
