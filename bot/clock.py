"""The machine's clock, and new ids."""

from __future__ import annotations

import asyncio
import secrets
import time
from datetime import UTC, datetime, timedelta


def _steady() -> float:
    """Return the seconds of a clock that nobody sets, and that runs on in sleep where the system has one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


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
        self._since: tuple[datetime, float] | None = None

    def now(self) -> datetime:
        if self._since is None:
            return self._machines() + self._ahead
        began, steady = self._since
        return began + timedelta(seconds=_steady() - steady) + self._ahead

    def turn(self, span: timedelta) -> None:
        """Turn the clock forward, or back. Nobody who sleeps is woken by it."""
        self._ahead += span

    def go_steadily(self) -> None:
        """Ignore from now on how the machine's clock is set: whoever turns this one knows better."""
        self._since = self._machines(), _steady()

    def _machines(self) -> datetime:
        return super().now()


class TurnedClock(SteeredClock):
    """A clock that begins at a given moment."""

    def __init__(self, start: datetime) -> None:
        super().__init__()
        self.turn(start - self.now())


ID_BYTES = 8


def new_id() -> str:
    """Return sixteen hexadecimal digits that nobody can guess."""
    return secrets.token_hex(ID_BYTES)
