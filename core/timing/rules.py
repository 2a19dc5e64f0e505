"""The deadlines of a session: what is due next, and when. Pure; the store keeps the moment, this says what it means.

    active, question asked  --reminder-->  reminded  --pause-->  paused  --abandon-->  abandoned
    active, question held   --cadence-->   asked
    finished                --retention--> warned    --lead-->   deleted

Each deadline is counted from the stage before it, and not before its time from the last sign of life: after a week in
which nothing ran, somebody is reminded, and has as long as ever to answer before the interview pauses.

In quiet hours nobody is written to unasked. A cadence is the days and the time at which the next question comes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from core.contracts.session import Person, Session, Status
from core.languages.phrases import is_listed
from core.timing.spoken_times import normalize_text, parse_clock_time, parse_weekdays

OFF = "off"  # stored for somebody who wants none
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


EVERY_DAY = frozenset(range(7))
WEEKDAYS = frozenset(range(5))
WEEKEND = EVERY_DAY - WEEKDAYS
USUAL = time(19)  # the time where none is told
_STORED = re.compile(r"([0-6]{1,7}) ([01]\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True, slots=True)
class Cadence:
    days: frozenset[int]  # 0 is Monday
    at: time  # by the clock on the person's wall

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


UNIVERSAL = ZoneInfo("UTC")
LONGEST_LEAD = timedelta(days=7)
"""Between the warning that a finished interview will be deleted and the deleting."""


class Due(StrEnum):
    ASK = "ask"  # the held question is asked
    REMIND = "remind"
    PAUSE = "pause"
    ABANDON = "abandon"
    WARN = "warn"  # the person is told that a finished interview will be deleted, and gets its file again
    DELETE = "delete"


UNASKED = frozenset({Due.REMIND, Due.ABANDON, Due.WARN})
"""Messages that nobody asked for: not in quiet hours. A cadence is a time that the person chose."""


@dataclass(frozen=True, slots=True)
class Deadline:
    due: Due
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerRules:
    """The operator's timers. None switches one off; those that are set grow in this order."""

    reminder: timedelta | None = timedelta(days=1)
    pause: timedelta | None = timedelta(days=3)
    abandon: timedelta | None = timedelta(days=30)
    retention: timedelta | None = None
    quiet: QuietHours | None = None
    zone: ZoneInfo = UNIVERSAL

    def zone_of(self, person: Person) -> ZoneInfo:
        if person.timezone:
            try:
                return ZoneInfo(person.timezone)
            except (ZoneInfoNotFoundError, ValueError):
                # The data of another machine may not know a zone of this one.
                return self.zone
        return self.zone

    def quiet_of(self, person: Person) -> QuietHours | None:
        return parse_quiet_hours(person.quiet_hours) if person.quiet_hours else self.quiet

    def is_quiet(self, person: Person, now: datetime) -> bool:
        hours = self.quiet_of(person)
        return hours is not None and hours.covers(now, self.zone_of(person))

    def deadline(self, session: Session, person: Person) -> Deadline | None:
        """Return what is due next; None when nothing ever is, as long as nothing happens."""
        found = self._next(session, person)
        if found is None or found.due not in UNASKED:
            return found
        hours = self.quiet_of(person)
        at = found.at if hours is None else hours.after(found.at, self.zone_of(person))
        return Deadline(found.due, at)

    def look_at(self, session: Session, person: Person, now: datetime) -> float | None:
        """Return when to look at a session, in seconds since 1970; overdue ones wait for the quiet hours to end."""
        found = self.deadline(session, person)
        if found is None:
            return None
        hours = self.quiet_of(person)
        at = found.at
        if at < now and found.due in UNASKED and hours is not None:
            at = hours.after(now, self.zone_of(person))
        return at.timestamp()

    def _next(self, session: Session, person: Person) -> Deadline | None:
        match session.status:
            case Status.ACTIVE:
                timing = session.timing
                if timing.held_at is not None:
                    rhythm = load_cadence(timing.cadence)
                    held_at = timing.held_at
                    at = held_at if rhythm is None else rhythm.next_time(held_at, self.zone_of(person))
                    return Deadline(Due.ASK, at)
                # What was asked before the one that was reminded of may have been reminded of, too.
                new = session.open_question is not None and session.open_question > (timing.reminded or 0)
                if self.reminder is not None and new and not timing.calm:
                    return Deadline(Due.REMIND, session.touched_at + self.reminder)
                if self.pause is not None:
                    since = _since(timing.reminded_at, self.pause, self.reminder)
                    return Deadline(Due.PAUSE, max(session.touched_at + self.pause, since))
                return self._leave(session)
            case Status.PAUSED:
                return None if session.timing.gone else self._leave(session)
            case Status.COMPLETED | Status.ABANDONED:
                if self.retention is None or session.ended_at is None:
                    return None
                warned_at, notice = session.timing.warned_at, deletion_notice_time(self.retention)
                if warned_at is None:
                    return Deadline(Due.WARN, session.ended_at + self.retention - notice)
                return Deadline(Due.DELETE, max(session.ended_at + self.retention, warned_at + notice))

    def _leave(self, session: Session) -> Deadline | None:
        if self.abandon is None:
            return None
        timing = session.timing
        paused = _since(timing.paused_at, self.abandon, self.pause)
        reminded = _since(timing.reminded_at, self.abandon, self.reminder) if self.pause is None else _NEVER
        return Deadline(Due.ABANDON, max(session.touched_at + self.abandon, paused, reminded))


def deletion_notice_time(retention: timedelta) -> timedelta:
    return min(LONGEST_LEAD, retention / 2)


_NEVER = datetime.min.replace(tzinfo=UTC)


def _since(stage: datetime | None, span: timedelta, before: timedelta | None) -> datetime:
    """Return the end of a span of which the part `before` was over at a stage."""
    if stage is None or before is None:
        return _NEVER
    return stage + span - before
