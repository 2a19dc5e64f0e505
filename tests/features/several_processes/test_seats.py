"""Processes of a house that swap their seats, as after the database was away, or that stand still."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

import pytest
import sqlalchemy as sa

from bot.clock import SystemClock
from core.contracts.errors import Displaced
from core.contracts.messages import Address
from core.features.several_processes import presence as presence_module
from core.features.several_processes.presence import FencedStore, Presence
from core.features.several_processes.presence_rows import NotHeld, clear_empty_seats
from core.store.claims import PEOPLE, Claim
from core.store.driver import fetch_one
from core.store.postgres import PostgresStore, conninfo_of
from core.store.schema import gateways, persons
from core.store.store import Connection
from tests.fakes.manual_clock import ManualClock
from tests.fakes.stores import arrive, event
from tests.fakes.waiting import PATIENCE, stopped


async def test_what_was_claimed_from_a_seat_that_is_another_s_now_is_free(postgres_url: str) -> None:
    """One that ends what it was at goes on claiming when another is in its seat already."""
    clock = SystemClock()
    store = PostgresStore(postgres_url)
    before, now, beside = (Presence(conninfo_of(postgres_url), clock) for _ in range(3))

    def claim(owner: str) -> Claim:
        return Claim(owner, clock.now().timestamp())

    async def takes(owner: str, person: str) -> bool:
        return await store.write(lambda c: PEOPLE.take(c, claim(owner), person))

    for person in ("p1", "p2"):
        came = event(person, address=Address(platform="telegram", chat=person))
        await store.write(partial(arrive, incoming=came, person_id=person))
    try:
        assert await before.enter("worker") == "worker-1"
        await before.sit("worker-1.before")
        await before.leave()
        assert await now.enter("worker") == "worker-1"
        await now.sit("worker-1.now")
        assert await beside.enter("worker") == "worker-2"
        await beside.sit("worker-2.beside")
        assert await takes("worker-1.before", "p1")
        assert await takes("worker-1.now", "p2")
        await store.write(lambda c: clear_empty_seats(c, claim("worker-2.beside")))
        assert await takes("worker-2.beside", "p1")
        assert not await takes("worker-2.beside", "p2")
    finally:
        for presence in (before, now, beside):
            await presence.leave()
        await store.close()


async def test_who_stands_still_amid_writing_holds_nobody_up(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence_module, "STANDING", 0.1)
    standing, other = PostgresStore(postgres_url), PostgresStore(postgres_url)
    beside = Presence(conninfo_of(postgres_url), SystemClock())
    begun, goes_on = threading.Event(), threading.Event()

    def stands(c: Connection) -> None:
        fetch_one(c, sa.select(sa.func.count()).select_from(persons), {})
        begun.set()
        goes_on.wait(PATIENCE)
        arrive(c, event("e1"))

    stood = asyncio.create_task(standing.write(stands))
    try:
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        await beside.enter("worker")
        watching = asyncio.create_task(beside.watch())
        await asyncio.wait_for(other.write(lambda c: arrive(c, event("e2"))), PATIENCE)
        assert not stood.done()
        await stopped(watching)
    finally:
        goes_on.set()
        await stood
        await beside.leave()
        await standing.close()
        await other.close()


async def test_who_finds_that_another_speaks_by_now_begins_anew_at_once(postgres_url: str) -> None:
    store, presence = PostgresStore(postgres_url), Presence(conninfo_of(postgres_url), ManualClock())
    await presence.enter("gateway")
    await presence.sit("gateway-1.a")
    await presence.hold(["telegram"])
    watching = asyncio.create_task(presence.watch())
    fenced = FencedStore(store, presence)
    await fenced.write(lambda c: arrive(c, event("e1")))
    await store.write(lambda c: c.execute(gateways.update().values(epoch=gateways.c.epoch + 1)))
    with pytest.raises(NotHeld):
        await fenced.write(lambda c: arrive(c, event("e2")))
    with pytest.raises(Displaced):
        await asyncio.wait_for(watching, PATIENCE)
    await presence.leave()
    await store.close()
