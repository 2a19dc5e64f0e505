"""The turn, the budget, the limit of time and the ledger around one request of a conversation."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import pytest
from structlog.testing import capture_logs

from core.contracts.calls import Budget, Settlement
from core.contracts.chat import ChatLine, ChatRequest, ChatRole, Piece, Stop
from core.contracts.errors import BudgetSpent, ModelError, ModelRefused, ModelUnavailable
from core.llm.chat_provider import Heard, Interrupted, Spoken, Usage
from core.llm.metered import Price
from core.llm.metered_chat import MeteredChat
from core.llm.pace import RequestPace
from tests.fakes.ledger import MemoryLedger
from tests.fakes.manual_clock import ManualClock
from tests.fakes.waiting import stopped, until

PRICE = Price(input=4, output=20, cached_input=0.4)
SPOKEN = Spoken(
    text="In Tula.",
    thinking="Tula?",
    blocks="[1]",
    stop=Stop.END,
    usage=Usage(input_tokens=100, cached_tokens=1000, output_tokens=10),
    left_out=("seed",),
)


@dataclass
class Speaker:
    """A `ChatProvider` that gives or raises what is lined up; an Event is waited for first, then the next."""

    steps: list[Spoken | BaseException | asyncio.Event]
    asked: list[ChatRequest] = field(default_factory=list)
    closed: bool = False

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        self.asked.append(request)
        heard(Piece(text="Tula?", thinking=True))
        heard(Piece(text="In \ud83dTula."))
        step = self.steps.pop(0)
        if isinstance(step, asyncio.Event):
            await step.wait()
            step = self.steps.pop(0)
        if isinstance(step, BaseException):
            raise step
        assert isinstance(step, Spoken)
        return step

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        self.closed = True


@dataclass
class Scene:
    clock: ManualClock = field(default_factory=ManualClock)
    ledger: MemoryLedger = field(default_factory=MemoryLedger)
    made: list[MeteredChat] = field(default_factory=list)
    speaker: Speaker = field(default_factory=lambda: Speaker([]))

    def chat(self, *steps: Spoken | BaseException | asyncio.Event, keep_prompts: bool = True) -> MeteredChat:
        self.speaker = Speaker(list(steps))
        chat = MeteredChat(
            provider=self.speaker,
            model="big",
            ledger=self.ledger,
            clock=self.clock,
            price=PRICE,
            pace=RequestPace(self.clock, 6.0),
            keep_prompts=keep_prompts,
        )
        self.made.append(chat)
        return chat


@pytest.fixture
async def s() -> AsyncIterator[Scene]:
    scene = Scene()
    yield scene
    for chat in scene.made:
        await chat.close()
    assert scene.speaker.closed


def lines(*texts: str) -> tuple[ChatLine, ...]:
    roles = [ChatRole.ASSISTANT if n % 2 else ChatRole.USER for n in range(len(texts))]
    return tuple(ChatLine(role=role, text=text) for role, text in zip(roles, texts, strict=True))


REQUEST = ChatRequest(
    purpose="candidate",
    system="You are Rosa.",
    lines=lines("Hello.", "Hello!", "Where were you born?"),
    session_id="run",
    max_tokens=50,
    timeout=30.0,
)


async def test_a_reply_is_settled_with_what_it_cost(s: Scene) -> None:
    reply = await s.chat(SPOKEN).say(REQUEST)
    assert (reply.text, reply.thinking, reply.blocks, reply.stop) == ("In Tula.", "Tula?", "[1]", Stop.END)
    assert (reply.model, reply.left_out, reply.latency_ms) == ("big", ("seed",), 0)
    assert (reply.input_tokens, reply.output_tokens, reply.cost_micros) == (1100, 10, 400 + 400 + 200)
    assert await s.ledger.settled(1) == [
        Settlement(
            outcome="ok",
            input_tokens=1100,
            cached_tokens=1000,
            output_tokens=10,
            counted_tokens=1110,
            cost_micros=1000,
            answer="In Tula.",
        )
    ]
    call = s.ledger.rows[0].call
    assert (call.purpose, call.model, call.session_id) == ("candidate", "big", "run")
    assert call.reserved_micros >= 50 * 20
    assert call.reserved_tokens >= 50 + len("You are Rosa. Hello. Hello! Where were you born?") // 2


async def test_the_ledger_keeps_what_the_database_has_not(s: Scene) -> None:
    chat = s.chat(SPOKEN, SPOKEN)
    await chat.say(REQUEST)
    s.clock.advance(60)
    await chat.say(replace(REQUEST, lines=lines("Hello.", "Hello!", "Where?", "In Tula.", "When?")))
    first, second = (row.call.prompt for row in s.ledger.rows)
    assert first == "You are Rosa.\n\n[conversation: 2 messages, 12 characters]\n\nWhere were you born?"
    assert second.startswith("[instructions as before: 13 characters, ")
    assert second.endswith("[conversation: 4 messages, 26 characters]\n\nWhen?")


async def test_keeping_no_prompts_keeps_no_words(s: Scene) -> None:
    await s.chat(SPOKEN, keep_prompts=False).say(REQUEST)
    await s.ledger.settled(1)
    assert "Tula" not in repr(s.ledger.rows)
    assert "Rosa" not in repr(s.ledger.rows)


@pytest.mark.parametrize("scope", ["session", "day"])
async def test_nothing_is_asked_when_the_worst_case_does_not_fit(s: Scene, scope: str) -> None:
    await s.chat(SPOKEN).say(REQUEST)
    held = s.ledger.rows[0].call.reserved_micros
    s.ledger = MemoryLedger(Budget(**{f"{scope}_micros": held - 1}))
    chat = s.chat(SPOKEN)
    with pytest.raises(BudgetSpent) as caught:
        await chat.say(REQUEST)
    assert caught.value.scope == scope
    assert s.speaker.asked == []


@pytest.mark.parametrize(
    ("error", "outcome", "all_of_it"),
    [
        (ModelUnavailable("down", retry_after=7), "model-unavailable", False),
        (Interrupted("cut"), "model-unavailable", True),
        (ModelError("wrong"), "model", False),
        (RuntimeError("Where were you born?"), "model-unavailable", True),
    ],
)
async def test_a_failure_is_settled_by_what_it_may_have_cost(
    s: Scene, error: Exception, outcome: str, *, all_of_it: bool
) -> None:
    with pytest.raises(ModelError) as caught:
        await s.chat(error).say(REQUEST)
    assert caught.value is error or "RuntimeError" in str(caught.value)
    assert "born" not in str(caught.value)
    assert len(s.speaker.asked) == 1, "who asks decides about another try"
    settlement = (await s.ledger.settled(1))[0]
    call = s.ledger.rows[0].call
    assert settlement.outcome == outcome
    assert settlement.cost_micros == (call.reserved_micros if all_of_it else 0)
    assert settlement.counted_tokens == (call.reserved_tokens if all_of_it else 0)


async def test_a_provider_that_declines_gives_a_refusal(s: Scene) -> None:
    reply = await s.chat(ModelRefused("no")).say(REQUEST)
    assert (reply.text, reply.stop, reply.cost_micros) == ("", Stop.REFUSED, 0)
    assert (await s.ledger.settled(1))[0].outcome == "model-refused"


async def test_the_time_is_for_the_answer_alone(s: Scene) -> None:
    chat = s.chat(SPOKEN, asyncio.Event())
    await chat.say(REQUEST)
    late = asyncio.create_task(chat.say(REQUEST))
    await s.clock.sleepers(1)
    assert s.clock.asked[-1] == 10.0, "six in a minute"
    s.clock.advance(10)
    await until(lambda: len(s.speaker.asked) == 2)
    s.clock.advance(29)
    await until(lambda: s.clock.asked[-1] != 10.0)
    assert not late.done()
    s.clock.advance(1)
    with pytest.raises(ModelUnavailable, match="30 s"):
        await late
    assert (await s.ledger.settled(2))[1].latency_ms == 30_000


@pytest.mark.parametrize("at", ["pace", "ledger", "service"])
async def test_who_is_cancelled_leaves_nothing_open(s: Scene, at: str) -> None:
    chat = s.chat(SPOKEN, asyncio.Event())
    await chat.say(REQUEST)
    await s.ledger.settled(1)
    if at != "pace":
        s.clock.advance(60)
    if at == "ledger":
        s.ledger.reserving.clear()
    sleeping = len(s.clock.asked)
    saying = asyncio.create_task(chat.say(REQUEST))
    await until(lambda: len(s.clock.asked) > sleeping)
    if at == "service":
        await until(lambda: len(s.speaker.asked) == 2)
    await stopped(saying)  # type: ignore[arg-type]  # whatever it returns
    s.ledger.reserving.set()
    await chat.close()
    assert s.ledger.outcomes == (["ok"] if at == "pace" else ["ok", "cancelled"])
    cost = 0 if at != "service" else s.ledger.rows[1].call.reserved_micros
    assert s.ledger.spent_micros - s.ledger.rows[0].micros == cost


async def test_a_listener_that_fails_costs_no_reply_and_hears_no_more(s: Scene) -> None:
    heard: list[str] = []

    def listen(piece: Piece) -> None:
        heard.append(piece.text)
        raise BrokenPipeError(piece.text)

    with capture_logs() as logs:
        reply = await s.chat(SPOKEN).say(REQUEST, heard=listen)
    assert (reply.text, heard) == ("In Tula.", ["Tula?"])
    assert "Tula" not in repr(logs)


async def test_half_a_character_comes_in_nowhere(s: Scene) -> None:
    pieces: list[Piece] = []
    reply = await s.chat(replace(SPOKEN, text="\ud83d", blocks='["\ud83d"]')).say(REQUEST, heard=pieces.append)
    assert (reply.text, reply.blocks) == ("?", '["?"]')
    assert pieces == [Piece(text="Tula?", thinking=True), Piece(text="In ?Tula.")]
