"""The machine's clock."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta


class SystemClock:
    """`core.contracts.ports.Clock` on the real time."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class SteeredClock(SystemClock):
    """A clock that goes as the machine's does, and can be put right."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def now(self) -> datetime:
        return super().now() + self._ahead

    def turn(self, span: timedelta) -> None:
        """Let so much time have gone by, or less than none. Whoever sleeps is not woken by it."""
        self._ahead += span


class TurnedClock(SteeredClock):
    """One that begins at a moment of one's choice."""

    def __init__(self, start: datetime) -> None:
        super().__init__()
        self.turn(start - self.now())
