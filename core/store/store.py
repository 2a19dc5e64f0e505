"""The store: units of work on the database, and nothing else about it.

A *unit* is a synchronous function of a connection with nothing but SQL in it. It may be run again, so it has no other
effects. `write` returns after the commit; the wake-ups that it was given are called between the commit and the return.

Why threads and not the async dialect: each statement of that one is a hop between threads (about ten a turn), while a
unit here is one hop, and units that wait together share one commit and so one flush to the disk.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.engine import URL, Connection, Engine

from core.contracts.errors import RaconteurError, StorageError
from core.store.schema import metadata

__all__ = ["Connection", "MemoryStore", "Room", "SqliteStore", "Store", "Unit", "Wake", "sqlite_engine"]

log = structlog.get_logger()
Result = TypeVar("Result")
Unit = Callable[[Connection], Result]
BATCH = 256
"""Units in one commit, at most."""
SCRUB_PATIENCE = 200
"""Milliseconds for which everybody who writes waits while the log cannot be emptied because somebody reads it."""
_BUSY_TIMEOUT = 10_000


class Room(StrEnum):
    """Who can be woken by a commit."""

    DESK = "desk"
    """Key: a person's id. Something is in their mailbox."""
    DELIVERY = "delivery"
    """Key: an address. Something is in the outbox for it."""
    CHORES = "chores"
    """Key: `session/name`. A chore is due."""
    TRANSCRIPTION = "transcription"
    """Key: the id of the event that a recording came with. It is to be heard."""
    SPEAKING = "speaking"
    """Key: that of a letter. A question was delivered with it."""
    PHOTOS = "photos"
    """Key: the id of the event that a photograph came with. It is to be fetched."""
    CHAMBER = "chamber"
    """Key: a run's id. It is to be held, or something is wished of it."""


@dataclass(frozen=True, slots=True)
class Wake:
    room: Room
    key: str


Listener = Callable[[list[str]], None]
Wakes = Iterable[Wake] | Callable[[Result], Iterable[Wake]]


class Store(Protocol):
    """What the rest of core sees of the database."""

    async def read(self, unit: Unit[Result]) -> Result:
        """Run a unit that writes nothing, on a consistent snapshot; one that tries to write fails."""

    async def write(self, unit: Unit[Result], wake: Wakes[Result] = ()) -> Result:
        """Run a unit and commit it; its exception rolls back that unit alone, and is raised. `wake`: whom, then."""

    def on_wake(self, room: Room, listener: Listener) -> None:
        """Call `listener(keys)` on the event loop after each commit that wakes keys of that room."""

    async def scrub(self) -> bool:
        """Leave no copy of what was deleted in the file's log. False: somebody else is reading; try again later."""

    async def close(self) -> None:
        """Finish what is queued and let go of the file."""


class _Wakes:
    def __init__(self) -> None:
        self._listeners: dict[Room, Listener] = {}

    def on_wake(self, room: Room, listener: Listener) -> None:
        self._listeners[room] = listener

    def _deliver(self, batch: list[_Job]) -> None:
        """Wake whom each job wakes, and give its caller the result. Runs on the event loop."""
        for job in batch:
            if job.error is None:
                try:
                    self._wake(job)
                except Exception as error:  # noqa: BLE001 - a listener's mistake must not hold up those who wait
                    log.error("wake-failed", error=type(error).__name__)
            if not job.future.done():
                _settle(job)

    def _wake(self, job: _Job) -> None:
        by_room: dict[Room, list[str]] = {}
        for wake in job.wakes(job.result) if callable(job.wakes) else job.wakes:
            by_room.setdefault(wake.room, []).append(wake.key)
        for room, keys in by_room.items():
            if listener := self._listeners.get(room):
                listener(keys)


def _pragmas(dbapi_connection: Any, _record: object) -> None:
    # The driver must not begin transactions by itself: the writer says BEGIN IMMEDIATE.
    dbapi_connection.isolation_level = None
    busy = f"busy_timeout={_BUSY_TIMEOUT}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", busy, "foreign_keys=ON", "secure_delete=ON"):
        dbapi_connection.execute(f"PRAGMA {pragma}")


def sqlite_engine(path: str) -> Engine:
    """A synchronous engine on a SQLite file with our pragmas; units and migrations use it."""
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
    """For every database in memory: each connection to it is a database of its own."""
    return sa.create_engine(
        "sqlite://", connect_args={"check_same_thread": False}, poolclass=sa.NullPool, hide_parameters=True
    )


@cache
def empty_database() -> bytes:
    """A SQLite file with all tables and nothing in them. Made once: a copy costs a hundredth of making one."""
    with _memory_engine().connect() as connection:
        metadata.create_all(connection)
        driver: Any = connection.connection.driver_connection
        content: bytes = driver.serialize()
    return content


@dataclass(slots=True)
class _Job:
    unit: Unit[Any]
    wakes: Wakes[Any]
    future: asyncio.Future[Any]
    outside: bool = False
    """Of any transaction."""
    result: Any = None
    error: Exception | None = None


