"""The words of an interviewer that talks with one person alone, read from its outbox.

For interviews that a program holds, each in a database of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Saying
from core.contracts.session import Status
from core.store.driver import fetch_all, fetch_one
from core.store.outbox import saying_of
from core.store.rows import to_datetime
from core.store.schema import documents, mailbox, outbox, sessions

_SPOKEN = (
    sa.select(outbox.c.id, outbox.c.payload, documents.c.name, documents.c.media_type, documents.c.body)
    .outerjoin(documents, documents.c.id == outbox.c.document_id)
    .where(outbox.c.id > bindparam("after"))
    .order_by(outbox.c.id)
)
_NEWEST = sa.select(sa.func.max(outbox.c.id).label("newest"))
_ARRIVED = sa.select(mailbox.c.arrived_at).where(mailbox.c.event_id == bindparam("event"))
_DECIDED_BEFORE = sa.select(sa.func.max(outbox.c.id).label("newest")).where(outbox.c.created_at < bindparam("at"))
_MOMENTS = sa.select(
    sa.func.max(mailbox.c.arrived_at).label("heard"),
    sa.select(sa.func.max(outbox.c.created_at)).scalar_subquery().label("decided"),
    sa.select(sa.func.max(outbox.c.sent_at)).scalar_subquery().label("sent"),
)
_STATUS = sa.select(sessions.c.status).order_by(sessions.c.created_at.desc(), sessions.c.id).limit(1)


@dataclass(frozen=True, slots=True)
class SpokenRow:
    row: int
    """They rise in the order in which things were said."""
    saying: Saying


def spoken_after(c: Connection, row: int) -> tuple[SpokenRow, ...]:
    """Return everything that was decided behind a row, 0 for all."""
    return tuple(SpokenRow(found.id, saying_of(found)) for found in fetch_all(c, _SPOKEN, {"after": row}))


def newest_spoken(c: Connection) -> int:
    """Return the last row; 0 where nothing was said."""
    return int(fetch_one(c, _NEWEST, {}).newest or 0)


def spoken_before(c: Connection, event_id: str) -> int | None:
    """Return the last row decided before an event arrived, 0 for none; None where no such event has arrived."""
    arrived = fetch_one(c, _ARRIVED, {"event": event_id})
    if arrived is None:
        return None
    return int(fetch_one(c, _DECIDED_BEFORE, {"at": arrived.arrived_at}).newest or 0)


def newest_moment(c: Connection) -> datetime | None:
    """Return the moment of the last event that is written down here; None in an empty database."""
    found = fetch_one(c, _MOMENTS, {})
    times = [at for at in (found.heard, found.decided, found.sent) if at is not None]
    return to_datetime(max(times)) if times else None


def newest_status(c: Connection) -> Status | None:
    """Return the status of the interview that was begun last; None where none was."""
    found = fetch_one(c, _STATUS, {})
    return None if found is None else Status(found.status)
