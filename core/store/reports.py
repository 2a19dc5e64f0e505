"""The operator's reports and imports, while the engine may be at work in another process."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection

from core.contracts.errors import NotFound, StorageError
from core.contracts.messages import Address
from core.contracts.script import ScriptSet
from core.contracts.session import Entry, Person, Record, Role, Session, Status
from core.store.call_rows import FAILED
from core.store.database_url import Database, Server
from core.store.direct_server import NO_DRIVER
from core.store.erasing import chats_of
from core.store.mailbox_rows import LINES, script_set
from core.store.recording_rows import UNHEARD
from core.store.records import put_record
from core.store.rows import entries_of, from_row, person_of, session_of, to_datetime
from core.store.schema import addresses, calls, chores, entries, occurrences, outbox, persons, recordings, sessions
from core.store.store import Result, Unit, sqlite_engine

_SUGGESTED = 5
"""The most ids that are named when a beginning fits several."""


_DATABASE = (sa.exc.DBAPIError, sqlite3.Error)
"""What SQLite says; the second of statements that go to the driver itself."""


def _cause(error: Exception) -> object:
    """Return SQLite's own words."""
    return error.orig if isinstance(error, sa.exc.DBAPIError) else error


def read_snapshot(database: Database, unit: Unit[Result]) -> Result:
    """Run a unit that only reads, on a snapshot of a database that is there. Blocks. Raises StorageError."""
    if isinstance(database, Server):
        return _on_server(database, unit, writing=False)
    engine = sa.create_engine(URL.create("sqlite", database=str(database)), **_BESIDE)
    try:
        with closing(engine.connect()) as connection:
            return _snapshot(connection, unit)
    except _DATABASE as error:
        raise StorageError(f"{database} cannot be read: {_cause(error)}.") from error
    finally:
        engine.dispose()


async def read_while_running(database: Database, unit: Unit[Result]) -> Result:
    """Run a unit as `read_snapshot` does, in a program that goes on: a long report keeps nobody waiting."""
    if isinstance(database, Server):
        return await asyncio.to_thread(_on_server, database, unit, writing=False)
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(URL.create("sqlite+aiosqlite", database=str(database)), **_BESIDE)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(lambda c: _snapshot(c, unit))
    except _DATABASE as error:
        raise StorageError(f"{database} cannot be read: {_cause(error)}.") from error
    finally:
        # The driver's thread would keep the process from ending.
        await engine.dispose()


# Without our pragmas: whoever only looks changes nothing about the file.
_BESIDE: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "poolclass": sa.NullPool, "hide_parameters": True}


def _snapshot(connection: Connection, unit: Unit[Result]) -> Result:
    for statement in ("PRAGMA busy_timeout=10000", "PRAGMA query_only=ON", "BEGIN"):
        connection.exec_driver_sql(statement)
    try:
        return unit(connection)
    finally:
        connection.exec_driver_sql("ROLLBACK")


def write_direct(database: Database, unit: Unit[Result]) -> Result:
    """Run a unit in one transaction, as soon as a running engine lets it in. Blocks. Raises StorageError."""
    if isinstance(database, Server):
        return _on_server(database, unit, writing=True)
    engine = sqlite_engine(str(database))
    try:
        with closing(engine.connect()) as connection, connection.begin():
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            return unit(connection)
    except _DATABASE as error:
        raise StorageError(f"{database} cannot be written: {_cause(error)}.") from error
    finally:
        engine.dispose()


def _on_server(server: Server, unit: Unit[Result], *, writing: bool) -> Result:
    try:
        from core.store.postgres import run_direct
    except ImportError:
        raise StorageError(NO_DRIVER) from None
    return run_direct(server, unit, writing=writing)


# --- sessions -----------------------------------------------------------------------------------------------------


