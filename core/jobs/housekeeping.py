"""When the database is pruned and its log emptied: beside everything else, in small steps."""

from __future__ import annotations

from functools import partial

import structlog

from core.contracts.errors import RaconteurError
from core.contracts.ports import Clock
from core.store.codec import seconds
from core.store.old_rows import WalkPlace, prune
from core.store.store import Store

log = structlog.get_logger()
EVERY = 3600.0
"""Seconds between the beginnings of two walks."""
STEPS = 4
"""Of a walk at one look, so that nobody who writes waits long."""


class Pruner:
    """Walks over the tables once an hour, and sees that no copy of what was deleted stays in the log."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._place: WalkPlace | None = None
        self._walk_at = clock.monotonic()
        self._clean = False
        """Nothing was deleted here since the log was emptied."""

    async def look(self) -> None:
        """Do what is due: a few steps at most. What fails is tried again at the next look."""
        if self._place is None and self._clock.monotonic() >= self._walk_at:
            self._place, self._walk_at = WalkPlace(), self._clock.monotonic() + EVERY
        try:
            await self._walk()
            if not self._clean:
                self._clean = await self._store.scrub()
        except RaconteurError as error:
            log.warning("pruning-failed", error=error.code, reason=str(error))

    async def _walk(self) -> None:
        now = seconds(self._clock.now())
        for _ in range(STEPS):
            if (place := self._place) is None:
                return
            self._place = await self._store.write(partial(prune, place=place, now=now))
            if self._place is None:
                # Retention deletes too, and nobody waits for that: once an hour is often enough.
                self._clean = False
