"""The database as the rest of core sees it: units of work, who is woken by them, and the stores on SQLite.

A *unit* is a synchronous function of a connection with nothing but SQL in it. It may be run again, so it has no other
effects. `write` returns after the commit; the wake-ups that it was given are called between the commit and the return.

A store has a writer's and a reader's thread, since each statement of the async dialect is a hop between threads (about
ten a turn), while a unit here is one hop, and units that wait together share one commit and so one flush to the disk.
The twin on PostgreSQL is in `core.store.postgres`, which is loaded where it is used.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.engine import URL, Connection, Engine

from core.contracts.errors import RaconteurError, StorageError, StorageUnavailable
from core.store.schema import metadata

log = structlog.get_logger()
Result = TypeVar("Result")
Unit = Callable[[Connection], Result]


class Queue(StrEnum):
    """The parts of the engine that a commit can wake; features have more, by names of their own."""

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
    ERRANDS = "errands"
    """Key: `platform:errand`. A file is to be brought for another process."""


@dataclass(frozen=True, slots=True)
class Wake:
    room: str
    """A `Queue`, or one of a feature."""
    key: str


Listener = Callable[[list[str]], None]
Wakes = Iterable[Wake] | Callable[[Result], Iterable[Wake]]


@dataclass(slots=True)
class UnitTally:
    """The outcomes of units so far."""

    units: int = 0
    batches: int = 0
    """Transactions that they shared."""
    repeated: int = 0
    """Runs beyond the first, since one beside it failed, somebody was in the way or the database was away."""
    refused: int = 0
    """Units that the database did not keep."""

    def add(self, batch: Sequence[UnitJob]) -> None:
        self.units += len(batch)
        self.batches += 1
        self.repeated += sum(job.runs - 1 for job in batch if job.runs)
        self.refused += sum(job.is_refused for job in batch)


class Store(Protocol):
    """The database as the rest of core sees it."""

    @property
    def tallies(self) -> Mapping[str, UnitTally]:
        """Return the tallies of "read" and "write", where they are counted."""

    async def read(self, unit: Unit[Result]) -> Result:
        """Run a unit that writes nothing, on a consistent snapshot; one that tries to write fails."""

    async def write(self, unit: Unit[Result], wake: Wakes[Result] = ()) -> Result:
        """Run a unit and commit it; its exception rolls back that unit alone, and is raised. `wake`: whom, then."""

    def on_wake(self, room: str, listener: Listener) -> None:
        """Call `listener(keys)` on the event loop after each commit that wakes keys of that room."""

    async def scrub(self) -> bool:
        """Leave no copy of what was deleted in the file's log. False: somebody else is reading; try again later."""

    async def close(self) -> None:
        """Finish what is queued and let go of the file."""


@dataclass(slots=True)
class UnitJob:
    """A unit that waits for its turn, and afterwards what came of it."""

    unit: Unit[Any]
    wakes: Wakes[Any]
    future: asyncio.Future[Any] | None = None
    """Of whoever waits for it, if that is not the thread that runs it."""
    outside: bool = False
    """Of any transaction."""
    result: Any = None
    error: Exception | None = None
    woken: list[Wake] | None = None
    """The wake-ups of its commit, once they were asked for."""
    runs: int = 0

    @property
    def is_refused(self) -> bool:
        """Return whether it failed, and not by what it found."""
        return type(self.error) is StorageError or not isinstance(self.error, RaconteurError | None)

    def run(self, connection: Connection) -> None:
        self.runs += 1
        try:
            self.result = self.unit(connection)
        except Exception as error:  # noqa: BLE001 - the thread's boundary: whatever a unit raises belongs to its caller
            self.error = error

    def wake(self) -> list[Wake]:
        """Return the wake-ups of its commit."""
        if self.woken is None:
            self.woken = list(self.wakes(self.result) if callable(self.wakes) else self.wakes)
        return self.woken


class CommitListeners:
    """The work of all stores after a commit."""

    def __init__(self) -> None:
        self._listeners: dict[str, Listener] = {}
        self.tallies: dict[str, UnitTally] = {}

    def on_wake(self, room: str, listener: Listener) -> None:
        self._listeners[room] = listener

    def _deliver(self, batch: list[UnitJob]) -> None:
        """Wake whom each job wakes, and give its caller the result. Runs on the event loop."""
        for job in batch:
            if job.error is None:
                try:
                    by_room: dict[str, list[str]] = {}
                    for wake in job.wake():
                        by_room.setdefault(wake.room, []).append(wake.key)
                    for room, keys in by_room.items():
                        if listener := self._listeners.get(room):
                            listener(keys)
                except Exception as error:  # noqa: BLE001 - a listener's mistake must not hold up those who wait
                    log.error("wake-failed", error=type(error).__name__)
            if job.future is None or job.future.done():
                continue
            if job.error is None:
                job.future.set_result(job.result)
            else:
                job.future.set_exception(unit_error(job.error))


