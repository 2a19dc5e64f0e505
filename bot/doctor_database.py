"""The doctor's checks of the database, and of who is at work on it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime

from filelock import FileLock, Timeout

from bot.config import Settings
from bot.database import check_database, database_revision, lock_database
from bot.formatting import format_amount, pluralize
from core.contracts.errors import AlreadyRunning, RaconteurError, StorageError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.store.database_url import Database, Server, database_exists
from core.store.direct import Health, database_health, open_snapshot
from core.store.direct_server import OLDEST, server_version


async def examine_database(settings: Settings) -> AsyncIterator[Finding]:
    what, database = "Database", settings.storage.database
    if isinstance(database, Server) and (old := await asyncio.to_thread(_too_old, database)):
        yield finding_wrong(what, *old)
        return
    if not database_exists(database):
        yield finding_ok(what, "none yet; the first run makes it")
        return
    try:
        check_database(database)
        found = await asyncio.to_thread(_looked_at, database)
    except RaconteurError as error:
        yield finding_wrong(what, str(error), "if that does not help, put back a copy of it")
        return
    if found.problems:
        damage = "; ".join(found.problems)
        yield finding_wrong(what, f"{database} is damaged: {damage}", "stop Raconteur and put back a copy of the file")
        return
    spent = f", {format_amount(found.spent_today_micros)} spent on models today" if found.spent_today_micros else ""
    yield finding_ok(
        what, f"sound, at migration {database_revision(database)}, {pluralize(found.sessions, 'session')}{spent}"
    )
    if found.undeliverable:
        yield finding_note(
            "Deliveries",
            f"{pluralize(found.undeliverable, 'message')} could never be delivered",
            "`raconteur sessions` shows whose, `raconteur show ID` why; `raconteur export ID` gets the words by hand",
        )
    else:
        yield finding_ok("Deliveries", "everything could be delivered")
    if found.unheard:
        yield finding_note(
            "Recordings",
            f"{pluralize(found.unheard, 'recording')} could not be turned into text,"
            f" and {'is' if found.unheard == 1 else 'are'} kept",
            "`raconteur rehear` lists them and says why; with an ID it tries one again",
        )
    if found.given_up:
        yield finding_note(
            "Background work",
            f"{pluralize(found.given_up, 'chore')} failed too often and was given up",
            "`raconteur show ID` says which and why; no word of an interview depends on it",
        )
    else:
        yield finding_ok("Background work", "no jobs were abandoned")


def _too_old(server: Server) -> tuple[str, str] | None:
    """Return what is wrong with the server itself, and how to mend it; None if nothing is."""
    try:
        found = server_version(server)
    except StorageError as error:
        return str(error), "correct storage.url, and see that the server runs and lets this computer in"
    if found < OLDEST:
        return f"{server} is PostgreSQL {found}", f"let it be PostgreSQL {OLDEST} or newer"
    return None


def _looked_at(database: Database) -> Health:
    with open_snapshot(database) as c:
        return database_health(c, day=datetime.now(UTC).date().isoformat())


def examine_copies(settings: Settings) -> Finding:
    what, database = "Running copies", settings.storage.database
    if isinstance(database, Server):
        try:
            lock_database(database).release()
        except AlreadyRunning:
            return finding_ok(what, "one is at work on this database now")
        except RaconteurError as error:
            return finding_wrong(what, str(error), "fix the database problem first")
        return finding_ok(what, "none")
    if not database.parent.exists():
        return finding_ok(what, "none")
    try:
        with FileLock(f"{database}.lock", timeout=0, mode=0o600):
            return finding_ok(what, "none")
    except Timeout:
        return finding_ok(what, "one is at work on this data now")
    except OSError as error:
        return finding_wrong(
            what, f"{database}.lock cannot be written: {error.strerror}", "make it writable for this user"
        )
