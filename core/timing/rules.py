"""The deadlines of a session: what is due next, and when. Pure; the store keeps the moment, this says what it means.

    active, question asked  --reminder-->  reminded  --pause-->  paused  --abandon-->  abandoned
    active, question held   --cadence-->   asked
    finished                --retention--> warned    --lead-->   deleted

Each deadline is counted from the stage before it, and not before its time from the last sign of life: after a week in
which nothing ran, somebody is reminded, and has as long as ever to answer before the interview pauses.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from core.contracts.session import Person, Session, Status
from core.timing import cadence, quiet
from core.timing.quiet import QuietHours

UNIVERSAL = ZoneInfo("UTC")
LONGEST_LEAD = timedelta(days=7)
"""Between the warning that a finished interview will be deleted and the deleting."""


class Due(StrEnum):
    ASK = "ask"
    """The held question is asked."""
    REMIND = "remind"
    PAUSE = "pause"
    ABANDON = "abandon"
    WARN = "warn"
    """The person is told that a finished interview will be deleted, and gets its file again."""
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
        return quiet.parse_quiet_hours(person.quiet_hours) if person.quiet_hours else self.quiet

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
                    rhythm = cadence.load_cadence(timing.cadence)
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