def fail_batch(batch: list[UnitJob], error: Exception) -> None:
    """Note that the transaction as a whole failed (disk full, I/O error): nothing of the batch was kept."""
    for job in batch:
        job.error = job.error or error


def unit_error(error: Exception) -> RaconteurError:
    """Return the error that the caller of a failed unit gets."""
    if isinstance(error, RaconteurError):
        return error
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        # SQLite calls a mistake in a statement by the same name as a database that is full, locked or away.
        passes = isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorcode != sqlite3.SQLITE_ERROR
    else:
        # As every driver has to call it.
        passes = any(each.__name__ == "OperationalError" for each in type(cause).__mro__)
    kind = StorageUnavailable if passes else StorageError
    wrapped = kind(f"The database refused a unit of work: {safe_database_error(error)}.")
    wrapped.__cause__ = error
    return wrapped


def safe_database_error(error: Exception) -> str:
    """Return SQLite's own words, which name tables and columns; otherwise only the type: it may quote a person."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return f"{type(cause).__name__}: {cause}"
    return type(cause).__name__


Jobs = queue.SimpleQueue[UnitJob | None]


class ThreadWorker(Protocol):
    """The work of a thread on the batches of its queue, on a connection of its own."""

    def work(self, batch: list[UnitJob]) -> None:
        """Run jobs together. Raises when nothing of them was kept."""

    def close(self) -> None: ...


class ThreadedStore(CommitListeners, ABC):
    """A store with two threads: writes in the order in which they were asked for, and reads at the same time."""

    def __init__(self, batch: int) -> None:
        """`batch`: units in one transaction, at most."""
        super().__init__()
        self._batch = batch
        self._writes: Jobs = queue.SimpleQueue()
        self._reads: Jobs = queue.SimpleQueue()
        self._threads: dict[Jobs, threading.Thread] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    @abstractmethod
    def _worker(self, *, writing: bool) -> ThreadWorker:
        """Make the worker of one of the threads, on that thread. Opens nothing yet."""

    async def read(self, unit: Unit[Result]) -> Result:
        return await self._submit(self._reads, unit, ())

    async def write(self, unit: Unit[Result], wake: Wakes[Result] = ()) -> Result:
        return await self._submit(self._writes, unit, wake)

    async def close(self) -> None:
        self._closed = True
        # One after the other: of two connections that close at once SQLite takes neither for the last, and leaves its
        # log there with all that is in it.
        for jobs in (self._reads, self._writes):
            jobs.put(None)
            if (thread := self._threads.pop(jobs, None)) is not None:
                await asyncio.to_thread(thread.join)

    async def _submit(self, jobs: Jobs, unit: Unit[Result], wakes: Wakes[Result], *, outside: bool = False) -> Result:
        if self._closed:
            raise StorageError("The database is closed.")
        if not self._threads:
            self._loop = asyncio.get_running_loop()
            for name, queued, writing in (("store-writer", self._writes, True), ("store-reader", self._reads, False)):
                tally = self.tallies["write" if writing else "read"] = UnitTally()
                serve = partial(self._serve, queued, partial(self._worker, writing=writing), tally)
                self._threads[queued] = threading.Thread(target=serve, name=name, daemon=True)
                self._threads[queued].start()
        assert self._loop is not None  # noqa: S101 - set with the threads
        future = self._loop.create_future()
        jobs.put(UnitJob(unit, wakes, future, outside))
        result: Result = await future
        return result

    # --- on the threads -------------------------------------------------------------------------------------------

    def _take(self, jobs: Jobs) -> tuple[list[UnitJob], bool]:
        """Wait for a job, and take those that wait with it; True when the queue was closed."""
        batch: list[UnitJob] = []
        job = jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == self._batch:
                return batch, False
            try:
                job = jobs.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _serve(self, jobs: Jobs, make: Callable[[], ThreadWorker], tally: UnitTally) -> None:
        """Work off a queue until it is closed."""
        worker = make()
        closed = False
        while not closed:
            batch, closed = self._take(jobs)
            try:
                if batch:
                    worker.work(batch)
            except Exception as error:  # noqa: BLE001 - the thread's boundary: whoever waits must hear of it
                fail_batch(batch, error)
            if batch:
                tally.add(batch)
            assert self._loop is not None  # noqa: S101 - set with the threads
            try:
                self._loop.call_soon_threadsafe(self._deliver, batch)
            except RuntimeError:
                # The loop is gone: the process is ending, and nobody waits for the answer any more.
                self._closed = True
        worker.close()


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
