"""A step that fails or hangs: the words are kept, the interview goes on, and nobody else notices."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from structlog.testing import capture_logs

from core.contracts.errors import BudgetSpent, ModelAbsent, ModelMisread, ModelRefused, ModelUnavailable, TryLater
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel, Prompt
from core.contracts.script import ScriptSet
from core.contracts.session import Session, Status
from core.contracts.turn import Turn, TurnContext
from core.conversation.conversation_worker import PATIENCE
from core.languages.messages import say
from core.store.store import Queue
from tests.fakes import waiting
from tests.fakes.app import Running, running, sees, thinking_model
from tests.fakes.effort import tries
from tests.fakes.interview import PlainInterview, Reply
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel
from tests.fakes.other_stores import Fillable, at_once
from tests.fakes.platform import FakePerson
from tests.fakes.stores import people_with_mail


class BrokenInterview(PlainInterview):
    """Raises a programming error wherever a test says so."""

    def __init__(self) -> None:
        super().__init__(questions=8)
        self.broken: set[str] = set()

    def _try(self, name: str) -> None:
        if name in self.broken:
            raise TypeError(f"{name} cannot be done: private words")

    async def answer(self, situation: TurnContext, model: LanguageModel) -> Turn:
        self._try("answer")
        return await super().answer(situation, model)

    def skip(self, situation: TurnContext, *, elsewhere: bool = False) -> Turn:
        self._try("skip")
        return super().skip(situation)

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        self._try("progress")
        return super().progress(session, scripts)


class Patient:
    """Turns the clock until whoever was set back has tried often enough."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.interview = BrokenInterview()

    @asynccontextmanager
    async def beginning(self, model: ScriptedModel | None = None) -> AsyncIterator[tuple[Running, FakePerson]]:
        """Somebody who has just read the first question of the interview that breaks."""
        async with running(clock=self.clock, model=model, kinds={"plain": self.interview}) as r:
            yield r, await r.beginning()

    async def wait(self, r: Running) -> None:
        async with asyncio.timeout(waiting.PATIENCE):
            while r.app.engine(Queue.DESK).serving or r.app.engine(Queue.DELIVERY).serving:
                self.clock.advance(60)
                await asyncio.sleep(0)


@pytest.mark.parametrize(
    "error",
    [
        ModelUnavailable("Down.", retry_after=3600),
        ModelRefused("No."),
        ModelMisread("Prose."),
        ModelAbsent("None."),
        BudgetSpent("Spent.", scope="session"),
        RuntimeError("A mistake."),
        TimeoutError(),
    ],
)
async def test_an_answer_that_cannot_be_thought_about_is_kept(error: Exception) -> None:
    patient = Patient()
    failing = True

    def respond(_prompt: object, _schema: object) -> Reply | Exception:
        return error if failing else Reply(words="I see.")

    model = ScriptedModel(respond, held=lambda _prompt: False)
    async with patient.beginning(model) as (r, person):
        await person.write("One.")
        await patient.wait(r)
        assert model.calls["talk"] == PATIENCE
        assert await r.told() == [("q1", ["One."]), ("q2", [])]
        assert person.said[-1] == "Question 2 in en?"
        failing = False
        await person.write("Two.")
        await patient.wait(r)
        assert person.said[-1] == "I see.\n\nQuestion 3 in en?"
        assert await r.told() == [("q1", ["One."]), ("q2", ["Two."]), ("q3", [])]


async def test_a_full_disk_is_no_mistake_of_a_step() -> None:
    patient, store, full = Patient(), Fillable(), [PATIENCE]

    def respond(prompt: Prompt, _schema: object) -> Reply:
        if full and prompt.purpose == "talk":
            store.refuses = full.pop()
        return Reply(words="I see.")

    kinds = {"plain": patient.interview}
    async with running(clock=patient.clock, store=store, model=ScriptedModel(respond), kinds=kinds) as r:
        person = await r.beginning()
        await person.write("One.")
        await patient.wait(r)
        assert person.said[1:] == ["I see.\n\nQuestion 2 in en?"]
        assert await r.told() == [("q1", ["One."]), ("q2", [])]


async def test_words_that_come_while_it_fails_are_kept_too() -> None:
    patient = Patient()
    async with patient.beginning() as (r, person):
        patient.interview.broken = {"answer"}
        await person.write("One.")
        await patient.clock.sleepers(1)
        await person.write("And more.")
        await patient.wait(r)
        assert await r.told() == [("q1", ["One.", "And more."]), ("q2", [])]


async def test_words_are_kept_with_an_apology_where_even_a_question_fails() -> None:
    patient = Patient()
    async with patient.beginning() as (r, person):
        patient.interview.broken = {"answer", "skip"}
        await person.write("One.")
        await patient.wait(r)
        assert await r.told() == [("q1", ["One."])]
        assert person.said[-1] == say("en", "error-internal")
        patient.interview.broken.clear()
        await person.write("And more.")
        await patient.wait(r)
        assert await r.told() == [("q1", ["One.", "And more."]), ("q2", [])]


async def test_an_answer_into_a_pause_that_fails_goes_on_too() -> None:
    patient = Patient()
    async with patient.beginning() as (r, person):
        await person.says("/pause")
        patient.interview.broken = {"answer"}
        await person.write("One.")
        await patient.wait(r)
        assert await r.told() == [("q1", ["One."]), ("q2", [])]
        assert [s.status for s in await r.sessions()] == [Status.ACTIVE]


