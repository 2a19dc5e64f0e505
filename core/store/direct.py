"""Reading a database, and its health, with the drivers themselves: a list cannot wait for SQLAlchemy to load.

Work that needs more of the store than a few statements goes through `core.store.reports`.
"""

from __future__ import annotations

import sqlite3
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from core.contracts.errors import StorageError
from core.store.database_url import Database, Server

_PATIENCE = 10.0
"""Seconds to wait for whoever holds the file."""
UNFINISHED = "moving"
"""The migration of a database into which another one is being moved (`core.store.storage_migration`)."""
_named: Any = namedtuple  # mypy wants the names of the columns written out


class Snapshot(Protocol):
    """A database at one moment, for reading only; columns of rows are attributes."""

    def execute(self, statement: str, values: Any = (), /) -> Any:
        """Return the rows that a statement finds; `values` by name, as `:name` in the statement."""


@contextmanager
def open_snapshot(database: Database) -> Iterator[Snapshot]:
    """Open the database as it is now, if it is there. Raises StorageError."""
    if isinstance(database, Server):
        from core.store.direct_server import server_snapshot

        with server_snapshot(database) as found:
            yield found
        return
    where = f"{database.resolve().as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(where, uri=True, timeout=_PATIENCE, isolation_level=None)) as connection:
            connection.row_factory = _row
            connection.execute("PRAGMA query_only=ON")
            connection.execute("BEGIN")
            yield connection
    except sqlite3.Error as error:
        raise StorageError(f"{database} cannot be read: {error}.") from error


def _row(cursor: sqlite3.Cursor, values: tuple[Any, ...]) -> Any:
    return _row_type(tuple(column[0] for column in cursor.description))._make(values)


@cache
def _row_type(columns: tuple[str, ...]) -> Any:
    return _named("Row", columns, rename=True)


def is_on_server(c: Snapshot) -> bool:
    return not isinstance(c, sqlite3.Connection)


def migration_of(database: Database) -> str | None:
    """Return the migration that the database is at; None for an empty one. Raises StorageError."""
    with open_snapshot(database) as c:
        tables = "pg_tables WHERE tablename" if is_on_server(c) else "sqlite_master WHERE name"
        if c.execute(f"SELECT 1 FROM {tables} = 'alembic_version'").fetchone() is None:  # noqa: S608 - ours
            return None
        found = c.execute("SELECT version_num FROM alembic_version").fetchone()
        return None if found is None else str(found.version_num)


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    problems: tuple[str, ...]
    """Faults that SQLite finds in the file; none when it is sound. A server looks after its own."""
    sessions: int
    undeliverable: int
    given_up: int
    """Chores that failed for good."""
    unheard: int
    """Recordings that could not be heard."""
    spent_today_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedAway:
    """Somebody whose messages were not taken in."""

    person: str
    """`platform:id`."""
    messages: int


def people_over_limits(c: Snapshot, *, day: str) -> tuple[TurnedAway, ...]:
    """Return the people who brought more on a day than one person may, those with most messages first."""
    rows = c.execute(
        "SELECT platform, chat, sender_id, refused FROM usage JOIN addresses USING (person_id)"
        " WHERE day = :day AND refused > 0 ORDER BY refused DESC, platform, chat",
        {"day": day},
    )
    return tuple(TurnedAway(person=f"{r.platform}:{r.sender_id or r.chat}", messages=r.refused) for r in rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class LetIn:
    """Who was let in or kept out in addition to the configuration."""

    allowed: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    invitations: int = 0
    """Those that are still open."""


def people_let_in(c: Snapshot, *, now: float) -> LetIn:
    """Return who was let in, as `platform:id`, and how many invitations are open."""
    rulings = c.execute("SELECT who, allowed FROM access").fetchall()
    is_open = "uses_left > 0 AND (expires_at IS NULL OR expires_at > :now)"
    opened = c.execute(f"SELECT count(*) AS number FROM invites WHERE {is_open}", {"now": now}).fetchone()  # noqa: S608 - ours
    return LetIn(
        allowed=frozenset(row.who for row in rulings if row.allowed),
        denied=frozenset(row.who for row in rulings if not row.allowed),
        invitations=int(opened.number),
    )


HOUSE = "house"
"""In `tallies`: the number by which a database is known again."""


def known_installation_number(c: Snapshot) -> int | None:
    """Return the number by which the database is known again, if it has one already."""
    found = c.execute("SELECT number FROM tallies WHERE name = 'house'").fetchone()
    return None if found is None else int(found.number)


def database_health(c: Snapshot, *, day: str) -> Health:
    """Return the state of the database; `day` is today in UTC, as in 2026-03-12."""

    def number(rows: str) -> int:
        return int(c.execute(f"SELECT count(*) AS number FROM {rows}").fetchone().number)  # noqa: S608 - ours

    found = () if is_on_server(c) else (str(row[0]) for row in c.execute("PRAGMA quick_check(5)"))
    scopes = {"interviews": f"day:{day}", "chamber": f"chamber:{day}"}
    both = "spending WHERE scope IN (:interviews, :chamber)"
    [spent] = c.execute(f"SELECT coalesce(sum(micros), 0) AS micros FROM {both}", scopes)  # noqa: S608 - ours
    return Health(
        problems=tuple(" ".join(problem.split()) for problem in found if problem != "ok"),
        sessions=number("sessions"),
        undeliverable=number("outbox WHERE dead_at IS NOT NULL"),
        given_up=number("chores WHERE dead_at IS NOT NULL"),
        unheard=number("recordings WHERE state = 'unheard'"),
        spent_today_micros=int(spent.micros),
    )
