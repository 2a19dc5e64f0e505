"""(d) Memory with 10,000 open sessions, and (e) the time from the start to ready with 100,000 stored ones."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bench.children import asked, start, told
from bench.figures import MEGABYTE, Row, median
from bench.stored import fill

OPEN = 10_000
STORED = 100_000
STARTS = 5


async def memory(folder: Path) -> list[Row]:
    """A fresh process on an empty file, and one on 10,000 sessions, idle and after everybody answered once."""
    empty, full = folder / "empty.db", folder / "open.db"
    fill(empty, 0)
    await asyncio.to_thread(fill, full, OPEN)
    nothing = await asked("bench.sleeper", str(empty), "0")
    process = await start("bench.sleeper", str(full), str(OPEN))
    idle = await told(process)
    half, after = await told(process), await told(process)
    await process.wait()

    def row(what: str, size: int) -> Row:
        ratio = f"{size / nothing['idle']:.2f} to an empty file"
        return Row(part="d", what=what, measured=f"{size / MEGABYTE:.0f} MB", ratio=ratio)

    return [
        row("memory with an empty file", nothing["idle"]),
        row("memory with 10,000 open sessions, idle", idle["idle"]),
        row("memory after half of them answered once", half["half"]),
        row("memory after each of them answered once", after["after"]),
    ]


async def starting(folder: Path) -> list[Row]:
    """From the first line of our code to ready, without and with the imports; fresh processes in turn."""
    empty, full = folder / "nothing.db", folder / "stored.db"
    fill(empty, 0)
    await asyncio.to_thread(fill, full, STORED)
    times: dict[Path, list[float]] = {empty: [], full: []}
    imports: list[float] = []
    for _ in range(STARTS):
        for database in (empty, full):
            found = await asked("bench.sleeper", str(database), "0")
            times[database].append(found["ready"])
            imports.append(found["imported"])
    small, large = median(times[empty]), median(times[full])
    return [
        Row(part="e", what="start to ready, empty file", measured=f"{1000 * small:.0f} ms"),
        Row(part="e", what="start to ready, 100,000 stored sessions", measured=f"{1000 * large:.0f} ms",
            ratio=f"{large / small:.2f} to an empty file"),
        Row(part="e", what="the same with the imports", measured=f"{1000 * (large + median(imports)):.0f} ms",
            ratio=f"{(large + median(imports)) / (small + median(imports)):.2f} to an empty file"),
    ]  # fmt: skip
