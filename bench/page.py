"""(l) The page with 200 browsers: the wait in units of the model's latency, and what a connection takes."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from asyncio.subprocess import Process
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import aiohttp

from bench.children import start, told
from bench.crowd import ANSWER
from bench.figures import MEGABYTE, Row, median, quantile
from core.conversation.phases.consent import AGREE

BROWSERS = 200
LATENCY = 0.3
TURNS = 3
"""Of each browser."""
WINDOW = 8.0
"""Seconds over which the answers of a turn come in."""
_NO_END = aiohttp.ClientTimeout()


@dataclass(slots=True)
class Reader:
    """One browser: it listens, and knows how many questions it was asked."""

    session: aiohttp.ClientSession
    origin: str
    asked: int = 0
    agree: tuple[int, str] | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def come_in(self, code: str) -> None:
        async with self.session.get(f"{self.origin}/i/{code}") as answer:
            form = re.search(r'name="form" value="(\w+)"', await answer.text())
        own, fields = {"Origin": self.origin}, {"form": form[1] if form else ""}
        async with self.session.post(f"{self.origin}/i/{code}", data=fields, headers=own) as answer:
            answer.raise_for_status()

    async def listen(self) -> None:
        with suppress(aiohttp.ClientError):
            async with self.session.get(f"{self.origin}/events", timeout=_NO_END) as answer:
                async for line in answer.content:
                    if line.startswith(b"data: ") and b'"kind"' in line:
                        self.read(json.loads(line.removeprefix(b"data: ")))

    async def post(self, path: str, **fields: object) -> None:
        own = {"Origin": self.origin, "X-Raconteur": "1"}
        async with self.session.post(
            f"{self.origin}{path}", json={"id": str(uuid4()), **fields}, headers=own
        ) as answer:
            answer.raise_for_status()

    async def begins(self) -> None:
        await self.post("/say", text="/interview life-story")
        await self._until(lambda: self.agree is not None)
        if self.agree is not None:
            await self.post("/press", line=self.agree[0], data=self.agree[1])
        await self._until(lambda: self.asked > 0)

    async def turn(self, after: float) -> float:
        """Return the seconds from sending an answer until the next question is read."""
        await asyncio.sleep(after)
        before, began = self.asked, time.perf_counter()
        await self.post("/say", text=ANSWER)
        await self._until(lambda: self.asked > before)
        return time.perf_counter() - began

    async def _until(self, happened: Any) -> None:
        async with asyncio.timeout(120):
            while not happened():
                self.news.clear()
                await self.news.wait()

    def read(self, line: dict[str, Any]) -> None:
        if line["who"] == "bot":
            self.asked += line["asks"]
            for choice in line["choices"]:
                if AGREE in choice["data"]:
                    self.agree = (line["n"], choice["data"])
        self.news.set()


async def measure(folder: Path) -> list[Row]:
    """The server is a process of its own; all browsers are here."""
    place = folder / "page"
    place.mkdir()
    process = await start("bench.page_server", str(place), str(LATENCY))
    where = await told(process)
    async with AsyncExitStack() as stack:
        stack.callback(process.kill)
        readers = []
        for _ in range(BROWSERS):
            jar = aiohttp.CookieJar(unsafe=True)
            session = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=jar))
            readers.append(Reader(session, where["origin"]))
        listening = []
        for reader in readers:
            await reader.come_in(where["code"])
            listening.append(asyncio.create_task(reader.listen()))
        await asyncio.gather(*[reader.begins() for reader in readers])
        before = await _resident(process)
        listening += [asyncio.create_task(Reader(each.session, each.origin).listen()) for each in readers]
        await asyncio.sleep(3)
        with_twice = await _resident(process)
        chance = random.Random(1)  # noqa: S311 - when somebody answers is no secret
        alone = [await readers[0].turn(0.0) / LATENCY for _ in range(10)]
        waits: list[float] = []
        for _ in range(TURNS):
            turns = [reader.turn(chance.uniform(0, WINDOW)) for reader in readers]
            waits += [wait / LATENCY for wait in await asyncio.gather(*turns)]
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    await process.wait()
    each = (with_twice - before) / BROWSERS / 1024
    return [
        Row(part="l", what=f"the page: wait of one while {BROWSERS - 1} others are open, median",
            measured=f"{median(alone):.3f}", ratio="to L = 300 ms"),
        Row(part="l", what=f"{BROWSERS} browsers, {BROWSERS / WINDOW:.0f} answers a second: wait, median",
            measured=f"{median(waits):.3f}", ratio="to L"),
        Row(part="l", what="the same, 95th percentile", measured=f"{quantile(waits, 0.95):.3f}", ratio="to L"),
        Row(part="l", what="memory of one more open connection", measured=f"{each:.0f} KB",
            ratio=f"server {before / MEGABYTE:.0f} MB with {BROWSERS} people"),
    ]  # fmt: skip


async def _resident(process: Process) -> int:
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    process.stdin.write(b"\n")
    await process.stdin.drain()
    found: int = (await told(process))["resident"]
    return found