def session_id(c: Connection, beginning: str) -> str:
    """Return the id that begins like this. Raises NotFound when there is none, or more than one."""
    ids = sa.select(sessions.c.id).order_by(sessions.c.touched_at.desc())
    exact: str | None = c.execute(ids.where(sessions.c.id == beginning)).scalar()
    if exact is not None:
        return exact
    fitting = sessions.c.id.startswith(beginning, autoescape=True)
    found: list[str] = list(c.execute(ids.where(fitting).limit(_SUGGESTED + 1)).scalars())
    if not found:
        raise NotFound(f"There is no session {beginning!r}; `raconteur sessions` lists them.")
    if len(found) > 1:
        named = ", ".join(found[:_SUGGESTED]) + (", ..." if len(found) > _SUGGESTED else "")
        raise NotFound(f"Several sessions begin with {beginning!r}: {named}; type more of the one you mean.")
    return found[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingChore:
    name: str
    due_at: float
    attempts: int
    given_up: bool
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSum:
    purpose: str
    count: int
    failures: int
    cost_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Undelivered:
    """A message that the platform never took."""

    at: float
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unheard:
    """A recording that could not be heard."""

    id: int
    session_id: str | None
    """Of the question that it answers; None where none was open."""
    person: str
    """Their name, else their id."""
    at: float
    seconds: float | None
    """Its length as it was declared."""
    trouble: str
    here: bool
    """True where its file is here; else it is fetched once more."""
    due_at: float | None
    """The moment at which it is tried again automatically, if it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSurroundings:
    """The events around a session."""

    chores: tuple[WaitingChore, ...]
    calls: tuple[CallSum, ...]
    occurrences: dict[str, int]
    undelivered: tuple[Undelivered, ...]
    unheard: tuple[Unheard, ...] = ()
    chats: tuple[Address, ...] = ()
    """All those of its person."""


def session_background(c: Connection, session: str) -> SessionSurroundings:
    """Return chores, model calls, counted occurrences and undelivered messages of a session."""
    waiting = c.execute(chores.select().where(chores.c.session_id == session).order_by(chores.c.due_at))
    sums = c.execute(
        sa.select(
            calls.c.purpose,
            sa.func.count().label("number"),
            FAILED.label("failures"),
            sa.func.sum(calls.c.cost_micros).label("cost"),
        )
        .where(calls.c.session_id == session)
        .group_by(calls.c.purpose)
        .order_by(calls.c.purpose)
    )
    counted = c.execute(
        sa.select(occurrences.c.name, sa.func.count().label("number"))
        .where(occurrences.c.session_id == session)
        .group_by(occurrences.c.name)
        .order_by(occurrences.c.name)
    )
    dead = c.execute(
        sa.select(outbox.c.dead_at, outbox.c.error)
        .where(outbox.c.session_id == session, outbox.c.dead_at.is_not(None))
        .order_by(outbox.c.id)
    )
    return SessionSurroundings(
        chores=tuple(
            from_row(WaitingChore, row, given_up=row.dead_at is not None, error=row.error or "") for row in waiting
        ),
        calls=tuple(
            CallSum(purpose=row.purpose, count=row.number, failures=row.failures, cost_micros=row.cost) for row in sums
        ),
        occurrences={row.name: row.number for row in counted},
        undelivered=tuple(Undelivered(at=row.dead_at, error=row.error or "") for row in dead),
        unheard=unheard_recordings(c, session),
        chats=chats_of(c, c.execute(sa.select(sessions.c.person_id).where(sessions.c.id == session)).scalar() or ""),
    )


def unheard_recordings(c: Connection, session: str | None = None) -> tuple[Unheard, ...]:
    """Return recordings that could not be heard, the oldest first: of a session, or all that there are."""
    query = (
        sa.select(recordings, persons.c.name.label("called"))
        .join(persons, persons.c.id == recordings.c.person_id)
        .where(recordings.c.state == UNHEARD)
        .order_by(recordings.c.id)
    )
    rows = c.execute(query if session is None else query.where(recordings.c.session_id == session))
    return tuple(
        from_row(Unheard, row, person=row.called or row.person_id, at=row.created_at, here=bool(row.audio))
        for row in rows
    )


def newest_at(c: Connection, address: Address) -> tuple[Entry, ...]:
    """Return the entries of the session that its person touched last, wherever that was."""
    newest = (
        sa.select(sessions.c.id)
        .join(addresses, addresses.c.person_id == sessions.c.person_id)
        .where(addresses.c.platform == address.platform, addresses.c.chat == address.chat)
        .order_by(sessions.c.touched_at.desc())
        .limit(1)
        .scalar_subquery()
    )
    return entries_of(c.execute(LINES.where(entries.c.session_id == newest)))


# --- importing ----------------------------------------------------------------------------------------------------


def scripts_for_import(c: Connection, whole: Record, script: ScriptSet, shipped: Iterable[ScriptSet] = ()) -> ScriptSet:
    """Return the scripts of an imported interview: the set that it was bound to, if that is `shipped` or known here.

    Else `script`, which came with it and may have its language alone.
    """
    origin = whole.session.script_digest
    known = next((scripts for scripts in shipped if scripts.digest == origin), None) or script_set(c, origin)
    return known if known is not None and known.digest == origin else script


def import_session(c: Connection, whole: Record, script: ScriptSet, *, now: float) -> tuple[Session, Person]:
    """Write an imported session, and return it with its person as they are here. Raises BadImport.

    The person known here at its address becomes its person: else they could not go on with it. An interview that was
    under way waits to be resumed, so that it does not push itself into one that is under way here. Nothing of what was
    due elsewhere is due here: nobody was warned, and a pause begins now.
    """
    session, person = whole.session, whole.person
    where = {"platform": session.address.platform, "chat": session.address.chat}
    owner = c.execute(sa.select(addresses.c.person_id).filter_by(**where)).scalar() or person.id
    row = c.execute(persons.select().where(persons.c.id == owner)).first()
    if row is not None:
        person = person_of(row)
    status = Status.PAUSED if session.status is Status.ACTIVE else session.status
    paused_at = to_datetime(now) if status is Status.PAUSED else None
    timing = session.timing.model_copy(update={"paused_at": paused_at, "warned_at": None, "gone": False})
    session = session.model_copy(update={"person_id": person.id, "status": status, "timing": timing})
    # An answer stays in the chat where it was given if that is one of its person here.
    theirs, here = chats_of(c, owner), {"address": session.address}
    lines = tuple(
        entry if entry.role is not Role.PERSON or entry.address in theirs else entry.model_copy(update=here)
        for entry in whole.entries
    )
    put_record(c, whole.model_copy(update={"session": session, "person": person, "entries": lines}), script)
    c.execute(sessions.update().where(sessions.c.id == session.id).values(due_at=now))
    return session, person


@dataclass(frozen=True, slots=True, kw_only=True)
class Interviewee:
    """Somebody with the interview that they touched last."""

    name: str
    """Their name as they want it, else the first name that the platform shows; may be empty."""
    session: Session


def recent_interviewees(c: Connection, *, limit: int) -> tuple[Interviewee, ...]:
    """Return the people who did something last, the most recent first, without those who have no interview."""
    later = sessions.alias()
    newer = later.c.touched_at > sessions.c.touched_at
    newest = ~sa.exists().where(
        later.c.person_id == sessions.c.person_id,
        newer | ((later.c.touched_at == sessions.c.touched_at) & (later.c.id > sessions.c.id)),
    )
    rows = c.execute(
        sa.select(sessions, persons.c.name, addresses.c.sender_name)
        .join(persons, persons.c.id == sessions.c.person_id)
        .outerjoin(addresses, (addresses.c.platform == sessions.c.platform) & (addresses.c.chat == sessions.c.chat))
        .where(newest)
        .order_by(sessions.c.touched_at.desc(), sessions.c.id.desc())
        .limit(limit)
    )
    return tuple(Interviewee(name=row.name or row.sender_name or "", session=session_of(row)) for row in rows)
