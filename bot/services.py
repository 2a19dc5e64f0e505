"""What a process serves: queues, each with its engine and a way to find what waits there, and platforms."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from core.contracts.errors import Revoked
from core.contracts.ports import Drain, Engine
from core.engine.task_cancellation import cancel_tasks
from core.store.claims import Claim
from core.store.outbox import WaitingMessage
from core.store.store import Connection, Queue, Store, Wake

log = structlog.get_logger()
Find = Callable[[], Awaitable[Iterable[str]]]
"""Returns the keys at which something waits that nobody is working on."""
SPEAKING = frozenset({Queue.DELIVERY, Queue.ERRANDS})
"""The queues that only the holder of a platform's token serves."""


async def _nothing() -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueWork:
    """The work of one queue, a key at a time, in the processes whose role that is."""

    room: str
    drain: Drain
    find: Find
    renew: Callable[[Connection, Claim, str], object] = lambda c, claim, key: None
    """Puts off the end of the claim on a key that is worked on; without claims, what was lost is made again."""
    wakes_after: Callable[[WaitingMessage], Iterable[Wake]] = lambda waiting: ()
    """Returns whom to wake when a message was delivered."""
    tidy: Callable[[], Awaitable[None]] = _nothing
    """Looks after what it keeps, every few seconds, in every process."""
    forget: Callable[[], Awaitable[None]] = _nothing
    """Deletes the copies that it keeps of people's words. Raises OSError."""
    close: Callable[[], Awaitable[None]] = _nothing
    """Ends what it has begun, when the app ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningService:
    engine: Engine
    work: QueueWork
    here: bool
    """This process serves it."""


@dataclass(frozen=True, slots=True)
class RunningServices:
    each: tuple[RunningService, ...] = ()

    def tasks(self, *, speaking: bool = False) -> list[asyncio.Task[None]]:
        """Start the engines that speak with the platforms, or all the others. Each works until it is cancelled."""
        chosen = (service for service in self.each if (service.work.room in SPEAKING) is speaking)
        return [asyncio.create_task(s.engine.run(s.work.drain), name=s.work.room) for s in chosen]

    async def find(self) -> None:
        """Wake the engines for what waits: another process may have died over it."""
        for service in self.each:
            if service.here:
                service.engine.find(await service.work.find())

    async def renew(self, store: Store, claim: Claim, more: Collection[Callable[[Connection], object]]) -> None:
        """Put off the end of the claims on what is being worked on; `more` does so for the features."""
        held = [(service.work, tuple(service.engine.serving)) for service in self.each]

        def unit(c: Connection) -> None:
            for work, keys in held:
                for key in keys:
                    work.renew(c, claim, key)
            for each in more:
                each(c)

        if more or any(keys for _, keys in held):
            await store.write(unit)


async def run_platforms(runs: Mapping[str, Coroutine[Any, Any, None]]) -> None:
    """Run platforms until all have returned; when one raises anything but `Revoked`, the others are stopped."""
    revoked: list[Revoked] = []

    async def run_one(name: str, run: Coroutine[Any, Any, None]) -> None:
        try:
            await run
        except Revoked as error:
            log.error("platform-revoked", platform=name, reason=str(error))
            revoked.append(error)

    tasks = [asyncio.create_task(run_one(name, run)) for name, run in runs.items()]
    try:
        # Not gathered: that is through with the first that has ended, and whoever still leaves in peace then would be
        # cancelled amid it.
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
    finally:
        await cancel_tasks(tasks)
    if revoked:
        raise revoked[0]
