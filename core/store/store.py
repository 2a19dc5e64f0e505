"""The stores on SQLite, in a file and in memory; their twin is in `core.store.postgres`, loaded where it is used."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine

from core.contracts.errors import StorageError
from core.store.schema import metadata
from core.store.threads import ThreadedStore
from core.store.unit_of_work import (
    CommitListeners,
    Listener,
    Queue,
    Result,
    Store,
    Unit,
    UnitJob,
    Wake,
    Wakes,
    fail_batch,
)

__all__ = [
    "Connection",
    "Listener",
    "MemoryStore",
    "Queue",
    "Result",
    "SqliteStore",
    "Store",
    "Unit",
    "Wake",
    "Wakes",
    "sqlite_engine",
]

BATCH = 256
"""Units in one commit, at most."""
SCRUB_PATIENCE = 200
"""Milliseconds for which everybody who writes waits while the log cannot be emptied because somebody reads it."""
_BUSY_TIMEOUT = 10_000


def _pragmas(dbapi_connection: Any, _record: object) -> None:
    # The driver must not begin transactions by itself: the writer says BEGIN IMMEDIATE.
    dbapi_connection.isolation_level = None
    busy = f"busy_timeout={_BUSY_TIMEOUT}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", busy, "foreign_keys=ON", "secure_delete=ON"):
        dbapi_connection.execute(f"PRAGMA {pragma}")


def sqlite_engine(path: str) -> Engine:
    """Return a synchronous engine on a SQLite file with our pragmas; units and migrations use it."""
    # Parameters are people's words: they must not show up in an error's text.
    engine = sa.create_engine(
        # Not written as one text: a folder's name may hold what has a meaning in it.
        URL.create("sqlite", database=path),
        connect_args={"check_same_thread": False},
        poolclass=sa.NullPool,
        hide_parameters=True,
    )
    sa.event.listen(engine, "connect", _pragmas)
    return engine


@cache
def _memory_engine() -> Engine:
    """Return the engine of every database in memory: each connection to it is a database of its own."""
    return sa.create_engine(
        "sqlite://", connect_args={"check_same_thread": False}, poolclass=sa.NullPool, hide_parameters=True
    )


@cache
def empty_database() -> bytes:
    """Return a SQLite file with empty tables. It is made once: a copy costs a hundredth of making one."""
    with _memory_engine().connect() as connection:
        metadata.create_all(connection)
        driver: Any = connection.connection.driver_connection
        content: bytes = driver.serialize()
    return content


class SqliteStore(ThreadedStore):
    """A store with one writer's thread that commits in groups, and one reader's thread on its own snapshot."""

    def __init__(self, path: str) -> None:
        super().__init__(BATCH)
        self._engine = sqlite_engine(path)

    async def close(self) -> None:
        await super().close()
        self._engine.dispose()

    def _worker(self, *, writing: bool) -> _FileWorker:
        return _FileWorker(self._engine, writing=writing)

    async def scrub(self) -> bool:
        return await self._submit(self._writes, _empty_log, (), outside=True)


class _FileWorker:
    """A worker on a file; one that cannot be opened is tried again with the next batch."""

    def __init__(self, engine: Engine, *, writing: bool) -> None:
        self._engine = engine
        self._writing = writing
        self._connection: Connection | None = None

    def work(self, batch: list[UnitJob]) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
            _restrict(self._connection, query_only=not self._writing)
        work = _commit if self._writing else _look
        work(self._connection, batch)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class MemoryStore(CommitListeners):
    """The in-memory twin: the same statements on a database that is gone when it is closed. For tests and trials."""

    def __init__(self) -> None:
        super().__init__()
        # With listeners of its own; the statements that another store has compiled are compiled for this one too.
        self._engine = _memory_engine().execution_options()
        self._connection = self._engine.connect()
        driver: Any = self._connection.connection.driver_connection
        driver.deserialize(empty_database())
        _pragmas(driver, None)

    async def read(self, unit: Unit[Result]) -> Result:
        return await self._do(_look, unit, (), query_only=True)

    async def write(self, unit: Unit[Result], wake: Wakes[Result] = ()) -> Result:
        return await self._do(_commit, unit, wake, query_only=False)

    async def scrub(self) -> bool:
        return True

    async def close(self) -> None:
        self._connection.close()
        self._engine.dispose()

    async def _do(self, work: _Work, unit: Unit[Result], wakes: Wakes[Result], *, query_only: bool) -> Result:
        if self._connection.closed:
            raise StorageError("The database is closed.")
        future = asyncio.get_running_loop().create_future()
        job = UnitJob(unit, wakes, future)
        try:
            _restrict(self._connection, query_only=query_only)
            work(self._connection, [job])
        except Exception as error:  # noqa: BLE001 - as on the other one's threads
            fail_batch([job], error)
        self._deliver([job])
        result: Result = await future
        return result


# --- batches ------------------------------------------------------------------------------------------------------

_Work = Callable[[Connection, list[UnitJob]], None]


def _commit(connection: Connection, batch: list[UnitJob]) -> None:
    """Run jobs in one transaction. Raises when the transaction failed as a whole: then nothing of it was kept."""
    together = [job for job in batch if not job.outside]
    if together:
        with connection.begin():
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            cursor = connection.connection.cursor()
            for job in together:
                # Its failure takes back only what it did itself.
                cursor.execute("SAVEPOINT unit")
                job.run(connection)
                if job.error is not None:
                    cursor.execute("ROLLBACK TO unit")
                cursor.execute("RELEASE unit")
    for job in batch:
        if job.outside:
            job.run(connection)


def _look(connection: Connection, batch: list[UnitJob]) -> None:
    """Run jobs on one snapshot, and keep nothing."""
    with connection.begin() as transaction:
        connection.exec_driver_sql("BEGIN")
        for job in batch:
            job.run(connection)
        transaction.rollback()


def _empty_log(connection: Connection) -> bool:
    """Take what is in the write-ahead log into the file, and the log's length to nothing; False while it is read."""
    cursor = connection.connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={SCRUB_PATIENCE}")
    try:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [(busy, _in_log, _moved)] = cursor.fetchall()
    finally:
        cursor.execute(f"PRAGMA busy_timeout={_BUSY_TIMEOUT}")
    return not busy


def _restrict(connection: Connection, *, query_only: bool) -> None:
    """Set whether statements that write are refused on a connection. Opens no transaction."""
    connection.connection.cursor().execute(f"PRAGMA query_only={int(query_only)}")
