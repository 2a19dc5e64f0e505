"""An advisory lock in the database: one process at a time deletes files, or claims what it has put.

It goes with its connection, so a process that dies holds nobody up. Each time it is a new one: it is held for
moments, and what is made anew is never found to be lost.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg

from core.contracts.errors import FilesAway

PATIENCE = 30
"""Seconds for which other processes are waited for."""


@asynccontextmanager
async def file_lock(conninfo: str, name: str) -> AsyncIterator[None]:
    """Hold the lock, as one process, for as long as the context lasts. Raises FilesAway where it cannot be taken."""
    try:
        connection: psycopg.AsyncConnection[Any] = await psycopg.AsyncConnection.connect(
            conninfo, autocommit=True, connect_timeout=5, options=f"-c statement_timeout={PATIENCE}s"
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
