"""The operator's figures, added up by the database. With many interviews that takes seconds: for a reader of its own.

No figure holds a word of anybody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.session import EntryKind, Status
from core.store.call_rows import DayCost, ModelCost, SessionCost, daily_costs, dearest_sessions, model_costs
from core.store.claims import UNDELIVERED
from core.store.erasing import PEOPLE, SESSIONS
from core.store.rows import to_datetime
from core.store.schema import chores, entries, mailbox, occurrences, outbox, persons, revisions, sessions, tallies
from core.timing.rules import TimerRules

DAY = 86_400.0
SILENCE = TimerRules().abandon or timedelta(days=30)
"""The time after which a silent person is taken to have broken an unfinished interview off."""
WEEK = 7 * 86_400.0
LONGEST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The course of the interviews of a kind. Those that were deleted are in no figure."""

    kind: str
    """Empty for all kinds together."""
    begun: int
    """The four below together."""
    active: int
    paused: int
    completed: int
    abandoned: int
    silent: int
    """Of those active and paused: not touched for longer than `Statistics.silence_days`."""
    completion_rate: float | None
    """Completed ÷ (completed + abandoned + silent), which is all that can be taken as over; None where nothing is."""
    break_off_rate: float | None
    """(Abandoned + silent) ÷ (completed + abandoned + silent); with `completion_rate` it makes 1."""
    answers: int
    """Questions that were answered, be it in several messages; without what was taken back."""
    words: int
    """By their newest wording, counted by spaces: some too many where there are three or more in a row."""
    median_words: float | None
    """Of an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CraftFigures:
    """The fate of the messages that a model wrote."""

    asked: int
    """Questions and follow-ups in the transcripts, whether answered or not."""
    as_written: int
    """Messages of a model that went out as it wrote them, without being asked for again."""
    asked_again: dict[str, int]
    """Messages that were asked for once more, by the law that they broke; one can break several."""
    stopped: dict[str, int]
    """Second messages that were not sent, by the law; a written question took their place."""
    fell_back: int
    """Turns that went on by the script because the model gave nothing that could be used."""
    fell_back_by: dict[str, int]
    """The reasons, by the code of the error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upcoming:
    """The work of the timers; `..._soon` is due in the next 24 hours, or overdue."""

    held: int
    """Questions that wait for the time which the person chose."""
    held_soon: int
    reminders_soon: int
    """Reminders, and the pauses that follow them."""
    endings_soon: int
    """Paused interviews that will be given up."""
    deletions_soon: int
    """Ended interviews whose person is warned, or which are then deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    at: datetime
    silence_days: float
    people: int
    """People who have ever written, and have not had everything deleted."""
    total: Course
    kinds: tuple[Course, ...]
    craft: CraftFigures
    models: tuple[ModelCost, ...]
    days: tuple[DayCost, ...]
    dearest: tuple[SessionCost, ...]
    waits: Waits
    queue: QueueFigures
    undeliverable: int
    """Messages that the platform never took; for as long as they are kept."""
    given_up: int
    """Chores that failed for good."""
    upcoming: Upcoming
    deleted_people: int
    deleted_sessions: int


def compute_statistics(c: Connection, *, now: float, silence: timedelta = SILENCE) -> Statistics:
    """Compute all figures at `now`; an unfinished interview counts as broken off after the time of `silence`."""
    # Their own JSON leaves out what is not set.
    held = (sessions.c.status == Status.ACTIVE.value) & sessions.c.timing.like('%"held_at":%')
    soon = sessions.c.due_at <= now + DAY
    standing = c.execute(
        sa.select(
            sessions.c.kind,
            sessions.c.status,
            sa.func.count().label("number"),
            _sum(sessions.c.touched_at < now - silence.total_seconds()).label("silent"),
            _sum(held).label("held"),
            _sum(held & soon).label("held_soon"),
            _sum(sa.not_(held) & soon).label("due_soon"),
        ).group_by(sessions.c.kind, sessions.c.status)
    ).all()
    due: Counter[str] = Counter()
    for row in standing:
        due[row.status] += row.due_soon
    lengths = _lengths(c)
    kinds = sorted({row.kind for row in standing} | set(lengths))
    gone = {row.name: row.number for row in c.execute(tallies.select())}
    return Statistics(
        at=to_datetime(now),
        silence_days=silence / timedelta(days=1),
        people=_count(c, persons),
        total=_course("", standing, sum(lengths.values(), Counter())),
        kinds=tuple(_course(k, [r for r in standing if r.kind == k], lengths.get(k, Counter())) for k in kinds),
        craft=_craft(c),
        models=model_costs(c),
        days=daily_costs(c, now),
        dearest=dearest_sessions(c),
        waits=answer_waits(c, now),
        queue=queue_figures(c),
        undeliverable=_count(c, outbox, outbox.c.dead_at.is_not(None)),
        given_up=_count(c, chores, chores.c.dead_at.is_not(None)),
        upcoming=Upcoming(
            held=sum(row.held for row in standing),
            held_soon=sum(row.held_soon for row in standing),
            reminders_soon=due[Status.ACTIVE],
            endings_soon=due[Status.PAUSED],
            deletions_soon=due[Status.COMPLETED] + due[Status.ABANDONED],
        ),
        deleted_people=gone.get(PEOPLE, 0),
        deleted_sessions=gone.get(SESSIONS, 0),
    )


def _count(c: Connection, table: sa.Table, *which: sa.ColumnElement[bool]) -> int:
    number: int = c.execute(sa.select(sa.func.count()).select_from(table).where(*which)).scalar_one()
    return number


def _sum(which: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    """Count such rows of a group."""
    return sa.func.sum(sa.case((which, 1), else_=0))


def _course(kind: str, standing: Iterable[sa.Row[Any]], lengths: Mapping[int, int]) -> Course:
    number: Counter[str] = Counter()
    silent = 0
    for row in standing:
        number[row.status] += row.number
        if row.status in {Status.ACTIVE, Status.PAUSED}:
            silent += row.silent
    completed, broken_off = number[Status.COMPLETED], number[Status.ABANDONED] + silent
    over = completed + broken_off
    return Course(
        kind=kind,
        begun=number.total(),
        active=number[Status.ACTIVE],
        paused=number[Status.PAUSED],
        completed=completed,
        abandoned=number[Status.ABANDONED],
        silent=silent,
        completion_rate=completed / over if over else None,
        break_off_rate=broken_off / over if over else None,
        answers=sum(lengths.values()),
        words=sum(words * answers for words, answers in lengths.items()),
        median_words=float(median(Counter(lengths).elements())) if lengths else None,
    )


# --- answers ------------------------------------------------------------------------------------------------------


def _lengths(c: Connection) -> dict[str, Counter[int]]:
    """Count, by kind, the answers of each number of words."""
    newer = revisions.alias()
    newest = ~sa.exists().where(
        newer.c.session_id == revisions.c.session_id, newer.c.seq == revisions.c.seq, newer.c.id > revisions.c.id
    )
    # About how many words a text has: one more than there are spaces inside it.
    spaced = sa.func.replace(sa.func.replace(revisions.c.text, "\n", " "), "  ", " ")
    letters = sa.func.replace(sa.func.replace(revisions.c.text, "\n", ""), " ", "")
    number = sa.func.length(sa.func.trim(spaced)) - sa.func.length(letters) + 1
    words = sa.func.sum(sa.case((revisions.c.text == "", 0), else_=number))
    # In the order of an index, so that nothing has to be sorted.
    answers = (
        sa.select(entries.c.session_id, words.label("words"))
        .join(revisions, (revisions.c.session_id == entries.c.session_id) & (revisions.c.seq == entries.c.seq))
        .where(entries.c.answers.is_not(None), revisions.c.withdrawn.is_(False), newest)
        .group_by(entries.c.session_id, entries.c.answers)
        .subquery()
    )
    rows = c.execute(
        sa.select(sessions.c.kind, answers.c.words, sa.func.count().label("number"))
        .join(answers, answers.c.session_id == sessions.c.id)
        .group_by(sessions.c.kind, answers.c.words)
    )
    found: dict[str, Counter[int]] = defaultdict(Counter)
    for row in rows:
        found[row.kind][int(row.words)] += row.number
    return found


def _by_law(messages: dict[str, int], prefix: str) -> dict[str, int]:
    return {name.removeprefix(prefix): number for name, number in sorted(messages.items()) if name.startswith(prefix)}


def _craft(c: Connection) -> CraftFigures:
    by_name = c.execute(
        sa.select(occurrences.c.name, sa.func.count().label("number"))
        .where(occurrences.c.name.startswith("message-"))
        .group_by(occurrences.c.name)
    )
    messages = {row.name: row.number for row in by_name}
    fell_back_by = c.execute(
        sa.select(occurrences.c.detail, sa.func.count().label("number"))
        .where(occurrences.c.name == "fell-back")
        .group_by(occurrences.c.detail)
    )
    fallen = {row.detail: row.number for row in fell_back_by}
    return CraftFigures(
        asked=_count(c, entries, entries.c.kind.in_([EntryKind.QUESTION.value, EntryKind.FOLLOW_UP.value])),
        as_written=messages.get("message-as-written", 0),
        asked_again=_by_law(messages, "message-asked-again-"),
        stopped=_by_law(messages, "message-stopped-"),
        fell_back=sum(fallen.values()),
        fell_back_by=dict(sorted(fallen.items())),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LongWait:
    session_id: str
    at: datetime
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """The times from an answer's last message until the next words were sent, in the last seven days.

    A time in which nothing ran counts from the moment at which the message was fetched.
    """

    number: int
    median_seconds: float | None
    p95_seconds: float | None
    """Nineteen in twenty waited no longer."""
    longest: tuple[LongWait, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueFigures:
    unhandled: int
    """Messages, commands and timers that have arrived and are not handled."""
    unhandled_since: datetime | None
    unsent: int
    """Messages and files that are decided and not delivered."""
    unsent_since: datetime | None


def select_waits(since: float) -> sa.Select[Any]:
    """Select the answers that arrived since and were followed by words of ours, with the seconds in between."""
    return (
        sa.select(outbox.c.session_id, mailbox.c.arrived_at, (outbox.c.sent_at - mailbox.c.arrived_at).label("seconds"))
        .join(outbox, outbox.c.key == mailbox.c.event_id + "/turn")
        .where(
            mailbox.c.arrived_at >= since,
            # Words; a command or a timer has a turn too, and nobody sat and waited for what it says.
            mailbox.c.payload.like('%"type": "text"%'),
            outbox.c.sent_at.is_not(None),
            outbox.c.session_id.is_not(None),
        )
    )


def answer_waits(c: Connection, now: float) -> Waits:
    """Compute how long answers of the last seven days had to wait; the quantiles are exact."""
    each = select_waits(now - WEEK).subquery()
    ranked = sa.select(
        each, sa.func.row_number().over(order_by=each.c.seconds).label("place"), sa.func.count().over().label("number")
    ).subquery()

    def at_share(percent: int) -> sa.ColumnElement[bool]:
        """Select the first place that this share of all is not above."""
        wanted = percent * ranked.c.number
        return (100 * ranked.c.place >= wanted) & (100 * (ranked.c.place - 1) < wanted)

    middle, far = at_share(50), at_share(95)
    rows = c.execute(
        sa.select(ranked, middle.label("middle"), far.label("far"))
        .where(middle | far | (ranked.c.place > ranked.c.number - LONGEST))
        .order_by(ranked.c.place.desc())
    ).all()
    longest = [row for row in rows if row.place > row.number - LONGEST]
    return Waits(
        number=rows[0].number if rows else 0,
        median_seconds=next((row.seconds for row in rows if row.middle), None),
        p95_seconds=next((row.seconds for row in rows if row.far), None),
        longest=tuple(
            LongWait(session_id=r.session_id, at=to_datetime(r.arrived_at), seconds=r.seconds) for r in longest
        ),
    )


def queue_figures(c: Connection) -> QueueFigures:
    """Count what has arrived and is not handled, and what is decided and not delivered."""
    unhandled, unhandled_since = _waiting(c, mailbox.c.arrived_at, mailbox.c.done_at.is_(None))
    unsent, unsent_since = _waiting(c, outbox.c.created_at, UNDELIVERED)
    return QueueFigures(unhandled=unhandled, unhandled_since=unhandled_since, unsent=unsent, unsent_since=unsent_since)


def _waiting(c: Connection, came: sa.Column[float], which: sa.ColumnElement[bool]) -> tuple[int, datetime | None]:
    """Count such rows, and return when the first of them came."""
    row = c.execute(sa.select(sa.func.count().label("number"), sa.func.min(came).label("since")).where(which)).one()
    return row.number, None if row.since is None else to_datetime(row.since)
