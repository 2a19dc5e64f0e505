"""Small signs of life beside the conversation: "typing" while the interviewer thinks, and errands nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress

from core.contracts.errors import DeliveryError
from core.contracts.ports import Clock


@asynccontextmanager
async def typing(show: Callable[[], Awaitable[None]], *, clock: Clock, every: float, name: str) -> AsyncIterator[None]:
    """Call `show` now and every so many seconds until the body ends; a DeliveryError ends that. `name`: of the task."""
    task = asyncio.create_task(_keep_showing(show, clock, every), name=name)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def _keep_showing(show: Callable[[], Awaitable[None]], clock: Clock, every: float) -> None:
    with suppress(DeliveryError):
        while True:
            await show()
            await clock.sleep(every)


class Errands:
    """Work in the background that nobody waits for; it ends with the adapter."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, errand: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel what still runs and wait for its end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
