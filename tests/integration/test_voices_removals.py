"""A voice note that could not be heard, and one whose message is deleted: its words come when they may, or never."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.contracts.messages import Text
from core.contracts.session import Reason, Status
from core.conversation.voices import TROUBLES
from core.languages.messages import say
from core.store.schema import mailbox
from tests.fakes.heard import Scene, listening, scene
from tests.fakes.interview import PlainInterview
from tests.fakes.stores import people_with_mail

# --- notes that could not be heard -----------------------------------------------------------------------------------


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
    await s.write("One.", "Two.")
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


async def test_a_note_unheard_before_skip_belongs_to_the_skipped_question(s: Scene) -> None:
    event = await s.speak()
    await s.write("/skip")
    await s.fail(event, "later")
    await s.hear(event, "One.")
    assert await s.r.told() == [("q1", ["One."]), ("q2", [])]


# --- notes that are deleted ------------------------------------------------------------------------------------------


REMOVED, UNUSED = say("en", "removed"), say("en", "removed-unused")
MENDED, RESTORED = say("en", "voice-mended"), say("en", "removed-correction")


async def _speak(s: Scene, *, where: int | None = None) -> tuple[str, str]:
    """A voice note; its event and the ref of its message."""
    await s.later()
    position = s.r.platform.position() if where is None else where
    event = await s.transcription.speak(s.person, position=position)
    await s.transcription.settled()
    return event, str(position)


async def test_a_note_that_is_not_heard_yet_never_becomes_an_answer() -> None:
    interview = PlainInterview()
    async with scene(kinds={"plain": interview}) as s:
        event, ref = await _speak(s)
        await s.delete(ref)
        assert await s.transcription.row(event) is None
        assert await s.r.store.read(people_with_mail) == []
        assert len(s.person.received) == 1
        await s.write("One.")
        assert await s.r.told() == [("q1", ["One."]), ("q2", [])]
        assert interview.heard == ["One."]


async def test_words_behind_it_are_an_answer_at_once(s: Scene) -> None:
    _, ref = await _speak(s)
    await s.write("One.")
    assert await s.r.told() == [("q1", [])]
    await s.delete(ref)
    assert await s.r.told() == [("q1", ["One."]), ("q2", [])]


async def test_words_behind_a_note_that_is_being_heard_can_be_deleted(s: Scene) -> None:
    event, _ = await _speak(s)
    ref = await s.person.write("A secret.")
    await s.person.edit(ref, "A greater secret.")
    await s.transcription.settled()
    await s.delete(ref)
    await s.hear(event, "One.")
    assert await s.r.told() == [("q1", ["One."]), ("q2", [])]
    assert [e.text for e in (await s.r.record()).entries if e.answers] == ["One."]


async def test_a_note_that_was_heard_is_struck_with_its_words(s: Scene) -> None:
    event, ref = await _speak(s)
    await s.hear(event, "One.")
    await s.delete(ref)
    assert s.new(1) == [REMOVED]
    assert await s.r.told() == [("q1", []), ("q2", [])]
    (entry,) = [e for e in (await s.r.record()).entries if e.answers]
    assert entry.newest.reason is Reason.DELETED
    assert (await s.r.sessions())[0].counters.answers == 0


async def test_what_was_spoken_and_written_in_one_message_goes_together(s: Scene) -> None:
    where = s.r.platform.position()
    await s.person.tell(Text(text="My mother:"), position=where)
    events = [await s.transcription.speak(s.person, position=where) for _ in range(2)]
    for number, event in enumerate(events):
        await s.hear(event, f"Verse {number}.")
    await s.write("Two.")
    assert (await s.r.told())[0] == ("q1", ["My mother:", "Verse 0.", "Verse 1."])
    await s.delete(str(where))
    assert s.new(1) == [REMOVED]
    assert await s.r.told() == [("q1", []), ("q2", ["Two."]), ("q3", [])]


async def test_a_message_of_which_a_part_is_heard_and_a_part_is_not(s: Scene) -> None:
    where = s.r.platform.position()
    heard, failed = [await s.transcription.speak(s.person, position=where) for _ in range(2)]
    await s.transcription.fail(failed, "later")
    await s.hear(heard, "One.")
    await s.delete(str(where))
    assert s.new(1) == [REMOVED]
    assert await s.transcription.row(failed) is None
    assert (await s.r.told())[0] == ("q1", [])


@pytest.mark.parametrize("trouble", ["later", "silent"])
async def test_what_could_not_be_heard_never_comes_late(trouble: str, s: Scene) -> None:
    event, ref = await _speak(s)
    await s.fail(event, trouble)
    await s.delete(ref)
    assert s.new(1) == [UNUSED]
    assert await s.transcription.row(event) is None


async def test_what_came_late_is_found_by_its_message(s: Scene) -> None:
    event, ref = await _speak(s)
    await s.transcription.fail(event, "later")
    await s.write("One.")
    await s.hear(event, "The spoken one.")
    assert (await s.r.told())[0] == ("q1", ["One.", "The spoken one."])
    await s.delete(ref)
    assert s.new(1) == [REMOVED]
    assert (await s.r.told())[0] == ("q1", ["One."])


async def test_what_was_heard_and_belonged_to_no_question_is_not_kept() -> None:
    async with listening() as transcription:
        person = transcription.r.platform.person()
        await person.write("/start")
        await transcription.settled()
        where = transcription.r.platform.position()
        event = await transcription.speak(person, position=where)
        await transcription.hear(event, "I am Anna.", audio="a.ogg")
        await transcription.settled()
        received = len(person.received)
        await person.delete(str(where))
        await transcription.settled()
        assert await transcription.row(event) is None
        assert len(person.received) == received


# --- words in the place of others ---------------------------------------------------------------------------------


@pytest.mark.parametrize("edited", [False, True])
async def test_without_the_correction_it_says_again_what_was_heard(edited: bool, s: Scene) -> None:
    await s.say("Cossacks.")
    await s.press("Fix it")
    await s.later()
    ref = await s.person.write("Kasan.")
    await s.transcription.settled()
    if edited:
        await s.later()
        await s.person.edit(ref, "Kazan.")
        await s.transcription.settled()
    await s.delete(ref)
    assert s.new(1) == [f"{RESTORED}\n\nCossacks."]
    assert await s.r.told() == [("q1", ["Cossacks."]), ("q2", [])]
    await s.person.edit(ref, "Kazan after all.")
    await s.transcription.settled()
    assert (await s.r.told())[0] == ("q1", ["Cossacks."])


async def test_of_two_corrections_the_first_stands_again(s: Scene) -> None:
    await s.say("Cossacks.")
    refs = []
    for words in ("Kasan.", "Kazann."):
        await s.press("Fix it")
        await s.later()
        refs.append(await s.person.write(words))
        await s.transcription.settled()
    assert s.new(1) == [f"{MENDED}\n\nKazann."]
    await s.delete(refs[1])
    assert s.new(1) == [f"{RESTORED}\n\nKasan."]
    assert (await s.r.told())[0] == ("q1", ["Kasan."])


async def test_without_the_new_recording_it_says_again_what_was_heard_first(s: Scene) -> None:
    await s.say("Cossacks.")
    await s.press("Record again")
    event, ref = await _speak(s)
    await s.hear(event, "Kasan.")
    assert await s.r.told() == [("q1", ["Kasan."]), ("q2", [])]
    await s.write("Two.")
    await s.delete(ref)
    assert s.new(1) == [f"{RESTORED}\n\nCossacks."]
    assert await s.r.told() == [("q1", ["Cossacks."]), ("q2", ["Two."]), ("q3", [])]
    assert await s.transcription.row(event) is None


async def test_a_correction_that_has_been_corrected_since_changes_nothing(s: Scene) -> None:
    await s.say("Cossacks.")
    refs = []
    for words in ("Kasan.", "Kazan."):
        await s.press("Fix it")
        await s.later()
        refs.append(await s.person.write(words))
        await s.transcription.settled()
    received = len(s.person.received)
    await s.delete(refs[0])
    assert (await s.r.told())[0] == ("q1", ["Kazan."])
    assert len(s.person.received) == received


async def test_a_correction_that_is_tidied_away_gives_way_to_what_was_heard(s: Scene) -> None:
    await s.say("Cossacks.")
    await s.press("Fix it")
    await s.later()
    ref = await s.person.write("Kazan.")
    await s.transcription.settled()
    await s.r.store.write(lambda c: c.execute(mailbox.delete()).close())
    await s.delete(ref)
    assert s.new(1) == [f"{RESTORED}\n\nCossacks."]
    assert (await s.r.told())[0] == ("q1", ["Cossacks."])


async def test_a_correction_that_is_not_taken_yet_is_waited_for_on(s: Scene) -> None:
    await s.say("Cossacks.")
    await s.press("Record again")
    event, ref = await _speak(s)
    await s.delete(ref)
    assert await s.transcription.row(event) is None
    await s.write("Kazan.")
    assert s.new(1) == [f"{MENDED}\n\nKazan."]
    assert await s.r.told() == [("q1", ["Kazan."]), ("q2", [])]


async def test_for_an_answer_that_is_gone_no_words_are_waited_for(s: Scene) -> None:
    event, ref = await _speak(s)
    await s.hear(event, "Cossacks.")
    await s.press("Fix it")
    await s.delete(ref)
    await s.write("Two.")
    assert await s.r.told() == [("q1", []), ("q2", ["Two."]), ("q3", [])]


async def test_a_note_whose_words_were_corrected_is_struck_whole(s: Scene) -> None:
    event, ref = await _speak(s)
    await s.hear(event, "Cossacks.")
    await s.write("/fix Kazan.")
    await s.delete(ref)
    assert s.new(1) == [REMOVED]
    assert (await s.r.told())[0] == ("q1", [])


# --- recordings ---------------------------------------------------------------------------------------------------


async def test_a_struck_answers_recording_is_kept_as_that_of_one_taken_back(tmp_path: Path) -> None:
    async with scene(recordings=tmp_path) as s:
        event, ref = await _speak(s)
        await s.hear(event, "One.", audio="a.ogg")
        await s.delete(ref)
        (entry,) = [e for e in (await s.r.record()).entries if e.answers]
        assert (entry.withdrawn, entry.audio) == (True, "a.ogg")
