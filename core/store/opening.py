"""A database's engine and store, by its place. PostgreSQL's driver is loaded where it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.engine import Engine

from core.contracts.errors import StorageError
from core.store.database_url import Database, Server
from core.store.direct_server import NO_DRIVER
from core.store.store import SqliteStore, Store, sqlite_engine

if TYPE_CHECKING:
    from core.store.postgres import Enqueue


def store_on(database: Database, enqueue: Enqueue | None = None) -> Store:
    """Return the store on a database. `enqueue`: see `PostgresStore`. Raises StorageError without the driver."""
    if isinstance(database, Server):
        try:
            from core.store.postgres import PostgresStore
        except ImportError:
            raise StorageError(NO_DRIVER) from None
        return PostgresStore(database.url, enqueue=enqueue)
    return SqliteStore(str(database))


def engine_of(database: Database) -> Engine:
    """Return a blocking engine on a database. Raises StorageError as `store_on`."""
    if isinstance(database, Server):
        try:
            from core.store.postgres import postgres_engine
        except ImportError:
            raise StorageError(NO_DRIVER) from None
        return postgres_engine(database.url)
    return sqlite_engine(str(database))
