"""The work that waits in the tables, and since when: a look costs what waits, not what is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.store.call_rows import CHAMBER, INTERVIEWS
from core.store.claims import UNDELIVERED
from core.store.recording_rows import WAITING
from core.store.schema import chores, errands, mailbox, outbox, photos, recordings, sessions, spending
from core.store.store import Queue


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingQueue:
    """The work that waits for one room now. Work that is to be tried again later does not wait."""

    name: str
    length: int
    oldest: float | None
    """The moment since which the first of it waits, in seconds since 1970."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    queues: tuple[WaitingQueue, ...]
    unheard_seconds: float
    """Of speech that is to be heard, as far as its length was told."""
    spent_micros: dict[str, int]
    """The cost of this day of UTC, by purse."""


DEADLINES = "deadlines"
"""The queue of interviews that have to be looked at."""
_NOW: sa.BindParameter[float] = bindparam("now")


def _queue(name: str, since: sa.ColumnElement[float], *where: sa.ColumnElement[bool]) -> sa.Select[str, int, float]:
    return sa.select(
        sa.literal(name).label("name"), sa.func.count().label("length"), sa.func.min(since).label("oldest")
    ).where(*where)


_QUEUES = sa.union_all(
    # What stands behind something that is still to be heard waits for that.
    _queue(Queue.DESK, mailbox.c.arrived_at, mailbox.c.done_at.is_(None), mailbox.c.ready),
    _queue(Queue.DELIVERY, outbox.c.created_at, UNDELIVERED),
    _queue(Queue.ERRANDS, errands.c.asked_at, errands.c.answered_at.is_(None)),
    _queue(Queue.CHORES, chores.c.due_at, chores.c.dead_at.is_(None), chores.c.due_at <= _NOW),
    _queue(Queue.TRANSCRIPTION, recordings.c.due_at, recordings.c.state == WAITING, recordings.c.due_at <= _NOW),
    _queue(Queue.PHOTOS, photos.c.due_at, photos.c.due_at <= _NOW),
    _queue(DEADLINES, sessions.c.due_at, sessions.c.due_at <= _NOW),
)
_UNHEARD = sa.select(sa.func.coalesce(sa.func.sum(recordings.c.seconds), 0.0)).where(
    recordings.c.due_at.is_not(None), recordings.c.state == WAITING
)
_SPENT = sa.select(spending.c.scope, spending.c.micros).where(spending.c.scope.in_(bindparam("scopes", expanding=True)))


def waiting_counts(c: Connection, now: float) -> Waiting:
    """Count what waits. `now`: in seconds since 1970."""
    day = datetime.fromtimestamp(now, UTC).date().isoformat()
    scopes = {purse: f"{purse}:{day}" for purse in (INTERVIEWS, CHAMBER)}
    spent = {row.scope: row.micros for row in c.execute(_SPENT, {"scopes": list(scopes.values())})}
    return Waiting(
        queues=tuple(WaitingQueue(**row) for row in c.execute(_QUEUES, {"now": now}).mappings()),
        unheard_seconds=float(c.execute(_UNHEARD).scalar_one()),
        spent_micros={purse: spent.get(scope, 0) for purse, scope in scopes.items()},
    )


def migrated_to(c: Connection) -> str:
    """Return the migration that the database is at; empty where it tells none."""
    found = c.execute(sa.select(sa.column("version_num")).select_from(sa.table("alembic_version"))).scalar()
    return str(found or "")
