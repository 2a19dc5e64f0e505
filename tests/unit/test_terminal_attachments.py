"""Which lines at the terminal name a file that is no recording, or an Inkwell folder, and what is read of it."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.terminal.files import attachment, load
from core.contracts.errors import Rejected, TooLarge
from core.contracts.messages import Attachment
from core.interviews.technical.handed import SUFFIXES
from core.readers.archives import unpack

DOCUMENTS = ["pdf", "docx"]
CODE = [suffix.removeprefix(".") for suffix in SUFFIXES]


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


def test_a_line_that_is_a_path_is_a_file_or_a_folder(talk: Path, folder: Path) -> None:
    talk_typed, folder_typed = (shlex.quote(str(path)) for path in (talk, folder))
    assert attachment(talk_typed) == Attachment(
        file_ref=str(talk), name=talk.name, media_type="application/x-subrip", size=5
    )
    assert attachment(folder_typed) == Attachment(
        file_ref=str(folder), name="the episode.zip", media_type="application/zip"
    )


@pytest.mark.parametrize("ending", ["srt", "vtt", "json", "html", "htm", "txt", "md", "zip", "SRT", *DOCUMENTS, *CODE])
def test_every_kind_of_file_that_an_interview_reads_is_taken(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"talk.{ending}"
    path.touch()
    found = attachment(str(path))
    assert found is not None
    assert "/" in found.media_type


@pytest.mark.parametrize("sign", ["summary.md", ".metadata.yaml", "quotes.md"])
def test_a_folder_is_known_by_its_files(tmp_path: Path, sign: str) -> None:
    path = tmp_path / "episode"
    path.mkdir()
    assert attachment(f"{path}/") is None
    (path / sign).touch()
    assert attachment(f"{path}/") is not None


def test_a_word_is_no_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    assert attachment("the episode") is None
    assert attachment("./the episode") is not None


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
        assert attachment(typed) is None, typed


@given(st.text(max_size=60))
def test_no_line_does_harm(typed: str) -> None:
    assert attachment(typed) is None
    assert attachment(f"file:{typed}.srt") is None
    with pytest.raises(Rejected):
        load(typed, limit=1)


def test_a_folder_is_fetched_as_a_zip_of_its_texts(folder: Path) -> None:
    assert unpack(load(str(folder), limit=1_000)) == {"summary.md": b"It is about bees."}
    with pytest.raises(TooLarge):
        load(str(folder), limit=10)


def test_more_than_the_limit_is_not_read(talk: Path) -> None:
    assert load(str(talk), limit=5) == b"words"
    with pytest.raises(TooLarge):
        load(str(talk), limit=4)


def test_only_files_of_these_kinds_are_read(talk: Path) -> None:
    secret = talk.parent / "secret.key"
    secret.write_text("not for anybody")
    (talk.parent / "folder.md").mkdir()
    for file_ref in (str(secret), talk.name, "", "\0.srt", str(talk.parent), str(talk.parent / "folder.md")):
        with pytest.raises(Rejected):
            load(file_ref, limit=100)
    talk.unlink()
    with pytest.raises(Rejected):
        load(str(talk), limit=100)
