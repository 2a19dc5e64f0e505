"""(p) Memory for each thousand people whose interviews are open: one process on a file, a gateway, a worker."""

from __future__ import annotations

from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bench.children import start, told
from bench.figures import MEGABYTE, Row, number, resident_in
from bot.database import prepare_database
from core.store.database_url import Server
from tests.fakes.postgres import own_server

FIRST, MORE = 1_000, 1_000
"""People: after the first of them everything is loaded, and caches have begun to fill."""


async def measure(folder: Path) -> list[Row]:
    """Each comes, agrees, answers once, and then only has an open interview; all work in the background is done."""
    file = folder / "gathering.db"
    prepare_database(file)
    async with _child("bench.gathering", str(file), str(folder)) as alone:
        rows = await _grown(alone, {"one process on a file": alone})
    with own_server(tables=False) as server:
        prepare_database(Server(server.url))
        async with (
            _child("bench.member", server.url, str(folder), "0", "worker") as worker,
            _child("bench.gathering", server.url, str(folder)) as gateway,
        ):
            rows += await _grown(gateway, {"a gateway": gateway, "a worker": worker})
    return rows


@asynccontextmanager
async def _child(module: str, *arguments: str) -> AsyncIterator[Process]:
    process = await start(module, *arguments)
    try:
        await told(process)
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _grown(gathering: Process, watched: Mapping[str, Process]) -> list[Row]:
    """Measure what each process takes when the first people have come, and how much it grows with the others."""
    sizes: list[list[int]] = []
    for people in (FIRST, MORE):
        if gathering.stdin is not None:
            gathering.stdin.write(b"%d\n" % people)
        await told(gathering)
        sizes.append([resident_in(process.pid) for process in watched.values()])
    return [
        Row(part="p", what=f"{name}: memory after {number(FIRST)} people, more for each 1,000",
            measured=f"{before / MEGABYTE:.0f} MB, {(after - before) * 1000 / MORE / MEGABYTE:+.1f} MB")
        for name, before, after in zip(watched, *sizes, strict=True)
    ]  # fmt: skip
