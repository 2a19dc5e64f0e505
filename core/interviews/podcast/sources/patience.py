"""How long a fetch may take, on the injected clock."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from core.contracts.ports import Clock
from core.readers.source_errors import Slow

Result = TypeVar("Result")


class Patience:
    """`total` seconds for everything, and `idle` seconds at most between two signs of life."""

    def __init__(self, clock: Clock, *, total: float, idle: float | None = None) -> None:
        self._clock = clock
        self._idle = total if idle is None else idle
        self._end = clock.monotonic() + total
        self._last = clock.monotonic()

    def heard(self) -> None:
        """A sign of life."""
        self._last = self._clock.monotonic()

    async def bound(self, work: Coroutine[Any, Any, Result]) -> Result:
        """The result of the work; raises Slow, with the work cancelled and ended, when patience is over first."""
        task = asyncio.ensure_future(work)
        watch = asyncio.ensure_future(self._watch())
        try:
            await asyncio.wait({task, watch}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise Slow("The server was too slow.")
            return task.result()
        finally:
            for each in (task, watch):
                each.cancel()
            await asyncio.gather(task, watch, return_exceptions=True)

    async def _watch(self) -> None:
        while (left := min(self._end, self._last + self._idle) - self._clock.monotonic()) > 0:
            await self._clock.sleep(left)
