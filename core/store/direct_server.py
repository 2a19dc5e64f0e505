"""Reading a database of PostgreSQL's from beside, with its driver alone; a part of `core.store.direct`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from core.contracts.errors import StorageError
from core.store.database_url import Server

PATIENCE = 5
"""Seconds to wait for a server that does not answer."""
OLDEST = 14
"""Of PostgreSQL's versions."""
NO_DRIVER = "PostgreSQL needs its driver: install raconteur[large] instead of raconteur, or psycopg[binary] beside it."
_NAMED = re.compile(r"(?<!:):(\w+)")


class ServerSnapshot:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def execute(self, statement: str, values: Any = (), /) -> Any:
        named = _NAMED.sub(r"%(\1)s", statement.replace("%", "%%")) if values else statement
        return self._connection.execute(named, values or None)


@contextmanager
def connect_to_server(server: Server, **options: Any) -> Iterator[Any]:
    """Open a connection of the driver's, in a transaction of its own. Raises StorageError."""
    try:
        import psycopg
    except ImportError:
        raise StorageError(NO_DRIVER) from None
    try:
        with psycopg.connect(server.plain_url, connect_timeout=PATIENCE, **options) as connection:
            yield connection
    except psycopg.Error as error:
        raise StorageError(f"{server} cannot be used: {driver_message(error)}.") from error


@contextmanager
def server_snapshot(server: Server) -> Iterator[ServerSnapshot]:
    from psycopg import ClientCursor, IsolationLevel
    from psycopg.rows import namedtuple_row

    # The values are put into the statement here, since the server would have to guess the types of some.
    with connect_to_server(server, row_factory=namedtuple_row, cursor_factory=ClientCursor) as connection:
        connection.isolation_level = IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        yield ServerSnapshot(connection)


def server_version(server: Server) -> int:
    """Return the major version. Raises StorageError."""
    with connect_to_server(server) as connection:
        found: int = connection.info.server_version // 10_000
        return found


def driver_message(error: Exception) -> str:
    """Return the driver's message in one line, without quoting a row."""
    primary: str | None = getattr(getattr(error, "diag", None), "message_primary", None)
    text = " ".join((primary or str(error) or type(error).__name__).split())
    return text.rstrip(".")
