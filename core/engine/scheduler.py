"""The in-process engine: keys are served side by side, each key by one task at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import structlog

from core.contracts.errors import loggable_error
from core.contracts.ports import Clock, Drain
from core.engine.task_cancellation import cancel_tasks, is_cancelled
from core.timing.clock import Backoff

log = structlog.get_logger()
PAUSES = Backoff(first=0.2, longest=30.0, growth=2.0)


class RunningKeys:
    """The keys that this process serves now; a wake-up during a drain makes it run once more."""

    def __init__(self, clock: Clock, *, name: str) -> None:
        self._clock = clock
        self._name = name
        self._bells: dict[str, asyncio.Event] = {}
        self._again: set[str] = set()

    @property
    def keys(self) -> list[str]:
        return list(self._bells)

    def __contains__(self, key: str) -> bool:
        return key in self._bells

    def begin(self, key: str) -> None:
        self._bells[key] = asyncio.Event()

    def ring(self, key: str) -> bool:
        """Tell whoever serves it that there is more; False where nobody does."""
        bell = self._bells.get(key)
        if bell is None:
            return False
        self._again.add(key)
        bell.set()
        return True

    async def work(self, key: str, drain: Drain) -> None:
        """Drain a key that was begun, until nobody has rung since; what fails is tried again after a pause."""
        bell = self._bells[key]
        failures = 0
        try:
            while True:
                self._again.discard(key)
                try:
                    await drain(key, bell)
                    failures = 0
                except Exception as error:  # the task's boundary: one key's failure is nobody else's
                    if is_cancelled():
                        raise asyncio.CancelledError from error
                    failures += 1
                    self._again.add(key)
                    log.error("drain-failed", engine=self._name, failures=failures, error=loggable_error(error))
                    await self._clock.sleep(PAUSES.after(failures))
                if key not in self._again:
                    return
        finally:
            self._bells.pop(key, None)
            self._again.discard(key)


class InProcessEngine:
    """Serves keys (people, addresses, chores) side by side. What a crash breaks off is found in the tables."""

    def __init__(self, clock: Clock, *, name: str = "engine") -> None:
        self._name = name
        self._drain: Drain | None = None
        self._served = RunningKeys(clock, name=name)
        self._tasks: set[asyncio.Task[None]] = set()
        self._early: dict[str, None] = {}
        """Woken before there was anybody to serve them, in order."""

    @property
    def idle(self) -> bool:
        return not self._served.keys and not self._early

    @property
    def serving(self) -> list[str]:
        return self._served.keys

    def find(self, keys: Iterable[str]) -> None:
        self.wake([key for key in keys if key not in self._served])

    def wake(self, keys: Iterable[str]) -> None:
        for key in keys:
            if self._drain is None:
                self._early[key] = None
            elif not self._served.ring(key):
                self._served.begin(key)
                task = asyncio.create_task(self._served.work(key, self._drain), name=f"{self._name}:{key}")
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def run(self, drain: Drain) -> None:
        self._drain = drain
        self.wake(self._early)
        self._early.clear()
        try:
            await asyncio.Event().wait()
        finally:
            self._drain = None
            await cancel_tasks(tuple(self._tasks))
