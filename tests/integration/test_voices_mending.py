"""What was heard is put right: by /fix, by the two buttons, and never by a second turn or a lost word."""

from __future__ import annotations

import pytest

from core.contracts.messages import Press
from core.contracts.session import Person, Reason
from core.languages.messages import say
from core.store.records import load_record
from tests.fakes.heard import Scene

ASKED = "Please write it the way it should be. Your next message will replace this:\n\n"


async def _person(s: Scene) -> Person:
    session = (await s.r.sessions())[0]
    whole, _ = await s.r.store.read(lambda c: load_record(c, session.id))
    return whole.person


async def _wordings(s: Scene, seq: int) -> list[tuple[str, Reason]]:
    entry = next(e for e in (await s.r.record()).entries if e.seq == seq)
    return [(v.text, v.reason) for v in entry.revisions]


async def _open(s: Scene) -> int | None:
    return (await s.r.sessions())[0].open_question


async def test_fix_with_the_words_puts_the_last_spoken_answer_right(s: Scene) -> None:
    await s.say("I was born in Cossacks.")
    await s.write("Two.")
    before = await s.r.sessions()
    await s.write("/fix I was born in Kazan.")
    assert s.new(1) == [f"{say('en', 'voice-mended')}\n\nI was born in Kazan."]
    assert (await s.r.told())[0] == ("q1", ["I was born in Kazan."])
    assert await s.r.sessions() == before
    seq = next(e.seq for e in (await s.r.record()).entries if e.spoken_seconds)
    assert await _wordings(s, seq) == [
        ("I was born in Cossacks.", Reason.ORIGINAL),
        ("I was born in Kazan.", Reason.EDIT),
    ]


async def test_correcting_makes_the_notes_that_rest_on_it_stale(s: Scene) -> None:
    await s.say("I was born in Cossacks.")
    assert [n.stale for n in (await s.r.record()).digest.notes] == [False]
    await s.write("/fix I was born in Kazan.")
    assert [n.stale for n in (await s.r.record()).digest.notes] == [True]


async def test_fix_without_words_shows_what_was_heard_and_asks(s: Scene) -> None:
    await s.say("I was born in Cossacks.")
    await s.write("/fix")
    assert s.new(1) == [f"{ASKED}I was born in Cossacks."]
    await s.write("I was born in Kazan.")
    assert (await s.r.told()) == [("q1", ["I was born in Kazan."]), ("q2", [])]
    await s.write("Two.")
    assert (await s.r.told())[1] == ("q2", ["Two."])


async def test_nothing_spoken_yet(s: Scene) -> None:
    await s.write("One.", "/fix Something else.")
    assert s.new(1) == [say("en", "voice-nothing-to-fix")]
    assert (await s.r.told())[0] == ("q1", ["One."])


async def test_the_button_waits_for_words_while_the_open_question_keeps(s: Scene) -> None:
    await s.say("Cossacks.")
    open_question = await _open(s)
    await s.press("Fix it")
    assert s.new(1) == [f"{ASKED}Cossacks."]
    assert (await _person(s)).mending is not None
    await s.write("Kazan.")
    assert s.new(1) == [f"{say('en', 'voice-mended')}\n\nKazan."]
    assert await _open(s) == open_question
    assert await s.r.told() == [("q1", ["Kazan."]), ("q2", [])]


@pytest.mark.parametrize("at_once", [True, False])
async def test_an_edit_of_the_right_words_counts(at_once: bool, s: Scene) -> None:
    await s.say("Cossacks.")
    await s.press("Fix it")
    ref = await s.person.write("Kasan.")
    if not at_once:
        await s.write("/help")
    await s.person.edit(ref, "Kazan.")
    await s.transcription.settled()
    assert await s.r.told() == [("q1", ["Kazan."]), ("q2", [])]
    entry = next(e for e in (await s.r.record()).entries if e.spoken_seconds)
    assert [v.text for v in entry.revisions] == ["Cossacks.", "Kasan.", "Kazan."]


async def test_it_can_be_left_as_it_is(s: Scene) -> None:
    await s.say("Cossacks.")
    await s.press("Fix it", "Leave it as it is")
    assert s.new(1) == [say("en", "voice-left")]
    await s.write("Two.")
    assert await s.r.told() == [("q1", ["Cossacks."]), ("q2", ["Two."]), ("q3", [])]


@pytest.mark.parametrize("command", ["/help", "/skip", "/nonsense", "/status"])
async def test_another_command_ends_the_waiting(command: str, s: Scene) -> None:
    await s.say("Cossacks.")
    await s.press("Fix it")
    await s.write(command)
    assert (await _person(s)).mending is None
    await s.write("To what is open.")
    assert (await s.r.told())[0] == ("q1", ["Cossacks."])
    assert ["To what is open."] in [words for _, words in await s.r.told()]


