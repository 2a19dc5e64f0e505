"""What `raconteur doctor` finds out about the database, and about who is at work on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime

from filelock import FileLock, Timeout

from bot.config import Settings
from bot.database import check, lock, revision
from bot.telling import amount, count
from core.contracts.errors import AlreadyRunning, RaconteurError, StorageError
from core.contracts.findings import Finding, note, well, wrong
from core.store.beside import Health, health, snapshot
from core.store.beside_server import OLDEST, ahead, version
from core.store.place import Database, Server, is_there

CLOCKS_APART = 2.0
"""Seconds."""


async def examine_database(settings: Settings) -> AsyncIterator[Finding]:
    what, database = "Database", settings.storage.database
    if isinstance(database, Server) and (old := await asyncio.to_thread(_too_old, database)):
        yield wrong(what, *old)
        return
    if isinstance(database, Server) and settings.is_shared:
        yield await asyncio.to_thread(_clock_beside, database)
    if not is_there(database):
        yield well(what, "none yet; the first run makes it")
        return
    try:
        check(database)
        found = await asyncio.to_thread(_looked_at, database)
    except RaconteurError as error:
        yield wrong(what, str(error), "if that does not help, put back a copy of it")
        return
    if found.problems:
        damage = "; ".join(found.problems)
        yield wrong(what, f"{database} is damaged: {damage}", "stop Raconteur and put back a copy of the file")
        return
    spent = f", {amount(found.spent_today_micros)} spent on models today" if found.spent_today_micros else ""
    yield well(what, f"sound, at migration {revision(database)}, {count(found.sessions, 'session')}{spent}")
    for finding in _left_over(found):
        yield finding


def _too_old(server: Server) -> tuple[str, str] | None:
    """What is wrong with a server before its database is looked into, and the mend."""
    try:
        found = version(server)
    except StorageError as error:
        return str(error), "correct storage.url, and see that the server runs and lets this computer in"
    if found < OLDEST:
        return f"{server} is PostgreSQL {found}", f"let it be PostgreSQL {OLDEST} or newer"
    return None


def _clock_beside(server: Server) -> Finding:
    """How far this computer's clock is from that by which the processes of a house go."""
    what, apart = "Clock", ahead(server, time.time)
    if abs(apart) <= CLOCKS_APART:
        return well(what, "goes with the database's")
    how = f"{abs(apart):.0f} seconds {'ahead of' if apart > 0 else 'behind'} the database's, which all processes go by"
    return note(what, how, "have the clocks of all computers set by the network (`timedatectl set-ntp true`)")


def _looked_at(database: Database) -> Health:
    with snapshot(database) as c:
        return health(c, day=datetime.now(UTC).date().isoformat())


def _left_over(found: Health) -> Iterator[Finding]:
    if found.undeliverable:
        yield note(
            "Deliveries",
            f"{count(found.undeliverable, 'message')} could never be delivered",
            "`raconteur sessions` shows whose, `raconteur show ID` why; `raconteur export ID` gets the words by hand",
        )
    else:
        yield well("Deliveries", "nothing was undeliverable")
    if found.unheard:
        yield note(
            "Recordings",
            f"{count(found.unheard, 'recording')} could not be heard, and {'is' if found.unheard == 1 else 'are'} kept",
            "`raconteur rehear` lists them and says why; with an ID it has one heard again",
        )
    if found.given_up:
        yield note(
            "Background work",
            f"{count(found.given_up, 'chore')} failed too often and was given up",
            "`raconteur show ID` says which and why; no word of an interview depends on it",
        )
    else:
        yield well("Background work", "nothing was given up")


def examine_copies(settings: Settings) -> Finding:
    what, database = "Running copies", settings.storage.database
    if isinstance(database, Server):
        return _at_server(what, database)
    if not database.parent.exists():
        return well(what, "none")
    try:
        with FileLock(f"{database}.lock", timeout=0, mode=0o600):
            return well(what, "none")
    except Timeout:
        return well(what, "one is at work on this data now")
    except OSError as error:
        return wrong(what, f"{database}.lock cannot be written: {error.strerror}", "make it writable for this user")


def _at_server(what: str, server: Server) -> Finding:
    try:
        lock(server).release()
    except AlreadyRunning:
        return well(what, "one is at work on this database now")
    except RaconteurError as error:
        return wrong(what, str(error), "mend what is said of the database first")
    return well(what, "none")