@pytest.mark.parametrize(("command", "broken"), [("/status", "progress"), ("/skip", "skip"), ("/start", "progress")])
async def test_a_command_that_fails_is_put_aside_with_an_apology(command: str, broken: str) -> None:
    patient = Patient()
    async with patient.beginning() as (r, person):
        patient.interview.broken = {broken}
        await person.write(command)
        await patient.wait(r)
        assert person.said[-1] == say("en", "error-internal")
        assert await r.told() == [("q1", [])]
        await person.write("/help")
        await patient.wait(r)
        assert "/help" in person.said[-1]


@pytest.mark.parametrize(("command", "broken"), [("/status", "progress"), ("/skip", "skip")])
async def test_a_command_that_fails_behind_words_loses_none_of_them(command: str, broken: str) -> None:
    patient = Patient()
    async with patient.beginning() as (r, person):
        patient.interview.broken = {broken}
        await asyncio.gather(person.write("One."), person.write(command))
        await patient.wait(r)
        assert await r.told() == [("q1", ["One."]), ("q2", [])]
        assert say("en", "error-internal") in person.said


async def test_a_command_that_fails_while_it_is_thought_loses_nothing() -> None:
    patient = Patient()
    model = thinking_model()
    async with patient.beginning(model) as (r, person):
        await person.write("One.")
        await model.begun(1, "talk")
        patient.interview.broken = {"progress"}
        await person.write("/status")
        model.gate.set()
        await patient.wait(r)
        assert await r.told() == [("q1", ["One."]), ("q2", [])]
        assert say("en", "error-internal") in person.said


@at_once
async def test_nobody_else_is_affected_and_no_words_are_logged() -> None:
    patient = Patient()

    def respond(prompt: object, _schema: object) -> Reply | Exception:
        return ValueError("secret words") if "unspeakable" in repr(prompt) else Reply(words="I see.")

    with capture_logs() as logged:
        async with running(model=ScriptedModel(respond), clock=patient.clock) as r:
            anna, boris = await r.beginning("1"), await r.beginning("2")
            await anna.write("unspeakable")
            await patient.clock.sleepers(1)
            assert await boris.says("good") == "I see.\n\nQuestion 2 in en?"
            await patient.wait(r)
            assert (await r.told(0))[0] == ("q1", ["unspeakable"])
            assert await r.store.read(people_with_mail) == []
    assert [line["event"] for line in logged if line["log_level"] == "error"].count("step-given-up") == 1
    assert "secret words" not in repr(logged)
    assert "unspeakable" not in repr(logged)


async def test_hours_of_failures_do_not_end_the_trying() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        tries = 0

        async def failing(_key: str, _bell: object) -> None:
            nonlocal tries
            tries += 1
            if tries < 1_100:
                raise OSError("no disk")

        r.app.engine(Queue.CHORES)._drain = failing
        r.app.engine(Queue.CHORES).wake(["x"])
        async with asyncio.timeout(waiting.PATIENCE):
            while r.app.engine(Queue.CHORES).serving:
                clock.advance(60)
                await asyncio.sleep(0)
        assert tries == 1_100


# --- what hangs holds up nobody --------------------------------------------------------------------------------------


OTHERS = tries(40, soak=200)


async def test_many_others_get_their_next_question_while_one_call_hangs() -> None:
    model = ScriptedModel(sees, gate=asyncio.Event(), held=lambda prompt: prompt.user == "hang")
    async with running(model=model) as r:
        stuck = await r.beginning("stuck")
        await stuck.write("hang")
        await model.begun(1, "talk")
        others = [r.platform.person(str(number)) for number in range(OTHERS)]
        await asyncio.gather(*(person.begin("plain") for person in others))
        for person in others:
            await person.write(f"I am {person.address.chat}.")
        for person in others:
            assert await person.next() == "I see.\n\nQuestion 2 in en?"
        assert (model.calls["talk"], model.cancelled["talk"]) == (OTHERS + 1, 0)
        assert len(stuck.received) == 1
        model.gate.set()
        assert await stuck.next() == "I see.\n\nQuestion 2 in en?"
        await r.settled()
        told = [await r.told(number) for number in range(0, OTHERS, OTHERS // 5)]
        assert all(len(words) == 1 for (_, words), _next in told)


async def test_one_persons_delivery_that_hangs_holds_up_nobody(r: Running) -> None:
    stuck, other = await r.beginning("stuck"), await r.beginning("other")
    r.platform.held_chat = stuck.address.chat
    r.platform.hold.clear()
    await stuck.write("One.")
    assert await other.says("One.") == "I see.\n\nQuestion 2 in en?"
    r.platform.hold.set()
    assert await stuck.next() == "I see.\n\nQuestion 2 in en?"


async def test_one_person_who_fails_and_one_who_must_wait_hold_up_nobody() -> None:
    clock = ManualClock()

    def respond(prompt: Prompt, _schema: object) -> Reply | Exception:
        return RuntimeError("A mistake.") if prompt.user == "break" else Reply(words="I see.")

    async with running(model=ScriptedModel(respond), clock=clock) as r:
        broken, waiting, other = [await r.beginning(chat) for chat in ("broken", "waiting", "other")]
        r.platform.trouble = lambda m: TryLater("Busy.", after=3600) if m.address == waiting.address else None
        await broken.write("break")
        await waiting.write("One.")
        await clock.sleepers(2)
        for number in (2, 3, 4):
            assert await other.says("One.") == f"I see.\n\nQuestion {number} in en?"
        assert [len(p.received) for p in (broken, waiting)] == [1, 1]
