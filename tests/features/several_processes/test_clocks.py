"""The clocks of a house of several processes: all go by the database's, whatever their computers say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest
from structlog.testing import capture_logs

from bot.clock import SteeredClock
from core.features.several_processes.presence import APART, Presence
from core.store.claims import LEASE, PEOPLE, Claim
from core.store.postgres import PostgresStore, conninfo_of
from core.store.store import Store
from tests.fakes.stores import arrive, event
from tests.fakes.waiting import stopped, until

AHEAD = timedelta(seconds=LEASE * 2)


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[Store]:
    made = PostgresStore(postgres_url)
    yield made
    await made.close()


async def _takes(store: Store, clock: SteeredClock, owner: str) -> bool:
    """Whether a process gets somebody's mailbox."""
    claim = Claim(owner, clock.now().timestamp())
    return await store.write(lambda c: PEOPLE.take(c, claim, "p1"))


async def test_who_comes_from_a_computer_that_is_ahead_takes_nothing_away(postgres_url: str, store: Store) -> None:
    await store.write(lambda c: arrive(c, event("e1")))
    right, wrong = SteeredClock(), SteeredClock()
    wrong.turn(AHEAD)
    assert await _takes(store, right, "worker-1.a")
    presence = Presence(conninfo_of(postgres_url), wrong, wrong.turn)
    with capture_logs() as logged:
        await presence.enter("worker")
        await presence.sit("worker-2.b")
    assert [each["event"] for each in logged if each["log_level"] == "warning"] == ["clock-put-right"]
    assert not await _takes(store, wrong, "worker-2.b")
    await presence.leave()


@pytest.mark.parametrize("step", [AHEAD, -AHEAD], ids=["forward", "back"])
async def test_a_clock_that_is_stepped_is_put_right(postgres_url: str, step: timedelta) -> None:
    clock, true = SteeredClock(), SteeredClock()
    presence = Presence(conninfo_of(postgres_url), clock, clock.turn)
    await presence.enter("worker")
    await presence.sit("worker-1.a")
    clock.turn(step)
    watching = asyncio.create_task(presence.watch())
    await until(lambda: abs((clock.now() - true.now()).total_seconds()) < APART)
    await stopped(watching)
    await presence.leave()


class _Stepped(SteeredClock):
    """On a machine whose clock somebody sets."""

    def __init__(self) -> None:
        super().__init__()
        self.set_by = timedelta()

    def _machines(self) -> datetime:
        return super()._machines() + self.set_by


@pytest.mark.parametrize("step", [AHEAD, -AHEAD], ids=["forward", "back"])
def test_one_that_goes_by_the_database_is_not_moved_by_the_machine(step: timedelta) -> None:
    clock, true = _Stepped(), SteeredClock()
    clock.set_by = step
    assert abs(clock.now() - true.now() - step).total_seconds() < APART
    clock.set_by = timedelta()
    clock.go_steadily()
    clock.set_by = step
    assert abs((clock.now() - true.now()).total_seconds()) < APART
    clock.turn(AHEAD)
    assert abs((clock.now() - true.now() - AHEAD).total_seconds()) < APART
