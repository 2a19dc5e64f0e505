"""A platform as seen by a process that does not hold its token: it asks the gateway for whatever needs the platform.

Files are asked for by a row in the database. What only shows that somebody is at work goes by signs, again and again
while it lasts, so that one that is lost is nobody's loss.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from core.contracts.errors import Rejected, SoundForbidden, TooLarge, TryLater, Unreachable
from core.contracts.messages import Address, Outgoing, Receipt
from core.contracts.ports import Capabilities, Clock, Inbox, ListeningLine, Platform, WebhookPlatform
from core.features.several_processes.file_request_rows import (
    FileRequest,
    drop_file_request,
    put_file_request,
    request_answer,
    request_key,
)
from core.features.several_processes.signs import Sign, Signs
from core.store.store import Queue, Store, Wake
from core.timing.clock import with_timeout

BEAT = 4.0
"""Seconds between two signs of what lasts."""
LOOKS = (0.1, 0.2, 0.4, 0.8)
"""Seconds between two looks whether a file is here; from the last on always the same."""
MOST_TEXT = 1_800
"""Characters of a line that fit in a sign, whatever their letters are."""
_TROUBLES = {error.code: error for error in (Rejected, SoundForbidden, TooLarge, Unreachable)}


class RemotePlatform:
    """`Platform` for whoever does not speak with it."""

    def __init__(
        self, name: str, capabilities: Capabilities, store: Store, clock: Clock, signs: Signs, new_id: Callable[[], str]
    ) -> None:
        self.name = name
        self.capabilities = capabilities
        self._store = store
        self._clock = clock
        self._signs = signs
        self._new_id = new_id

    async def run(self, inbox: Inbox) -> None:
        """Receive nothing, which is left to the gateway."""
        await asyncio.Event().wait()

    async def send(self, message: Outgoing) -> Receipt:
        raise TryLater("Only the gateway sends.")

    async def forget(self, address: Address) -> None:
        """Leave that to the gateway, which says the last word."""

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        errand = FileRequest(id=self._new_id(), platform=self.name, file_ref=file_ref, most=limit)
        now = self._clock.now().timestamp()
        await self._store.write(
            lambda c: put_file_request(c, errand, now=now),
            wake=[Wake(Queue.ERRANDS, request_key(self.name, errand.id))],
        )
        try:
            looks = 0
            while (found := await self._store.read(lambda c: request_answer(c, errand.id))) is None:
                await self._clock.sleep(LOOKS[min(looks, len(LOOKS) - 1)])
                looks += 1
        finally:
            await asyncio.shield(self._store.write(lambda c: drop_file_request(c, errand.id)))
        if found.body is not None:
            return found.body
        if (kind := _TROUBLES.get(found.trouble)) is not None:
            raise kind("The gateway could not bring the file.")
        raise TryLater("The gateway could not bring the file now.", after=found.wait_seconds)

    @asynccontextmanager
    async def typing(self, address: Address) -> AsyncIterator[None]:
        sign = Sign(shows="typing", id=self._new_id(), platform=address.platform, chat=address.chat)
        async with self._shown(lambda: sign):
            yield

    @asynccontextmanager
    async def listening(self, address: Address) -> AsyncIterator[ListeningLine]:
        line = _Line(Sign(shows="line", id=self._new_id(), platform=address.platform, chat=address.chat))
        async with self._shown(lambda: line.sign, line.changed):
            yield line

    @asynccontextmanager
    async def _shown(self, current: Callable[[], Sign], changed: asyncio.Event | None = None) -> AsyncIterator[None]:
        changed, over = changed or asyncio.Event(), asyncio.Event()
        telling = asyncio.create_task(self._tell(current, changed, over))
        try:
            yield
        finally:
            # It is not cancelled: what waits for the database in it may swallow that, as asyncio.wait_for does in
            # Python 3.11, and whoever thinks here would wait for ever.
            over.set()
            changed.set()
            await telling

    async def _tell(self, current: Callable[[], Sign], changed: asyncio.Event, over: asyncio.Event) -> None:
        while not over.is_set():
            changed.clear()
            await self._signs.show(current())
            with suppress(TimeoutError):
                await with_timeout(self._clock, BEAT, changed.wait())
        await self._signs.show(current().model_copy(update={"shows": "over", "text": ""}))


class OwnedPlatform:
    """A platform whose token this process may hold: itself as long as it does, its stand-in before and after."""

    def __init__(self, real: Platform, stand_in: RemotePlatform, holds: Callable[[], bool]) -> None:
        self.name = real.name
        self.capabilities = real.capabilities
        self._real = real
        self._stand_in = stand_in
        self._holds = holds

    async def run(self, inbox: Inbox) -> None:
        await self._real.run(inbox)

    async def receive(self, inbox: Inbox) -> None:
        if isinstance(self._real, WebhookPlatform):
            await self._real.receive(inbox)

    async def send(self, message: Outgoing) -> Receipt:
        """Send as the platform does; raises TryLater where another process may have taken this one's place."""
        return await self._now.send(message)

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        return await self._now.fetch(file_ref, limit=limit)

    def listening(self, address: Address) -> AbstractAsyncContextManager[ListeningLine]:
        return self._now.listening(address)

    def typing(self, address: Address) -> AbstractAsyncContextManager[None]:
        return self._now.typing(address)

    async def forget(self, address: Address) -> None:
        await self._now.forget(address)

    @property
    def _now(self) -> Platform:
        return self._real if self._holds() else self._stand_in


class _Line:
    """`ListeningLine` that is shown elsewhere."""

    lost = False

    def __init__(self, sign: Sign) -> None:
        self.sign = sign
        self.changed = asyncio.Event()

    def show(self, text: str) -> None:
        self.sign = self.sign.model_copy(update={"text": text[:MOST_TEXT]})
        self.changed.set()
