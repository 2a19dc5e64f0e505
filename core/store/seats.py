"""Advisory locks of PostgreSQL: seats, each held by one process at a time wherever it runs, and a lock for files.

The seat is an advisory lock, which goes with the connection: at once where its holder died, and where the holder or the
network stands still as soon as the server has missed its sign of life. A holder that comes back from standing still
finds its seat taken, and is told so.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any

import psycopg
import structlog

from core.contracts.errors import FilesAway, StorageError
from core.store.database_url import Server, connection_options
from core.store.direct_server import driver_message

log = structlog.get_logger()
SIGN_OF_LIFE = 1.5
"""Seconds between two."""
MISSED = 6.0
"""Seconds without one after which the server gives the seat away."""
_SETTINGS = {
    "idle_session_timeout": f"{int(MISSED * 1000)}ms",
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}
_END_MINE = "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE pid = %s AND backend_start = %s"
_MYSELF = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"


class Seat:
    """A seat: taken with `take`, held while the server hears of its holder, left with `release` or the process."""

    def __init__(self, server: Server, name: str) -> None:
        self._server = server
        self._number = int.from_bytes(hashlib.sha256(f"raconteur/{name}".encode()).digest()[:8], signed=True)
        self._connection: psycopg.Connection[Any] | None = None
        self._before: tuple[Any, ...] | None = None
        """The connection with which it was held last, as the server knows it."""
        self._leaving = threading.Event()
        self._lost = threading.Event()
        self._told: Callable[[], None] | None = None
        self._watching: threading.Thread | None = None

    def take(self) -> bool:
        """Take the seat if nobody else holds it; return whether this process does now. Blocks. Raises StorageError."""
        try:
            taken = self._taken()
        except psycopg.Error as error:
            self._drop()
            raise StorageError(f"{self._server} cannot be used: {driver_message(error)}.") from error
        if taken:
            self._watching = threading.Thread(target=self._watch, name="store-seat", daemon=True)
            self._watching.start()
        return taken

    def watch(self, lost: Callable[[], None]) -> None:
        """Have `lost` called, from a thread, where another process holds it now."""
        self._told = lost
        if self._lost.is_set():
            lost()

    def release(self) -> None:
        self._leaving.set()
        if self._watching is not None:
            self._watching.join()
        self._drop()

    def __enter__(self) -> Seat:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _t: TracebackType | None
    ) -> None:
        self.release()

    def _taken(self) -> bool:
        told = connection_options(_SETTINGS)
        connection = psycopg.connect(self._server.plain_url, autocommit=True, connect_timeout=5, options=told)
        self._connection = connection
        if self._before is not None:
            # What the network has cut off may still stand there, and holds the seat.
            connection.execute(_END_MINE, self._before)
        if connection.execute("SELECT pg_try_advisory_lock(%s)", (self._number,)).fetchone() != (True,):
            self._drop()
            return False
        self._before = connection.execute(_MYSELF).fetchone()
        return True

    def _watch(self) -> None:
        """Show a sign of life again and again."""
        while not self._leaving.wait(SIGN_OF_LIFE):
            try:
                if self._connection is None:
                    if not self._taken():
                        log.error("seat-lost")
                        self._lost.set()
                        if self._told is not None:
                            self._told()
                        return
                    log.warning("seat-taken-again")
                else:
                    self._connection.execute("SELECT 1")
            except psycopg.Error:
                self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


FILE_PATIENCE = 30
"""Seconds for which other processes are waited for."""


@asynccontextmanager
async def file_lock(conninfo: str, name: str) -> AsyncIterator[None]:
    """Hold the lock under which one process at a time deletes files, or claims what it has put. Raises FilesAway.

    It goes with its connection, so a process that dies holds nobody up. Each time the connection is a new one: the lock
    is held for moments, and what is made anew is never found to be lost.
    """
    try:
        connection: psycopg.AsyncConnection[Any] = await psycopg.AsyncConnection.connect(
            conninfo, autocommit=True, connect_timeout=5, options=f"-c statement_timeout={FILE_PATIENCE}s"
        )
    except psycopg.Error:
        raise FilesAway("The database lets nobody in who would keep a file.") from None
    try:
        try:
            await connection.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", (f"files\x1f{name}",))
        except psycopg.Error:
            raise FilesAway("Another process has held up who would keep a file.") from None
        yield
    finally:
        await connection.close()
