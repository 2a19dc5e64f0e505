"""The database is ended and started again amid the writing: nothing is lost, and nothing is written twice."""

from __future__ import annotations

import asyncio
from functools import partial

import sqlalchemy as sa

from core.store.postgres import PostgresStore
from core.store.schema import persons, tallies
from core.store.store import Connection
from tests.fakes.effort import tries
from tests.fakes.postgres import own_server

WRITERS = 6
RESTARTS = tries(2, soak=20)


def _count(c: Connection, name: str) -> None:
    """What shows it when it is done twice, and when it is not done."""
    c.execute(persons.insert(), {"id": name, "name": "", "language": "en", "stage": "new", "created_at": 0.0})
    c.execute(tallies.update().values(number=tallies.c.number + 1))


async def _write(store: PostgresStore, writer: int, over: asyncio.Event) -> list[str]:
    written: list[str] = []
    while not over.is_set():
        name = f"{writer}.{len(written)}"
        await store.write(partial(_count, name=name))
        written.append(name)
    return written


async def test_nothing_is_lost_or_doubled_when_the_database_starts_again() -> None:
    with own_server() as server:
        stores = [PostgresStore(server.url), PostgresStore(server.url)]
        await stores[0].write(lambda c: c.execute(tallies.insert(), {"name": "all", "number": 0}))
        over = asyncio.Event()
        writing = [asyncio.ensure_future(_write(stores[n % 2], n, over)) for n in range(WRITERS)]
        for number in range(RESTARTS):
            await _until_more_is_there(stores[0])
            await asyncio.to_thread(server.restart, ("immediate", "fast")[number % 2])
        await _until_more_is_there(stores[0])
        over.set()
        written = {name for each in await asyncio.gather(*writing) for name in each}
        assert await stores[1].read(lambda c: set(c.execute(sa.select(persons.c.id)).scalars())) == written
        assert await stores[1].read(lambda c: c.execute(sa.select(tallies.c.number)).scalar_one()) == len(written)
        for store in stores:
            await store.close()


async def _until_more_is_there(store: PostgresStore) -> None:
    def number(c: Connection) -> int:
        found: int = c.execute(sa.select(tallies.c.number)).scalar_one()
        return found

    before = await store.read(number)
    while await store.read(number) < before + 20:
        pass
