"""A clock that only a test can turn."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

_START = datetime(2026, 1, 1, tzinfo=UTC)


class ManualClock:
    """A `Clock`. `await clock.sleepers(2); clock.advance(5)` lets those go on whose time has come."""

    def __init__(self, start: datetime = _START) -> None:
        self._start = start
        self._elapsed = 0.0
        self._waiting: dict[asyncio.Future[None], float] = {}
        self._changed = asyncio.Condition()
        self.asked: list[float] = []
        """Every length of sleep that was asked for."""

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        return self._elapsed

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        woken = asyncio.get_running_loop().create_future()
        self._waiting[woken] = self._elapsed + seconds
        try:
            async with self._changed:
                self._changed.notify_all()
            await woken
        finally:
            self._waiting.pop(woken, None)

    async def sleepers(self, count: int) -> None:
        """Return when at least so many sleeps are under way."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self._waiting) >= count)

    def advance(self, seconds: float) -> None:
        """Turn the clock forward and wake whoever is due."""
        self._elapsed += seconds
        for woken in [each for each, due in self._waiting.items() if due <= self._elapsed]:
            del self._waiting[woken]
            if not woken.done():  # its sleeper was cancelled a moment ago
                woken.set_result(None)
