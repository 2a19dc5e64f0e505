"""A cadence: the days and the time at which the next question is asked by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

from apscheduler.triggers.cron import CronTrigger

EVERY_DAY = frozenset(range(7))
_STORED = re.compile(r"([0-6]{1,7}) ([01]\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True, slots=True)
class Cadence:
    days: frozenset[int]
    """0 is Monday."""
    at: time
    """By the clock on the person's wall."""

    def __str__(self) -> str:
        """The stored form: "0123456 19:00"."""
        return f"{''.join(map(str, sorted(self.days)))} {self.at:%H:%M}"

    def next_time(self, after: datetime, zone: ZoneInfo) -> datetime:
        """The first such moment after this one; in UTC. A time that a change of the clock leaves out comes after it."""
        trigger = CronTrigger(
            day_of_week=",".join(map(str, sorted(self.days))),
            hour=self.at.hour,
            minute=self.at.minute,
            timezone=zone,
        )
        found = trigger.get_next_fire_time(after, after)
        if found is None:
            raise ValueError(f"the cadence {self} never comes")
        moment: datetime = found.astimezone(UTC)
        return moment


def read(stored: str) -> Cadence | None:
    """The inverse of `str(cadence)`; None for an empty text, and for what none has written."""
    found = _STORED.fullmatch(stored)
    if found is None:
        return None
    return Cadence(frozenset(map(int, found[1])), time(int(found[2]), int(found[3])))
