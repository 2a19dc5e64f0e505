"""Days in the language of the person, as the locale data of Babel has them. Pure."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_timedelta

from core.words import known


def day(language: str, at: datetime, zone: ZoneInfo) -> str:
    """A date: "3 December 2026"."""
    return format_date(at.astimezone(zone).date(), "d MMMM y", locale=known(language))


def ago(language: str, at: datetime, now: datetime) -> str:
    """How long ago something was: "3 days ago"."""
    return format_timedelta(min(at, now) - now, add_direction=True, locale=known(language))
