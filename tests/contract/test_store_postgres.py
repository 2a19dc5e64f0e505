"""What the store promises on PostgreSQL beside what all promise: several processes, and a database that goes away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from core.contracts.errors import Stale, StorageError, StorageUnavailable
from core.store.postgres import PostgresStore
from core.store.schema import persons
from core.store.store import Connection, Queue, Wake
from tests.fakes.postgres import Beside, postgres_database
from tests.fakes.postgres_wire import Cut, wire
from tests.fakes.stores import NOW


@pytest.fixture
def url() -> Iterator[str]:
    with postgres_database() as found:
        yield found


@asynccontextmanager
async def _stores(url: str, **more: Any) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    """Those of two processes."""
    both = PostgresStore(url, **more), PostgresStore(url, **more)
    try:
        yield both
    finally:
        for store in both:
            await store.close()


def _put(c: Connection, name: str, words: str = "") -> str:
    c.execute(persons.insert(), {"id": name, "name": words, "language": "en", "stage": "new", "created_at": NOW})
    return name


def _names(c: Connection) -> dict[str, str]:
    return {row.id: row.name for row in c.execute(sa.select(persons.c.id, persons.c.name))}


async def test_what_two_processes_check_and_then_add_is_added_once(url: str) -> None:
    beside = Beside(url)

    def only_one(c: Connection, name: str) -> str:
        there = c.execute(sa.select(persons.c.id)).all()
        beside.stand_still()
        if there:
            raise Stale("Somebody is there.")
        return _put(c, name)

    async with _stores(url) as (one, other):
        first = asyncio.ensure_future(one.write(lambda c: only_one(c, "p0")))
        await beside.stands_still()
        with pytest.raises(Stale):
            await other.write(lambda c: only_one(c, "p1"))
        beside.is_through()
        assert await first == "p0"
        assert list(await one.read(_names)) == ["p0"]
        assert [store.tallies["write"].repeated for store in (one, other)] == [0, 0]


async def test_who_reads_waits_for_nobody_who_writes(url: str) -> None:
    beside = Beside(url)

    def slow(c: Connection) -> None:
        _put(c, "p")
        beside.stand_still()

    async with _stores(url) as (one, other):
        writing = asyncio.ensure_future(one.write(slow))
        await beside.stands_still()
        assert await other.read(_names) == {}
        beside.is_through()
        await writing
        assert await other.read(_names) == {"p": ""}


async def test_what_an_administrator_does_beside_is_waited_for_and_done_once(url: str) -> None:
    async with _stores(url) as (store, other):
        await store.write(lambda c: _put(c, "p"))
        ended: list[int] = []

        def refused_at_first(c: Connection) -> str:
            word = _add(c, "a")
            if not ended:
                ended.append(1)
                c.exec_driver_sql("DO $$BEGIN RAISE EXCEPTION USING ERRCODE = '55P03'; END$$")
            return word

        results = await asyncio.gather(store.write(refused_at_first), store.write(lambda c: _add(c, "b")))
        assert results == ["a", "b"]
        assert sorted((await other.read(_names))["p"]) == ["a", "b"]


async def test_a_unit_that_swallows_what_the_database_refused_is_told_so(url: str) -> None:
    def swallows(c: Connection) -> None:
        try:
            c.execute(sa.select(sa.column("anything")).select_from(sa.table("nowhere")))
        except sa.exc.DBAPIError:
            return

    async with _stores(url) as (store, _):
        results = await asyncio.gather(
            store.write(lambda c: _put(c, "before")),
            store.write(swallows),
            store.write(lambda c: _put(c, "after")),
            return_exceptions=True,
        )
        assert [type(each) for each in results] == [str, StorageError, str]
        with pytest.raises(StorageError, match="went on"):
            await store.write(swallows)


async def test_the_character_that_it_keeps_in_no_text_is_left_out(url: str) -> None:
    async with _stores(url) as (store, _):
        await store.write(lambda c: _put(c, "p", "An\0na"))
        assert await store.read(_names) == {"p": "Anna"}


async def test_wakes_are_written_with_what_they_are_about(url: str) -> None:
    enqueued: list[list[Wake]] = []

    def enqueue(connection: psycopg.Connection[Any], woken: list[Wake]) -> None:
        for wake in woken:
            connection.execute("UPDATE persons SET name = name || %s WHERE id = %s", (wake.room, wake.key))
        enqueued.append(woken)

    def fails(c: Connection) -> str:
        raise Stale("on purpose")

    async with _stores(url, enqueue=enqueue) as (store, _):
        heard: list[str] = []
        store.on_wake(Queue.DESK, heard.extend)
        await store.write(lambda c: _put(c, "p"), wake=lambda name: (Wake(Queue.DESK, name), Wake(Queue.DESK, name)))
        with pytest.raises(Stale):
            await store.write(fails, wake=(Wake(Queue.DESK, "p"),))
        assert await store.read(_names) == {"p": "desk"}
        assert enqueued == [[Wake(Queue.DESK, "p")]]
        assert heard == ["p", "p"]


async def test_a_wake_that_cannot_be_written_takes_back_what_it_is_about(url: str) -> None:
    def enqueue(connection: psycopg.Connection[Any], woken: list[Wake]) -> None:
        connection.execute("SELECT nothing")

    async with _stores(url, enqueue=enqueue) as (store, _):
        with pytest.raises(StorageError):
            await store.write(lambda c: _put(c, "p"), wake=(Wake(Queue.DESK, "p"),))
        assert await store.read(_names) == {}


# --- a database that goes away ----------------------------------------------------------------------------------------


def _add(c: Connection, word: str) -> str:
    """What may not happen twice, and shows it when it does."""
    c.execute(persons.update().where(persons.c.id == "p").values(name=persons.c.name + word))
    return word


@pytest.mark.parametrize("cut", Cut)
async def test_what_was_cut_off_at_the_commit_is_done_once(cut: Cut, url: str) -> None:
    with wire(url) as line:
        store = PostgresStore(line.url)
        heard: list[str] = []
        store.on_wake(Queue.DESK, heard.extend)
        await store.write(lambda c: _put(c, "p"))
        line.cuts += [cut]
        assert await store.write(lambda c: _add(c, "a"), wake=lambda word: (Wake(Queue.DESK, word),)) == "a"
        line.cuts += [cut, cut]
        assert await asyncio.gather(*(store.write(partial(_add, word=word)) for word in "bcd")) == ["b", "c", "d"]
        assert await store.read(_names) == {"p": "abcd"}
        assert heard == ["a"]
        await store.close()


async def test_a_read_that_was_cut_off_is_read_again(url: str) -> None:
    async with _stores(url) as (store, other):
        await store.write(lambda c: _put(c, "p"))
        assert await store.read(_names) == {"p": ""}
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        await other.write(lambda c: c.exec_driver_sql(end + " AND datname = current_database()").all())
        assert await store.read(_names) == {"p": ""}
        assert await store.write(lambda c: _add(c, "a")) == "a"


async def test_who_waits_for_a_database_that_stays_away_hears_of_it(url: str) -> None:
    store = PostgresStore("postgresql+psycopg://nobody@127.0.0.1:1/nowhere", patience=0.1)
    for ask in (store.read, store.write):
        with pytest.raises(StorageUnavailable, match="refused a unit of work: OperationalError"):
            await ask(_names)
    await store.close()
