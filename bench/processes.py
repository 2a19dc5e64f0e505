"""(n) Many people in one process and in several: turns, waits, and how long it takes when one of the processes dies."""

from __future__ import annotations

import asyncio
import signal
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from bench.children import start, told
from bench.crowd import ANSWER, Crowd, life_story, waits
from bench.figures import Row, median, quantile
from bench.member import member
from bot.database import prepare_database
from core.interviews.life_story.interview import LifeStory
from core.store.database_url import Server
from tests.fakes.postgres import own_server

LATENCY = 0.5
"""Seconds that the model takes, L."""
PEOPLE = 100
TURNS = 6
"""Answers of each."""
WORKERS = (1, 2, 4)
DEATHS = 3


@dataclass(slots=True)
class _Talks:
    waits: list[float]
    """Seconds from an answer to what is said to it."""
    per_second: float

    def rows(self, what: str) -> list[Row]:
        waits = ", ".join(f"{quantile(self.waits, share) / LATENCY:.2f}" for share in (0.5, 0.95, 0.99))
        return [
            Row(part="n", what=f"{PEOPLE} people at once, {what}: turns/s", measured=f"{self.per_second:.0f}"),
            Row(part="n", what="the same: wait at the median, 95 and 99 %", measured=f"{waits} L"),
        ]


async def measure(folder: Path) -> list[Row]:
    """The model takes L; all processes share this machine."""
    async with life_story(folder / "processes.db", latency=LATENCY) as (_, crowd):
        rows = (await _talks(crowd)).rows("SQLite in one process")
    for workers in WORKERS:
        with own_server(tables=False) as server:
            async with _house(Server(server.url), folder, workers) as (crowd, _):
                rows += (await _talks(crowd)).rows(f"PostgreSQL, a gateway and {workers} worker{'s' * (workers > 1)}")
    with own_server(tables=False) as server:
        async with _house(Server(server.url), folder, 1) as (crowd, processes):
            lost = [await _death(Server(server.url), folder, crowd, processes, n) for n in range(DEATHS)]
    rows.append(Row(part="n", what=f"an answer when its worker dies over it, {DEATHS} times, median and most",
                    aim="10 s", measured=f"{median(lost):.1f}, {max(lost):.1f} s"))  # fmt: skip
    return rows


async def _talks(crowd: Crowd) -> _Talks:
    people = [crowd.listener(str(n)) for n in range(PEOPLE)]
    await asyncio.gather(*(each.starts(LifeStory.kind) for each in people))
    began = time.perf_counter()
    found = await asyncio.gather(*(waits(each, TURNS) for each in people))
    per_second = PEOPLE * TURNS / (time.perf_counter() - began)
    return _Talks(waits=[wait for theirs in found for wait in theirs], per_second=per_second)


async def _death(server: Server, folder: Path, crowd: Crowd, processes: list[Process], number: int) -> float:
    """Kill the worker that is at an answer while another one is there. Return the seconds until the next message."""
    person = crowd.listener(f"death-{number}")
    await person.starts(LifeStory.kind)
    old = processes.pop()
    processes.append(await _worker(server, folder))
    # So that it is the old one that begins.
    processes[-1].send_signal(signal.SIGSTOP)
    began = time.perf_counter()
    await person.write(ANSWER)
    await asyncio.sleep(LATENCY / 2)
    old.kill()
    await old.wait()
    processes[-1].send_signal(signal.SIGCONT)
    await person.arrived.get()
    return time.perf_counter() - began


async def _worker(server: Server, folder: Path) -> Process:
    process = await start("bench.member", server.url, str(folder / "shared"), str(LATENCY), "worker")
    await told(process)
    return process


@asynccontextmanager
async def _house(server: Server, folder: Path, workers: int) -> AsyncIterator[tuple[Crowd, list[Process]]]:
    """Run the gateway here, and workers as processes of their own."""
    prepare_database(server)
    app, crowd = await member(server, folder / "shared", LATENCY, "gateway")
    processes: list[Process] = []
    speaking = asyncio.create_task(app.run())
    try:
        await crowd.up.wait()
        for _ in range(workers):
            processes.append(await _worker(server, folder))
        yield crowd, processes
    finally:
        for process in processes:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        speaking.cancel()
        with suppress(asyncio.CancelledError):
            await speaking
