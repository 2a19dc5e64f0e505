"""Recordings that are kept come with the transcript and with everything; and they go with what they belong to."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from bot.sections import VoiceSection
from core.contracts.errors import StorageError
from core.contracts.messages import SendDocument
from core.contracts.ports import Buttons, Capabilities
from core.documents.archive import import_json
from core.jobs.chores import HEARING_PATIENCE, LOOK_AGAIN
from core.languages.messages import say
from core.store import chore_rows
from core.store.chore_rows import Chore
from core.store.erasing import erase_session
from core.store.store import Connection, Queue
from tests.fakes.app import OPEN, Running, running, until
from tests.fakes.deleting import delete, heard
from tests.fakes.manual_clock import ManualClock
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.rendering import links_in
from tests.fakes.spoken import answered, files_of, keep, names_left, unheard
from tests.fakes.stores import new_database
from tests.fakes.transcriber import FakeTranscriber


class SmallPlatform(FakePlatform):
    """A platform that takes small files only."""

    capabilities = Capabilities(
        text_limit=4096,
        file_limit=9_000,
        fetch_limit=20 << 20,
        buttons=Buttons(most=100, label=64),
        edits=True,
        carrier="",
    )


def _unpacked(document: SendDocument) -> dict[str, bytes]:
    assert document.media_type == "application/zip"
    with zipfile.ZipFile(io.BytesIO(document.body)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


async def _ask_for(r: Running, person: FakePerson, command: str) -> list[SendDocument]:
    """The files that come."""
    before = len(person.documents)
    await r.says(person, command)
    return person.documents[before:]


async def _look(r: Running, clock: ManualClock, seconds: float) -> None:
    clock.advance(seconds)
    await r.app.tick()
    await r.settled()


# --- the transcript -----------------------------------------------------------------------------------------------


async def test_with_recordings_it_is_a_zip_whose_links_lead_to_them(r: Running, person: FakePerson) -> None:
    await answered(r, person, "We lived by the river.", b"the river")
    await answered(r, person, "Written down.")
    await answered(r, person, "And then we moved.", b"the move", seconds=61)
    document, *readings = await _ask_for(r, person, "/done")
    assert all("reflection-" in reading.name for reading in readings)
    files = _unpacked(document)
    assert links_in(files["transcript.md"].decode()) == [("0:42", "audio/001-q1.ogg"), ("1:01", "audio/003-q3.ogg")]
    assert (files["audio/001-q1.ogg"], files["audio/003-q3.ogg"]) == (b"the river", b"the move")
    assert set(files) == {"transcript.md", "README.txt", "audio/001-q1.ogg", "audio/003-q3.ogg"}
    assert document.caption == say("en", "documents-recordings-caption")


KEEPING = OPEN.model_copy(update={"voice": VoiceSection(keep_audio=True)})


async def test_what_was_spoken_and_heard_comes_with_its_words() -> None:
    async with running(transcriber=FakeTranscriber(), settings=KEEPING) as r:
        person = await r.beginning()
        for words, media_type in ((b"We lived by the river.", "audio/ogg"), (b"And then we moved.", "audio/mp4")):
            await r.handled(person.speak(words, media_type=media_type))
        [document] = await _ask_for(r, person, "/transcript")
        files = _unpacked(document)
        text = files["transcript.md"].decode()
        assert [target for _, target in links_in(text)] == ["audio/001-q1.ogg", "audio/002-q2.m4a"]
        for path, words in (
            ("audio/001-q1.ogg", b"We lived by the river."),
            ("audio/002-q2.m4a", b"And then we moved."),
        ):
            assert files[path] == words
            assert words.decode() in text


async def test_what_is_heard_after_the_end_is_in_the_transcript() -> None:
    clock, transcriber = ManualClock(), FakeTranscriber()
    heard_at_last = transcriber.gate(b"And then we moved.")
    async with running(clock=clock, transcriber=transcriber, settings=KEEPING) as r:
        person = await r.beginning()
        await answered(r, person, "We lived by the river.")
        clock.advance(30)
        await person.speak(b"And then we moved.")
        await transcriber.begun(b"And then we moved.")
        await person.write("/done")
        await r.desk_settled()
        await until(lambda: not r.app.engine(Queue.CHORES).serving)
        assert person.documents == []
        heard_at_last.set()
        await _look(r, clock, LOOK_AGAIN)  # be it while the desk has yet to take in what was heard
        await _look(r, clock, LOOK_AGAIN)
        assert "And then we moved." in _unpacked(person.documents[0])["transcript.md"].decode()


async def test_a_file_that_was_deleted_by_hand_is_no_failure(tmp_path: Path) -> None:
    async with running(recordings=tmp_path) as r:
        person = await r.beginning()
        await answered(r, person, "We lived by the river.", b"the river")
        await answered(r, person, "And then we moved.", b"the move")
        (tmp_path / await keep(r, b"the move")).unlink()
        [document] = await _ask_for(r, person, "/transcript")
        files = _unpacked(document)
        assert [target for _, target in links_in(files["transcript.md"].decode())] == ["audio/001-q1.ogg"]
        await files_of(r).remove(await files_of(r).names())
        [document] = await _ask_for(r, person, "/transcript")
        assert document.media_type == "text/markdown"


async def test_one_that_vanishes_while_it_is_packed_is_left_out_at_the_next_try(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clock = ManualClock()
    async with running(clock=clock, recordings=tmp_path) as r:
        person = await r.beginning()
        await answered(r, person, "We lived by the river.", b"the river")
        read = Path.read_bytes

        def vanishing(path: Path) -> bytes:
            path.unlink()
            return read(path)

        monkeypatch.setattr(Path, "read_bytes", vanishing)
        assert await _ask_for(r, person, "/transcript") == []
        monkeypatch.undo()
        await _look(r, clock, 40)
        assert [document.media_type for document in person.documents] == ["text/markdown"]


async def test_what_is_too_much_for_one_file_comes_in_parts_and_in_order() -> None:
    async with running(platform=SmallPlatform(ManualClock())) as r:
        person = await r.beginning()
        for number in range(3):
            await answered(r, person, f"Answer {number}.", bytes([number]) * 7_000)
        await answered(r, person, "Too long.", b"x" * 10_000)
        documents = await _ask_for(r, person, "/done")
        parts = [document for document in documents if document.media_type == "application/zip"]
        assert [part.name.partition("transcript")[2] for part in parts] == [f"-{n}-of-3.zip" for n in (1, 2, 3)]
        assert [part.caption for part in parts] == [
            say("en", "documents-recordings-part", number=number, total=3) for number in (1, 2, 3)
        ]
        assert all(len(part.body) <= 9_000 for part in parts)
        first, *others = map(_unpacked, parts)
        files = [path for part in (first, *others) for path in part]
        assert sorted(files) == ["README.txt", *(f"audio/00{n}-q{n}.ogg" for n in (1, 2, 3)), "transcript.md"]
        assert [target for _, target in links_in(first["transcript.md"].decode())] == [
            f"audio/00{n}-q{n}.ogg" for n in (1, 2, 3)
        ]
        assert "audio/004-q4.ogg" in first["README.txt"].decode()
        assert "reflection-" in documents[-1].name


async def test_after_a_failure_no_part_comes_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    async with running(platform=SmallPlatform(clock), clock=clock) as r:
        person = await r.beginning()
        for number in range(2):
            await answered(r, person, f"Answer {number}.", bytes([number]) * 7_000)
        finish = chore_rows.finish

        def failing(c: Connection, chore: Chore) -> None:
            monkeypatch.setattr(chore_rows, "finish", finish)
            raise StorageError("The disk is full.")

        monkeypatch.setattr(chore_rows, "finish", failing)
        [first] = await _ask_for(r, person, "/transcript")
        assert "transcript.md" in _unpacked(first)
        await _look(r, clock, 40)
        assert [document.name.partition("transcript")[2] for document in person.documents] == [
            "-1-of-2.zip",
            "-2-of-2.zip",
        ]


# --- everything ---------------------------------------------------------------------------------------------------


async def test_everything_has_all_that_was_spoken(r: Running, person: FakePerson) -> None:
    await answered(r, person, "We lived by the river.", b"the river")
    await answered(r, person, "I should not have said that.", b"a secret")
    await r.says(person, "/undo")
    await unheard(r, b"mumbling")
    [document] = await _ask_for(r, person, "/export")
    files = _unpacked(document)
    [folder] = {path.partition("/")[0] for path in files if path.endswith("transcript.md")}
    assert links_in(files[f"{folder}/transcript.md"].decode()) == [("0:42", "audio/001-q1.ogg")]
    assert files[f"{folder}/audio/001-q1.ogg"] == b"the river"
    [taken_back] = [path for path in files if path.startswith(f"{folder}/audio/taken-back/")]
    assert files[taken_back] == b"a secret"
    [other] = [path for path in files if path.startswith("other-recordings/001-")]
    assert files[other] == b"mumbling"
    readme = files["README.txt"].decode()
    assert say("en", "export-readme-recordings") in readme
    assert say("en", "documents-recordings-listen") in readme
    whole = import_json(files[f"{folder}/session.json"]).record
    assert {e.audio for e in whole.entries if e.audio} < set(await names_left(r))


async def test_everything_comes_in_parts_too_with_all_words_in_the_first() -> None:
    async with running(platform=SmallPlatform(ManualClock())) as r:
        person = await r.beginning()
        for number in range(3):
            await answered(r, person, f"Answer {number}.", bytes([number]) * 6_000)
        parts = await _ask_for(r, person, "/export")
        assert len(parts) > 1
        assert [part.caption for part in parts] == [
            say("en", "export-part", number=number, total=len(parts)) for number in range(1, len(parts) + 1)
        ]
        first, *others = map(_unpacked, parts)
        assert {path.rpartition("/")[2] for path in first} >= {
            "README.txt", "person.json", "transcript.md", "notes.md", "session.json"
        }  # fmt: skip
        assert all("/audio/" in path for part in others for path in part)
        assert sum("/audio/" in path for part in (first, *others) for path in part) == 3


# --- waiting for what is still to be heard -------------------------------------------------------------------------


async def test_it_does_not_wait_for_what_comes_after_the_end() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        await answered(r, person, "We lived by the river.")
        await unheard(r, b"one more thing", state="waiting", later=1)
        await r.says(person, "/done")
        assert person.documents != []


async def test_it_waits_for_an_hour_at_most() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        await answered(r, person, "We lived by the river.")
        await unheard(r, b"a long story", state="waiting")
        await r.says(person, "/transcript")
        for _ in range(3):
            await _look(r, clock, HEARING_PATIENCE / 3 - 1)
            assert person.documents == []
        await _look(r, clock, LOOK_AGAIN)
        assert len(person.documents) == 1


# --- deleting -----------------------------------------------------------------------------------------------------


async def test_recordings_go_with_their_person_before_the_farewell(tmp_path: Path) -> None:
    folder = tmp_path / "recordings"
    async with running(store=store_at(new_database(tmp_path)), recordings=folder) as r:
        other = await r.beginning("2")
        await answered(r, other, "Mine.", b"the voice of the other", number=0)
        person = await r.beginning("1")
        await answered(r, person, "We lived by the river.", b"the river", number=1)
        assert len(list(folder.iterdir())) == 2
        await heard(r, person)
        left: list[int] = []
        r.platform.trouble = lambda _: left.append(len(list(folder.iterdir())))
        await delete(person)
        assert await person.next() == say("en", "deleted")
        assert left == [2, 1]
        await r.settled()
        assert [path.read_bytes() for path in folder.iterdir()] == [b"the voice of the other"]


async def test_recordings_of_an_interview_that_is_deleted_go_with_the_next_look(tmp_path: Path) -> None:
    clock = ManualClock()
    async with running(clock=clock, recordings=tmp_path) as r:
        person = await r.beginning()
        await answered(r, person, "We lived by the river.", b"the river")
        await unheard(r, b"mumbling")
        assert len(await files_of(r).names()) == 2
        [session] = await r.sessions()
        await r.store.write(lambda c: erase_session(c, session.id))
        assert await names_left(r) == []
        await _look(r, clock, 3700)
        assert await files_of(r).names() == []
