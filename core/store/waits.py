"""How long people wait for the next question, and what waits at this moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.store.claims import UNDELIVERED
from core.store.codec import moment
from core.store.schema import mailbox, outbox

WEEK = 7 * 86_400.0
LONGEST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class LongWait:
    session_id: str
    at: datetime
    """When the message came."""
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """From the arrival of an answer's last message to the moment the interviewer's next words were sent.

    Of messages of the last seven days that have had their answer. A time in which nothing ran counts from the moment
    at which the message was fetched.
    """

    number: int
    median_seconds: float | None
    p95_seconds: float | None
    """Nineteen in twenty waited no longer."""
    longest: tuple[LongWait, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """What waits at this moment."""

    unhandled: int
    """Messages, commands and timers that have arrived and are not handled."""
    unhandled_since: datetime | None
    unsent: int
    """Messages and files that are decided and not delivered."""
    unsent_since: datetime | None


def waits(c: Connection, now: float) -> Waits:
    """How long answers of the last seven days had to wait; the quantiles are of all of them, and exact."""
    seconds = outbox.c.sent_at - mailbox.c.arrived_at
    ranked = (
        sa.select(
            outbox.c.session_id,
            mailbox.c.arrived_at,
            seconds.label("seconds"),
            sa.func.row_number().over(order_by=seconds).label("place"),
            sa.func.count().over().label("number"),
        )
        .join(outbox, outbox.c.key == mailbox.c.event_id + "/turn")
        .where(
            mailbox.c.arrived_at >= now - WEEK,
            # Words; a command or a timer has a turn too, and nobody sat and waited for what it says.
            mailbox.c.payload.like('%"type": "text"%'),
            outbox.c.sent_at.is_not(None),
            outbox.c.session_id.is_not(None),
        )
        .subquery()
    )

    def at_share(percent: int) -> sa.ColumnElement[bool]:
        """The first place that this share of all is not above."""
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
        longest=tuple(LongWait(session_id=r.session_id, at=moment(r.arrived_at), seconds=r.seconds) for r in longest),
    )


def queue(c: Connection) -> Queue:
    """What has arrived and is not handled, and what is decided and not delivered."""
    unhandled, unhandled_since = _waiting(c, mailbox.c.arrived_at, mailbox.c.done_at.is_(None))
    unsent, unsent_since = _waiting(c, outbox.c.created_at, UNDELIVERED)
    return Queue(unhandled=unhandled, unhandled_since=unhandled_since, unsent=unsent, unsent_since=unsent_since)


def _waiting(c: Connection, came: sa.Column[float], which: sa.ColumnElement[bool]) -> tuple[int, datetime | None]:
    """How many such rows there are, and when the first of them came."""
    row = c.execute(sa.select(sa.func.count().label("number"), sa.func.min(came).label("since")).where(which)).one()
    return row.number, None if row.since is None else moment(row.since)
