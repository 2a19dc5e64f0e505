"""The store on PostgreSQL: the same units and statements, and several processes that write.

What SQLite's one writer gives for free is had thus:

- A batch is one transaction under a lock that all who write wait for, in the order in which they came: what a unit read
  is still so when it is committed, numbers of rows follow the commits, and no work is done in vain.
- Reads are one REPEATABLE READ snapshot, and wait for nobody.
- Results and wake-ups go out after the commit.
- A connection that is lost, as at a restart of the database, is made anew for a while.
"""

from __future__ import annotations

import asyncio
import logging
import random
import threading
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import MappingProxyType
from typing import Any

import psycopg
import sqlalchemy as sa
import structlog
from psycopg.abc import Buffer
from psycopg.errors import PipelineAborted
from psycopg.pq import PipelineStatus, TransactionStatus
from psycopg.types.string import StrDumperUnknown
from sqlalchemy.engine import Connection, Engine

from core.contracts.errors import StorageError
from core.store.database_url import KEEPALIVES, KEEPALIVES_BACK, Server, connection_options
from core.store.direct_server import driver_message
from core.store.driver import PIPELINE, await_results
from core.store.schema import metadata
from core.store.store import Result, ThreadedStore, Unit, UnitJob, Wake, unit_error

log = structlog.get_logger()
BATCH = 32
"""Units in one transaction, at most: other processes wait for it."""
PATIENCE = 30.0
"""Seconds for which a database that is away is tried again before whoever waits hears of it."""
PATIENCE_BESIDE = 3.0
"""The same for a command, before which somebody sits."""
TURN = 7272266887833
"""Of the advisory lock that each transaction takes that writes."""
_SETTINGS = {
    "timezone": "UTC",
    # What a process that stands still has locked must not hold up the others for longer.
    "idle_in_transaction_session_timeout": "20s",
    "lock_timeout": "20s",
    "jit": "off",
    **KEEPALIVES_BACK,
}
_STILL = "SET idle_in_transaction_session_timeout = '4s'"
"""The same for one that writes: everybody who writes waits for it, and its units are short. It holds for one that has
had an answer to all that it sent; of the others the processes beside it take care (`END_STANDING`)."""
_NUMBERED = """
    WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(%s))
    INSERT INTO writers (name, number, at) SELECT %s, %s, extract(epoch FROM now()) FROM turn
    ON CONFLICT (name) DO UPDATE SET number = excluded.number, at = excluded.at
"""
"""Waits until no other process writes, and writes down which transaction this is."""
_MYSELF = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
_END = "SELECT pg_terminate_backend(pid, 3000) FROM pg_stat_activity WHERE pid = %s AND backend_start = %s"
_SEEN_BY_OTHERS = """
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND age(backend_xmin) > age(%(then)s::xid) LIMIT 1
"""
_IN_THE_WAY = frozenset({"40001", "40P01", "55P03"})
"""Serialization failure, deadlock, a lock that was not had in time: by those who write beside our processes."""
_AWAY = frozenset({"57P01", "57P02", "57P03", "57P05", "25P03", "25P04", "53300"})
"""Ended by an administrator, a crash, starting up, too long idle, too many connections."""
Enqueue = Callable[["psycopg.Connection[Any]", list[Wake]], None]
"""Puts wake-ups into the transaction that is under way."""


def postgres_engine(url: str) -> Engine:
    """Return a synchronous engine that makes each connection anew. `url`: as `postgresql+psycopg://user@host/name`."""
    # What others were in the way of is tried again, and is nothing to read about at night.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    return sa.create_engine(
        url,
        connect_args={"connect_timeout": 10, "options": connection_options(_SETTINGS), **KEEPALIVES},
        poolclass=sa.NullPool,
        # Parameters are people's words: they must not show up in an error's text.
        hide_parameters=True,
        use_native_hstore=False,
    )


def _engine(url: str) -> Engine:
    """Return an engine whose statements may go by a pipeline: SQLAlchemy looks at once at what came of each."""
    engine = postgres_engine(url)
    sa.event.listen(engine, "after_cursor_execute", lambda c, *_: await_results(c))
    return engine


def conninfo_of(url: str) -> str:
    """Return an engine's address as PostgreSQL's own programs write it."""
    return sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


class PostgresStore(ThreadedStore):
    """One writer's thread and one reader's thread for each process; the order of one process's units is kept."""

    def __init__(self, url: str, *, enqueue: Enqueue | None = None, patience: float = PATIENCE) -> None:
        """`enqueue`: called with the wake-ups of each batch, once each, within its transaction."""
        super().__init__(BATCH)
        self._engine = _engine(url)
        self._enqueue = enqueue
        self._patience = patience
        self._leaving = threading.Event()

    async def close(self) -> None:
        self._leaving.set()
        await super().close()
        self._engine.dispose()

    def _worker(self, *, writing: bool) -> _Session:
        made = _Writer if writing else _Reader
        return made(self._engine, self._leaving, self._patience, self._enqueue)

    async def scrub(self) -> bool:
        return await asyncio.to_thread(vacuum_deleted, self._engine)


