"""One limit of time over several steps, on the injected clock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from types import TracebackType
from typing import Self, TypeVar

from core.contracts.ports import Clock
from core.llm.provider import Interrupted

Result = TypeVar("Result")


class OutOfTime(Interrupted):
    """The limit came before the answer."""


class CallDeadline:
    """`async with Deadline(clock, 60) as deadline: await deadline.bound(step())`.

    `asyncio.timeout` would do the same on the loop's own clock, which a test cannot turn.
    """

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds

    async def __aenter__(self) -> Self:
        self._end = self._clock.monotonic() + self._seconds
        self._alarm = asyncio.ensure_future(self._clock.sleep(self._seconds))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._alarm.cancel()
        await asyncio.wait({self._alarm})

    def remaining(self) -> float:
        """Seconds that are left."""
        return self._end - self._clock.monotonic()

    async def bound(self, step: Awaitable[Result]) -> Result:
        """The result of a step; raises OutOfTime, with the step cancelled and ended, when the time is over first."""
        task = asyncio.ensure_future(step)
        try:
            await asyncio.wait({task, self._alarm}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise OutOfTime(f"The model gave no answer within {self._seconds:g} s; see whether it is overloaded.")
            return task.result()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
