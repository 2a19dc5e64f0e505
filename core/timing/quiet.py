"""Quiet hours: when nobody is written to unasked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

OFF = "off"
"""Stored for somebody who wants none."""
_SHAPE = re.compile(r"\s*(\d{1,2})(?:[:.](\d{2}))?\s*[-–—]\s*(\d{1,2})(?:[:.](\d{2}))?\s*")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From `start` to `end` by the clock on the person's wall, over midnight where `end` is the earlier one.

    Quiet while `start <= t < end`.
    """

    start: time
    end: time

    def covers(self, moment: datetime, zone: ZoneInfo) -> bool:
        clock = moment.astimezone(zone).time()
        if self.start < self.end:
            return self.start <= clock < self.end
        return clock >= self.start or clock < self.end

    def after(self, moment: datetime, zone: ZoneInfo) -> datetime:
        """Return the first moment from this one on that is not quiet; in UTC."""
        if not self.covers(moment, zone):
            return moment
        here = moment.astimezone(zone)
        day = here.date() if here.time() < self.end else here.date() + timedelta(days=1)
        end = datetime.combine(day, self.end, zone).astimezone(UTC)
        # Where the clock is put back, the end can come twice and the first is in the past.
        return end if end > moment else datetime.combine(day, self.end.replace(fold=1), zone).astimezone(UTC)

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M}"


def parse_quiet_hours(text: str) -> QuietHours | None:
    """Parse "22:00-08:00" or "22-8"; None for what is no span of hours (or one of no length)."""
    found = _SHAPE.fullmatch(text)
    if found is None:
        return None
    hours = (int(found[1]), int(found[3]))
    minutes = (int(found[2] or 0), int(found[4] or 0))
    if max(hours) > 23 or max(minutes) > 59:
        return None
    start, end = (time(h, m) for h, m in zip(hours, minutes, strict=True))
    return None if start == end else QuietHours(start, end)


def parse_said_quiet_hours(text: str) -> QuietHours | None:
    """Parse what a person writes: "22-8", "from 10 pm to 8 am", "between 22 and 8"; None for what is not clear."""
    # How people write times is loaded with the languages that they write; the configuration needs only `parse`.
    from core.languages.lexicon import any_word
    from core.timing.spoken_times import normalize_text, parse_clock_time

    if (found := parse_quiet_hours(text)) is not None:
        return found
    span = re.sub(rf"^{any_word('timing', 'from', 'between')} ", "", normalize_text(text))
    ends = re.split(rf"\s*(?:-|\b{any_word('timing', 'to', 'to_after_from', 'and')}\b)\s*", span)
    clocks = [parse_clock_time(end.strip(" ."), bare=True) for end in ends]
    if len(clocks) != 2 or any(clock is None or clock.rest for clock in clocks):
        return None
    start, end = (clock.at for clock in clocks if clock is not None)
    return None if start == end else QuietHours(start, end)
