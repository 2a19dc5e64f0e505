"""Parse moments, lengths and numbers as feeds, pages and folders write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from core.languages import LANGUAGES, fold
from core.languages.lexicon import any_word, lexicon

_YEARS = range(1990, 2101)
_WEEKDAY = re.compile(r"^[^\W\d]+\.?,?\s+(?=\d)|^[^\W\d]+,\s*")
_DAY = rf"(\d{{1,2}})(?:{any_word('podcast', 'day_ending')}|\.)?"
_JOINER = rf"(?:{any_word('podcast', 'date_joiner')}\s+)?"
_MONTH_FIRST = re.compile(rf"^([^\W\d]+)\.?\s+{_DAY},?\s+(\d{{4}})\b")
_NAMED_MONTH = re.compile(rf"^{_DAY}[\s-]+{_JOINER}([^\W\d]+)\.?[\s-]+{_JOINER}(\d{{4}}|\d{{2}})\b(.*)$")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_BY_BEGINNING = {
    beginning: month
    for language in LANGUAGES
    for month, beginnings in zip(_MONTHS, lexicon("podcast", language)["months"], strict=True)
    for beginning in beginnings
}
_PERIOD = re.compile(
    r"P(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?", re.IGNORECASE
)
_LONGEST = 100 * 3_600
_LONGEST_TEXT = 80


def parse_date(text: str) -> datetime | None:
    """Parse a date of RFC 822, of ISO 8601, or as people write it in our languages; aware, in UTC.

    None for what is no date, or none of a time in which there were podcasts. Without a zone it is UTC.
    """
    written = " ".join(text.split())[:_LONGEST_TEXT]
    try:
        found = _iso(written) or _mail(written)
        if found is None:
            return None
        found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return found if found.year in _YEARS else None


def _iso(text: str) -> datetime | None:
    if match := re.fullmatch(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(.*))?", text):
        year, month, day, rest = match.groups()
    elif match := re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(.*))?", text):
        day, month, year, rest = match.groups()
    elif text[:8].isdecimal() and (len(text) == 8 or text[8] == "T"):
        return datetime.fromisoformat(text)
    else:
        return None
    time = (rest or "00:00").replace(" ", "")
    return datetime.fromisoformat(f"{year}-{int(month):02}-{int(day):02}T{time}")


def _mail(text: str) -> datetime | None:
    """Parse RFC 822 and its relatives, with names of months in any of our languages."""
    bare = _WEEKDAY.sub("", text, count=1)
    if match := _MONTH_FIRST.match(text) or _MONTH_FIRST.match(bare):
        name, day, year = match.groups()
        rest = ""
    elif match := _NAMED_MONTH.match(bare):
        day, name, year, rest = match.groups()
    else:
        return parsedate_to_datetime(text)
    folded = fold(name)
    month = next((month for beginning, month in _BY_BEGINNING.items() if folded.startswith(beginning)), None)
    if month is None or year.startswith("00"):
        return None
    time = re.search(r"\d{1,2}:\d{2}.*", rest)
    return parsedate_to_datetime(f"{day} {month} {year} {time[0] if time else '00:00:00'}")


def parse_length(text: str) -> float | None:
    """Parse "3723", "62:03", "1:02:03" or "PT1H2M3S"; None for anything else, for zero, and for over 100 hours."""
    written = text.strip()[:_LONGEST_TEXT]
    if re.fullmatch(r"\d+(\.\d+)?", written, re.ASCII):
        length = float(written)
    elif match := re.fullmatch(r"(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:\.\d+)?)", written):
        hours, minutes, rest = match.groups(default="0")
        length = int(hours) * 3_600 + int(minutes) * 60 + float(rest)
    elif match := _PERIOD.fullmatch(written):
        days, *parts = (float(part) for part in match.groups(default="0"))
        length = days * 86_400 + parts[0] * 3_600 + parts[1] * 60 + parts[2]
    else:
        return None
    return length if 0 < length <= _LONGEST else None


def whole_number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text.strip()) else None