async def test_after_an_hour_words_are_an_answer(s: Scene) -> None:
    await s.say("Cossacks.")
    await s.press("Fix it")
    await s.later(3700)
    await s.write("Two.")
    assert await s.r.told() == [("q1", ["Cossacks."]), ("q2", ["Two."]), ("q3", [])]


async def test_a_voice_note_instead_of_the_written_words_is_an_answer(s: Scene) -> None:
    await s.say("Cossacks.")
    await s.press("Fix it")
    await s.say("Two.")
    assert (await _person(s)).mending is None
    await s.write("Three.")
    assert await s.r.told() == [("q1", ["Cossacks."]), ("q2", ["Two."]), ("q3", ["Three."]), ("q4", [])]


async def test_what_was_sent_before_the_button_is_no_correction(s: Scene) -> None:
    await s.say("Cossacks.")
    event = await s.speak()
    await s.press("Fix it")
    await s.write("Kazan.")
    assert (await s.r.told())[0] == ("q1", ["Kazan."])
    await s.hear(event, "Two.")
    assert await s.r.told() == [("q1", ["Kazan."]), ("q2", ["Two."]), ("q3", [])]


async def test_recording_again_replaces_the_words(s: Scene) -> None:
    await s.say("Cossacks.")
    open_question = await _open(s)
    await s.press("Record again")
    event = await s.speak()
    await s.write("Two.")
    assert await s.r.told() == [("q1", ["Cossacks."]), ("q2", ["Two."]), ("q3", [])]
    await s.hear(event, "Kazan.")
    assert s.new(1) == [f"{say('en', 'voice-mended')}\n\nKazan."]
    assert await s.r.told() == [("q1", ["Kazan."]), ("q2", ["Two."]), ("q3", [])]
    assert open_question != await _open(s)


async def test_a_command_after_the_new_recording_does_not_make_it_an_answer(s: Scene) -> None:
    await s.say("Cossacks.")
    await s.press("Record again")
    event = await s.speak()
    await s.write("/skip")
    await s.hear(event, "Kazan.")
    assert await s.r.told() == [("q1", ["Kazan."]), ("q2", []), ("q3", [])]


async def test_both_recordings_stay_where_they_are_kept(s: Scene) -> None:
    await s.hear(await s.speak(), "Cossacks.", audio="old.ogg")
    await s.press("Record again")
    await s.hear(await s.speak(), "Kazan.", audio="new.ogg")
    assert await s.r.told() == [("q1", ["Kazan."]), ("q2", [])]
    answers = [(e.audio, e.text, e.withdrawn) for e in (await s.r.record()).entries if e.answers]
    assert answers == [("old.ogg", "Cossacks.", True), ("new.ogg", "Kazan.", False)]
    session = (await s.r.sessions())[0]
    assert (session.counters.answers, session.counters.words) == (1, 1)
    await s.write("/fix Kazan!")
    assert await s.r.told() == [("q1", ["Kazan!"]), ("q2", [])]


async def test_a_new_recording_that_cannot_be_heard_may_be_made_once_more(s: Scene) -> None:
    await s.say("Cossacks.")
    await s.press("Record again")
    event = await s.speak()
    await s.fail(event, "silent")
    await s.say("Kazan.")
    assert await s.r.told() == [("q1", ["Kazan."]), ("q2", [])]


async def test_a_finished_interview_can_be_corrected(s: Scene) -> None:
    await s.say("Cossacks.")
    await s.write("/done", "/fix Kazan.")
    assert (await s.r.told())[0] == ("q1", ["Kazan."])


async def test_what_was_taken_back_is_not_corrected(s: Scene) -> None:
    await s.say("Cossacks.")
    await s.write("/undo")
    await s.press("Fix it")
    assert s.new(1) == [say("en", "edited-taken-back")]
    await s.write("/fix Kazan.")
    assert s.new(1) == [say("en", "voice-nothing-to-fix")]


@pytest.mark.parametrize("data", ["fix~nothing-1", "again~x", "fix~=keep2", "again~1-99999"])
async def test_a_button_of_nobodys_answer_does_nothing(data: str, s: Scene) -> None:
    await s.say("Cossacks.")
    await s.person.tell(Press(data=data))
    await s.transcription.settled()
    assert s.new(1) == [say("en", "stale-button")]


async def test_nobody_corrects_the_words_of_another(s: Scene) -> None:
    await s.say("Mine.")
    button = s.person.button("Fix it")
    other = await s.r.beginning("2", name="Boris")
    await other.tell(Press(data=button.data))
    await s.transcription.settled()
    assert other.said[-1] == say("en", "stale-button")
    await other.write("Stolen.")
    await s.transcription.settled()
    assert (await s.r.told(0))[0] == ("q1", ["Mine."])


async def test_the_whole_of_a_long_note_is_quoted(s: Scene) -> None:
    long = "word " * 3000
    await s.say(long)
    assert s.quotes() == [long.strip()]
