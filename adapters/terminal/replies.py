"""Waiting until the interviewer has said what it had to say."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress

from core.contracts.ports import Clock
from core.timing.clock import within

QUIET = 0.4
"""Seconds without another message after which a reply counts as whole."""


class Replies:
    """Knows when something was said and whether the interviewer is thinking."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._said = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._thinking = 0

    @property
    def thinking(self) -> bool:
        return self._thinking > 0

    def think(self) -> None:
        self._thinking += 1
        self._idle.clear()

    def rest(self) -> None:
        self._thinking -= 1
        if not self._thinking:
            self._idle.set()

    def expect(self) -> None:
        """Only what is said from now on is a reply."""
        self._said.clear()

    def said(self) -> None:
        self._said.set()

    async def settled(self, limit: float) -> None:
        """Return when something was said since `expect` and nothing more follows, or after `limit` seconds."""
        await self._within(limit, self._silence())

    async def _silence(self) -> None:
        await self._said.wait()
        while self._said.is_set() or self.thinking:
            self._said.clear()
            await self._idle.wait()
            await self._within(QUIET, self._said.wait())

    async def _within(self, seconds: float, what: Coroutine[object, object, object]) -> None:
        with suppress(TimeoutError):
            await within(self._clock, seconds, what)
