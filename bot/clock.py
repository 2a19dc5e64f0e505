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


class TurnedClock(SystemClock):
    """A clock that goes as the machine's does, from a moment of one's choice, and can be turned forward."""

    def __init__(self, start: datetime) -> None:
        self._ahead = start - super().now()

    def now(self) -> datetime:
        return super().now() + self._ahead

    def turn(self, span: timedelta) -> None:
        """Let so much time have gone by. Whoever sleeps is not woken by it."""
        self._ahead += span
