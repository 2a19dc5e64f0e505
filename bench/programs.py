"""(j) A program of somebody's, in each layer that stands, beside a bare start; and what others wait meanwhile."""

from __future__ import annotations

import asyncio
import time
from asyncio.subprocess import DEVNULL
from pathlib import Path

from bench.crowd import life_story, waits
from bench.figures import Row, median
from bench.readers import LATENCY
from bot.clock import SystemClock
from core.contracts.sandbox import Ended, Program
from core.interviews.life_story.interview import LifeStory
from core.sandbox.examination import examine_layers
from core.sandbox.layers import find_interpreter
from core.sandbox.on_demand import LocalSandbox, build_sandbox
from core.sandbox.once import run_once
from core.sandbox.settings import Layer, SandboxSettings

RUNS = 40
AIM = 0.060
PROGRAM = Program(language="python", source="def twice(n):\n    return 2 * n", driver="print(twice(2))")


async def measure(folder: Path) -> list[Row]:
    return [*await _runs(), *await _others(folder)]


async def _runs() -> list[Row]:
    """Measure runs and bare starts in turn, so that both meet the same machine."""
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
    """Return the seconds of bare starts and of runs; none if the layer does not work here."""
    settings = SandboxSettings(layers=(layer,))
    found = await examine_layers(settings, SystemClock())
    bare: list[float] = []
    held: list[float] = []
    if found.around is None:
        return bare, held
    python = str(find_interpreter(None).executable)
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


async def _others(folder: Path) -> list[Row]:
    """Somebody tells their life story, while two people have programs run that never end by themselves."""
    sandbox = await asyncio.to_thread(build_sandbox, SandboxSettings(), SystemClock())
    if not sandbox.languages:
        return []
    async with life_story(folder / "programs.db", latency=LATENCY) as (_, crowd):
        person = crowd.listener("clara")
        await person.starts(LifeStory.kind)
        quiet = await waits(person)
        at_it = [asyncio.create_task(_again_and_again(sandbox, name)) for name in ("anna", "boris")]
        beside = await waits(person)
        for task in at_it:
            task.cancel()
        await asyncio.gather(*at_it, return_exceptions=True)
    await sandbox.close()
    return [
        Row(part="j", what="wait for a question while two endless programs of others run, median",
            measured=f"{median(beside) / LATENCY:.2f} L", ratio=f"{median(beside) / median(quiet):.2f} to no program"),
    ]  # fmt: skip


async def _again_and_again(sandbox: LocalSandbox, person: str) -> None:
    while True:
        await sandbox.run(Program(language="python", source="while True: pass"), person=person, waiting=lambda _: None)
