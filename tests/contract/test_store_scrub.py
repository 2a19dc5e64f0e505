"""Emptying the write-ahead log, in which copies of deleted words would lie on."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import psycopg

from core.store.postgres import PostgresStore
from core.store.store import MemoryStore, SqliteStore
from tests.fakes.postgres import postgres_url as postgres_url
from tests.fakes.stores import arrive, begin, event, new_database, waiting_ids
from tests.fakes.told import SECRET, THERE, erase, tell


def _log(path: str) -> bytes:
    return Path(f"{path}-wal").read_bytes()


async def test_scrubbing_empties_the_log(tmp_path: Path) -> None:
    store = SqliteStore(new_database(tmp_path))
    path = str(tmp_path / "raconteur.db")
    await tell(store, "anna", THERE)
    await erase(store, "anna")
    assert SECRET.encode() in _log(path)
    assert await store.scrub()
    assert _log(path) == b""
    await store.close()
    assert SECRET.encode() not in (tmp_path / "raconteur.db").read_bytes()


async def test_scrubbing_gives_way_to_who_reads_and_says_so(tmp_path: Path) -> None:
    store = SqliteStore(new_database(tmp_path))
    path = str(tmp_path / "raconteur.db")
    await store.write(begin)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM persons").fetchall()
        await tell(store, "anna", THERE)
        assert not await store.scrub()
        await erase(store, "anna")
        reader.execute("ROLLBACK")
    assert await store.scrub()
    assert _log(path) == b""
    await store.close()


async def test_scrubbing_amid_many_who_write_and_read_loses_nothing(tmp_path: Path) -> None:
    store = SqliteStore(new_database(tmp_path))

    async def busy(n: int) -> None:
        for step in range(20):
            await store.write(partial(arrive, incoming=event(f"{n}-{step}")))
            await store.read(waiting_ids)

    _, _, *scrubbed = await asyncio.gather(busy(1), busy(2), *(store.scrub() for _ in range(10)))
    assert len(await store.read(waiting_ids)) == 40
    assert scrubbed == [True] * 10
    await store.close()


async def test_in_memory_there_is_no_log_to_scrub() -> None:
    store = MemoryStore()
    assert await store.scrub()
    await store.close()


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _dead_rows(url: str) -> int:
    """Deleted rows that still stand in the tables, as whoever vacuums them finds."""
    found: list[str] = []
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as beside:
        beside.add_notice_handler(lambda notice: found.append(notice.message_primary or ""))
        beside.execute("VACUUM (VERBOSE) revisions")
    return sum(int(number) for text in found for number in re.findall(r"tuples: (\d+) removed", text))


async def test_what_was_deleted_is_vacuumed_once_nobody_reads_it_any_more(postgres_url: str) -> None:
    store = PostgresStore(postgres_url)
    await tell(store, "anna", THERE)
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as reader:
        reader.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        reader.execute("SELECT * FROM persons")
        await erase(store, "anna")
        assert not await store.scrub()
    assert await store.scrub()
    assert _dead_rows(postgres_url) == 0
    await erase(store, "nobody")
    await tell(store, "boris", THERE)
    await erase(store, "boris")
    assert _dead_rows(postgres_url) > 0, "else this test would not see any"
    await store.close()
