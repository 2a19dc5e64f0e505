"""Moving everything from one database into another: table by table, in the order of keys, and compared at the end.

How far it got is kept in the target with each batch of rows, so that a move that was cut short goes on there. Until it
is finished the target's migration is `UNFINISHED`, with which no Raconteur starts. The source is only read.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy import Column, MetaData, Table, Text
from sqlalchemy.engine import Connection, Engine

from core.contracts.errors import ConfigurationError, StorageError
from core.store import direct
from core.store.copies import read_only_engine
from core.store.database_url import LOCK_SPACE, Database, Server
from core.store.direct import UNFINISHED
from core.store.direct_server import driver_message
from core.store.opening import engine_of
from core.store.schema import metadata

BATCH = 500
"""Rows in one transaction."""
FILES = 8
"""The same of tables whose rows hold whole files."""
MOVING, COMPARING = "Moving", "Comparing"

Progress = Callable[[str, int, int], None]
"""Called with the one of the two, the number of rows done, and of all rows. An exception of it ends the move."""
_Row = dict[str, Any]

# Is in the target alone, until the move is finished.
_progress = Table(
    "moving",
    MetaData(),
    # Of a table, or empty.
    Column("name", Text, primary_key=True),
    # The key of the last row that is here, as JSON; under the empty name where the rows come from.
    Column("mark", Text, nullable=False),
)
_HELD = (
    "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
    " WHERE locktype = 'advisory' AND classid = :space AND objsubid = 2 AND datname = current_database()"
)


@dataclass(slots=True, kw_only=True)
class Moved:
    rows: int = 0
    tables: int = 0
    without_nul: Counter[str] = field(default_factory=Counter)
    """Texts of which the character NUL was left out, by `table.column`."""


def move_database(
    source: Database,
    target: Database,
    to: str,
    *,
    progress: Progress,
    anew: bool = False,
    at_last: Callable[[], None] = lambda: None,
) -> Moved:
    """Move everything; the caller holds the locks of both, and the source and an empty target are at revision `to`.

    `anew`: delete first what an unfinished move has left in the target. `at_last`: called before the move is finished.
    Blocks. Raises ConfigurationError for mistakes that the operator can mend, and StorageError; rows that have arrived
    by then stay.
    """
    try:
        with _reading(source) as s, _connected(engine_of(target)) as t:
            _begin(t, source, target, anew=anew)
            total = sum(_count(s, table) for table in metadata.sorted_tables)
            _copy_all(s, t, lambda done: progress(MOVING, done, total))
            moved = _compared(s, t, lambda done: progress(COMPARING, done, 2 * total))
            at_last()
            with _writing(t):
                for table in metadata.sorted_tables:
                    if table.dialect_kwargs.get("sqlite_autoincrement"):
                        _go_on_counting(s, t, table)
                _progress.drop(t)
                _put_revision(t, to)
            return moved
    except sa.exc.DBAPIError as error:
        # SQLite quotes a text that it cannot read.
        what = driver_message(error.orig or error).partition(" with text")[0]
        raise StorageError(f"The move has stopped: {what}. Run the same command again to continue.") from error


def is_in_use(database: Database) -> bool:
    """Return whether one process of several is at work on it; a single one holds the lock. Raises StorageError."""
    if not isinstance(database, Server):
        return False
    try:
        with _connected(engine_of(database)) as c, c.begin():
            return bool(c.execute(sa.text(_HELD), {"space": LOCK_SPACE}).scalar_one())
    except sa.exc.DBAPIError as error:
        raise StorageError(f"{database} cannot be used: {driver_message(error.orig or error)}.") from error


# --- the two ends -------------------------------------------------------------------------------------------------


@contextmanager
def _connected(engine: Engine) -> Iterator[Connection]:
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _reading(database: Database) -> Iterator[Connection]:
    """Open the database at one moment; nothing can be written to it."""
    if not isinstance(database, Server):
        with _connected(read_only_engine(database)) as c, c.begin():
            c.exec_driver_sql("BEGIN")
            yield c
        return
    snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with _connected(engine_of(database).execution_options(**snapshot)) as c, c.begin():
        # It waits while the other side writes, however long that takes.
        c.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield c


@contextmanager
def _writing(c: Connection) -> Iterator[None]:
    with c.begin():
        if c.dialect.name == "sqlite":
            c.exec_driver_sql("BEGIN IMMEDIATE")
        yield


def _begin(t: Connection, source: Database, target: Database, *, anew: bool) -> None:
    """Make sure that nothing is in the target but what came from this source. Raises ConfigurationError."""
    if isinstance(source, Server):
        parts = urlsplit(source.url)
        name = f"{parts.netloc.rpartition('@')[2]}{parts.path}?{parts.query}"
    else:
        name = str(source.resolve())
    # By its digest it is known again; whoever reads that learns nothing.
    origin = hashlib.sha256(name.encode()).hexdigest()
    with _writing(t):
        if direct.migration_of(target) == UNFINISHED:
            begun = t.execute(sa.select(_progress.c.mark).where(_progress.c.name == "")).scalar_one()
            if anew:
                for table in (_progress, *reversed(metadata.sorted_tables)):
                    t.execute(table.delete())
            elif begun != origin:
                raise ConfigurationError(
                    f"{target} holds an unfinished move from somewhere else; go on with that one, or --anew deletes "
                    "what it has brought."
                )
            else:
                return
        elif (full := next((each.name for each in metadata.sorted_tables if _count(t, each)), None)) is not None:
            raise ConfigurationError(f"{target} is not empty (there are {full}); move to one that is.")
        else:
            _progress.create(t)
        t.execute(_progress.insert(), {"name": "", "mark": origin})
        _put_revision(t, UNFINISHED)


def _put_revision(t: Connection, revision: str) -> None:
    t.execute(sa.text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


def _count(c: Connection, table: Table) -> int:
    return int(c.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


# --- rows ---------------------------------------------------------------------------------------------------------


def _batches(c: Connection, table: Table, after: Sequence[Any] | None = None) -> Iterator[list[_Row]]:
    """Yield all rows behind a key, in the order of keys as this database has it."""
    key = tuple(table.primary_key)
    most = FILES if any(isinstance(column.type, sa.LargeBinary) for column in table.c) else BATCH
    statement = sa.select(table).order_by(*key).limit(most)
    while True:
        behind = statement if after is None else statement.where(sa.tuple_(*key) > tuple(after))
        rows = [dict(row) for row in c.execute(behind).mappings()]
        if not rows:
            return
        yield rows
        after = [rows[-1][column.name] for column in key]


def _copy_all(s: Connection, t: Connection, seen_to: Callable[[int], None]) -> None:
    done = 0
    for table in metadata.sorted_tables:
        mark = t.execute(sa.select(_progress.c.mark).where(_progress.c.name == table.name)).scalar()
        done += _count(t, table)
        t.rollback()
        seen_to(done)
        for rows in _batches(s, table, None if mark is None else json.loads(mark)):
            with _writing(t):
                t.execute(table.insert(), [_as_kept(t, table, row) for row in rows])
                t.execute(_progress.delete().where(_progress.c.name == table.name))
                key = json.dumps([rows[-1][column.name] for column in table.primary_key])
                t.execute(_progress.insert(), {"name": table.name, "mark": key})
                done += len(rows)
                seen_to(done)


def _as_kept(t: Connection, table: Table, row: _Row, without_nul: Counter[str] | None = None) -> _Row:
    """Return a row as the target can keep it: PostgreSQL keeps the character NUL in no text."""
    if t.dialect.name == "sqlite":
        return row
    values = dict(row)
    for name, value in values.items():
        if isinstance(value, str) and "\0" in value:
            values[name] = value.replace("\0", "")
            if without_nul is not None:
                without_nul[f"{table.name}.{name}"] += 1
    return values


# --- comparing ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Sum:
    """A checksum of the rows of a table, in whatever order they come."""

    rows: int = 0
    digest: int = 0

    def add(self, table: Table, values: _Row) -> None:
        parts = [_canonical(column, values[column.name]) for column in table.c]
        whole = b"".join(len(part).to_bytes(8) + part for part in parts)
        self.rows += 1
        self.digest = (self.digest + int.from_bytes(hashlib.sha256(whole).digest())) % 2**256


def _canonical(column: Column[Any], value: Any) -> bytes:
    """Return a value in the same bytes whatever database it comes from."""
    if value is None:
        return b""
    if isinstance(value, bytes):
        return b"b" + value
    if isinstance(value, str):
        return b"t" + value.encode()
    if isinstance(column.type, sa.Double):
        return b"d" + struct.pack(">d", value + 0.0)  # there is no -0.0 in SQLite
    return b"n%d" % value


def _compared(s: Connection, t: Connection, seen_to: Callable[[int], None]) -> Moved:
    """Compare every table on both sides. Raises StorageError unless both hold the same."""
    moved, different, done = Moved(tables=len(metadata.sorted_tables)), [], 0
    for table in metadata.sorted_tables:
        sent, arrived = _Sum(), _Sum()
        for rows in _batches(s, table):
            for row in rows:
                sent.add(table, _as_kept(t, table, row, moved.without_nul))
            done += len(rows)
            seen_to(done)
        for rows in _batches(t, table):
            for row in rows:
                arrived.add(table, row)
            done += len(rows)
            seen_to(done)
        t.rollback()
        moved.rows += arrived.rows
        if sent != arrived:
            different.append(f"{table.name} ({sent.rows} sent, {arrived.rows} arrived)")
    if different:
        raise StorageError(
            f"What has arrived is not what is in the source: {', '.join(different)}. It was written to meanwhile; the "
            "same command with --anew begins from the beginning."
        )
    return moved


# --- numbers ------------------------------------------------------------------------------------------------------


def _sequence(c: Connection, table: Table) -> str:
    name: str = c.exec_driver_sql("SELECT pg_get_serial_sequence(%s, 'id')", (table.name,)).scalar_one()
    return name


def _go_on_counting(s: Connection, t: Connection, table: Table) -> None:
    """Number the next row behind the last number that was given out, also where that one's row is gone."""
    if s.dialect.name == "sqlite":
        given = s.execute(sa.text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name}).scalar()
    else:
        given = s.exec_driver_sql(
            f"SELECT last_value FROM {_sequence(s, table)} WHERE is_called"  # noqa: S608 - the database's own name
        ).scalar()
    last = max(given or 0, s.execute(sa.select(sa.func.max(table.c.id))).scalar() or 0)
    if t.dialect.name != "sqlite":
        t.exec_driver_sql("SELECT setval(%s, %s, %s)", (_sequence(t, table), max(last, 1), last > 0))
        return
    t.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
    numbered = sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)")
    t.execute(numbered, {"name": table.name, "last": last})
