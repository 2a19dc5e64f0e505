"""What a process serves: queues, each with its engine and a way to find what waits there, and platforms."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from core.contracts.errors import Revoked
from core.contracts.ports import Drain, Engine
from core.delivery.delivery_worker import parse_address
from core.engine.task_cancellation import cancel_tasks
from core.store.announcement_rows import ANNOUNCEMENTS
from core.store.claims import CHORES, PEOPLE, PHOTOS, RECORDINGS, Claim, renew_letters
from core.store.file_request_rows import ERRANDS
from core.store.store import Connection, Queue, Store

log = structlog.get_logger()
Find = Callable[[], Awaitable[Iterable[str]]]
"""Returns the keys at which something waits that nobody is working on."""
SPEAKING = frozenset({Queue.DELIVERY, Queue.ERRANDS})
"""The queues that only the holder of a platform's token serves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningService:
    room: Queue
    engine: Engine
    drain: Drain
    find: Find
    here: bool
    """This process serves it."""


@dataclass(frozen=True, slots=True)
class RunningServices:
    each: tuple[RunningService, ...] = ()

    def tasks(self, *, speaking: bool = False) -> list[asyncio.Task[None]]:
        """Start the engines that speak with the platforms, or all the others. Each works until it is cancelled."""
        chosen = (service for service in self.each if (service.room in SPEAKING) is speaking)
        return [asyncio.create_task(s.engine.run(s.drain), name=s.room.value) for s in chosen]

    async def find(self) -> None:
        """Wake the engines for what waits: another process may have died over it."""
        for service in self.each:
            if service.here:
                service.engine.find(await service.find())

    async def renew(self, store: Store, claim: Claim, more: Collection[Callable[[Connection], object]]) -> None:
        """Put off the end of the claims on what is being worked on; `more` does so for the features."""
        held = [(service.room, tuple(service.engine.serving)) for service in self.each]

        def unit(c: Connection) -> None:
            for room, keys in held:
                for key in keys:
                    if renew := _RENEWED.get(room):  # of the others, what was lost is made again
                        renew(c, claim, key)
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


_RENEWED: Mapping[Queue, Callable[[Connection, Claim, str], object]] = {
    Queue.DESK: PEOPLE.renew,
    Queue.DELIVERY: lambda c, claim, key: renew_letters(c, claim, parse_address(key)),
    Queue.CHORES: lambda c, claim, key: CHORES.renew(c, claim, *key.split("/", 1)),
    Queue.TRANSCRIPTION: RECORDINGS.renew,
    Queue.PHOTOS: PHOTOS.renew,
    Queue.ANNOUNCEMENTS: ANNOUNCEMENTS.renew,
    Queue.ERRANDS: lambda c, claim, key: ERRANDS.renew(c, claim, key.partition(":")[2]),
}
