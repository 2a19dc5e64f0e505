"""The processes at work, if there are several, and those that speak for the bot; in PostgreSQL alone.

A seat and a token are held by an advisory lock of a connection, which the database lets go of when the process dies,
however it does. The row of a process that only seems to be alive (stopped, or cut off) tells when it was renewed last.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam

from core.contracts.errors import StorageError
from core.store.claims import Claim, free_dead_claims
from core.store.database_url import LOCK_SPACE
from core.store.driver import fetch_all
from core.store.schema import gateways, seats
from core.store.store import Connection

TRY = "SELECT pg_try_advisory_lock(%(space)s, hashtext(%(name)s)) AS held"
LET_GO = "SELECT pg_advisory_unlock(%(space)s, hashtext(%(name)s))"
SIT = (
    "INSERT INTO seats (seat, owner, taken_at) VALUES (%(seat)s, %(owner)s, extract(epoch FROM clock_timestamp()))"
    " ON CONFLICT (seat) DO UPDATE SET owner = excluded.owner, taken_at = excluded.taken_at"
)
RISE = "DELETE FROM seats WHERE seat = %(seat)s AND owner = %(owner)s"
HOLD = (
    "INSERT INTO gateways (name, owner, epoch, backend, renewed_at)"
    " VALUES (%(name)s, %(owner)s, 1, pg_backend_pid(), extract(epoch FROM clock_timestamp()))"
    " ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, epoch = gateways.epoch + 1,"
    " backend = excluded.backend, renewed_at = excluded.renewed_at RETURNING epoch"
)
RENEW = (
    "UPDATE gateways SET renewed_at = extract(epoch FROM clock_timestamp())"
    " WHERE name = %(name)s AND owner = %(owner)s AND epoch = %(epoch)s"
)
PUT_OUT = (
    "SELECT pg_terminate_backend(backend) FROM gateways WHERE name = %(name)s"
    " AND renewed_at < extract(epoch FROM clock_timestamp()) - %(silent)s"
    # The number may be another connection's by now: only one that holds the lock is ended.
    " AND backend IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = %(space)s"
    " AND objid = (hashtext(%(name)s)::bigint & 4294967295)::oid AND granted)"
)
"""Ends the connection of a holder that has not renewed for so many seconds, and so frees the lock."""
END_STANDING = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_locks USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND objsubid = 1"
    " AND ((classid::bigint << 32) | objid::bigint) = %(turn)s"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND wait_event = 'ClientRead' AND state_change < clock_timestamp() - make_interval(secs => %(silent)s)"
)
"""Ends the connection of one that writes, and has said nothing for so many seconds. The server itself does that only
where it has been asked for an answer to all that it was sent."""
_HELD = sa.select(gateways.c.name, gateways.c.epoch).order_by(gateways.c.name)
_SEATS = sa.select(seats.c.seat, seats.c.owner).order_by(seats.c.seat)
_EMPTY = sa.select(
    sa.func.pg_try_advisory_xact_lock(
        bindparam("space", type_=sa.Integer), sa.func.hashtext(bindparam("name", type_=sa.Text))
    )
)


class NotHeld(StorageError):
    """Another process has the token by now."""


def seat_lock(seat: str) -> str:
    return f"seat:{seat}"


def check_seat_held(c: Connection, epochs: Mapping[str, int]) -> None:
    """Refuse what a process wants to write that another has taken the place of. Raises NotHeld."""
    now = {row.name: row.epoch for row in fetch_all(c, _HELD, {})}
    for name, epoch in epochs.items():
        if now.get(name) != epoch:
            raise NotHeld(f"Another process speaks for the bot on {name} by now.")


def clear_empty_seats(c: Connection, claim: Claim) -> list[str]:
    """Free the work of processes that died or began again, perhaps in another seat; return the empty seats."""
    cleared, at_work = [], [claim.owner]
    rows: list[Any] = fetch_all(c, _SEATS, {})
    for row in rows:
        if (
            row.owner == claim.owner
            or not c.execute(_EMPTY, {"space": LOCK_SPACE, "name": seat_lock(row.seat)}).scalar_one()
        ):
            at_work.append(row.owner)
            continue
        c.execute(seats.delete().where(seats.c.seat == row.seat, seats.c.owner == row.owner))
        cleared.append(row.seat)
    free_dead_claims(c, at_work)
    return cleared
