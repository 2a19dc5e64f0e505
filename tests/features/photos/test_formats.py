"""Photographs as a reader process sees them: what they are, how large, and no word of where they were taken."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.features.photos.formats import examine_photo, without_private_notes
from core.readers.source_errors import Heavy, SourceError, Unreadable
from tests.fakes.pictures import ALL, CAMERA, CITY, HEIGHT, LATITUDE, TAKEN, WIDTH, WORDS, exif, jpeg

PLACES = (LATITUDE, LATITUDE[::-1], CITY, b"Kazan", WORDS, WORDS[:12], b"Pyo")
TYPES = sorted(ALL)


def cleaned(body: bytes) -> bytes:
    said, other = examine_photo(body, {})
    assert said.rewritten is bool(other)
    return other or body


@pytest.mark.parametrize("kind", TYPES)
def test_what_it_is_and_how_large(kind: str) -> None:
    said, _ = examine_photo(ALL[kind](), {})
    assert (said.media_type, said.width, said.height) == (kind, WIDTH, HEIGHT)


@pytest.mark.parametrize("kind", TYPES)
def test_where_it_was_taken_and_every_word_is_gone(kind: str) -> None:
    before = ALL[kind]()
    assert LATITUDE in before or LATITUDE[:4] in before
    assert WORDS in before
    after = cleaned(before)
    assert all(place not in after for place in PLACES)
    assert (b"picture" in before) == (b"picture" in after)
    assert cleaned(after) == after


@pytest.mark.parametrize("kind", ["image/jpeg", "image/heic", "image/webp"])
def test_what_says_how_it_is_turned_and_with_what_it_was_taken_stays(kind: str) -> None:
    after = cleaned(ALL[kind]())
    assert CAMERA in after
    assert TAKEN in after
    order = "<" if kind == "image/webp" else ">"
    assert struct.pack(f"{order}HHIHH", 0x0112, 3, 1, 6, 0) in after


def test_the_colours_of_a_jpeg_stay() -> None:
    after = cleaned(jpeg())
    assert b"ICC_PROFILE" in after
    assert b"Adobe" in after
    assert b"JFIF" in after


def test_every_picture_of_a_file_stays_and_the_notes_on_each_are_cleaned() -> None:
    before = ALL["image/heic"]()
    after = cleaned(before)
    assert len(after) == len(before)
    assert after.count(b"another") == 1
    assert after.count(CAMERA) == before.count(CAMERA) == 3


@given(order=st.sampled_from("<>"), data=st.data())
def test_whatever_is_broken_in_notes_they_are_made_anew_or_left_out(order: str, data: st.DataObject) -> None:
    notes = bytearray(exif(order=order))
    for _ in range(data.draw(st.integers(1, 8))):
        notes[data.draw(st.integers(4, len(notes) - 1))] = data.draw(st.integers(0, 255))
    made = without_private_notes(bytes(notes))
    assert without_private_notes(made) == made


def test_a_scan_is_kept_to_the_octet_and_nothing_behind_the_end() -> None:
    scan = bytes(range(1, 255)) + b"\xff\x00\xff\xd7\xff\xff\x00"
    after = cleaned(jpeg(text=scan))
    assert scan in after
    assert after.endswith(b"\xff\xd9")
    assert b"behind the end" not in after


@pytest.mark.parametrize(
    "body", [b"", b"GIF89a" + bytes(50), b"%PDF-1.7", b"\xff\xd8\xff", b"<svg onload=1>", bytes(100)]
)
def test_what_is_no_photograph_is_refused(body: bytes) -> None:
    with pytest.raises(Unreadable):
        examine_photo(body, {})


def test_a_picture_that_no_screen_could_hold_is_refused() -> None:
    with pytest.raises(Heavy):
        examine_photo(jpeg(width=60_000, height=60_000), {})


@pytest.mark.parametrize("kind", ["image/png", "image/webp", "image/heic"])
def test_one_that_breaks_off_is_refused(kind: str) -> None:
    with pytest.raises(Unreadable):
        examine_photo(ALL[kind]()[:-3], {})


@given(kind=st.sampled_from(TYPES), data=st.data())
def test_whatever_is_broken_in_one_it_is_read_or_refused(kind: str, data: st.DataObject) -> None:
    body = bytearray(ALL[kind]())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(body) - 1))
        if data.draw(st.booleans()):
            body[at] = data.draw(st.integers(0, 255))
        else:
            del body[at : at + data.draw(st.integers(1, 40))]
        if not body:
            break
    try:
        after = cleaned(bytes(body))
    except SourceError:
        return
    assert len(after) <= len(body)
    assert cleaned(after) == after
