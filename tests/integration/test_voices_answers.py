"""Answers that are spoken: heard whenever, they are one answer with what is written, in the order of their sending."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from core.contracts.errors import TryLater
from core.contracts.messages import Say, Style, Text, Voice
from core.contracts.ports import LanguageModel
from core.contracts.session import Status
from core.contracts.turn import Turn, TurnContext
from core.conversation.plan import LEFT
from core.languages.messages import say
from tests.fakes.app import talking_model, thinking_model
from tests.fakes.heard import Scene, listening, scene
from tests.fakes.interview import PlainInterview
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePlatform
from tests.fakes.stores import people_with_mail
from tests.fakes.waiting import until

START = datetime(2026, 1, 1, tzinfo=UTC)
FIRST = "I see.\n\nQuestion 2 in en?"


# --- one breath ---------------------------------------------------------------------------------------------------


async def test_what_was_heard_is_quoted_and_the_next_question_follows_at_once(s: Scene) -> None:
    await s.say("  I was born in 1938.\n")
    heard, asked = s.new(2)
    assert (heard, asked) == ("I was born in 1938.", FIRST)
    message = s.person.received[-2].saying
    assert isinstance(message, Say)
    assert [(span.start, span.end, span.style) for span in message.spans] == [(0, len(heard), Style.QUOTE)]
    assert [c.label for c in message.choices] == ["Fix it", "Record again"]
    assert await s.r.told() == [("q1", ["I was born in 1938."]), ("q2", [])]


async def test_a_spoken_answer_keeps_its_length_and_counts_whole(s: Scene) -> None:
    await s.later(200)
    event = await s.transcription.speak(s.person, seconds=600)
    await s.transcription.hear(event, "A long story.", seconds=600, audio="ab.ogg")
    await s.transcription.settled()
    whole = await s.r.record()
    entry = next(e for e in whole.entries if e.answers)
    assert (entry.spoken_seconds, entry.audio) == (600, "ab.ogg")
    assert whole.session.counters.active_seconds == 600


async def test_notes_and_texts_of_one_breath_are_one_answer_in_order() -> None:
    interview, model = PlainInterview(), talking_model()
    async with scene(model=model, kinds={"plain": interview}) as s:
        one = await s.speak()
        await s.write("Two.")
        three = await s.speak()
        await s.write("Four.")
        await s.hear(three, "Three.")
        assert model.calls["talk"] == 0
        await s.hear(one, "One.")
        assert interview.heard == ["One.\nTwo.\nThree.\nFour."]
        assert await s.r.told() == [("q1", ["One.", "Two.", "Three.", "Four."]), ("q2", [])]
        assert s.new(3) == ["One.", "Three.", FIRST]


async def test_words_before_a_note_of_the_same_breath_wait_for_it() -> None:
    interview = PlainInterview()
    async with scene(kinds={"plain": interview}) as s:
        await s.later()
        await s.person.write("Well,")
        event = await s.transcription.speak(s.person)
        await s.transcription.settled()
        await s.hear(event, "I was born in 1938.")
        assert interview.heard[-1] == "Well,\nI was born in 1938."
        assert await s.r.told() == [("q1", ["Well,", "I was born in 1938."]), ("q2", [])]


async def test_a_caption_can_be_edited_beside_its_recording(s: Scene) -> None:
    await s.later()
    where = s.r.platform.position()
    ref = await s.person.tell(Text(text="My mothr:"), position=where)
    event = await s.transcription.speak(s.person, position=where)
    await s.hear(event, "She sang.")
    await s.person.edit(ref, "My mother:")
    await s.transcription.settled()
    assert await s.r.told() == [("q1", ["My mother:", "She sang."]), ("q2", [])]


@pytest.mark.parametrize("command", ["/help", "/status", "/privacy"])
async def test_commands_act_while_a_note_is_being_heard(command: str, s: Scene) -> None:
    event = await s.speak()
    before = len(s.person.received)
    await s.write(command)
    assert len(s.person.received) == before + 1
    await s.hear(event, "One.")
    assert await s.r.told() == [("q1", ["One."]), ("q2", [])]


async def test_a_note_that_comes_while_it_is_thought_about_is_waited_for() -> None:
    model, interview = thinking_model(), PlainInterview()
    async with scene(model=model, kinds={"plain": interview}) as s:
        await s.person.write("Well,")
        await model.begun(1, "talk")
        event = await s.transcription.speak(s.person)
        await s.transcription.settled()
        assert model.cancelled["talk"] == 1
        model.gate.set()
        await s.hear(event, "I was born in 1938.")
        assert interview.heard[-1] == "Well,\nI was born in 1938."
        assert s.new(2) == ["I was born in 1938.", FIRST]


async def test_a_note_whose_answer_cannot_be_thought_about_is_kept_and_shown() -> None:
    class Broken(PlainInterview):
        async def answer(self, situation: TurnContext, model: LanguageModel) -> Turn:
            raise RuntimeError("broken")

    async with scene(kinds={"plain": Broken()}) as s:
        event = await s.transcription.speak(s.person)
        await s.transcription.hear(event, "One.")
        await s.past_failures()
        assert await s.r.told() == [("q1", ["One."]), ("q2", [])]
        assert s.new(2) == ["One.", "Question 2 in en?"]


# --- too late -----------------------------------------------------------------------------------------------------


async def test_a_note_begun_before_a_question_was_seen_is_the_last_ones(s: Scene) -> None:
    await s.write("In 1938.")
    await s.later(20)
    event = await s.transcription.speak(s.person, seconds=30)
    await s.transcription.hear(event, "In spring, that is.", seconds=30)
    await s.transcription.settled()
    assert await s.r.told() == [("q1", ["In 1938.", "In spring, that is."]), ("q2", [])]
    assert s.new(2) == [FIRST, "In spring, that is."]
    await s.say("To the second.")
    assert (await s.r.told())[1] == ("q2", ["To the second."])


async def test_a_prepared_recording_answers_the_question_it_is_sent_to(s: Scene) -> None:
    await s.write("In 1938.")
    await s.later(20)
    await s.person.tell(Voice(file_ref="/a.ogg", media_type="audio/ogg", prepared=True), event="file")
    await s.transcription.hear("file", "To the second.", seconds=600)
    await s.transcription.settled()
    assert await s.r.told() == [("q1", ["In 1938."]), ("q2", ["To the second."]), ("q3", [])]


async def test_a_note_begun_two_questions_ago_belongs_there(s: Scene) -> None:
    await s.later(100)
    await s.write("One.", "Two.")
    event = await s.transcription.speak(s.person, seconds=170)
    await s.transcription.hear(event, "And the first again.", seconds=170)
    await s.transcription.settled()
    assert await s.r.told() == [("q1", ["One.", "And the first again."]), ("q2", ["Two."]), ("q3", [])]


async def test_late_notes_and_texts_keep_their_order(s: Scene) -> None:
    early = [s.r.platform.position() for _ in range(3)]
    await s.write("One.")
    await s.later()
    first = await s.transcription.speak(s.person, position=early[0])
    await s.person.tell(Text(text="b"), position=early[1])
    third = await s.transcription.speak(s.person, position=early[2])
    await s.transcription.hear(third, "c")
    await s.hear(first, "a")
    assert await s.r.told() == [("q1", ["One.", "a", "b", "c"]), ("q2", [])]


# --- a command before the note was heard --------------------------------------------------------------------------


async def test_a_note_before_skip_belongs_to_the_skipped_question(s: Scene) -> None:
    event = await s.speak()
    await s.write("Behind.", "/skip")
    assert s.new(1) == ["Question 2 in en?"]
    await s.hear(event, "One.")
    assert await s.r.told() == [("q1", ["One.", "Behind."]), ("q2", [])]
    assert s.new(2) == ["Question 2 in en?", "One."]
    await s.say("Two.")
    assert await s.r.told() == [("q1", ["One.", "Behind."]), ("q2", ["Two."]), ("q3", [])]


async def test_a_note_before_back_makes_its_question_stand(s: Scene) -> None:
    await s.write("One.")
    event = await s.speak()
    await s.write("/back")
    assert await s.r.told() == [("q1", ["One."])]
    await s.hear(event, "Two.")
    assert await s.r.told() == [("q1", ["One."]), ("q2", ["Two."])]
    assert await s.status() is Status.ACTIVE


async def test_a_note_before_pause_is_kept_and_nothing_goes_on(s: Scene) -> None:
    event = await s.speak()
    await s.write("/pause")
    await s.hear(event, "One.")
    assert await s.status() is Status.PAUSED
    assert await s.r.told() == [("q1", ["One."])]
    assert s.new(2) == [say("en", "paused"), "One."]
    await s.write("/resume")
    assert s.new(1) == [say("en", "resumed-plain", name="none") + "\n\nQuestion 2 in en?"]


async def test_a_note_before_done_is_appended_and_the_closing_stands(s: Scene) -> None:
    await s.write("One.")
    event = await s.speak()
    await s.write("/done")
    assert await s.status() is Status.COMPLETED
    ended = (await s.r.sessions())[0].ended_at
    await s.hear(event, "Two.")
    assert await s.r.told() == [("q1", ["One."]), ("q2", ["Two."])]
    assert (await s.r.sessions())[0].ended_at == ended
    assert await s.status() is Status.COMPLETED
    s.clock.advance(60)
    await s.r.app.tick()
    await s.transcription.settled()
    (document,) = [d for d in s.person.documents if "transcript" in d.name]
    assert "Two." in document.body.decode()


@pytest.mark.parametrize("ahead", [timedelta(), timedelta(hours=3), -timedelta(hours=3)])
async def test_a_note_to_a_first_question_is_kept_when_heard_after_done(
    ahead: timedelta,
) -> None:
    """However wrong this machine's clock is."""
    clock, theirs = ManualClock(START + ahead), ManualClock(START)
    async with listening(clock=clock, platform=FakePlatform(theirs)) as t:
        cut: list[TryLater | None] = [TryLater("The connection was cut.", after=5, maybe_delivered=True)]
        t.r.platform.trouble = lambda m: cut.pop() if cut and isinstance(m.saying, Say) and m.saying.asks else None
        beginning = asyncio.create_task(t.r.beginning())
        await until(lambda: 5.0 in clock.asked)
        theirs.advance(7)
        event = await t.speak(t.r.platform.person("1"))
        clock.advance(7)
        person = await beginning
        for seconds in (10, 10):
            clock.advance(seconds)
            theirs.advance(seconds)
            await person.write("/done")
            await t.settled()
        assert (await t.r.sessions())[0].status is Status.COMPLETED
        clock.advance(3_000)
        await t.hear(event, "One.")
        await t.settled()
        assert await t.r.told() == [("q1", ["One."])]


