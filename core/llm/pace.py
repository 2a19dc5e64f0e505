"""So many requests a minute and no more, over all runs that share a connection."""

from __future__ import annotations

import asyncio
import hashlib

from core.contracts.ports import Clock

_MINUTE = 60.0


class RequestPace:
    """Requests are evenly apart. Who comes first is first, and who goes away takes nobody's turn."""

    def __init__(self, clock: Clock, per_minute: float | None = None) -> None:
        """`per_minute`: None for as fast as they come."""
        self._clock = clock
        self._apart = 0.0
        self._last: float | None = None
        self._turn = asyncio.Lock()
        self.slow_down(per_minute)

    def slow_down(self, per_minute: float | None) -> None:
        """Allow no more than this from now on; a slower pace stays."""
        if per_minute is not None:
            self._apart = max(self._apart, _MINUTE / per_minute)

    async def turn(self) -> None:
        """Return when the next request may be sent."""
        async with self._turn:
            while (wait := (0.0 if self._last is None else self._last + self._apart - self._clock.monotonic())) > 0:
                await self._clock.sleep(wait)
            self._last = self._clock.monotonic()


class Paces:
    """The pace of each connection. The slowest that anybody states for it holds for all who share it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._by_connection: dict[str, RequestPace] = {}

    def of(self, *connection: str, per_minute: float | None) -> RequestPace:
        """`connection`: what makes it one, the key among it, which is not kept."""
        name = hashlib.sha256("\0".join(connection).encode()).hexdigest()
        pace = self._by_connection.setdefault(name, RequestPace(self._clock))
        pace.slow_down(per_minute)
        return pace
