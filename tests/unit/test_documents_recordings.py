"""Spoken answers in the transcript: the link below the words, and the file that it leads to."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import EntryKind, Record
from core.documents.readable import plain_length
from core.documents.transcript import chapter_titles, transcript_markdown
from core.documents.zips import LARGEST, Zips, other_names, recording_names, transcript_zips, unshown_recording_names
from core.languages.messages import say
from tests.fakes.records import AUDIO, Conversation, record_of, records, small_scripts
from tests.fakes.rendering import Block, links_in, rendered, told

GOLDEN = Path(__file__).parent / "golden"
SAFE = re.compile(r"audio/(taken-back/)?\d{3,}(-[a-z0-9]+)+\.(ogg|m4a|wav)")
SCRIPTS = small_scripts()
CHAPTERS = chapter_titles(SCRIPTS.speak("en"))


def _spoken(language: str = "en") -> Record:
    """A written answer, one of two messages, one that was taken back and said anew, and a follow-up."""
    talk = Conversation()
    talk.remark("Good morning, Maria.")
    memory = talk.ask("What is the very first thing you remember?")
    talk.answer("Snow, written down.", memory)
    runtime = talk.ask("Which room of the house did you like best?", "the-house")
    talk.speak("The kitchen.\n\nIt was warm.", runtime, seconds=42.4)
    talk.answer("And there was bread.", runtime)
    talk.speak("And a clock [of oak](oak).", runtime, seconds=3_725, audio=AUDIO[1])
    clock = talk.ask("Who wound the clock?", "the-house", follow_up=True)
    talk.withdraw(talk.speak("I did.", clock, audio=AUDIO[2]))
    talk.speak("My grandmother wound it.", clock, seconds=0.2, audio=AUDIO[2])
    school = talk.ask("Who went with you on the first day?", "first-day")
    talk.speak("My brother, whose voice was not kept.", school, seconds=12, audio="")
    return record_of(talk, language=language)


# --- the text -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_whole_file(language: str) -> None:
    record = _spoken(language)
    chapters = chapter_titles(SCRIPTS.speak(language))
    names = recording_names(record, AUDIO)
    text = transcript_markdown(record, chapters=chapters, files=names)
    assert text == (GOLDEN / f"transcript-spoken-{language}.md").read_text(encoding="utf-8")


def test_links_have_the_names_of_the_files_in_the_order_of_the_answers() -> None:
    record = _spoken()
    names = recording_names(record, AUDIO)
    assert list(names.values()) == ["audio/002-the-house-1.ogg", "audio/002-the-house-2.m4a", "audio/003-the-house.wav"]
    assert links_in(transcript_markdown(record, chapters=CHAPTERS, files=names)) == [
        ("0:42", "audio/002-the-house-1.ogg"),
        ("1:02:05", "audio/002-the-house-2.m4a"),
        ("0:01", "audio/003-the-house.wav"),
    ]
    assert list(unshown_recording_names(record, AUDIO).values()) == ["audio/taken-back/009-the-house.wav"]


@given(record=records(), there=st.sets(st.sampled_from(AUDIO)))
def test_every_recording_that_is_there_has_one_name(record: Record, there: set[str]) -> None:
    shown, taken_back = recording_names(record, there), unshown_recording_names(record, there)
    paths = [*shown.values(), *taken_back.values()]
    assert len(set(paths)) == len(paths)
    assert all(SAFE.fullmatch(path) for path in paths)
    assert {*shown, *taken_back} == {e.seq for e in record.entries if e.audio in there}
    assert shown.keys().isdisjoint(taken_back)
    text = transcript_markdown(record, chapters=CHAPTERS, files=shown)
    assert sorted(target for _, target in links_in(text)) == sorted(shown.values())


@given(record=records())
def test_a_link_changes_no_word_and_does_not_pose_as_one(record: Record) -> None:
    names = recording_names(record, AUDIO)
    spoken = rendered(transcript_markdown(record, chapters=CHAPTERS, files=names), links=True)
    label = say(record.session.language, "documents-recording")
    lengths = {e.seq: plain_length(e.spoken_seconds) for e in record.entries}
    links = [Block("italic", f"{label}: {lengths[seq]}") for seq in names]
    assert Counter(block for block in spoken if block.text.startswith(f"{label}: ")) == Counter(links)
    without = rendered(transcript_markdown(record, chapters=CHAPTERS))
    assert [block for block in spoken if block not in links] == without


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:01"), (1.4, "0:01"), (59.6, "1:00"), (600, "10:00"), (3_599.7, "1:00:00")]
)
def test_a_length_reads_as_in_a_player(seconds: float, shown: str) -> None:
    assert plain_length(seconds) == shown


def test_what_became_no_answer_is_called_by_its_day() -> None:
    days = [(AUDIO[0], date(2026, 3, 12)), (AUDIO[1], date(2026, 3, 14))]
    assert other_names(days) == {
        AUDIO[0]: "other-recordings/001-2026-03-12.ogg",
        AUDIO[1]: "other-recordings/002-2026-03-14.m4a",
    }


# --- the ZIPs -----------------------------------------------------------------------------------------------------


def _kept(folder: Path, sizes: Mapping[str, int]) -> dict[str, Path]:
    for name, size in sizes.items():
        (folder / name).write_bytes(name[:1].encode() * size)
    return {name: folder / name for name in sizes}


def _parcel(record: Record, audio: Mapping[str, Path], *, language: str = "en", limit: int = LARGEST) -> Zips | None:
    return transcript_zips(record, SCRIPTS, audio, language=language, limit=limit)


def _contents(zips: Zips) -> list[dict[str, bytes]]:
    found = []
    for number in range(len(zips.parts)):
        with zipfile.ZipFile(io.BytesIO(zips.document(number).body)) as archive:
            assert archive.testzip() is None
            found.append({name: archive.read(name) for name in archive.namelist()})
    return found


def test_the_transcript_comes_with_its_recordings_and_says_how_to_listen(tmp_path: Path) -> None:
    audio = _kept(tmp_path, {AUDIO[0]: 10, AUDIO[2]: 20})
    zips = _parcel(_spoken(), audio)
    assert zips is not None
    [content] = _contents(zips)
    assert set(content) == {"transcript.md", "README.txt", "audio/002-the-house.ogg", "audio/003-the-house.wav"}
    assert {target for _, target in links_in(content["transcript.md"].decode())} == {p for p in content if "/" in p}
    assert content["audio/002-the-house.ogg"] == b"0" * 10
    assert say("en", "documents-recordings-listen") in content["README.txt"].decode()
    document = zips.document(0)
    assert (document.name, document.media_type) == ("life-story-2026-03-12-transcript.zip", "application/zip")
    assert document.caption == say("en", "documents-recordings-caption")
    assert zips.document(0) == document


def test_what_is_too_much_for_one_comes_in_several(tmp_path: Path) -> None:
    audio = _kept(tmp_path, dict.fromkeys(AUDIO, 7_500))
    zips = _parcel(_spoken("ru"), audio, language="ru", limit=8_000)
    assert zips is not None
    contents = _contents(zips)
    assert [sorted(content) for content in contents] == [
        ["README.txt", "transcript.md"],
        ["audio/002-the-house-1.ogg"],
        ["audio/002-the-house-2.m4a"],
        ["audio/003-the-house.wav"],
    ]
    documents = [zips.document(number) for number in range(len(contents))]
    assert all(len(document.body) <= 8_000 for document in documents)
    assert documents[1].name == "life-story-2026-03-12-transcript-2-of-4.zip"
    assert "часть 2 из 4" in documents[1].caption


def test_a_recording_that_is_too_large_is_named_and_nothing_leads_to_it(tmp_path: Path) -> None:
    audio = _kept(tmp_path, {AUDIO[0]: 9_000, AUDIO[1]: 100})
    zips = _parcel(_spoken(), audio, limit=8_000)
    assert zips is not None
    [content] = _contents(zips)
    assert "audio/002-the-house-1.ogg" not in content
    assert say("en", "documents-too-large", names="audio/002-the-house-1.ogg") in content["README.txt"].decode()
    assert [target for _, target in links_in(content["transcript.md"].decode())] == ["audio/002-the-house-2.m4a"]


@given(
    record=records(), sizes=st.lists(st.integers(0, 9_000), min_size=3, max_size=3), limit=st.integers(7_000, 12_000)
)
def test_any_interview_arrives_whole(
    tmp_path_factory: pytest.TempPathFactory, record: Record, sizes: list[int], limit: int
) -> None:
    audio = _kept(tmp_path_factory.mktemp("audio"), dict(zip(AUDIO, sizes, strict=True)))
    zips = _parcel(record, audio, limit=limit)
    shown = recording_names(record, AUDIO)
    assert (zips is None) == (not shown)
    if zips is None:
        return
    contents = _contents(zips)
    assert "transcript.md" in contents[0]
    assert all(len(zips.document(number).body) <= limit for number in range(len(contents)))
    files = [path for content in contents for path in content]
    assert len(set(files)) == len(files)
    linked = [target for _, target in links_in(contents[0]["transcript.md"].decode())]
    assert sorted(linked) == sorted(path for path in files if path.startswith("audio/"))
    readme = next(content["README.txt"] for content in contents if "README.txt" in content).decode()
    assert all((path in linked) != (path in readme) for path in shown.values())
    answers = [e for e in record.entries if e.kind is EntryKind.ANSWER and not e.withdrawn]
    text = [block.text for block in rendered(contents[0]["transcript.md"].decode(), links=True)]
    assert all(paragraph in text for answer in answers for paragraph in told(answer.text))
