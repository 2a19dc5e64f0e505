"""A cadence: the days and the time at which the next question is asked by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

from core.languages.phrases import is_listed
from core.timing.spoken_times import normalize_text, parse_clock_time, parse_weekdays

EVERY_DAY = frozenset(range(7))
WEEKDAYS = frozenset(range(5))
WEEKEND = EVERY_DAY - WEEKDAYS
USUAL = time(19)
"""The time where none is told."""
_STORED = re.compile(r"([0-6]{1,7}) ([01]\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True, slots=True)
class Cadence:
    days: frozenset[int]
    """0 is Monday."""
    at: time
    """By the clock on the person's wall."""

    def __str__(self) -> str:
        """Return the stored form: "0123456 19:00"."""
        return f"{''.join(map(str, sorted(self.days)))} {self.at:%H:%M}"

    def next_time(self, after: datetime, zone: ZoneInfo) -> datetime:
        """Return the first such moment after this one, in UTC; a time that the clock leaves out, after its change."""
        from apscheduler.triggers.cron import CronTrigger  # loaded with the scheduler, while people are served

        trigger = CronTrigger(
            day_of_week=",".join(map(str, sorted(self.days))), hour=self.at.hour, minute=self.at.minute, timezone=zone
        )
        found = trigger.get_next_fire_time(after, after)
        if found is None:
            raise ValueError(f"the cadence {self} never comes")
        moment: datetime = found.astimezone(UTC)
        return moment


def load_cadence(stored: str) -> Cadence | None:
    """Reverse `str(cadence)`; None for an empty text, and for any that it never returns."""
    found = _STORED.fullmatch(stored)
    if found is None:
        return None
    return Cadence(frozenset(map(int, found[1])), time(int(found[2]), int(found[3])))


def parse_cadence(text: str, present: Cadence | None = None) -> Cadence | None:
    """Parse what a person writes: "mondays and thursdays", "weekdays at 8:30", "daily at 7 pm"; None if unclear.

    Where they tell no days or no time, the present ones stay, else it is every day, or 19:00.
    """
    if (stored := load_cadence(text)) is not None:
        return stored
    words = normalize_text(text)
    said = parse_clock_time(words)
    clock = said or parse_clock_time(words, bare=True)  # "mon thu 19"; a number alone is not taken for a time
    days = parse_weekdays(words if clock is None else clock.rest)
    if days is None or (not days and said is None):
        return None
    if not days:
        days = EVERY_DAY if present is None else present.days
    if clock is not None:
        return Cadence(days, clock.at)
    return Cadence(days, USUAL if present is None else present.at)


def is_cadence_off(text: str) -> bool:
    """Return whether they want the next question as soon as they have answered."""
    return is_listed(text, "small_words", "off") or is_listed(text, "timing", "at_once")
