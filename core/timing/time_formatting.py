"""Say moments, days and times of day as people do. Pure."""

from __future__ import annotations

from datetime import datetime, time
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_time, format_timedelta

from core.languages.messages import join_names, match_locale, say
from core.timing.rules import EVERY_DAY, WEEKDAYS, WEEKEND, Cadence

WEEK = 7
DISTANT = 300  # days from which on a date needs its year
_WHOLE = {EVERY_DAY: "timing-every-day", WEEKDAYS: "timing-weekdays", WEEKEND: "timing-weekend"}


def format_moment(language: str, at: datetime, now: datetime, zone: ZoneInfo) -> str:
    """Say a moment as somebody in this zone says it now, inside a sentence: "tomorrow at 19:00"."""
    here = at.astimezone(zone)
    ahead = (here.date() - now.astimezone(zone).date()).days
    clock = clock_words(language, here.time())
    if ahead == 0:
        return say(language, "timing-today", **clock)
    if ahead == 1:
        return say(language, "timing-tomorrow", **clock)
    if 1 < ahead < WEEK:
        return say(language, "timing-on-weekday", weekday=here.weekday(), **clock)
    pattern = say(language, "timing-date-pattern" if abs(ahead) > DISTANT else "timing-date-pattern-short")
    date = format_date(here.date(), pattern, locale=match_locale(language))
    return say(language, "timing-on-date", date=date, **clock)


def format_day(language: str, at: datetime, zone: ZoneInfo) -> str:
    """Say a date: "3 December 2026"."""
    pattern = say(language, "timing-date-pattern")
    return format_date(at.astimezone(zone).date(), pattern, locale=match_locale(language))


def format_ago(language: str, at: datetime, now: datetime) -> str:
    """Say how long ago something was: "3 days ago"."""
    return format_timedelta(min(at, now) - now, add_direction=True, locale=match_locale(language))


def format_clock(language: str, at: datetime, zone: ZoneInfo) -> str:
    """Say what the clock on the wall shows there: "15:42"."""
    return format_time_of_day(language, at.astimezone(zone).time())


def format_time_of_day(language: str, at: time) -> str:
    return format_time(at, "HH:mm", locale=match_locale(language))


def clock_words(language: str, at: time) -> dict[str, str | int]:
    """Return a time of day as messages take it: its words, and its hour, by which some languages choose theirs."""
    return {"clock": format_time_of_day(language, at), "hour": at.hour}


def format_days(language: str, cadence: Cadence) -> str:
    """Say a cadence inside a sentence: "on Mondays and Thursdays at 19:00"."""
    clock = clock_words(language, cadence.at)
    if whole := _WHOLE.get(cadence.days):
        return say(language, whole, **clock)
    days = [say(language, "timing-weekly", weekday=day) for day in sorted(cadence.days)]
    return say(language, "timing-on-days", days=join_names(days, language), **clock)
