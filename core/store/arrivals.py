"""Arriving: a platform's event becomes an item in the mailbox of its person."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from core.messages import Address, Gone, Incoming
from core.store.codec import dump_incoming
from core.store.driver import execute, fetch_one
from core.store.schema import addresses, mailbox, persons

_OWNER = sa.select(addresses.c.person_id, addresses.c.unreachable_at).where(
    addresses.c.platform == bindparam("platform"), addresses.c.chat == bindparam("chat")
)
_REACHABLE = (
    addresses.update()
    .where(addresses.c.platform == bindparam("p"), addresses.c.chat == bindparam("c"))
    .values(unreachable_at=bindparam("at"))
)
_PUT_SQLITE = sqlite.insert(mailbox).on_conflict_do_nothing(index_elements=["event_id"])
_PUT_POSTGRESQL = postgresql.insert(mailbox).on_conflict_do_nothing(index_elements=["event_id"])


def accept(c: Connection, incoming: Incoming, *, person_id: str, language: str, now: float) -> str:
    """Keep an event; the id of the person whose mailbox it is in now.

    `person_id` and `language` are for a person who writes for the first time. An event that is known changes nothing.
    """
    where = {"platform": incoming.address.platform, "chat": incoming.address.chat}
    row = fetch_one(c, _OWNER, where)
    if row is None:
        _introduce(c, incoming, person_id=person_id, language=language, now=now)
    owner: str = person_id if row is None else row.person_id
    put = _PUT_SQLITE if c.dialect.name == "sqlite" else _PUT_POSTGRESQL
    values = {
        "event_id": incoming.event_id,
        "person_id": owner,
        "payload": dump_incoming(incoming),
        "arrived_at": now,
        "ready": True,
        "done_at": None,
    }
    is_new = execute(c, put, values) == 1
    if is_new and row is not None and row.unreachable_at is not None and not isinstance(incoming.content, Gone):
        set_reachable(c, incoming.address, unreachable_at=None)
    return owner


def set_reachable(c: Connection, address: Address, *, unreachable_at: float | None) -> None:
    execute(c, _REACHABLE, {"p": address.platform, "c": address.chat, "at": unreachable_at})


def _introduce(c: Connection, incoming: Incoming, *, person_id: str, language: str, now: float) -> None:
    c.execute(
        persons.insert(),
        {"id": person_id, "name": "", "language": language, "stage": "new", "created_at": now},
    )
    c.execute(
        addresses.insert(),
        {
            "platform": incoming.address.platform,
            "chat": incoming.address.chat,
            "person_id": person_id,
            "sender_name": incoming.sender.name,
            "unreachable_at": None,
        },
    )
