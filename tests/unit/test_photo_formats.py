"""Photographs as a reader process sees them: what they are, how large, and no word of where they were taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.photos.photo_reading import look_over
from core.readers.source_errors import Heavy, SourceError, Unreadable
from tests.fakes.pictures import ALL, CAMERA, CITY, HEIGHT, LATITUDE, WIDTH, exif, jpeg

PLACES = (LATITUDE, LATITUDE[::-1], CITY, b"Kazan")
TYPES = sorted(ALL)


def cleaned(body: bytes) -> bytes:
    said, other = look_over(body, {})
    assert said.rewritten is bool(other)
    return other or body


@pytest.mark.parametrize("kind", TYPES)
def test_what_it_is_and_how_large(kind: str) -> None:
    said, _ = look_over(ALL[kind](), {})
    assert (said.media_type, said.width, said.height) == (kind, WIDTH, HEIGHT)


@pytest.mark.parametrize("kind", TYPES)
def test_where_it_was_taken_is_gone_and_the_picture_is_as_it_was(kind: str) -> None:
    before = ALL[kind]()
    assert LATITUDE in before or LATITUDE[:4] in before
    after = cleaned(before)
    assert all(place not in after for place in PLACES)
    assert (b"picture" in before) == (b"picture" in after)
    assert cleaned(after) == after


@pytest.mark.parametrize("kind", ["image/jpeg", "image/heic", "image/webp"])
def test_what_says_how_it_is_turned_and_with_what_it_was_taken_stays(kind: str) -> None:
    after = cleaned(ALL[kind]())
    assert CAMERA in after
    order = "<" if kind == "image/webp" else ">"
    turned = exif(order=order)[8 + 2 + 12 : 8 + 2 + 24]
    assert turned in after


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
        look_over(body, {})


def test_a_picture_that_no_screen_could_hold_is_refused() -> None:
    with pytest.raises(Heavy):
        look_over(jpeg(width=60_000, height=60_000), {})


@pytest.mark.parametrize("kind", ["image/png", "image/webp", "image/heic"])
def test_one_that_breaks_off_is_refused(kind: str) -> None:
    with pytest.raises(Unreadable):
        look_over(ALL[kind]()[:-3], {})


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
