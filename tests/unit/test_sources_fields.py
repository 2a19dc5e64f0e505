"""What feeds and pages write into their fields: alphabets, dates, lengths and text."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.interviews.podcast.formats.feeds import parse_date, parse_length
from core.readers.html_text import decode_text, html_to_line, html_to_text


@given(st.text())
def test_text_survives_being_utf_8(text: str) -> None:
    clean = text.encode("utf-8", "ignore").decode().lstrip("\ufeff")
    assert decode_text(clean.encode(), "windows-1251") == clean or clean.startswith(("<\0", "\0<"))


@given(st.binary(), st.one_of(st.text(max_size=20), st.sampled_from(["punycode", "utf-7", "hex", "utf-16", "idna"])))
def test_decoding_never_raises(body: bytes, charset: str) -> None:
    assert isinstance(decode_text(body, charset), str)


THIRD = datetime(2025, 3, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "hour"),
    [
        ("Mon, 03 Mar 2025 10:00:00 +0300", 7),
        ("Mon, 03 Mar 2025 10:00:00 EST", 15),
        ("Mon, 3 Mar 25 10:00 GMT", 10),
        ("3 Mar 2025", 0),
        ("2025-3-3", 0),
        ("20250303", 0),
        ("2025-03-03T10:00:00.123456+03:00", 7),
        ("Mon Mar  3 10:00:00 2025", 10),
        ("March 3, 2025", 0),
        ("Monday, 3 March 2025 at 10:00", 10),
        ("Пн, 03 мар 2025 10:00:00 +0300", 7),
        ("3 марта 2025 г.", 0),
    ],
)
def test_dates_in_every_shape(written: str, hour: int) -> None:
    found = parse_date(f" {written}\n")
    assert found is not None
    assert found.replace(microsecond=0) == THIRD.replace(hour=hour)


@pytest.mark.parametrize(
    "written", ["", "soon", "2025-02-31", "0000-00-00", "1741000000", "9999-12-31", "Mon, 32 Mar 2025"]
)
def test_what_is_no_date(written: str) -> None:
    assert parse_date(written) is None


@given(st.text())
def test_reading_a_date_or_a_length_never_raises(written: str) -> None:
    found = parse_date(written)
    assert found is None or found.tzinfo is UTC
    assert (parse_length(written) or 1) > 0


LENGTHS = {"3723": 3723, "62:03": 3723, "1:02:03": 3723, " 01:02:03.5 ": 3723.5, "PT1H2M3S": 3723, "PT62M": 3720}
NO_LENGTHS = ("", "0", "00:00", "an hour", "1:2:3:4", "-5", "9" * 60)


@pytest.mark.parametrize(("written", "length"), [*LENGTHS.items(), *((each, None) for each in NO_LENGTHS)])
def test_lengths(written: str, length: float | None) -> None:
    assert parse_length(written) == length


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("One\nTwo\n\n\n\nThree", "One\nTwo\n\nThree"),
        ("One<br>Two<br/>Three", "One\nTwo\nThree"),
        ("<ul><li>One<li>Two</ul>", "– One\n– Two"),
        ("a < b & c > d", "a < b & c > d"),
        ("<script>alert('<p>')</script>Words<style>p {}</style><!-- not -->", "Words"),
        ("<a href='https://x.test/?a>b'>Name</a>", "b'>Name"),
        ("\u202eevil\u200b \x07bell", "evil bell"),
    ],
)
def test_show_notes_become_plain_text(written: str, text: str) -> None:
    assert html_to_text(written) == text


@given(st.text(alphabet="<>/pbrli&;amp \n\"'a!-", max_size=300))
def test_plain_text_is_bounded_and_a_line_is_one(written: str) -> None:
    assert len(html_to_text(written, 20)) <= 20
    assert len(html_to_line(written).splitlines()) <= 1
