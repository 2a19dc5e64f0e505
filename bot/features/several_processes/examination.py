"""The doctor's look at this computer's clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from core.contracts.errors import StorageError
from core.contracts.findings import Finding, finding_note, finding_ok
from core.store.database_url import Database, Server
from core.store.direct_server import connect_to_server

CLOCKS_APART = 2.0
"""Seconds."""


def examine_clock(database: Database) -> Iterator[Finding]:
    """Compare this computer's clock with the database's. Where the database is away, another check says so."""
    if not isinstance(database, Server):
        return
    what = "Clock"
    try:
        apart = clock_offset(database, time.time)
    except StorageError:
        return
    if abs(apart) <= CLOCKS_APART:
        yield finding_ok(what, "goes with the database's")
        return
    how = f"{abs(apart):.0f} seconds {'ahead of' if apart > 0 else 'behind'} the database's, which all processes go by"
    yield finding_note(what, how, "have the clocks of all computers set by the network (`timedatectl set-ntp true`)")


def clock_offset(server: Server, now: Callable[[], float]) -> float:
    """Return the seconds by which a clock is ahead of the server's, or behind if negative. Raises StorageError."""
    with connect_to_server(server) as connection:
        began = now()
        told: float = connection.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()[0]
        return (began + now()) / 2 - told
