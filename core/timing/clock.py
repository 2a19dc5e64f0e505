"""Limit time and let waits grow, on the injected clock, where `asyncio.timeout` knows only the loop's own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from core.contracts.ports import Clock

T = TypeVar("T")
_MOST_STEPS = 64


async def run_until(work: Awaitable[T], end: Awaitable[object], *, late: Callable[[], Exception] = TimeoutError) -> T:
    """Return the result of `work`; raise what `late` makes, or what `end` raises, when that is over first.

    Whichever still runs is cancelled, and has ended when this returns.
    """
    limit, task = asyncio.ensure_future(end), asyncio.ensure_future(work)
    try:
        await asyncio.wait({task, limit}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            limit.result()
            raise late()
        return task.result()
    finally:
        task.cancel()
        limit.cancel()
        await asyncio.gather(task, limit, return_exceptions=True)


async def with_timeout(clock: Clock, seconds: float, work: Awaitable[T]) -> T:
    """Return the result of the work; raise TimeoutError, with the work cancelled and ended, when that takes longer."""
    return await run_until(work, clock.sleep(seconds))


class TimeLimit:
    """`total` seconds for several steps together, and `idle` seconds at most between two signs of life."""

    def __init__(
        self, clock: Clock, total: float, *, idle: float | None = None, late: Callable[[], Exception] = TimeoutError
    ) -> None:
        self._clock = clock
        self._idle = total if idle is None else idle
        self._late = late
        self._last = clock.monotonic()
        self._end = self._last + total

    def heard(self) -> None:
        self._last = self._clock.monotonic()

    def remaining(self) -> float:
        """Seconds that are left without a further sign of life."""
        return min(self._end, self._last + self._idle) - self._clock.monotonic()

    async def bound(self, step: Awaitable[T]) -> T:
        """Return the result of a step; when time is over, cancel it, and raise what `late` makes once it has ended."""
        return await run_until(step, self._over(), late=self._late)

    async def _over(self) -> None:
        while (left := self.remaining()) > 0:
            await self._clock.sleep(left)


@dataclass(frozen=True, slots=True, kw_only=True)
class Backoff:
    """The waits between tries: `first` seconds, each time `growth` times as long, `longest` at most."""

    first: float
    longest: float
    growth: float

    def after(self, failures: int) -> float:
        """Return the seconds before the next try, when so many (from 1) have failed in a row."""
        # Bounded before the power is taken: what fails for days would lead beyond what a float holds.
        return min(self.longest, self.first * self.growth ** min(failures - 1, _MOST_STEPS))

    def of_service(self, asked: float | None, failures: int, *, jitter: float, most: float) -> float | None:
        """Return the seconds before a service is asked again, at least those it asked for; None if these exceed `most`.

        `jitter`, in [0, 1), keeps those whom it turned away together from coming back together.
        """
        if (asked or 0.0) > most:
            return None
        return max(asked or 0.0, self.after(failures) * (1 + jitter) / 2)


class Pauses:
    """The waits of somebody who tries again and again."""

    def __init__(self) -> None:
        self._failures = 0

    def next(self) -> float:
        self._failures += 1
        return _STEADILY.after(self._failures)

    def reset(self) -> None:
        self._failures = 0


_STEADILY = Backoff(first=1.0, longest=30.0, growth=1.5)  # for a service in the network that somebody waits for
