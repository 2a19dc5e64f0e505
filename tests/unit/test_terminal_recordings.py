"""Which lines at the terminal name a recording, and what is read of it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.terminal.files import load, recording
from core.contracts.errors import Rejected, TooLarge


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "it's my note, 100 % true.ogg"
    path.write_bytes(b"sound")
    return path


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
    voice = recording(written(note))
    assert voice is not None
    assert (voice.file_ref, voice.size, voice.seconds) == (str(note), 5, None)
    assert voice.media_type == "audio/ogg"


def test_the_home_folder_and_the_present_one_are_understood(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(note.parent))
    monkeypatch.chdir(note.parent)
    for typed in (f"~/{note.name}", note.name, f"./{note.name}"):
        voice = recording(typed)
        assert voice is not None
        assert Path(voice.file_ref).is_absolute()
        assert load(voice.file_ref, limit=5) == b"sound"


KINDS = ("ogg", "oga", "opus", "mp3", "m4a", "wav", "flac", "aac", "amr", "3gp", "mp4", "mov", "mkv", "webm", "MP3")


@pytest.mark.parametrize("ending", KINDS)
def test_every_kind_of_recording_is_known_on_every_machine(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"note.{ending}"
    path.touch()
    voice = recording(str(path))
    assert voice is not None
    assert voice.media_type.startswith(("audio/", "video/"))


@pytest.mark.parametrize("name", ["letter.pdf", "notes.txt", "noise", ".ogg", "ogg", "scan.png", "tape.ogg.zip"])
def test_other_files_are_words(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    assert recording(str(tmp_path / name)) is None


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
        assert recording(typed) is None, typed


@given(st.text(max_size=60))
def test_no_line_does_harm(typed: str) -> None:
    assert recording(typed) is None
    assert recording(f"file:{typed}.ogg") is None


def test_more_than_the_limit_is_not_read(note: Path) -> None:
    assert load(str(note), limit=5) == b"sound"
    with pytest.raises(TooLarge):
        load(str(note), limit=4)


def test_only_recordings_are_read(note: Path) -> None:
    secret = note.parent / "secret.key"
    secret.write_text("not for anybody")
    os.mkfifo(note.parent / "pipe.ogg")
    for file_ref in (str(secret), note.name, "", "\0.ogg", str(note.parent / "pipe.ogg"), str(note.parent)):
        with pytest.raises(Rejected):
            load(file_ref, limit=100)
    note.unlink()
    with pytest.raises(Rejected):
        load(str(note), limit=100)
