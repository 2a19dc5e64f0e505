"""Formats dates and lengths of time as people say them, and removes from words what nobody should see."""

from __future__ import annotations

import re
from datetime import date

from babel.dates import format_date

from core.languages.messages import match_locale, say

_UNWRITABLE = re.compile(
    r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ud800-\udfff"
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
_ESCAPED = re.compile(rf"{_UNWRITABLE.pattern}|\x85")


def remove_invisible(text: str) -> str:
    """Return `text` without halves of characters, control characters (line breaks stay, that of C1 as a plain one), and
    those for the direction of writing, which make words look like others.
    """
    return _UNWRITABLE.sub("", text.replace("\x85", "\n"))


def escape_json(text: str) -> str:
    """Return JSON in which what nobody should see is written as an escape, so that nothing is lost."""
    return _ESCAPED.sub(lambda match: rf"\u{ord(match.group()):04x}", text)


def plain_time(language: str, seconds: float) -> str:
    """Return a length of time to the minute: "2 hours 5 minutes", "less than a minute"."""
    hours, minutes = divmod(round(seconds / 60), 60)
    parts = []
    if hours:
        parts.append(say(language, "documents-hours", hours=hours))
    if minutes:
        parts.append(say(language, "documents-minutes", minutes=minutes))
    return " ".join(parts) or say(language, "documents-no-minute")


def plain_date(language: str, day: date) -> str:
    """Return a date with the month in words."""
    pattern = say(language, "timing-date-pattern")
    return say(language, "documents-date", date=format_date(day, pattern, locale=match_locale(language)))


def plain_length(seconds: float) -> str:
    """Return how long a recording is, as players show it: "0:42", "1:02:05"."""
    minutes, rest = divmod(max(1, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def excerpt(text: str, limit: int = 160) -> str:
    """Return the beginning of what was said, on one line, cut at a word."""
    flat = " ".join(text.split())
    if len(flat) <= limit:
        return flat
    return flat[:limit].rsplit(" ", 1)[0].rstrip(".,;:") + " …"
