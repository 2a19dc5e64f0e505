"""A voice note that could not be heard: a sentence with the way on, nothing lost, and its words when they come."""

from __future__ import annotations

import pytest

from core.contracts.session import Status
from core.contracts.turn import LateSignals
from core.conversation.voices import TROUBLES
from core.words import say
from tests.fakes.heard import Scene, listening, scene
from tests.fakes.interview import PlainInterview


@pytest.mark.parametrize("trouble", sorted(TROUBLES))
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_each_trouble_has_its_sentence(trouble: str, language: str) -> None:
    async with listening() as transcription:
        person = await transcription.r.beginning(language=language)
        event = await transcription.speak(person)
        await transcription.fail(event, trouble)
        await transcription.settled()
        sentence = say(language, f"voice-{trouble}", minutes=20, megabytes=20)
        assert person.said[-1] == f"{sentence}\n\n{say(language, 'voice-or-skip')}"
        assert person.labels == [say(language, "button-skip")]


async def test_an_unknown_trouble_is_an_apology(s: Scene) -> None:
    await s.fail(await s.speak(), "out-of-this-world")
    assert say("en", "voice-failed") in s.new(1)[0]


async def test_the_question_stays_open_and_the_recording_is_bound_to_it(s: Scene) -> None:
    event = await s.speak()
    session = (await s.r.sessions())[0]
    await s.fail(event, "later")
    row = await s.transcription.row(event)
    assert row is not None
    assert (row.session_id, row.seq) == (session.id, session.open_question)
    await s.write("One.")
    assert await s.r.told() == [("q1", ["One."]), ("q2", [])]


async def test_what_is_heard_late_stands_at_its_question(s: Scene) -> None:
    event = await s.speak()
    await s.transcription.fail(event, "later")
    await s.write("One.")
    await s.write("Two.")
    await s.hear(event, "The spoken one.")
    assert await s.r.told() == [("q1", ["One.", "The spoken one."]), ("q2", ["Two."]), ("q3", [])]
    assert s.new(1) == [f"{say('en', 'voice-heard-now')}\n\nThe spoken one."]
    assert s.person.labels == ["Fix it", "Record again"]
    await s.press("Fix it")
    await s.write("The right one.")
    assert (await s.r.told())[0] == ("q1", ["One.", "The right one."])


async def test_what_is_heard_late_to_the_open_question_offers_the_next(s: Scene) -> None:
    event = await s.speak()
    await s.transcription.fail(event, "later")
    await s.hear(event, "One.")
    assert await s.r.told() == [("q1", ["One."])]
    await s.press(say("en", "button-next"))
    assert await s.r.told() == [("q1", ["One."]), ("q2", [])]


@pytest.mark.parametrize(("command", "status"), [("/pause", Status.PAUSED), ("/done", Status.COMPLETED)])
async def test_what_is_heard_late_changes_no_status(command: str, status: Status, s: Scene) -> None:
    event = await s.speak()
    await s.transcription.fail(event, "later")
    await s.write(command)
    await s.hear(event, "One.")
    assert await s.r.told() == [("q1", ["One."])]
    assert await s.status() is status


async def test_what_was_said_to_no_question_is_only_told() -> None:
    async with listening() as transcription:
        person = transcription.r.platform.person()
        await person.write("/start")
        await transcription.settled()
        event = await transcription.speak(person)
        await transcription.fail(event, "later")
        await transcription.settled()
        assert person.said[-1] == say("en", "voice-later")
        await transcription.hear(event, "I am Anna.")
        await transcription.settled()
        assert person.said[-1] == f"{say('en', 'voice-heard-now')}\n\nI am Anna.\n\n{say('en', 'voice-heard-loose')}"


async def test_a_note_that_could_not_be_heard_before_skip_is_bound_to_the_skipped_question(s: Scene) -> None:
    event = await s.speak()
    await s.write("/skip")
    await s.fail(event, "later")
    await s.hear(event, "One.")
    assert await s.r.told() == [("q1", ["One."]), ("q2", [])]


async def test_what_was_heard_late_is_kept_even_if_nobody_can_listen_to_its_signals() -> None:
    class Deaf(PlainInterview):
        def listen(self, text: str) -> LateSignals:
            raise RuntimeError("broken")

    async with scene(kinds={"plain": Deaf()}) as s:
        event = await s.speak()
        await s.fail(event, "later")
        await s.transcription.hear(event, "One.")
        await s.past_failures()
        assert await s.r.told() == [("q1", ["One."])]
