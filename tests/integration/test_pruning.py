"""When the database is pruned: at the start, then once an hour, a little at a time, and never at anybody's cost."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial

import pytest
import sqlalchemy as sa

from core.contracts.errors import StorageError
from core.features.chamber.chamber_rows import put_run
from core.features.chamber.runs import RunStatus
from core.jobs.housekeeping import EVERY, STEPS, Pruner
from core.store.pruning import KEPT, WINDOW
from core.store.schema import mailbox, runs
from core.store.store import Connection, MemoryStore
from tests.fakes.app import running
from tests.fakes.chamber import every_run, new_run, setup
from tests.fakes.manual_clock import ManualClock
from tests.fakes.stores import arrive, count, event


class CountingStore(MemoryStore):
    """A store whose log cannot be emptied as long as somebody reads, and that can fail."""

    def __init__(self) -> None:
        super().__init__()
        self.scrubs = 0
        self.somebody_reads = False
        self.broken = False

    async def scrub(self) -> bool:
        self.scrubs += 1
        if self.broken:
            raise StorageError("The disk is full.")
        return not self.somebody_reads


@pytest.fixture
async def store() -> AsyncIterator[CountingStore]:
    made = CountingStore()
    yield made
    await made.close()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def pruner(store: CountingStore, clock: ManualClock) -> Pruner:
    return Pruner(store, clock)


async def _put_old_mail(store: CountingStore, clock: ManualClock, rows: int) -> None:
    long_ago = clock.now().timestamp() - KEPT - 1

    def unit(c: Connection) -> None:
        arrive(c, event("first"), now=long_ago)
        values = {"person_id": "p1", "payload": "{}", "arrived_at": long_ago, "ready": True, "done_at": long_ago}
        c.execute(mailbox.insert(), [values | {"event_id": f"e{n}"} for n in range(rows - 1)])
        c.execute(mailbox.update().values(done_at=long_ago))

    await store.write(unit)


async def _left(store: CountingStore) -> int:
    return await store.read(lambda c: count(c, mailbox))


async def test_a_walk_goes_a_few_steps_at_a_time_and_begins_anew_after_an_hour(
    store: CountingStore, clock: ManualClock, pruner: Pruner
) -> None:
    rows = (STEPS + 1) * WINDOW
    await _put_old_mail(store, clock, rows)
    await pruner.look()
    assert await _left(store) == rows - STEPS * WINDOW
    await pruner.look()
    assert await _left(store) == 0
    await store.write(lambda c: arrive(c, event("handled"), now=0))
    await store.write(lambda c: c.execute(mailbox.update().values(done_at=0)))
    clock.advance(EVERY - 1)
    await pruner.look()
    assert await _left(store) == 1
    clock.advance(1)
    await pruner.look()
    assert await _left(store) == 0


async def test_the_log_is_emptied_at_the_start_and_after_each_walk(
    store: CountingStore, clock: ManualClock, pruner: Pruner
) -> None:
    for expected in (1, 1):
        await pruner.look()
        assert store.scrubs == expected
    clock.advance(EVERY)
    await pruner.look()
    assert store.scrubs == 2


async def test_a_log_that_somebody_reads_is_emptied_as_soon_as_they_are_done(
    store: CountingStore, pruner: Pruner
) -> None:
    store.somebody_reads = True
    for _ in range(3):
        await pruner.look()
    store.somebody_reads = False
    for _ in range(3):
        await pruner.look()
    assert store.scrubs == 4


async def test_a_disk_that_fails_ends_nothing_and_is_tried_again(store: CountingStore, pruner: Pruner) -> None:
    store.broken = True
    await pruner.look()
    store.broken = False
    await pruner.look()
    await pruner.look()
    assert store.scrubs == 2


async def test_runs_that_rest_go_when_they_are_as_old_as_interviews_may_become(
    store: CountingStore, clock: ManualClock
) -> None:
    days = timedelta(days=30)
    pruner = Pruner(store, clock, days)
    for number in range(STEPS + 1):
        run = new_run(setup(), f"old-{number}", at=clock.now() - days - timedelta(seconds=1), status=RunStatus.ENDED)
        await store.write(partial(put_run, run=run))
    for name, status in (("running", RunStatus.RUNNING), ("young", RunStatus.PAUSED)):
        age = timedelta(0) if status is RunStatus.PAUSED else 2 * days
        run = new_run(setup(), name, at=clock.now() - age, status=status)
        await store.write(partial(put_run, run=run))
    await Pruner(store, clock).look()
    assert await store.read(lambda c: count(c, runs)) == STEPS + 3
    await pruner.look()
    assert await store.read(lambda c: count(c, runs)) == 3
    await pruner.look()
    assert {run.id for run in await store.read(every_run)} == {"running", "young"}
    scrubs = store.scrubs
    await pruner.look()
    assert store.scrubs == scrubs
    clock.advance(days.total_seconds() + 1)
    await pruner.look()
    assert {run.id for run in await store.read(every_run)} == {"running"}


async def test_the_app_prunes_when_it_starts(store: CountingStore, clock: ManualClock) -> None:
    await _put_old_mail(store, clock, 3)
    async with running(clock=clock, store=store) as r:
        assert await r.store.read(lambda c: c.execute(sa.select(mailbox.c.id)).all()) == []
    assert store.scrubs == 1
