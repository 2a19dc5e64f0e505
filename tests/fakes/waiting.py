"""Waiting in tests for what happens in its own time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

PATIENCE = 90.0
"""Seconds after which a wait gives up; never reached when what is tested works."""


async def until(happened: Callable[[], bool]) -> None:
    """Wait until something is so that has no bell of its own."""
    async with asyncio.timeout(PATIENCE):
        while not happened():  # noqa: ASYNC110 - there is nothing to await
            await asyncio.sleep(0.005)


async def stopped(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for its end."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
