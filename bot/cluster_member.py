"""A process's place among several that share a database: what it does, and who else may do it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from bot.clock import SteeredClock
from bot.roles import ALL, ProcessRole, queue_selector, served_queues
from core.contracts.ports import Clock, Engine, Inbox, Platform, WebhookPlatform
from core.contracts.turn import Interview
from core.delivery.file_requests import Showing
from core.delivery.remote_platform import OwnedPlatform, RemotePlatform
from core.engine.task_cancellation import cancel_tasks
from core.inbox.strangers import Others
from core.jobs.cluster import Displaced, FencedStore, Presence
from core.jobs.job_queue import JobQueue, prepare_queue
from core.store.claims import Claim
from core.store.database_url import Server
from core.store.presence_rows import clear_empty_seats
from core.store.store import Queue, Store

AT_A_TIME: Mapping[str, int] = {
    Queue.DESK: 64,
    Queue.DELIVERY: 64,
    Queue.ERRANDS: 8,
    Queue.CHORES: 16,
    Queue.TRANSCRIPTION: 16,
    Queue.SPEAKING: 4,
    Queue.PHOTOS: 8,
}
"""The number of keys that one process serves at once; of people as many as may wait for a model together."""
OTHERWISE = 8
"""The same of a feature's queue."""


async def join_cluster(
    database: Server, roles: frozenset[ProcessRole], kinds: Mapping[str, Interview], clock: SteeredClock
) -> InstallPaths:
    """Take a seat among the processes of a database, and go by its clock from then on. Waits until it is there."""
    clock.go_steadily()
    queue = JobQueue(database.lasting_url, clock, queue_of=queue_selector(kinds))
    presence = Presence(database.lasting_url, clock, clock.turn)
    seat = await presence.enter("all" if roles == ALL else "+".join(sorted(roles)))
    await prepare_queue(database.plain_url)
    return InstallPaths(seat=seat, queue=queue, presence=presence, roles=roles)


@dataclass(slots=True, kw_only=True)
class InstallPaths:
    seat: str
    queue: JobQueue
    presence: Presence
    roles: frozenset[ProcessRole] = ALL
    stands_by: bool = False
    """Another process speaks for the bot now, and this one waits to take over."""
    _queueing: asyncio.Task[None] | None = None

    @property
    def speaks(self) -> bool:
        """Tell whether this process speaks for the bot on its platforms as soon as it holds the tokens."""
        return ProcessRole.GATEWAY in self.roles

    @property
    def thinks(self) -> bool:
        return ProcessRole.WORKER in self.roles

    @property
    def hears(self) -> bool:
        """Tell whether this process hears recordings, for people or for what it reads."""
        return bool(self.roles & {ProcessRole.EARS, ProcessRole.READER})

    def engine(self, room: str, platforms: Collection[str]) -> tuple[Engine, bool]:
        """Return the engine of a queue, and whether this process serves that queue."""
        names = served_queues(room, self.roles, platforms)
        return self.queue.engine(room, queues=names, concurrency=AT_A_TIME.get(room, OTHERWISE)), bool(names)

    @property
    def others(self) -> Others | None:
        """Return who answers strangers that were met here; None if this process never meets any."""
        return Others(signs=self.queue, speaks=lambda: self.presence.holds) if self.speaks else None

    def fenced(self, store: Store) -> Store:
        """Return the store for messages from the platforms and to them: it refuses a process that was displaced."""
        return FencedStore(store, self.presence) if self.speaks else store

    def platforms(
        self, real: Sequence[Platform], store: Store, clock: Clock, new_id: Callable[[], str]
    ) -> list[Platform]:
        """Return stand-ins for the platforms, which pass on to the real ones while this process holds the tokens."""
        pairs = (
            (each, RemotePlatform(each.name, each.capabilities, store, clock, self.queue, new_id)) for each in real
        )
        if not self.speaks:
            return [stand_in for _, stand_in in pairs]
        return [OwnedPlatform(each, stand_in, lambda: self.presence.holds) for each, stand_in in pairs]

    async def enter(self, store: Store, claim: Claim) -> None:
        """Announce this process, and start the queue before anything is served. Raises Displaced."""
        # Otherwise a process that takes over the job of a dead one finds its claim, and leaves it alone.
        self.queue.before_rescue(partial(self.look, store, claim))
        self._queueing = asyncio.create_task(self.queue.run(), name="queue")
        await self.presence.sit(claim.owner)

    async def leave(self) -> None:
        """Free the seat, when nothing is served any more. Never raises."""
        await self.presence.leave()
        if self._queueing is not None:
            await cancel_tasks([self._queueing])

    async def look(self, store: Store, claim: Claim) -> None:
        """Free what processes that have died were working on."""
        await store.write(lambda c: clear_empty_seats(c, claim))

    async def until_displaced(
        self, platforms: Mapping[str, Platform], clock: Clock, inbox: Inbox, speak: Callable[[], Awaitable[None]]
    ) -> None:
        """Keep the seat, and `speak` for the bot once the tokens are held here. Raises Displaced, and what it raises.

        Until then it takes in what platforms post, since that may reach any process.
        """
        if not self.speaks:
            await self._watched()
        self.stands_by = True
        posted_to = [each for each in platforms.values() if isinstance(each, WebhookPlatform)]
        receiving = [asyncio.create_task(each.receive(inbox)) for each in posted_to]
        try:
            with self._breaking_off():
                await self.presence.hold(platforms)
        finally:
            await cancel_tasks(receiving)
        self.stands_by = False
        showing = Showing(platforms, clock, self.queue)
        watching = asyncio.ensure_future(self._watched())
        speaking = asyncio.ensure_future(speak())
        try:
            await asyncio.wait({watching, speaking}, return_when=asyncio.FIRST_COMPLETED)
            for each in (watching, speaking):
                if each.done():
                    each.result()
        finally:
            await cancel_tasks([watching, speaking])
            await showing.close()
            await self.presence.let_go()

    async def _watched(self) -> None:
        """Keep the seat. Raises Displaced."""
        with self._breaking_off():
            await self.presence.watch()

    @contextmanager
    def _breaking_off(self) -> Iterator[None]:
        """End everything under way here when this process is displaced."""
        try:
            yield
        except Displaced:
            self.queue.break_off()
            raise
