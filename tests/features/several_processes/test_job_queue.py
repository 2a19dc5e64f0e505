"""The queue of jobs in PostgreSQL, where a process dies over one."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import psycopg
import pytest
from structlog.testing import capture_logs

from bot.clock import SystemClock
from core.features.several_processes.job_queue import JobQueue, prepare_queue
from core.store.postgres import conninfo_of
from core.store.store import Queue, Wake
from tests.fakes.waiting import PATIENCE, until


async def test_claims_of_the_dead_are_free_before_their_jobs_are_done_again(postgres_url: str) -> None:
    conninfo = conninfo_of(postgres_url)
    await prepare_queue(conninfo)
    queue = JobQueue(conninfo, SystemClock(), queue_of=lambda wake: "everybody")
    seen: list[str] = []
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as beside:

        async def states() -> list[str]:
            return [row[0] for row in await (await beside.execute("SELECT status FROM procrastinate_jobs")).fetchall()]

        async def clear() -> None:
            seen.extend(await states())

        await beside.execute("TRUNCATE procrastinate_jobs CASCADE")
        queue.before_rescue(clear)
        await queue.put([Wake(Queue.DESK, "p1")])
        # As a process leaves it that has died, and is taken off the list of those at work.
        await beside.execute("UPDATE procrastinate_jobs SET status = 'doing'")
        running = asyncio.ensure_future(queue.run())
        async with asyncio.timeout(PATIENCE):
            while await states() != ["todo"]:
                continue
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
    assert seen == ["doing"]


@asynccontextmanager
async def _without(conninfo: str, function: str) -> AsyncIterator[None]:
    """A database in which something of the queue's cannot be done, as when it goes away just then."""
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as beside:
        [signature] = await (
            await beside.execute("SELECT oid::regprocedure::text FROM pg_proc WHERE proname = %s", [function])
        ).fetchone() or [""]
        await beside.execute(f"ALTER FUNCTION {signature} RENAME TO away")  # type: ignore[arg-type]
        try:
            yield
        finally:
            back = signature.replace(function, "away", 1)
            await beside.execute(f"ALTER FUNCTION {back} RENAME TO {function}")  # type: ignore[arg-type]


class _Working:
    """A process that does the jobs of a queue."""

    def __init__(self, conninfo: str) -> None:
        self.queue = JobQueue(conninfo, SystemClock(), queue_of=lambda wake: "everybody", grace=1.0)
        self.engine = self.queue.engine(Queue.DESK, queues=["everybody"], concurrency=2)
        self.done: list[str] = []

    async def drain(self, key: str, _bell: asyncio.Event) -> None:
        self.done.append(key)

    async def do_one(self) -> asyncio.Task[None]:
        running = asyncio.create_task(self.engine.run(self.drain))
        await self.queue.put([Wake(Queue.DESK, "p1")])
        await until(lambda: self.done == ["p1"])
        return running


@pytest.fixture
async def working(postgres_url: str) -> _Working:
    conninfo = conninfo_of(postgres_url)
    await prepare_queue(conninfo)
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as beside:
        await beside.execute("TRUNCATE procrastinate_jobs CASCADE")
    return _Working(conninfo)


async def test_who_is_ended_while_the_database_goes_ends(postgres_url: str, working: _Working) -> None:
    running = await working.do_one()
    async with _without(conninfo_of(postgres_url), "procrastinate_unregister_worker_v1"):
        running.cancel()
        await asyncio.wait([running], timeout=PATIENCE / 3)
        assert running.cancelled()


async def test_why_a_job_was_not_ended_is_said_in_one_line(postgres_url: str, working: _Working) -> None:
    unasked: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unasked.append(context))
    with capture_logs() as logged:
        async with _without(conninfo_of(postgres_url), "procrastinate_finish_job_v1"):
            running = await working.do_one()
            await until(
                lambda: bool(unasked or any(each["event"] == "job-left" for each in logged) or gc.collect(0) < 0)
            )
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    gc.collect()
    assert [each["event"] for each in logged] == ["job-left"]
    assert unasked == []


async def test_what_is_under_way_passes_on_when_this_process_is_displaced(postgres_url: str, working: _Working) -> None:
    begun, other = asyncio.Event(), _Working(conninfo_of(postgres_url))

    async def hangs(_key: str, _bell: asyncio.Event) -> None:
        begun.set()
        await asyncio.Event().wait()

    running = [asyncio.create_task(working.engine.run(hangs))]
    await working.queue.put([Wake(Queue.DESK, "p1")])
    await asyncio.wait_for(begun.wait(), PATIENCE)
    running.append(asyncio.create_task(other.engine.run(other.drain)))
    working.queue.break_off()
    await until(lambda: other.done == ["p1"])
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
