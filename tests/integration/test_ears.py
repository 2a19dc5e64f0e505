"""What becomes of a recording: heard, not heard, kept, and shown meanwhile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.contracts.chore import ChoreResult
from core.contracts.errors import (
    AudioTooLong,
    AudioTruncated,
    AudioUnreadable,
    HearingBusy,
    HearingFailed,
    HearingUnavailable,
    LanguageUnheard,
    NoAudio,
    TryLater,
    VoiceAbsent,
    WeightsAbsent,
)
from core.contracts.messages import Voice
from core.contracts.ports import HearingProgress
from core.contracts.session import Counters, Note
from core.jobs.recordings import OVERHEARD
from core.languages import LANGUAGES
from core.store.chore_rows import ask_for_chore, due_chore, save_chore_result
from core.store.recording_rows import HEARD, UNHEARD
from core.store.store import Connection
from tests.fakes.app import until
from tests.fakes.hearing import listener
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePlatform
from tests.fakes.stores import append, begin, new_session, stored
from tests.fakes.transcriber import FakeTranscriber


async def _pass(clock: ManualClock, wait: float) -> None:
    """Turn the clock by as much as something is about to wait."""
    await until(lambda: clock.asked[-1:] == [wait])
    clock.advance(wait)


async def test_what_was_spoken_becomes_words_in_its_place(tmp_path: Path) -> None:
    async with listener(tmp_path, FakeTranscriber()) as here:
        person = here.platform.person()
        await person.write("Before.")
        await person.speak(b"By the river.", seconds=4.0)
        await person.write("After.")
        await here.settled()
        assert await here.words() == ["Before.", "By the river.", "After."]
        assert await here.voices() == [
            Voice(file_ref="file-1", seconds=4.5, size=13, media_type="audio/ogg", text="By the river.")
        ]
        assert here.woken == ["p1"] * 4, "each message, and the words"
        [row] = await here.rows()
        assert (row.state, row.trouble, row.due_at, row.audio) == (HEARD, "", None, "")
        assert here.kept() == [], "the words are there, so the recording is not needed"


async def test_the_words_wait_until_they_are_heard(tmp_path: Path) -> None:
    transcription = FakeTranscriber()
    gate = transcription.gate(b"Slowly.")
    async with listener(tmp_path, transcription) as here:
        person = here.platform.person()
        await person.speak(b"Slowly.")
        await transcription.begun(b"Slowly.")
        assert [ready for _, ready in await here.mail()] == [False]
        assert len(here.kept()) == 1
        gate.set()
        await here.settled()
        assert await here.words() == ["Slowly."]


async def test_with_keeping_the_recording_stays_under_its_name(tmp_path: Path) -> None:
    async with listener(tmp_path, FakeTranscriber(), keep_audio=True) as here:
        await here.platform.person().speak(b"By the river.")
        await here.settled()
        [voice] = await here.voices()
        assert await here.files.read(voice.audio) == b"By the river."
        assert await here.files.sweep(here.store) == 0
        assert here.kept() == [voice.audio]


async def test_an_event_that_comes_twice_is_heard_once(tmp_path: Path) -> None:
    transcription = FakeTranscriber()
    async with listener(tmp_path, transcription) as here:
        person = here.platform.person()
        for _ in range(2):
            await person.speak(b"Once.", event="e1")
            await here.settled()
        assert (await here.words(), transcription.calls[b"Once."], len(await here.rows())) == (["Once."], 1, 1)


# --- what cannot be heard -----------------------------------------------------------------------------------------


async def test_what_is_over_a_limit_is_not_even_fetched(tmp_path: Path) -> None:
    transcription = FakeTranscriber()
    async with listener(tmp_path, transcription, max_seconds=60.0) as here:
        limit = here.platform.capabilities.fetch_limit
        person = here.platform.person()
        await person.speak(b"a", size=limit + 1)
        await person.speak(b"b", seconds=61.0)
        await person.speak(b"c", size=limit, seconds=60.0)
        await here.settled()
        assert [(v.trouble, v.text) for v in await here.voices()] == [
            ("too-large", None),
            ("too-long", None),
            ("", "c"),
        ]
        assert here.platform.fetched == ["file-3"]
        assert [row.due_at for row in await here.rows()] == [None] * 3


TROUBLES = [
    (AudioUnreadable("Damaged."), "unreadable", False),
    (NoAudio("A picture."), "no-audio", False),
    (AudioTruncated("Cut off.", decoded=1.0, declared=9.0), "truncated", False),
    (AudioTooLong("Long.", limit=60.0), "too-long", False),
    (HearingFailed("Twice."), "failed", False),
    (VoiceAbsent("Not installed."), "absent", True),
    (WeightsAbsent("Not there."), "absent", True),
    (LanguageUnheard("Which?"), "absent", True),
]


@pytest.mark.parametrize(("error", "trouble", "again"), TROUBLES, ids=lambda value: type(value).__name__)
async def test_the_person_is_told_why_and_the_recording_is_kept(
    tmp_path: Path, error: Exception, trouble: str, *, again: bool
) -> None:
    transcription = FakeTranscriber()
    transcription.troubles[b"Hm."] = [error]
    async with listener(tmp_path, transcription) as here:
        await here.platform.person().speak(b"Hm.")
        await here.settled()
        [voice] = await here.voices()
        assert (voice.trouble, voice.text, voice.audio) == (trouble, None, "")
        [row] = await here.rows()
        assert (row.state, row.trouble, row.due_at is not None) == (UNHEARD, trouble, again)
        assert await here.files.sweep(here.store) == 0
        assert await here.files.read(row.audio) == b"Hm."


async def test_where_nothing_is_said_nothing_was_heard(tmp_path: Path) -> None:
    transcription = FakeTranscriber()
    transcription.texts[b"..."] = " \n"
    async with listener(tmp_path, transcription, keep_audio=True) as here:
        await here.platform.person().speak(b"...")
        await here.settled()
        assert [v.trouble for v in await here.voices()] == ["silent"]


@pytest.mark.parametrize("error", [HearingBusy("Full."), HearingUnavailable("Gone."), RuntimeError("A mistake.")])
async def test_what_is_in_the_way_for_a_moment_is_not_even_mentioned(tmp_path: Path, error: Exception) -> None:
    clock, transcription = ManualClock(), FakeTranscriber()
    transcription.troubles[b"Yes."] = [error, error]
    async with listener(tmp_path, transcription, clock=clock) as here:
        await here.platform.person().speak(b"Yes.")
        for wait in (5.0, 25.0):
            await _pass(clock, wait)
            assert await here.voices() == []
        await here.settled()
        assert await here.words() == ["Yes."]
        assert len(here.platform.fetched) == 1, "it was here already"


async def test_an_outage_is_told_of_once_and_the_words_come_late(tmp_path: Path) -> None:
    clock, transcription = ManualClock(), FakeTranscriber()
    async with listener(tmp_path, transcription, clock=clock) as here:
        person = here.platform.person()
        here.platform.fetch_trouble = lambda _ref: TryLater("No network.")
        await person.speak(b"Yes.", event="e1")
        for wait in (5.0, 25.0):
            await _pass(clock, wait)
        await until(lambda: clock.asked[-1:] == [60.0])
        assert [v.trouble for v in await here.voices()] == ["later"]
        woken = len(here.woken)
        await _pass(clock, 60.0)
        await here.settled()
        for wait in (120.0, 240.0, 480.0):
            assert await here.transcription.sweep() == []
            clock.advance(wait)
            await here.wakes()
            await here.settled()
        assert len(here.platform.fetched) == 7
        assert (len(await here.voices()), len(here.woken)) == (1, woken), "nothing is said of further failures"
        here.platform.fetch_trouble = lambda _ref: None
        clock.advance(3600.0)
        await here.wakes()
        await here.settled()
        told, late = await here.voices()
        assert (late.text, late.late, told.text) == ("Yes.", True, None)
        item, _ = (await here.mail())[-1]
        assert item.ref == "e1"
        assert item.event_id.startswith("e1:heard:")
        assert here.kept() == []
        clock.advance(3600.0)
        await here.wakes()
        await here.settled()
        assert len(await here.voices()) == 2


async def test_a_download_that_hangs_is_begun_anew(tmp_path: Path) -> None:
    clock = ManualClock()
    async with listener(tmp_path, FakeTranscriber(), clock=clock) as here:
        here.platform.fetch_hold.clear()
        await here.platform.person().speak(b"Yes.")
        await _pass(clock, 120.0)
        await until(lambda: clock.asked[-1:] == [5.0])
        here.platform.fetch_hold.set()
        await _pass(clock, 5.0)
        await here.settled()
        assert await here.words() == ["Yes."]
        assert len(here.platform.fetched) == 2


async def test_a_disk_that_refuses_costs_no_words(tmp_path: Path) -> None:
    clock = ManualClock()
    blocked = tmp_path / "recordings"
    blocked.write_text("a file where a folder should be")
    async with listener(blocked, FakeTranscriber(), clock=clock) as here:
        await here.platform.person().speak(b"Yes.")
        await until(lambda: clock.asked[-1:] == [5.0])
        blocked.unlink()
        await _pass(clock, 5.0)
        await here.settled()
        assert await here.words() == ["Yes."]


async def test_a_kept_file_that_vanished_is_fetched_again(tmp_path: Path) -> None:
    clock, transcription = ManualClock(), FakeTranscriber()
    transcription.troubles[b"Yes."] = [HearingBusy("Full.")]
    async with listener(tmp_path, transcription, clock=clock) as here:
        await here.platform.person().speak(b"Yes.")
        await until(lambda: clock.asked[-1:] == [5.0])
        [name] = here.kept()
        (tmp_path / name).unlink()
        await _pass(clock, 5.0)
        await here.settled()
        assert await here.words() == ["Yes."]


# --- without ears -------------------------------------------------------------------------------------------------


async def test_without_ears_it_is_said_and_kept_and_heard_later(tmp_path: Path) -> None:
    clock = ManualClock()
    async with listener(tmp_path, None, clock=clock) as here:
        here.platform.fetch_hold.clear()
        await here.platform.person().speak(b"Yes.", event="e1")
        await here.platform.until(lambda: here.platform.fetched == ["file-1"])
        assert [v.trouble for v in await here.voices()] == ["absent"], "nobody waits for the download"
        here.platform.fetch_hold.set()
        await here.settled()
        assert len(here.kept()) == 1
        assert await here.transcription.sweep() == []
        clock.advance(7200.0)
        assert await here.transcription.sweep() == [], "it is here, and nobody can hear it"

        transcription = FakeTranscriber()
        async with listener(tmp_path, transcription, clock=clock, store=here.store, platform=here.platform) as later:
            await later.settled()
            assert [(v.text, v.late) for v in await later.voices()] == [(None, False), ("Yes.", True)]
            assert here.platform.fetched == ["file-1"]
            assert later.kept() == []


async def test_without_ears_a_file_that_does_not_come_is_asked_for_again(tmp_path: Path) -> None:
    clock = ManualClock()
    async with listener(tmp_path, None, clock=clock) as here:
        here.platform.fetch_trouble = lambda _ref: TryLater("No network.")
        await here.platform.person().speak(b"Yes.")
        await here.settled()
        assert here.kept() == []
        here.platform.fetch_trouble = lambda _ref: None
        clock.advance(3600.0)
        await here.wakes()
        await here.settled()
        assert len(here.kept()) == 1
        assert [v.trouble for v in await here.voices()] == ["absent"]


# --- what is told to those who hear -------------------------------------------------------------------------------


def others(language: str) -> list[str]:
    return [tag for tag in LANGUAGES if tag != language]


async def test_the_first_answer_may_be_in_any_language(tmp_path: Path) -> None:
    transcription = FakeTranscriber()

    def begun(c: Connection) -> None:
        session = begin(c, new_session(language="ru", address=person.address))
        known = (Note(key="sister", value="Нюра"), Note(key="born", value="1934"))
        ask_for_chore(c, session.id, "notes", due_at=0.0)
        chore = due_chore(c, session.id, "notes", now=0.0)
        assert chore is not None
        save_chore_result(c, chore, ChoreResult(notes=known), watermark=None, again=False, now=0.0)

    def answered(c: Connection) -> None:
        append(c, stored(c), (), values={"counters": Counters(answers=1)})

    async with listener(tmp_path, transcription, max_seconds=600.0) as here:
        person = here.platform.person(language="en-GB")
        for said, unit in (("one", begun), ("two", answered), ("three", None)):
            await person.speak(said.encode(), seconds=3.0)
            await here.settled()
            if unit is not None:
                await here.store.write(unit)
        assert [(r.language, r.among, r.names) for r in transcription.recordings] == [
            ("en", ("en", *others("en")), ""),
            ("ru", ("ru", *others("ru")), "Нюра"),
            ("ru", (), "Нюра"),
        ]
        assert {(r.person, r.declared_seconds, r.max_seconds) for r in transcription.recordings} == {("p1", 3.0, 600.0)}


# --- what is shown ------------------------------------------------------------------------------------------------


async def test_how_far_it_is_stands_in_a_line_that_goes(tmp_path: Path) -> None:
    transcription = FakeTranscriber()
    transcription.steps[b"long"] = [
        HearingProgress(ahead=2, done=0.0),
        HearingProgress(ahead=1, done=0.0),
        HearingProgress(ahead=0, done=0.0),
        HearingProgress(ahead=0, done=0.334),
        HearingProgress(ahead=0, done=1.0),
    ]
    async with listener(tmp_path, transcription) as here:
        await here.platform.person().speak(b"long", seconds=90.0)
        await here.settled()
        [line] = here.platform.lines
        assert line.gone
        listening, two, one, begun, third, _end = line.said
        assert (listening, begun, third) == ("Listening…", "Listening…", "Listening… 33%")
        assert "2" in two
        assert two != one


async def test_what_is_heard_stands_in_the_line_where_there_is_room_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    transcription = FakeTranscriber()
    long = "word " * 1_000 + "end."
    steps = [HearingProgress(ahead=0, done=0.5, words="By the river."), HearingProgress(ahead=0, done=0.6, words=long)]
    transcription.steps[b"told"] = steps
    async with listener(tmp_path, transcription) as here:
        person = here.platform.person()
        await person.speak(b"told", seconds=90.0)
        await here.settled()
        roomy = replace(FakePlatform.capabilities, overhears=True)
        monkeypatch.setattr(FakePlatform, "capabilities", roomy)
        await person.speak(b"told", seconds=90.0)
        await here.settled()
        closed, opened = here.platform.lines
        assert closed.said == ["Listening…", "Listening… 50%", "Listening… 60%"]
        assert opened.said[:2] == ["Listening…", "Listening… 50%\nBy the river."]
        shown = opened.said[2].partition("\n")[2]
        assert shown.startswith("… word word")
        assert shown.endswith("word end.")
        assert len(shown) <= OVERHEARD + 2


async def test_a_short_one_shows_no_figures_and_a_russian_reads_russian(tmp_path: Path) -> None:
    transcription = FakeTranscriber()
    transcription.steps[b"short"] = [HearingProgress(ahead=0, done=0.5)]
    async with listener(tmp_path, transcription) as here:
        await here.platform.person(language="ru-RU").speak(b"short", seconds=29.0)
        await here.settled()
        assert [line.said for line in here.platform.lines] == [["Слушаю…", "Слушаю…"]]


async def test_the_line_goes_whatever_happens_and_nobody_reads_it_unasked(tmp_path: Path) -> None:
    clock, transcription = ManualClock(), FakeTranscriber()
    transcription.troubles[b"Hm."] = [VoiceAbsent("Not installed.")]
    async with listener(tmp_path, transcription, clock=clock) as here:
        await here.platform.person().speak(b"Hm.")
        await here.settled()
        assert [line.gone for line in here.platform.lines] == [True]
        clock.advance(3600.0)
        await here.wakes()
        await here.settled()
        assert [v.late for v in await here.voices()] == [False, True]
        assert len(here.platform.lines) == 1
