"""(j) A program of somebody's, from the call to what came of it, in each layer that stands, beside a bare start."""

from __future__ import annotations

import asyncio
import time
from asyncio.subprocess import DEVNULL
from pathlib import Path

from bench.figures import Row, median
from bot.clock import SystemClock
from core.contracts.sandbox import Ended, Program
from core.sandbox.examination import examine
from core.sandbox.interpreter import find
from core.sandbox.once import run_once
from core.sandbox.settings import Layer, SandboxSettings

RUNS = 40
AIM = 0.060
PROGRAM = Program(language="python", source="def twice(n):\n    return 2 * n", driver="print(twice(2))")


async def measure(_folder: Path) -> list[Row]:
    """Taking turns with the bare start, so that both meet the same machine."""
    rows: list[Row] = []
    for layer in (Layer.LANDLOCK, Layer.BUBBLEWRAP):
        bare, held = await _both(layer)
        if not held:
            continue
        over = median(held) - median(bare)
        rows.append(
            Row(part="j", what=f"a Python program in {layer}, over a bare start, median",
                aim=f"≤ {AIM * 1000:.0f} ms", measured=f"{over * 1000:.0f} ms",
                ratio=f"{median(held) / median(bare):.1f} to a bare start of {median(bare) * 1000:.0f} ms")
        )  # fmt: skip
    return rows


async def _both(layer: Layer) -> tuple[list[float], list[float]]:
    """Seconds of bare starts, and of runs; none where the layer does not stand."""
    settings = SandboxSettings(layers=(layer,))
    found = await examine(settings, SystemClock())
    bare: list[float] = []
    held: list[float] = []
    if found.around is None:
        return bare, held
    python = str(find(None).executable)
    for _ in range(RUNS):
        began = time.perf_counter()
        process = await asyncio.create_subprocess_exec(python, "-I", "-S", "-c", "pass", stdin=DEVNULL, env={})
        await process.wait()
        between = time.perf_counter()
        run = await run_once(found.around, found.toolchains["python"], PROGRAM, settings.limits, SystemClock(), slot=0)
        held.append(time.perf_counter() - between)
        bare.append(between - began)
        if run.ended is not Ended.FINISHED or run.out != "4\n":
            raise RuntimeError(f"the program ended as {run.ended}: {run.err}")
    return bare, held