class SqliteStore(_Wakes):
    """One writer's thread with group commit, and one reader's thread on its own snapshot."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self._engine = sqlite_engine(path)
        self._writes: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._reads: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    async def read(self, unit: Unit[Result]) -> Result:
        return await self._submit(self._reads, unit, ())

    async def write(self, unit: Unit[Result], wake: Wakes[Result] = ()) -> Result:
        return await self._submit(self._writes, unit, wake)

    async def scrub(self) -> bool:
        return await self._submit(self._writes, _empty_log, (), outside=True)

    async def close(self) -> None:
        self._closed = True
        self._writes.put(None)
        self._reads.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)
        self._threads.clear()
        self._engine.dispose()

    async def _submit(
        self, jobs: queue.SimpleQueue[_Job | None], unit: Unit[Result], wakes: Wakes[Result], *, outside: bool = False
    ) -> Result:
        if self._closed:
            raise StorageError("The database is closed.")
        if not self._threads:
            self._start()
        assert self._loop is not None  # noqa: S101 - set by _start
        job = _Job(unit, wakes, self._loop.create_future(), outside)
        jobs.put(job)
        result: Result = await job.future
        return result

    def _start(self) -> None:
        self._loop = asyncio.get_running_loop()
        writing = partial(self._serve, self._writes, _commit, query_only=False)
        reading = partial(self._serve, self._reads, _look, query_only=True)
        for name, target in (("store-writer", writing), ("store-reader", reading)):
            thread = threading.Thread(target=target, name=name, daemon=True)
            thread.start()
            self._threads.append(thread)

    # --- on the threads -------------------------------------------------------------------------------------------

    @staticmethod
    def _take(jobs: queue.SimpleQueue[_Job | None]) -> tuple[list[_Job], bool]:
        """Wait for a job, and take those that wait with it; True when the queue was closed."""
        batch: list[_Job] = []
        job = jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == BATCH:
                return batch, False
            try:
                job = jobs.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _serve(self, jobs: queue.SimpleQueue[_Job | None], work: _Work, *, query_only: bool) -> None:
        """Work off a queue until it is closed. A file that cannot be opened is tried again with the next batch."""
        connection: Connection | None = None
        closed = False
        while not closed:
            batch, closed = self._take(jobs)
            try:
                if connection is None and batch:
                    connection = self._engine.connect()
                    _restrict(connection, query_only=query_only)
                if connection is not None and batch:
                    work(connection, batch)
            except Exception as error:  # noqa: BLE001 - the thread's boundary: whoever waits must hear of it
                _fail(batch, error)
            self._report(batch)
        if connection is not None:
            connection.close()

    def _report(self, batch: list[_Job]) -> None:
        assert self._loop is not None  # noqa: S101 - threads run only after _start
        try:
            self._loop.call_soon_threadsafe(self._deliver, batch)
        except RuntimeError:
            # The loop is gone: the process is ending, and nobody waits for the answer any more.
            self._closed = True


class MemoryStore(_Wakes):
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
        job = _Job(unit, wakes, asyncio.get_running_loop().create_future())
        try:
            _restrict(self._connection, query_only=query_only)
            work(self._connection, [job])
        except Exception as error:  # noqa: BLE001 - as on the other one's threads
            _fail([job], error)
        self._deliver([job])
        result: Result = await job.future
        return result


# --- batches ------------------------------------------------------------------------------------------------------

_Work = Callable[[Connection, list[_Job]], None]


def _commit(connection: Connection, batch: list[_Job]) -> None:
    """Run jobs in one transaction. Raises when the transaction failed as a whole: then nothing of it was kept."""
    together = [job for job in batch if not job.outside]
    if together:
        with connection.begin():
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            cursor = connection.connection.cursor()
            for job in together:
                _run_alone(job, connection, cursor)
    for job in batch:
        if job.outside:
            _run(job, connection)


def _look(connection: Connection, batch: list[_Job]) -> None:
    """Run jobs on one snapshot, and keep nothing."""
    with connection.begin() as transaction:
        connection.exec_driver_sql("BEGIN")
        for job in batch:
            _run(job, connection)
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
    """Whether statements that write are refused on a connection. Opens no transaction."""
    connection.connection.cursor().execute(f"PRAGMA query_only={int(query_only)}")


def _fail(batch: list[_Job], error: Exception) -> None:
    """The transaction as a whole failed (disk full, I/O error): nothing of the batch was kept."""
    for job in batch:
        job.error = job.error or error


def _run(job: _Job, connection: Connection) -> None:
    try:
        job.result = job.unit(connection)
    except Exception as error:  # noqa: BLE001 - the thread's boundary: whatever a unit raises belongs to its caller
        job.error = error


def _run_alone(job: _Job, connection: Connection, cursor: Any) -> None:
    """Run a unit so that its failure takes back only what it did itself. `cursor` is the driver's own."""
    cursor.execute("SAVEPOINT unit")
    _run(job, connection)
    if job.error is not None:
        cursor.execute("ROLLBACK TO unit")
    cursor.execute("RELEASE unit")


def _settle(job: _Job) -> None:
    if job.error is None:
        job.future.set_result(job.result)
    elif isinstance(job.error, RaconteurError):
        job.future.set_exception(job.error)
    else:
        wrapped = StorageError(f"The database refused a unit of work: {_plain(job.error)}.")
        wrapped.__cause__ = job.error
        job.future.set_exception(wrapped)


def _plain(error: Exception) -> str:
    """SQLite's own words, which name tables and columns; of anything else only the type: it may quote a person."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return f"{type(cause).__name__}: {cause}"
    return type(error).__name__
