"""The store as the rest of core sees it: units of work on the database, and who is woken by them.

A *unit* is a synchronous function of a connection with nothing but SQL in it. It may be run again, so it has no other
effects. `write` returns after the commit; the wake-ups that it was given are called between the commit and the return.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.engine import Connection

from core.contracts.errors import RaconteurError, StorageError, StorageUnavailable

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
