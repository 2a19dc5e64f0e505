"""Processes of a house that swap their seats, as after the database was away."""

from __future__ import annotations

from functools import partial

from bot.clock import SystemClock
from core.contracts.messages import Address
from core.jobs.presence import Presence
from core.store.claims import PEOPLE, Claim
from core.store.postgres import PostgresStore, conninfo_of
from core.store.presence_rows import clear_empty_seats
from tests.fakes.postgres import postgres_url as postgres_url
from tests.fakes.stores import arrive, event


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
