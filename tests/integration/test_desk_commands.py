"""Commands act at once, also while an answer is being thought about; and none of them loses a word."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from core.contracts.messages import Edit, Unusable, UnusableKind
from core.contracts.session import Status
from core.languages.messages import say
from tests.fakes.app import Running, running, thinking_model
from tests.fakes.interview import PlainInterview
from tests.fakes.other_stores import at_once
from tests.fakes.platform import FakePerson


class Thinking:
    """A model that hangs on decisions until a test opens the gate."""

    def __init__(self) -> None:
        self.model = thinking_model()
        self.gate = self.model.gate

    @property
    def calls(self) -> tuple[int, int]:
        """Decisions that were begun, and those that were cancelled."""
        return self.model.calls["talk"], self.model.cancelled["talk"]

    async def over(self, r: Running, words: str) -> FakePerson:
        """Somebody whose answer is being thought about."""
        person = await r.beginning()
        await person.write(words)
        await self.model.begun(self.model.calls["talk"] + 1, "talk")
        return person


@pytest.fixture
def hanging() -> Thinking:
    return Thinking()


@pytest.fixture
async def r(hanging: Thinking) -> AsyncIterator[Running]:
    """The app with a model that hangs."""
    async with running(model=hanging.model) as app:
        yield app


async def _withdrawn(r: Running) -> list[str]:
    return [e.text for e in (await r.record()).entries if e.withdrawn]


# --- beside the thinking ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["/help", "/status", "/interview", "/language", "/nonsense"])
async def test_a_command_while_it_is_thought_is_answered_with_no_new_thought(
    command: str, hanging: Thinking, r: Running
) -> None:
    person = await hanging.over(r, "One.")
    assert await person.says(command)
    assert hanging.calls == (1, 0)
    hanging.gate.set()
    assert await person.next() == "I see.\n\nQuestion 2 in en?"
    await r.settled()
    assert await r.told() == [("q1", ["One."]), ("q2", [])]
    assert hanging.calls == (1, 0)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("/name Olga", say("en", "name-kept", name="Olga")),
        ("/start", say("en", "in-the-middle", title="Plain en")),
    ],
)
async def test_what_waits_its_turn_comes_behind_the_answer(
    command: str, answer: str, hanging: Thinking, r: Running
) -> None:
    person = await hanging.over(r, "One.")
    await person.write(command)
    hanging.gate.set()
    assert await person.hears(2) == ["I see.\n\nQuestion 2 in en?", answer]
    assert hanging.calls == (1, 0)


async def test_the_transcript_so_far_comes_while_it_is_thought(hanging: Thinking, r: Running) -> None:
    hanging.gate.set()
    person = await r.beginning()
    await person.says("One.")
    hanging.gate.clear()
    await person.write("Two.")
    await hanging.model.begun(2, "talk")
    assert (await person.says("/transcript")).endswith("transcript.md")
    hanging.gate.set()
    assert await person.next() == "I see.\n\nQuestion 3 in en?"
    assert hanging.calls == (2, 0)


async def test_an_input_that_cannot_be_used_is_answered_while_it_is_thought(hanging: Thinking, r: Running) -> None:
    person = await hanging.over(r, "One.")
    await person.tell(Unusable(kind=UnusableKind.STICKER))
    assert await person.next() == say("en", "unusable-sticker")
    hanging.gate.set()
    await person.next()
    assert hanging.calls == (1, 0)


async def test_another_language_is_taken_up_by_what_is_thought(hanging: Thinking, r: Running) -> None:
    person = await hanging.over(r, "One.")
    assert await person.says("/language ru") == say("ru", "language-now")
    await hanging.model.begun(2, "talk")
    hanging.gate.set()
    assert await person.next() == "I see.\n\nQuestion 2 in ru?"
    assert hanging.calls == (2, 1)


# --- moving the interview -----------------------------------------------------------------------------------------


async def test_done_while_it_is_thought_keeps_the_words_and_stops_thinking(hanging: Thinking, r: Running) -> None:
    person = await hanging.over(r, "One.")
    await person.write("/done")
    outro, _summary, transcript = await person.hears(3)
    assert (outro, hanging.calls) == ("Thank you.", (1, 1))
    assert transcript.endswith("transcript.md")
    assert b"One." in person.documents[0].body
    assert await r.told() == [("q1", ["One."])]


async def test_pause_while_it_is_thought_keeps_the_words_and_stops_thinking(hanging: Thinking, r: Running) -> None:
    person = await hanging.over(r, "One.")
    assert await person.says("/pause") == say("en", "paused")
    assert hanging.calls == (1, 1)
    assert await r.told() == [("q1", ["One."])]
    assert await person.says("/resume") == "Good to have you back.\n\nQuestion 2 in en?"


async def test_skip_while_it_is_thought_keeps_the_words_and_stops_thinking(hanging: Thinking, r: Running) -> None:
    person = await hanging.over(r, "One.")
    assert await person.presses("Skip") == "Question 2 in en?"
    assert hanging.calls == (1, 1)
    assert await r.told() == [("q1", ["One."]), ("q2", [])]


async def test_undo_while_it_is_thought_takes_the_words_back_and_keeps_them(hanging: Thinking, r: Running) -> None:
    person = await hanging.over(r, "One.")
    await person.write("and a half.")
    await hanging.model.begun(2, "talk")
    assert await person.says("/undo") == say("en", "undone") + "\n\nQuestion 1 in en?"
    assert hanging.calls == (2, 2)
    assert await r.told() == [("q1", [])]
    assert await _withdrawn(r) == ["One.", "and a half."]
    hanging.gate.set()
    await person.says("Better.")
    assert await r.told() == [("q1", ["Better."]), ("q2", [])]


async def test_back_while_it_is_thought_keeps_the_words(hanging: Thinking, r: Running) -> None:
    hanging.gate.set()
    person = await r.beginning()
    await person.says("One.")
    hanging.gate.clear()
    await person.write("Two.")
    await hanging.model.begun(2, "talk")
    assert await person.says("/back") == say("en", "back-to") + "\n\nQuestion 1 in en?"
    assert await r.told() == [("q1", ["One."]), ("q2", ["Two."])]


class OtherInterview(PlainInterview):
    kind = "other"


async def test_another_interview_while_it_is_thought_keeps_the_words() -> None:
    hanging = Thinking()
    async with running(model=hanging.model, kinds={"plain": PlainInterview(), "other": OtherInterview()}) as r:
        person = await hanging.over(r, "One.")
        assert "Question 1 in en?" in await person.says("/interview other")
        await r.settled()
        assert await r.told(0) == [("q1", ["One."])]
        assert await r.told(1) == [("q1", [])]
        assert [s.status for s in await r.sessions()] == [Status.PAUSED, Status.ACTIVE]


async def test_words_behind_a_command_answer_what_the_command_led_to(hanging: Thinking, r: Running) -> None:
    hanging.gate.set()
    person = await r.beginning()
    await person.says("One.")
    await asyncio.gather(person.write("Two."), person.write("/back"), person.write("More of one."))
    await r.settled()
    told = await r.told()
    assert told[:2] == [("q1", ["One.", "More of one."]), ("q2", ["Two."])]


@pytest.mark.parametrize("command", ["/pause", "/skip", "/done", "/undo", "/back"])
async def test_a_moving_command_behind_words_in_a_pause_keeps_them(
    command: str, hanging: Thinking, r: Running, person: FakePerson
) -> None:
    hanging.gate.set()
    await person.says("One.")
    await r.says(person, "/pause")
    await asyncio.gather(person.write("Two."), person.write(command))
    await r.settled()
    every = [e.text for e in (await r.record()).entries if e.answers is not None]
    assert every == ["One.", "Two."]
    status = (await r.sessions())[0].status
    assert status is {"/pause": Status.PAUSED, "/done": Status.COMPLETED}.get(command, Status.ACTIVE)


# --- edits --------------------------------------------------------------------------------------------------------


async def test_an_edit_of_what_is_being_thought_about_is_thought_about() -> None:
    hanging = Thinking()
    interview = PlainInterview()
    async with running(model=hanging.model, kinds={"plain": interview}) as r:
        person = await r.beginning()
        ref = await person.write("In 1983.")
        await hanging.model.begun(1, "talk")
        await person.edit(ref, "In 1938.")
        await hanging.model.begun(2, "talk")
        hanging.gate.set()
        assert await person.next() == "I see.\n\nQuestion 2 in en?"
        await r.settled()
        assert interview.heard == ["In 1983.", "In 1938."]
        assert await r.told() == [("q1", ["In 1938."]), ("q2", [])]
        (answer,) = [e for e in (await r.record()).entries if e.answers is not None]
        assert [revision.text for revision in answer.revisions] == ["In 1983.", "In 1938."]


@at_once
async def test_an_edit_of_an_older_answer_while_it_is_thought_stops_nothing(hanging: Thinking, r: Running) -> None:
    hanging.gate.set()
    person = await r.beginning()
    ref = await person.write("One.")
    await person.next()
    hanging.gate.clear()
    await person.write("Two.")
    await hanging.model.begun(2, "talk")
    await person.tell(Edit(ref=ref, text="ONE."))
    for _ in range(20):
        await asyncio.sleep(0)
    assert (await r.told())[0] == ("q1", ["ONE."])
    hanging.gate.set()
    assert await person.next() == "I see.\n\nQuestion 3 in en?"
    assert hanging.calls == (2, 0)
