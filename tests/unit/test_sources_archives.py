"""ZIP files of friends and foes, and folders of the operator."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.readers.archives import ArchiveLimits, pack_folder, read_path, unpack
from core.readers.source_errors import Absent, Empty, Heavy, SourceError, Unreadable


def zipped(
    files: Mapping[str, bytes] | Mapping[str | zipfile.ZipInfo, bytes], packing: int = zipfile.ZIP_DEFLATED
) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", packing) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return body.getvalue()


# --- ZIP ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_texts_are_unpacked_without_the_folders_around_them(packing: int) -> None:
    files = {"show/episode/summary.md": b"one", "show/episode/.metadata.yaml": b"two", "show/episode/more/x.srt": b"3"}
    assert unpack(zipped(files, packing)) == {"summary.md": b"one", ".metadata.yaml": b"two", "more/x.srt": b"3"}


def test_a_file_alone_keeps_its_name() -> None:
    assert unpack(zipped({"folder/talk.srt": b"words"})) == {"talk.srt": b"words"}
    assert unpack(zipped({"talk.srt": b"words"})) == {"talk.srt": b"words"}


def test_junk_and_what_is_no_text_is_left_out() -> None:
    junk = (
        "__MACOSX/e/._summary.md",
        "e/.DS_Store",
        "e/.git/readme.md",
        "e/Thumbs.db",
        "e/sound.mp3",
        "e/notes",
        "e/._x.md",
    )
    assert unpack(zipped({"e/summary.md": b"one"} | dict.fromkeys(junk, b"junk"))) == {"summary.md": b"one"}
    with pytest.raises(Empty):
        unpack(zipped(dict.fromkeys(junk, b"junk")))


@pytest.mark.parametrize(
    "path",
    ["/etc/motd.md", "../up.md", "a/../../up.md", "..\\up.md", "C:\\up.md", "C:/up.md", "\\\\host\\up.md", "a//b.md"],
)
def test_a_path_that_leads_out_of_it_is_left_out(path: str) -> None:
    assert unpack(zipped({path: b"bad", "summary.md": b"one"})) == {"summary.md": b"one"}


def test_a_link_is_left_out() -> None:
    link = zipfile.ZipInfo("quotes.md")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    files: dict[str | zipfile.ZipInfo, bytes] = {link: b"/etc/passwd", "summary.md": b"one"}
    assert unpack(zipped(files)) == {"summary.md": b"one"}


def test_folders_of_windows_are_folders() -> None:
    assert unpack(zipped({"e\\summary.md": b"one", "e\\quotes.md": b"two"})) == {
        "summary.md": b"one",
        "quotes.md": b"two",
    }


@pytest.mark.parametrize("alphabet", ["utf-8", "cp866"])
def test_names_in_an_alphabet_that_is_not_stated(alphabet: str) -> None:
    name = "Расшифровка.srt"
    plain = zipped({"X" * len(name.encode(alphabet)): b"words"})
    body = plain.replace(b"X" * len(name.encode(alphabet)), name.encode(alphabet))
    assert unpack(body) == {name: b"words"}


@pytest.mark.parametrize(
    "limits",
    [ArchiveLimits(packed=100), ArchiveLimits(entries=2), ArchiveLimits(file=999), ArchiveLimits(unpacked=2_999)],
    ids=["packed", "entries", "file", "unpacked"],
)
def test_too_much_is_refused(limits: ArchiveLimits) -> None:
    body = zipped({f"{name}.md": b"a" * 1_000 for name in "abc"})
    with pytest.raises(Heavy):
        unpack(body, limits=limits)
    assert len(unpack(body, limits=ArchiveLimits(packed=len(body), entries=3, file=1_000, unpacked=3_000))) == 3


def test_a_bomb_does_not_go_off() -> None:
    body = zipped({f"{i}.md": bytes(4 << 20) for i in range(5)})
    assert len(body) < 100_000
    with pytest.raises(Heavy):
        unpack(body)


def test_a_bomb_that_states_a_small_size_gives_no_more_than_that() -> None:
    body = zipped({"a.md": b"a" * (1 << 20)})
    lying = body.replace((1 << 20).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lying != body
    with pytest.raises(SourceError):
        unpack(lying)


def test_a_zip_within_is_not_unpacked() -> None:
    assert unpack(zipped({"inner.zip": zipped({"summary.md": b"in"}), "quotes.md": b"out"})) == {"quotes.md": b"out"}


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_is_packed_without_a_bound_is_unreadable(packing: int) -> None:
    with pytest.raises(Unreadable):
        unpack(zipped({"summary.md": b"one"}, packing))


def test_what_is_encrypted_is_unreadable() -> None:
    body = bytearray(zipped({"summary.md": b"one"}))
    body[6] |= 1
    body[body.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(Unreadable, match="encrypted"):
        unpack(bytes(body))


@pytest.mark.parametrize("body", [b"", b"PK\x03\x04", b"PK\x05\x06" + bytes(18), b"no ZIP"])
def test_what_is_no_zip(body: bytes) -> None:
    with pytest.raises((Unreadable, Empty)):
        unpack(body)


WHOLE = zipped({"e/summary.md": b"words " * 50, "e/quotes.md": b"> words", "e/x.srt": b"1"})


@given(st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), max_size=6), st.integers(0, len(WHOLE)))
def test_nothing_but_a_source_error_comes_of_a_damaged_zip(changes: list[tuple[int, int]], end: int) -> None:
    body = bytearray(WHOLE)
    for at, byte in changes:
        body[at] = byte
    for damaged in (bytes(body), bytes(body[:end])):
        try:
            files = unpack(damaged)
        except SourceError:
            continue
        assert all(not path.startswith("/") and ".." not in path.split("/") for path in files)


# --- folder -------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "vault" / "episode"
    (path / "more" / "deeper").mkdir(parents=True)
    (path / ".obsidian").mkdir()
    for name in ("summary.md", ".metadata.yaml", "more/x.srt", "more/deeper/y.md", ".obsidian/z.md", "sound.mp3"):
        (path / name).write_text(name)
    (path.parent / "secret.md").write_text("not for anybody")
    return path


def test_a_folder_gives_its_texts_and_those_one_level_down(folder: Path) -> None:
    assert read_path(folder, limit=100) == {
        ".metadata.yaml": b".metadata.yaml",
        "more/x.srt": b"more/x.srt",
        "summary.md": b"summary.md",
    }


def test_links_lead_only_to_what_is_in_the_folder(folder: Path) -> None:
    (folder / "out.md").symlink_to(folder.parent / "secret.md")
    (folder / "up").symlink_to(folder.parent)
    (folder / "round.md").symlink_to("round.md")
    (folder / "lost.md").symlink_to("nothing")
    (folder / "in.md").symlink_to("summary.md")
    os.mkfifo(folder / "pipe.md")
    (folder / "folder.md").mkdir()
    found = read_path(folder, limit=100)
    assert sorted(found) == [".metadata.yaml", "in.md", "more/x.srt", "summary.md"]
    assert found["in.md"] == b"summary.md"


def test_a_folder_that_is_a_link_is_read(folder: Path) -> None:
    link = folder.parent / "link"
    link.symlink_to(folder)
    assert read_path(link, limit=100) == read_path(folder, limit=100)


def test_a_folder_that_is_too_large_or_absent(folder: Path) -> None:
    size = sum(map(len, read_path(folder, limit=100).values()))
    assert read_path(folder, limit=size)
    with pytest.raises(Heavy):
        read_path(folder, limit=size - 1)
    for path in (folder / "nothing", folder / "summary.md", folder / "summary.md" / "x"):
        with pytest.raises(Absent):
            read_path(path, limit=100)
    with pytest.raises(Unreadable):
        read_path(Path("\0"), limit=100)


def test_a_packed_folder_unpacks_to_its_texts(folder: Path) -> None:
    body = pack_folder(folder)
    assert unpack(body) == read_path(folder, limit=100)
    assert pack_folder(folder) == body
    (folder / "none").mkdir()
    with pytest.raises(Empty):
        pack_folder(folder / "none")