async def test_a_note_after_done_is_not_added(s: Scene) -> None:
    await s.write("/done")
    await s.say("Too late.")
    assert say("en", "finished-session") in s.person.said
    assert await s.r.told() == [("q1", [])]


async def test_undo_takes_back_a_note_that_is_not_heard_yet(s: Scene) -> None:
    await s.write("One.")
    event = await s.speak()
    await s.write("And more.", "/undo")
    assert s.new(1)[0].endswith("Question 2 in en?")
    assert await s.r.told() == [("q1", ["One."]), ("q2", [])]
    before = len(s.person.received)
    await s.hear(event, "Not this.")
    assert await s.r.told() == [("q1", ["One."]), ("q2", [])]
    assert len(s.person.received) == before
    kept = [e.text for e in (await s.r.record()).entries if e.withdrawn]
    assert kept == ["Not this.", "And more."]
    await s.say("Two.")
    assert await s.r.told() == [("q1", ["One."]), ("q2", ["Two."]), ("q3", [])]
    assert (await s.r.sessions())[0].counters.answers == 2


async def test_a_note_of_an_interview_that_was_left_stays_in_it(s: Scene) -> None:
    await s.write("One.")
    event = await s.speak()
    await s.write("/interview plain")
    assert len(await s.r.sessions()) == 2
    await s.hear(event, "Two.")
    assert await s.r.told(0) == [("q1", ["One."]), ("q2", ["Two."])]
    assert await s.r.told(1) == [("q1", [])]
    assert [await s.status(n) for n in (0, 1)] == [Status.PAUSED, Status.ACTIVE]


