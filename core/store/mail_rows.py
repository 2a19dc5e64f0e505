"""The mailbox: items that have come for a person and are not handled."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address, Incoming
from core.store.codec import dump_incoming, load_incoming
from core.store.driver import execute, fetch_one, insert_new
from core.store.schema import mailbox

_PUT = insert_new(mailbox, "event_id")
_NEWEST = sa.select(sa.func.max(mailbox.c.id).label("newest")).where(
    mailbox.c.person_id == bindparam("person"), mailbox.c.done_at.is_(None)
)
_IS_KNOWN = sa.select(mailbox.c.id).where(mailbox.c.event_id == bindparam("event"))


def is_known_mail(c: Connection, event_id: str) -> bool:
    """Return whether an event has come before."""
    return fetch_one(c, _IS_KNOWN, {"event": event_id}) is not None


def put_mail(c: Connection, incoming: Incoming, *, person_id: str, now: float, ready: bool = True) -> bool:
    """Put an event behind everything else that waits for a person; False for a known one, which changes nothing."""
    values = {
        "event_id": incoming.event_id,
        "person_id": person_id,
        "payload": dump_incoming(incoming),
        "arrived_at": now,
        "ready": ready,
        "done_at": None,
    }
    return execute(c, _PUT, values) == 1


def where_written(c: Connection, person_id: str, refs: Collection[str]) -> dict[str, Address]:
    """Return the chats of messages by their platforms' ids, as far as they are still here."""
    if not refs:
        return {}
    came = map(load_incoming, c.execute(sa.select(mailbox.c.payload).where(mailbox.c.person_id == person_id)).scalars())
    return {incoming.ref: incoming.address for incoming in came if incoming.ref in refs}


def newest_mail(c: Connection, person_id: str) -> int:
    """Return the id of the newest item that waits for a person; 0 when none does."""
    return fetch_one(c, _NEWEST, {"person": person_id}).newest or 0
