"""The queue of jobs in PostgreSQL, where a process dies over one."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import psycopg

from bot.clock import SystemClock
from core.jobs.job_queue import JobQueue, prepare_queue
from core.store.postgres import conninfo_of
from core.store.store import Room, Wake
from tests.fakes.postgres import postgres_url as postgres_url
from tests.fakes.waiting import PATIENCE


async def test_what_the_dead_had_claimed_is_free_before_their_jobs_are_done_again(postgres_url: str) -> None:
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
        await queue.put([Wake(Room.DESK, "p1")])
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
