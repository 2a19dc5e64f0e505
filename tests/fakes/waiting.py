"""Waiting in tests for what happens in its own time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

PATIENCE = 90.0
"""Seconds after which a wait gives up; never reached when what is tested works."""
LOOPS = 1_000
"""Turns of the loop after which what is waited for is likely no work of this loop."""


async def until(happened: Callable[[], bool]) -> None:
    """Wait until something is so that has no bell of its own: on this loop, in a thread or in another process."""
    turns = 0
    async with asyncio.timeout(PATIENCE):
        while not happened():
            turns += 1
            await asyncio.sleep(0 if turns < LOOPS else 0.005)


async def stopped(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for its end."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
