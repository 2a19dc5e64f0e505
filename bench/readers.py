"""(i) What others wait while one person's hostile file is read, and the memory that it takes."""

from __future__ import annotations

import asyncio
import resource
from contextlib import suppress
from pathlib import Path

from bench.crowd import life_story, waits
from bench.figures import MEGABYTE, Row, median, quantile, resident
from core.interviews.life_story.interview import LifeStory
from core.interviews.podcast.sources.opener import Opener
from tests.fakes.hostile import SAMPLES, Sample, opened

LATENCY = 0.05


async def measure(folder: Path) -> list[Row]:
    """For each kind of file twelve turns of somebody else without it, and twelve while two people have it read."""
    ratios: dict[str, float] = {}
    quiet: list[float] = []
    beside: list[float] = []
    async with life_story(folder / "readers.db", latency=LATENCY) as (app, crowd):
        openers = [Opener(readers=app.readers, person=name) for name in ("anna", "boris")]
        before = resident()
        for sample in SAMPLES.values():
            person = crowd.listener(sample.name)
            await person.starts(LifeStory.kind)
            body = sample.make()
            without = await waits(person)
            at_it = [asyncio.create_task(_again_and_again(opener, sample, body)) for opener in openers]
            with_it = await waits(person)
            for task in at_it:
                task.cancel()
            await asyncio.gather(*at_it, return_exceptions=True)
            crowd.leave(person)
            ratios[sample.name] = median(with_it) / median(without)
            quiet += without
            beside += with_it
        grown = resident() - before
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    worst = max(ratios, key=lambda name: ratios[name])
    tail = quantile(beside, 0.95) / quantile(quiet, 0.95)
    return [
        Row(part="i", what=f"wait for a question while others' hostile files are read, {len(ratios)} kinds, median",
            measured=f"{median(beside) / LATENCY:.2f} L", ratio=f"{median(beside) / median(quiet):.2f} to no file"),
        Row(part="i", what="the same, 95th percentile",
            measured=f"{quantile(beside, 0.95) / LATENCY:.2f} L", ratio=f"{tail:.2f} to no file"),
        Row(part="i", what="the same for the worst kind, median",
            measured=worst, ratio=f"{ratios[worst]:.2f} to no file"),
        Row(part="i", what="memory of the largest reader process; there are two at most", aim="≤ 500 MB",
            measured=f"{largest / MEGABYTE:.0f} MB"),
        Row(part="i", what="memory that the bot itself has grown by", measured=f"{grown / MEGABYTE:.0f} MB"),
    ]  # fmt: skip


async def _again_and_again(opener: Opener, sample: Sample, body: bytes) -> None:
    with suppress(asyncio.CancelledError):
        while True:
            await opened(opener, sample, body)
