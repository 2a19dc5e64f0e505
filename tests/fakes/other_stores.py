"""The same tests on another store, which the variable `RACONTEUR_TEST_STORE` names.

`postgres`: everything is kept in PostgreSQL. `twice`: each unit that writes is run, taken back and run again, as
happens there to those that others are in the way of; who does more than write does it twice.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TypeVar

import pytest

from core.contracts.errors import StorageUnavailable
from core.store.database_url import parse_server
from core.store.postgres import PostgresStore
from core.store.store import Connection, MemoryStore, SqliteStore, Store, Unit, UnitTally, Wakes, empty_database
from tests.fakes.postgres import postgres_database

Result = TypeVar("Result")
OTHER = os.environ.get("RACONTEUR_TEST_STORE", "")
ON_POSTGRES, TWICE = OTHER == "postgres", OTHER == "twice"
at_once = pytest.mark.skipif(ON_POSTGRES, reason="it counts on a store that has answered at the next turn of the loop")
LENT = ExitStack()
"""The databases of the test that is under way."""


def fresh_store() -> Store:
    """One for a test that never opens it again."""
    if ON_POSTGRES:
        return PostgresStore(LENT.enter_context(postgres_database()))
    return TwiceInMemory() if TWICE else MemoryStore()


def new_database(folder: Path) -> str:
    """Where an empty database is with all its tables: the path of a file, or an address."""
    if ON_POSTGRES:
        return LENT.enter_context(postgres_database())
    return new_file(folder)


def new_file(folder: Path) -> str:
    """The path of an empty database file with all its tables."""
    path = folder / "raconteur.db"
    path.write_bytes(empty_database())
    return str(path)


def store_at(where: str) -> Store:
    """A store on what `new_database` has made."""
    if parse_server(where) is not None:
        return PostgresStore(where)
    return TwiceInAFile(where) if TWICE else SqliteStore(where)


def _twice(unit: Unit[Result]) -> Unit[Result]:
    def run(c: Connection) -> Result:
        cursor = c.connection.cursor()
        cursor.execute("SAVEPOINT first")
        with suppress(Exception):
            unit(c)
        cursor.execute("ROLLBACK TO first")
        return unit(c)

    return run


class Fillable:
    """A store whose disk is full when a test says so. What it reads is there."""

    def __init__(self) -> None:
        self.refuses = 0
        """So many of the next writes."""
        self._store = fresh_store()
        self.read, self.on_wake = self._store.read, self._store.on_wake
        self.scrub, self.close = self._store.scrub, self._store.close

    @property
    def tallies(self) -> Mapping[str, UnitTally]:
        return self._store.tallies

    async def write(self, unit: Unit[Result], wake: Wakes[Result] = ()) -> Result:
        if self.refuses:
            self.refuses -= 1
            raise StorageUnavailable("The disk is full.")
        return await self._store.write(unit, wake)


class TwiceInMemory(MemoryStore):
    async def write(self, unit: Unit[Result], wake: Wakes[Result] = ()) -> Result:
        return await super().write(_twice(unit), wake)


class TwiceInAFile(SqliteStore):
    async def write(self, unit: Unit[Result], wake: Wakes[Result] = ()) -> Result:
        return await super().write(_twice(unit), wake)
