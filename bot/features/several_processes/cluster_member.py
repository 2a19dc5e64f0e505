"""A process's place among several that share a database: what it does, and who else may do it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from bot.app_process import AppProcess, Join
from bot.clock import SteeredClock
from bot.features.several_processes.roles import ALL, ProcessRole, queue_selector, served_queues
from bot.services import QueueWork
from core.contracts.errors import Displaced
from core.contracts.ports import Clock, Engine, Inbox, Platform, WebhookPlatform
from core.contracts.turn import Interview
from core.engine.task_cancellation import cancel_tasks
from core.features.several_processes.file_request_rows import ERRANDS
from core.features.several_processes.file_requests import FileFetcher, Showing
from core.features.several_processes.job_queue import JobQueue, prepare_queue
from core.features.several_processes.presence import FencedStore, Presence
from core.features.several_processes.presence_rows import clear_empty_seats
from core.features.several_processes.remote_platform import OwnedPlatform, RemotePlatform
from core.features.several_processes.signs import PassedStrangers
from core.inbox.strangers import OtherProcesses
from core.store.claims import Claim
from core.store.database_url import Server
from core.store.postgres import Enqueue
from core.store.store import Listener, Queue, Store

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


def join_cluster(server: Server, roles: frozenset[ProcessRole]) -> Join:
    """Return how a process takes a seat among those of a database, to play these roles."""

    async def join(kinds: Mapping[str, Interview], clock: SteeredClock) -> ClusterMember:
        clock.go_steadily()
        queue = JobQueue(server.lasting_url, clock, queue_of=queue_selector(kinds))
        presence = Presence(server.lasting_url, clock, clock.turn)
        seat = await presence.enter("all" if roles == ALL else "+".join(sorted(roles)))
        await prepare_queue(server.plain_url)
        return ClusterMember(seat=seat, queue=queue, presence=presence, roles=roles)

    return join


@dataclass(slots=True, kw_only=True)
class ClusterMember(AppProcess):
    """A process that does the work of its roles, and holds the tokens of the platforms or waits for them."""

    queue: JobQueue
    presence: Presence
    roles: frozenset[ProcessRole] = ALL
    _queueing: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.alone = False
        self.speaks = ProcessRole.GATEWAY in self.roles
        self.thinks = ProcessRole.WORKER in self.roles
        self.hears = bool(self.roles & {ProcessRole.EARS, ProcessRole.READER})

    @property
    def enqueue(self) -> Enqueue | None:
        return self.queue.defer

    @property
    def others(self) -> OtherProcesses | None:
        return PassedStrangers(self.queue, lambda: self.presence.holds) if self.speaks else None

    def engine(self, room: str, platforms: Collection[str], store: Store, clock: Clock) -> tuple[Engine, bool]:
        names = served_queues(room, self.roles, platforms)
        return self.queue.engine(room, queues=names, concurrency=AT_A_TIME.get(room, OTHERWISE)), bool(names)

    def on_wake_elsewhere(self, room: str, listener: Listener) -> None:
        self.queue.on_wake(room, listener)

    def fenced(self, store: Store) -> Store:
        """Return a store that refuses a process that was displaced."""
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

    def work_for_others(
        self, store: Store, platforms: Mapping[str, Platform], clock: Clock, owner: str
    ) -> tuple[QueueWork, ...]:
        files = FileFetcher(store, platforms, clock, owner)
        fetching = QueueWork(
            room=Queue.ERRANDS,
            drain=files.drain,
            find=files.sweep,
            renew=lambda c, claim, key: ERRANDS.renew(c, claim, key.partition(":")[2]),
        )
        return (fetching,)

    async def enter(self, store: Store, claim: Claim) -> None:
        # Otherwise a process that takes over the job of a dead one finds its claim, and leaves it alone.
        self.queue.before_rescue(partial(self.look, store, claim))
        self._queueing = asyncio.create_task(self.queue.run(), name="queue")
        await self.presence.sit(claim.owner)

    async def leave(self) -> None:
        await self.presence.leave()
        if self._queueing is not None:
            await cancel_tasks([self._queueing])

    async def look(self, store: Store, claim: Claim) -> None:
        await store.write(lambda c: clear_empty_seats(c, claim))

    async def serve(
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
