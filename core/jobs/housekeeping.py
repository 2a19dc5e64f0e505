"""Work that the clock makes due: deadlines of sessions, what features look at, and pruning the database every hour."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

import structlog

from core.contracts.errors import RaconteurError, loggable_error
from core.contracts.ports import Clock
from core.conversation.context import Runtime
from core.store.claims import Claim
from core.store.doubtful_recordings import release_doubtful_files
from core.store.feature_hooks import registered_hooks
from core.store.pruning import WalkPlace, prune_step
from core.store.store import Connection, Queue, Store, Wake
from core.store.timers import due_sessions, set_missing_deadlines, wake_due_sessions
from core.timing.rules import TimerRules

log = structlog.get_logger()
EVERY = 3600.0
"""Seconds between the beginnings of two walks."""
STEPS = 4
"""Of a walk at one look, so that nobody who writes waits long."""


class Pruner:
    """Walks over the tables once an hour, and sees that no copy of what was deleted stays in the log."""

    def __init__(self, store: Store, clock: Clock, retention: timedelta | None = None) -> None:
        """`retention`: how long features keep what nothing happens in any more; None: for ever."""
        self._store = store
        self._clock = clock
        self._retention = retention
        self._retiring = False
        """There may be something older."""
        self._place: WalkPlace | None = None
        self._walk_at = clock.monotonic()
        self._clean = False
        """Nothing was deleted here since the log was emptied."""

    async def look(self) -> None:
        """Do what is due: a few steps at most. What fails is tried again at the next look."""
        if self._place is None and self._clock.monotonic() >= self._walk_at:
            self._place, self._walk_at = WalkPlace(), self._clock.monotonic() + EVERY
            self._retiring = self._retention is not None
        now = self._clock.now().timestamp()
        try:
            for _ in range(STEPS):
                if self._place is not None:
                    self._place = await self._store.write(partial(prune_step, place=self._place, now=now))
                    if self._place is None:
                        # Retention deletes too, and nobody waits for that: once an hour is often enough.
                        self._clean = False
                if self._retention is not None and self._retiring:
                    before = now - self._retention.total_seconds()
                    self._retiring = await self._store.write(partial(_retire, before=before))
                    self._clean = self._clean and not self._retiring
            if not self._clean:
                self._clean = await self._store.scrub()
        except RaconteurError as error:
            log.warning("pruning-failed", error=error.code, reason=str(error))


def _retire(c: Connection, before: float) -> bool:
    more = [hooks.retire(c, before) for hooks in registered_hooks() if hooks.retire is not None]
    return any(more)


class FileTidier:
    """Deletes, once an hour, the files that nothing needs any more."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._tidy_at = runtime.clock.monotonic()

    async def look(self) -> None:
        """Do what is due. What fails is tried again in an hour.

        Among the recordings are those that were kept until their people had seen the words.
        """
        runtime = self._runtime
        if runtime.clock.monotonic() < self._tidy_at:
            return
        self._tidy_at = runtime.clock.monotonic() + EVERY
        now = runtime.now()
        try:
            await runtime.store.write(lambda c: release_doubtful_files(c, now=now))
            for what, files in (("recordings", runtime.audio), ("photos", runtime.photos)):
                if files is not None and (removed := await files.sweep(runtime.store)):
                    log.info("files-tidied", what=what, removed=removed)
        except (RaconteurError, OSError) as error:
            log.warning("files-not-tidied", error=loggable_error(error))


Look = Callable[[Runtime], Awaitable[None]]
_looks: dict[str, Look] = {}


def register_look(feature: str, look: Look) -> None:
    """Have a feature look at what is due; once more changes nothing."""
    _looks[feature] = look


async def look_at_due(runtime: Runtime) -> None:
    """Have the features look at what is due."""
    for look in _looks.values():
        await look(runtime)


@dataclass(frozen=True, slots=True)
class Timekeeper:
    store: Store
    clock: Clock
    rules: TimerRules
    owner: str
    """Of the claims on whom it wakes."""

    async def adopt(self) -> None:
        """Give a deadline, at the start, to every session that should have one."""
        now = self.clock.now().timestamp()
        await self.store.write(lambda c: set_missing_deadlines(c, self.rules, now=now))

    async def sweep(self) -> int:
        """Ring for the sessions whose deadline has come; return how many."""
        claim = Claim(self.owner, self.clock.now().timestamp())
        due = await self.store.read(lambda c: due_sessions(c, now=claim.now))
        if not due:
            return 0
        rung = await self.store.write(
            lambda c: wake_due_sessions(c, due, claim),
            wake=lambda people: [Wake(Queue.DESK, person) for person in people],
        )
        return len(rung)
