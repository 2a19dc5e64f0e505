"""Files as ZIPs, as many as it takes; and everything of a person as files."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Sequence
from itertools import chain, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import Agreement, Record
from core.documents.archive import import_json
from core.documents.zips import (
    File,
    Item,
    fits_zip,
    person_file,
    session_files,
    session_folder_names,
    split_into_zips,
    zip_files,
)
from tests.fakes.records import BEGAN, small_record, small_scripts

FINDINGS = ("reflection-psychologist", "reflection-economist")
SAFE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def _unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def _files(record: Record, folder: str = "one", findings: Sequence[str] = FINDINGS) -> dict[str, bytes]:
    return dict(session_files(folder, record, small_scripts(), findings=findings, saved_at=BEGAN))


def _renamed(record: Record, *, session_id: str, kind: str = "life-story") -> Record:
    return record.model_copy(update={"session": record.session.model_copy(update={"id": session_id, "kind": kind})})


_FILES = st.dictionaries(st.from_regex(r"[a-z]{1,5}(/[a-z]{1,5})?", fullmatch=True), st.binary(max_size=200))


@given(files=_FILES)
def test_what_goes_in_comes_out_and_the_same_makes_the_same(files: dict[str, bytes]) -> None:
    pairs: list[File] = list(files.items())
    data = zip_files(pairs)
    assert _unpacked(data) == files
    assert zip_files(reversed(pairs)) == data


_TEXTS = st.binary(max_size=300) | st.integers(0, 40_000).map(lambda size: b"word " * (size // 5))


@given(files=st.dictionaries(st.text("aя", min_size=1, max_size=9), _TEXTS, max_size=12), limit=st.integers(0, 900))
def test_each_part_keeps_the_limit(files: dict[str, bytes], limit: int) -> None:
    pairs: list[Item] = list(files.items())
    parts = split_into_zips(pairs, limit)
    assert list(chain.from_iterable(parts)) == [file for file in pairs if len(zip_files([file])) <= limit]
    assert all(len(zip_files(part)) <= limit for part in parts)
    assert all(parts)
    assert all(fits_zip(file, limit) == (len(zip_files([file])) <= limit) for file in pairs)
    # No part was begun without need.
    for part, following in pairwise(parts):
        assert len(zip_files([*part, following[0]])) > limit


@given(contents=st.lists(st.binary(max_size=300), max_size=8), limit=st.integers(0, 900))
def test_recordings_are_packed_as_they_are_and_keep_the_limit_too(contents: list[bytes], limit: int) -> None:
    with TemporaryDirectory() as folder:
        files: list[Item] = []
        for number, content in enumerate(contents):
            place = Path(folder) / str(number)
            place.write_bytes(content)
            files.append((f"audio/{number}.ogg", place))
        parts = split_into_zips(files, limit)
        assert all(len(zip_files(part)) <= limit for part in parts)
        assert list(chain.from_iterable(parts)) == [file for file in files if len(zip_files([file])) <= limit]
        for part in parts:
            packed = zip_files(part)
            assert packed == zip_files(part)
            assert _unpacked(packed) == {path: place.read_bytes() for path, place in part if isinstance(place, Path)}


def test_an_interview_is_a_folder_that_can_be_read_and_imported() -> None:
    whole = small_record()
    files = _files(whole)
    assert list(files) == ["one/transcript.md", "one/notes.md", "one/reflections.md", "one/session.json"]
    assert "A green door, not a blue one." in files["one/transcript.md"].decode()
    assert "Maria remembers a door." in files["one/notes.md"].decode()
    assert "Bread was baked at home." in files["one/reflections.md"].decode()
    assert import_json(files["one/session.json"]).record == whole


def test_what_was_not_found_out_makes_no_file() -> None:
    bare = small_record().model_copy(update={"findings": {"something-else": "Not a reading."}})
    assert "one/reflections.md" not in _files(bare)
    assert "one/reflections.md" not in _files(small_record(), findings=())


def test_a_folder_is_called_by_its_day_its_kind_and_its_id() -> None:
    [name] = session_folder_names([_renamed(small_record(), session_id="0123456789abcdef")])
    assert name == "2026-03-12-life-story-01234567"


@given(ids=st.lists(st.text(max_size=12), max_size=6), kind=st.text(max_size=80))
def test_folders_are_safe_and_all_different(ids: list[str], kind: str) -> None:
    names = session_folder_names([_renamed(small_record(), session_id=one, kind=kind) for one in ids])
    assert len(set(names)) == len(names) == len(ids)
    assert all(SAFE.fullmatch(name) for name in names)


def test_what_is_known_of_a_person() -> None:
    agreed = Agreement(language="ru", text="Ваши слова хранятся.", at=BEGAN)
    person = small_record().person.model_copy(update={"timezone": "Europe/Berlin"})
    path, content = person_file(person, [agreed])
    assert path == "person.json"
    known = json.loads(content)
    assert (known["name"], known["language"], known["time_zone"]) == ("Maria", "en", "Europe/Berlin")
    assert known["agreed_to"] == [{"at": BEGAN.isoformat(), "language": "ru", "text": "Ваши слова хранятся."}]
