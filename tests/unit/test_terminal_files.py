"""Which lines at the terminal name a recording, a file of another kind or an Inkwell folder, and what is read of it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.terminal.files import file_named_in, read_local_file
from core.contracts.errors import Rejected, TooLarge
from core.contracts.messages import Attachment, Photo, Voice
from core.interviews.technical.code_submissions import SUFFIXES
from core.readers.archives import unpack

DOCUMENTS = ["pdf", "docx"]
CODE = [suffix.removeprefix(".") for suffix in SUFFIXES]


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "it's my note, 100 % true.ogg"
    path.write_bytes(b"sound")
    return path


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "it's my talk.srt"
    path.write_bytes(b"words")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "the episode"
    path.mkdir()
    (path / "summary.md").write_text("It is about bees.")
    (path / "sound.mp3").write_bytes(b"sound")
    return path


# --- recordings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written",
    [
        str,
        lambda path: f"  {path}\n",
        lambda path: shlex.quote(str(path)),
        lambda path: f'"{path}" ',
        lambda path: str(path).replace("'", "\\'").replace(" ", "\\ "),
        lambda path: path.as_uri(),
        lambda path: f"'{path.as_uri()}'",
        lambda path: path.as_uri().replace("file://", "file://localhost"),
    ],
    ids=["plain", "spaces-around", "quoted", "double-quoted", "escaped", "address", "quoted-address", "localhost"],
)
def test_a_line_that_is_the_path_of_a_recording_is_one(note: Path, written: Callable[[Path], str]) -> None:
    voice = file_named_in(written(note))
    assert isinstance(voice, Voice)
    assert (voice.file_ref, voice.size, voice.seconds) == (str(note), 5, None)
    assert voice.media_type == "audio/ogg"


def test_the_home_folder_and_the_present_one_are_understood(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(note.parent))
    monkeypatch.chdir(note.parent)
    for typed in (f"~/{note.name}", note.name, f"./{note.name}"):
        voice = file_named_in(typed)
        assert isinstance(voice, Voice)
        assert Path(voice.file_ref).is_absolute()
        assert read_local_file(voice.file_ref, limit=5) == b"sound"


KINDS = ("ogg", "oga", "opus", "mp3", "m4a", "wav", "flac", "aac", "amr", "3gp", "mp4", "mov", "mkv", "webm", "MP3")


@pytest.mark.parametrize("ending", KINDS)
def test_every_kind_of_recording_is_known_on_every_machine(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"note.{ending}"
    path.touch()
    voice = file_named_in(str(path))
    assert isinstance(voice, Voice)
    assert voice.media_type.startswith(("audio/", "video/"))


@pytest.mark.parametrize("name", ["letter.pdf", "notes.txt", "noise", ".ogg", "ogg", "scan.png", "tape.ogg.zip"])
def test_other_files_are_words(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    assert not isinstance(file_named_in(str(tmp_path / name)), Voice)


def test_what_is_no_file_is_words(note: Path) -> None:
    (note.parent / "folder.ogg").mkdir()
    os.mkfifo(note.parent / "pipe.ogg")
    for typed in (
        str(note.parent / "folder.ogg"),
        str(note.parent / "pipe.ogg"),
        str(note.parent / "absent.ogg"),
        f"I put it into {note}",
        f"{note}\nand more",
        f"'{note}' '{note}'",
        f"file://elsewhere{note}",
        "file://[",
        "~nobody-of-this-name/note.ogg",
        "it's",
        "/" + "x" * 5_000 + ".ogg",
        "\0.ogg",
        " ",
    ):
        assert file_named_in(typed) is None, typed


# --- other files, and folders -----------------------------------------------------------------------------------------


def test_a_line_that_is_a_path_is_a_file_or_a_folder(talk: Path, folder: Path) -> None:
    talk_typed, folder_typed = (shlex.quote(str(path)) for path in (talk, folder))
    assert file_named_in(talk_typed) == Attachment(
        file_ref=str(talk), name=talk.name, media_type="application/x-subrip", size=5
    )
    assert file_named_in(folder_typed) == Attachment(
        file_ref=str(folder), name="the episode.zip", media_type="application/zip"
    )


@pytest.mark.parametrize("ending", ["srt", "vtt", "json", "html", "htm", "txt", "md", "zip", "SRT", *DOCUMENTS, *CODE])
def test_every_kind_of_file_that_an_interview_reads_is_taken(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"talk.{ending}"
    path.touch()
    found = file_named_in(str(path))
    assert isinstance(found, Attachment)
    assert "/" in found.media_type


@pytest.mark.parametrize("sign", ["summary.md", ".metadata.yaml", "quotes.md"])
def test_a_folder_is_known_by_its_files(tmp_path: Path, sign: str) -> None:
    path = tmp_path / "episode"
    path.mkdir()
    assert file_named_in(f"{path}/") is None
    (path / sign).touch()
    assert file_named_in(f"{path}/") is not None


def test_a_word_is_no_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    assert file_named_in("the episode") is None
    assert file_named_in("./the episode") is not None


def test_an_answer_with_more_words_stays_one(talk: Path, folder: Path) -> None:
    os.mkfifo(talk.parent / "pipe.srt")
    for typed in (
        f"It is in {talk}",
        f"{talk}\nand more",
        f"'{talk}' '{folder}'",
        f"I read {folder}",
        str(talk.parent / "absent.srt"),
        str(talk.parent / "pipe.srt"),
        str(talk.parent),
        "notes.txt",
        "",
    ):
        assert file_named_in(typed) is None, typed


# --- what is read -----------------------------------------------------------------------------------------------------


@given(st.text(max_size=60))
def test_no_line_does_harm(typed: str) -> None:
    for line in (typed, f"file:{typed}.ogg", f"file:{typed}.srt"):
        assert file_named_in(line) is None
    with pytest.raises(Rejected):
        read_local_file(typed, limit=1)


def test_more_than_the_limit_is_not_read(note: Path) -> None:
    assert read_local_file(str(note), limit=5) == b"sound"
    with pytest.raises(TooLarge):
        read_local_file(str(note), limit=4)


def test_a_folder_is_fetched_as_a_zip_of_its_texts(folder: Path) -> None:
    assert unpack(read_local_file(str(folder), limit=1_000)) == {"summary.md": b"It is about bees."}
    with pytest.raises(TooLarge):
        read_local_file(str(folder), limit=10)


def test_only_files_of_these_kinds_are_read(note: Path, talk: Path) -> None:
    there = note.parent
    (there / "secret.key").write_text("not for anybody")
    (there / "folder.md").mkdir()
    os.mkfifo(there / "pipe.ogg")
    refused = [str(there), *(str(there / name) for name in ("secret.key", "folder.md", "pipe.ogg"))]
    for file_ref in (*refused, note.name, talk.name, "", "\0.ogg", "\0.srt"):
        with pytest.raises(Rejected):
            read_local_file(file_ref, limit=100)
    note.unlink()
    with pytest.raises(Rejected):
        read_local_file(str(note), limit=100)


@pytest.mark.parametrize("name", ["house.jpg", "House 1951.JPEG", "b.png", "c.webp", "IMG_7.HEIC"])
def test_a_path_of_a_picture_is_a_photograph(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"picture")
    assert file_named_in(f"'{path}'") == Photo(file_ref=str(path), size=7)
    assert read_local_file(str(path), limit=7) == b"picture"
    assert file_named_in(f"Look at {path}") is None
    assert file_named_in(str(tmp_path / "gone.jpg")) is None