# --- what is spoken acts as what is written -----------------------------------------------------------------------


async def test_a_spoken_answer_reactivates_what_was_paused(s: Scene) -> None:
    await s.write("/pause")
    assert await s.status() in LEFT
    await s.say("One.")
    assert await s.status() is Status.ACTIVE
    assert s.new(2) == ["One.", FIRST]


async def test_a_note_while_the_question_is_held_belongs_to_the_one_before(s: Scene) -> None:
    await s.write("/cadence daily 19:00", "One.")
    assert (await s.r.sessions())[0].timing.held
    await s.say("And more.")
    assert "And more." in s.person.said
    assert s.new(1)[0].startswith(say("en", "added"))
    assert (await s.r.record()).session.timing.held
    assert (await s.r.told())[0] == ("q1", ["One.", "And more."])


# --- before an interview ------------------------------------------------------------------------------------------


async def test_a_spoken_name_is_taken() -> None:
    async with listening() as transcription:
        person = transcription.r.platform.person()
        await person.write("/start")
        await transcription.settled()
        await transcription.say(person, "My name is Anna.")
        await transcription.settled()
        assert "Anna" in person.said[-1]


async def test_what_is_spoken_before_consent_stands_at_the_beginning() -> None:
    async with listening(clock=ManualClock()) as transcription:
        person = transcription.r.platform.person()
        await person.write("/interview plain")
        await transcription.settled()
        await transcription.say(person, "I was born in Kazan in 1938.")
        await transcription.settled()
        unheard = await transcription.speak(person)
        await person.press("I agree")
        await transcription.settled()
        assert "I was born in Kazan in 1938." in person.said
        assert person.said[-1].endswith("Question 1 in en?")
        assert (await transcription.r.told())[0] == ("q1", ["I was born in Kazan in 1938."])
        await transcription.hear(unheard, "In the winter.")
        await transcription.settled()
        assert (await transcription.r.told())[0] == ("q1", ["I was born in Kazan in 1938.", "In the winter."])
        entry = next(e for e in (await transcription.r.record()).entries if e.answers)
        assert entry.spoken_seconds == 5.0


async def test_who_declines_is_not_asked_again_for_what_is_still_being_heard() -> None:
    async with listening() as transcription:
        person = transcription.r.platform.person()
        await person.write("/interview plain")
        await transcription.settled()
        event = await transcription.speak(person)
        await person.write("And I was born in Kazan in 1938.")
        await transcription.settled()
        await person.press(say("en", "button-decline"))
        await transcription.settled()
        assert person.said[-1] == say("en", "consent-declined")
        assert await transcription.row(event) is None
        assert await transcription.r.store.read(people_with_mail) == []
