"""What is served: the rooms of the house, whom each commit wakes, and how what waits there is found again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass

from core.contracts.ports import Drain, Engine
from core.delivery.delivery_worker import parse_address
from core.store.announcement_rows import ANNOUNCEMENTS
from core.store.claims import CHORES, PEOPLE, PHOTOS, RECORDINGS, Claim, renew_letters
from core.store.file_request_rows import ERRANDS
from core.store.store import Connection, Queue, Store

Find = Callable[[], Awaitable[Iterable[str]]]
"""The keys at which something waits that nobody is at."""
SPEAKING = frozenset({Queue.DELIVERY, Queue.ERRANDS})
"""The rooms that only the holder of a platform's token serves."""
_Renew = Callable[[Connection, Claim, str], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningService:
    room: Queue
    engine: Engine
    drain: Drain
    find: Find
    here: bool = True
    """This process serves it."""


@dataclass(frozen=True, slots=True)
class RunningServices:
    each: tuple[RunningService, ...] = ()

    def tasks(self, *, speaking: bool = False) -> list[asyncio.Task[None]]:
        """Each of them at work, until cancelled: what speaks with the platforms, or all the rest."""
        chosen = (service for service in self.each if (service.room in SPEAKING) is speaking)
        return [asyncio.create_task(s.engine.run(s.drain), name=s.room.value) for s in chosen]

    async def find(self) -> None:
        """Wake whoever is to serve what waits: another process may have died over it."""
        for service in self.each:
            if service.here:
                service.engine.find(await service.find())

    async def renew(self, store: Store, claim: Claim, beside: Callable[[Connection], object] | None) -> None:
        """Put off the end of the claims on what is being worked on, and on what `beside` does."""
        held = [(service.room, tuple(service.engine.serving)) for service in self.each]

        def unit(c: Connection) -> None:
            for room, keys in held:
                for key in keys:
                    _RENEWED[room](c, claim, key)
            if beside is not None:
                beside(c)

        if beside is not None or any(keys for _, keys in held):
            await store.write(unit)

    def connect(self, store: Store) -> None:
        """Have each commit wake whom it concerns."""
        for service in self.each:
            store.on_wake(service.room, service.engine.wake)


def _errand(c: Connection, claim: Claim, key: str) -> None:
    ERRANDS.renew(c, claim, key.partition(":")[2])


def _nothing(_c: Connection, _claim: Claim, _key: str) -> None:
    """A sound is made anew where it was lost."""


_RENEWED: Mapping[Queue, _Renew] = {
    Queue.DESK: PEOPLE.renew,
    Queue.DELIVERY: lambda c, claim, key: renew_letters(c, claim, parse_address(key)),
    Queue.CHORES: lambda c, claim, key: CHORES.renew(c, claim, *key.split("/", 1)),
    Queue.TRANSCRIPTION: RECORDINGS.renew,
    Queue.PHOTOS: PHOTOS.renew,
    Queue.ANNOUNCEMENTS: ANNOUNCEMENTS.renew,
    Queue.ERRANDS: _errand,
    Queue.SPEAKING: _nothing,
}