def vacuum_deleted(engine: Engine) -> bool:
    """Free the place of deleted rows, so that nothing leads to them any more and others are written over them. Blocks.

    Return False while somebody still reads what was there before. Nobody who writes or reads is held up.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        then = connection.exec_driver_sql("SELECT pg_current_xact_id()::xid::text").scalar_one()
        for table in metadata.sorted_tables:
            connection.exec_driver_sql(f"VACUUM (SKIP_LOCKED) {table.name}")
        return connection.exec_driver_sql(_SEEN_BY_OTHERS, {"then": then}).first() is None


def run_direct(server: Server, unit: Unit[Result], *, writing: bool) -> Result:
    """Run one unit beside the processes that are at work. Blocks. Raises StorageError."""
    engine, job = _engine(server.url), UnitJob(unit, ())
    session = (_Writer if writing else _Reader)(engine, threading.Event(), PATIENCE_BESIDE, None)
    try:
        session.work([job])
    except psycopg.Error as error:
        raise StorageError(f"{server} cannot be used: {driver_message(error)}.") from error
    except sa.exc.DBAPIError as error:
        raise StorageError(f"{server} cannot be used: {driver_message(error.orig or error)}.") from error
    finally:
        session.close()
        engine.dispose()
    if job.error is not None:
        raise unit_error(job.error)
    result: Result = job.result
    return result


class _Session(ABC):
    """A connection that is made anew when it is lost, and what is tried on it again and again."""

    _options: Mapping[str, Any]

    def __init__(self, engine: Engine, leaving: threading.Event, patience: float, enqueue: Enqueue | None) -> None:
        self._engine = engine
        self._leaving = leaving
        self._patience = patience
        self._enqueue = enqueue
        self._connection: Connection | None = None
        self._doubt: tuple[Any, ...] | None = None
        """The connection on which the last commit was asked for, as the server knows it, until there is an answer."""

        self._apart = False
        """True while each unit of a batch is kept apart from the others, so that one may fail."""

    def work(self, batch: list[UnitJob]) -> None:
        """Run jobs as a `ThreadWorker`: until it has worked, or for as long as there is patience."""
        self._doubt, self._apart = None, False
        since: float | None = None
        tries = 0
        while True:
            try:
                self._attempt(self._connected(), batch)
                return
            except Exception as error:
                held = self._connection
                if held is not None and (held.invalidated or driver_of(held).closed):
                    log.warning("database-lost")
                    self._let_go()
                if not is_transient(error):
                    if self._apart:
                        raise
                    self._apart = True
                    continue
                tries += 1
                since = since or time.monotonic()
                pause = min(1.0, random.uniform(0.5, 1.0) * 0.005 * float(2**tries))  # noqa: S311 - no secret
                if time.monotonic() - since > self._patience or self._leaving.wait(pause):
                    raise

    def close(self) -> None:
        if self._connection is not None:
            self._let_go()

    @abstractmethod
    def _attempt(self, connection: Connection, batch: list[UnitJob]) -> None:
        """Run the jobs once. Raises what took the transaction back as a whole."""

    def _run_one(self, job: UnitJob, connection: Connection, *, alone: bool) -> None:
        """Run a unit; `alone`: nothing else is in the transaction. Raises what takes back everything.

        A failure takes back only what the unit did itself: either by a savepoint, which costs two statements, or, as
        hardly any unit fails, by running the whole batch once more.
        """
        driver = driver_of(connection)
        behind_savepoint = self._apart and not alone
        if behind_savepoint:
            driver.execute("SAVEPOINT unit")
        job.run(connection)
        if job.error is None and (
            driver.pgconn.pipeline_status == PipelineStatus.ABORTED
            or driver.info.transaction_status is TransactionStatus.INERROR
        ):
            job.error = StorageError("A unit of work went on after the database had refused a statement of it.")
        if job.error is not None and (is_transient(job.error) or not (self._apart or alone)):
            raise job.error
        if behind_savepoint:
            if job.error is not None:
                driver.execute("ROLLBACK TO unit")
            driver.execute("RELEASE unit")

    @staticmethod
    def _begin_anew(batch: list[UnitJob]) -> None:
        for job in batch:
            job.result = job.error = job.woken = None

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(**self._options)
            driver = driver_of(self._connection)
            driver.adapters.register_dumper(str, _WithoutNul)
            # Ours are few hundred in all, and each is planned once.
            driver.prepare_threshold, driver.prepared_max = 2, 500
        return self._connection

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sa.exc.DBAPIError):
                connection.invalidate()
                connection.close()


class _Reader(_Session):
    _options = MappingProxyType({"isolation_level": "REPEATABLE READ", "postgresql_readonly": True})

    def _attempt(self, connection: Connection, batch: list[UnitJob]) -> None:
        """Run all jobs on one snapshot."""
        self._begin_anew(batch)
        # It is read-only, and ends with a commit: at a rollback the driver forgets all statements that are prepared.
        with connection.begin():
            for job in batch:
                self._run_one(job, connection, alone=len(batch) == 1)


class _Writer(_Session):
    """Writes down the number of each transaction with it, and looks for that where the connection was lost at a commit.

    Else it would not be known whether the units were to be run again.
    """

    # Transactions are begun and ended by statements of ours, which go with the others.
    _options = MappingProxyType({"isolation_level": "AUTOCOMMIT"})

    def __init__(self, engine: Engine, leaving: threading.Event, patience: float, enqueue: Enqueue | None) -> None:
        super().__init__(engine, leaving, patience, enqueue)
        self._name = uuid.uuid4().hex
        self._number = 0
        self._here: tuple[Any, ...] | None = None

    def _attempt(self, connection: Connection, batch: list[UnitJob]) -> None:
        if self._doubt is not None and self._was_committed(connection, self._doubt):
            return
        try:
            self._run(connection, batch)
        except Exception as error:
            if not is_connection_lost(error):
                self._doubt = None
            raise
        self._doubt = None

    def _run(self, connection: Connection, batch: list[UnitJob]) -> None:
        alone = len(batch) == 1
        self._begin_anew(batch)
        self._number += 1
        driver = driver_of(connection)
        ended: psycopg.Cursor[Any] | None = None
        with connection.begin() as transaction:
            with self._sending(connection):
                driver.execute("BEGIN", prepare=False)
                driver.execute(_NUMBERED, (TURN, self._name, self._number))
                for job in batch:
                    self._run_one(job, connection, alone=alone)
                if not alone or batch[0].error is None:
                    if self._enqueue is not None and (
                        woken := [w for job in batch if not job.error for w in job.wake()]
                    ):
                        self._enqueue(driver, list(dict.fromkeys(woken)))
                    self._doubt = self._here
                    ended = driver.execute("COMMIT", prepare=False)
            if ended is None:
                transaction.rollback()
            elif ended.statusmessage != "COMMIT":
                raise StorageError("The database has taken back what was to be committed.")

    @contextmanager
    def _sending(self, connection: Connection) -> Iterator[None]:
        """Send statements to the server before those ahead are answered, unless each unit is kept apart.

        A refusal shows itself late, perhaps in another unit: then all are run once more, apart.
        """
        if self._apart:
            yield
            return
        with driver_of(connection).pipeline() as pipeline:
            connection.info[PIPELINE] = pipeline
            try:
                yield
            finally:
                connection.info.pop(PIPELINE, None)

    def _was_committed(self, connection: Connection, before: tuple[Any, ...]) -> bool:
        """Return whether the commit on a connection that is lost was made. Raises where that cannot be found out."""
        with connection.begin():
            driver = driver_of(connection)
            # It may still be at work on it, and has to be gone before anybody looks.
            if driver.execute(_END, before).fetchone() == (False,):
                raise psycopg.OperationalError("the connection before is still there")
            found = driver.execute("SELECT number FROM writers WHERE name = %s", (self._name,)).fetchone()
        self._doubt = None
        return found == (self._number,)

    def _connected(self) -> Connection:
        if self._connection is None:
            connection = super()._connected()
            with connection.begin():
                driver = driver_of(connection)
                self._here = driver.execute(_MYSELF).fetchone()
                driver.execute(_STILL)
                if not self._number:
                    driver.execute("DELETE FROM writers WHERE at < extract(epoch FROM now()) - 604800")
        return super()._connected()

    def close(self) -> None:
        if self._connection is not None:
            with suppress(sa.exc.DBAPIError, psycopg.Error), self._connection.begin():
                driver_of(self._connection).execute("DELETE FROM writers WHERE name = %s", (self._name,))
        super().close()


class _WithoutNul(StrDumperUnknown):
    """The one character that PostgreSQL keeps in no text is left out; nobody sees it."""

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace("\0", "") if "\0" in obj else obj)


def driver_of(connection: Connection) -> psycopg.Connection[Any]:
    found: Any = connection.connection.dbapi_connection
    assert isinstance(found, psycopg.Connection)  # noqa: S101 - what the engine makes
    return found


# --- what the server says when something fails ------------------------------------------------------------------------


def _causes(error: BaseException) -> Iterator[psycopg.Error]:
    """Yield what the driver said, wherever it is among the causes of an error."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        each = waiting.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, psycopg.Error):
            yield each
        waiting += [each.__cause__, each.__context__, getattr(each, "orig", None)]


def is_transient(error: BaseException) -> bool:
    """Return whether the same may work when it is tried again: somebody was in the way, or the database was away."""
    return is_connection_lost(error) or any(each.sqlstate in _IN_THE_WAY for each in _causes(error))


def is_connection_lost(error: BaseException) -> bool:
    """Return whether the database was away."""
    return any(
        isinstance(each, psycopg.OperationalError)
        and not isinstance(each, PipelineAborted)
        and (each.sqlstate is None or each.sqlstate in _AWAY or each.sqlstate.startswith("08"))
        for each in _causes(error)
    )
