"""Documents reach their folder whole, under a harmless name, and overwrite nothing."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.terminal.files import safe_file_name, save_document


def test_a_document_is_written_for_its_owner_only(tmp_path: Path) -> None:
    path = save_document(tmp_path / "a" / "documents", "transcript.md", b"# Anna\n")
    assert path == tmp_path / "a" / "documents" / "transcript.md"
    assert path.read_bytes() == b"# Anna\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [p.name for p in path.parent.iterdir()] == ["transcript.md"]


def test_another_file_of_the_same_name_stays(tmp_path: Path) -> None:
    paths = [save_document(tmp_path, "transcript.md", body) for body in (b"one", b"two", b"three")]
    assert [p.name for p in paths] == ["transcript.md", "transcript-2.md", "transcript-3.md"]
    assert [p.read_bytes() for p in paths] == [b"one", b"two", b"three"]


def test_the_same_document_again_is_the_same_file(tmp_path: Path) -> None:
    first = save_document(tmp_path, "transcript.md", b"one")
    second = save_document(tmp_path, "transcript.md", b"two")
    assert save_document(tmp_path, "transcript.md", b"two") == second
    assert save_document(tmp_path, "transcript.md", b"one") == first
    assert len(list(tmp_path.iterdir())) == 2


def test_neither_a_link_nor_a_folder_in_the_way_is_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "a.md").symlink_to(outside)
    (folder / "b.md").mkdir()
    assert save_document(folder, "a.md", b"words").name == "a-2.md"
    assert save_document(folder, "b.md", b"words").name == "b-2.md"
    assert not outside.exists()


@pytest.mark.parametrize(
    ("name", "flat"),
    [
        ("Бабушка Анна (1938).md", "Бабушка Анна (1938).md"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows\\win.ini", "C-Windows-win.ini"),
        ("/etc/.profile", "etc.profile"),
        ("a\0b\x1b[2J\n.md", "a-b-2J.md"),
        ("", "document"),
        ("stream:name.md", "stream-name.md"),
    ],
)
def test_a_name_is_only_ever_a_file_name(name: str, flat: str) -> None:
    assert safe_file_name(name) == flat


@given(st.text())
def test_no_name_leaves_the_folder(name: str) -> None:
    flat = safe_file_name(name)
    assert PurePosixPath(flat).name == PureWindowsPath(flat).name == flat
    assert flat not in {"", ".", ".."}
    assert not flat.startswith(".")
    assert len(os.fsencode(flat)) < 250


def test_a_document_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    in_the_way = tmp_path / "documents"
    in_the_way.write_text("a file")
    with pytest.raises(OSError, match="exists"):
        save_document(in_the_way, "transcript.md", b"words")
    assert in_the_way.read_text() == "a file"
