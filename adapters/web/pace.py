"""Limit how much one person may read, so that nobody slows down the others."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from core.contracts.ports import Clock

BURST: Final = 240.0
"""Size of a person's token bucket. A file costs 1 token, a screen `SCREEN_COST`."""
A_SECOND: Final = 4.0
"""Tokens added per second."""
SCREEN_COST: Final = 4.0
_PEOPLE: Final = 5_000
"""How many people are remembered; one who is forgotten has their whole burst again."""


@dataclass(slots=True)
class _Allowance:
    left: float
    at: float
    screens: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True)
class Pace:
    """A token bucket for each chat, in memory alone."""

    clock: Clock
    _allowances: OrderedDict[str, _Allowance] = field(default_factory=OrderedDict)

    def allows(self, chat: str, cost: float = 1.0) -> bool:
        """Return whether somebody may ask for something of this cost now, and if so count it."""
        found, now = self._of(chat), self.clock.monotonic()
        found.left = min(BURST, found.left + (now - found.at) * A_SECOND)
        found.at = now
        if found.left < cost:
            return False
        found.left -= cost
        return True

    @asynccontextmanager
    async def screen(self, chat: str) -> AsyncIterator[None]:
        """Wait until no other screen of this chat is being made: a person takes one thread at a time."""
        async with self._of(chat).screens:
            yield

    def _of(self, chat: str) -> _Allowance:
        found = self._allowances.setdefault(chat, _Allowance(BURST, self.clock.monotonic()))
        self._allowances.move_to_end(chat)
        while len(self._allowances) > _PEOPLE:
            self._allowances.popitem(last=False)
        return found
