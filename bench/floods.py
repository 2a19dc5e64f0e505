"""(s) Floods of the page: how much longer the others wait during each than without it, and the server's memory."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp

from bench.children import start, told
from bench.figures import MEGABYTE, Row, median, quantile, resident_in
from bench.flooder import FLOODS
from bench.page import LATENCY, Reader

TURNS = 5
ASKED = 50


async def measure(folder: Path) -> list[Row]:
    """The server, whoever floods it, and the one who waits are a process each."""
    rows: list[Row] = []
    for name in FLOODS:
        place = folder / name
        place.mkdir()
        rows += await _measure_one(name, place)
    return rows


async def _measure_one(name: str, place: Path) -> list[Row]:
    async with AsyncExitStack() as stack:
        server = await start("bench.page_server", str(place), str(LATENCY))
        stack.callback(server.kill)
        where = await told(server)
        jar = aiohttp.CookieJar(unsafe=True)
        session = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=jar))
        reader = Reader(session, where["origin"])
        await reader.come_in(where["code"])
        listening = asyncio.create_task(reader.listen())
        await reader.begins()
        turns_before, asked_before, _ = await _waits(reader, server.pid)
        flooder = await start("bench.flooder", name, where["origin"], where["code"])
        stack.callback(flooder.kill)
        await told(flooder)
        turns, asked, most = await _waits(reader, server.pid)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
    return [
        Row(part="s", what=f"flood “{name}”: wait for the next question, median", aim="≤ 2",
            measured=f"{1000 * median(turns):.0f} ms", ratio=f"{median(turns) / median(turns_before):.2f} to without"),
        Row(part="s", what="the same, longest", aim="≤ 2",
            measured=f"{1000 * max(turns):.0f} ms", ratio=f"{max(turns) / max(turns_before):.2f} to without"),
        Row(part="s", what="a file of the page, median and 95th percentile",
            measured=f"{1000 * median(asked):.1f}, {1000 * quantile(asked, 0.95):.1f} ms",
            ratio=f"{1000 * median(asked_before):.1f}, {1000 * quantile(asked_before, 0.95):.1f} ms without"),
        Row(part="s", what="memory of the server, most", aim="≤ 600 MB", measured=f"{most / MEGABYTE:.0f} MB"),
    ]  # fmt: skip


async def _waits(reader: Reader, server: int) -> tuple[list[float], list[float], int]:
    """Return the seconds of turns and of a small file, and the most memory that the server had meanwhile."""
    turns, asked, most = [], [], 0
    for _ in range(TURNS):
        turns.append(await reader.turn(0.0))
        for _ in range(ASKED // TURNS):
            began = time.perf_counter()
            async with reader.session.get(f"{reader.origin}/static/icon.svg") as answer:
                await answer.read()
            asked.append(time.perf_counter() - began)
            await asyncio.sleep(0.05)
            most = max(most, resident_in(server))
    return turns, asked, most
