"""The gateway's work for other processes: it brings files, and shows signs in chats."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field

import structlog

from core.contracts.errors import DeliveryError, TryLater
from core.contracts.messages import Address
from core.contracts.ports import Bell, Clock, ListeningLine, Platform
from core.features.several_processes.file_request_rows import (
    Brought,
    answer_request,
    drop_old_file_requests,
    take_file_request,
    waiting_file_requests,
)
from core.features.several_processes.signs import Sign, Signs
from core.store.claims import Claim
from core.store.store import Store
from core.timing.clock import TimeLimit, with_timeout

log = structlog.get_logger()
SECONDS = 120.0
"""For one file."""
KEPT = 900.0
"""Seconds after which nobody waits for an errand any more."""
SILENT = 12.0
"""Seconds without a sign after which something is shown no longer."""


class FileFetcher:
    """Brings files, one call of `drain` for each at a time."""

    def __init__(self, store: Store, platforms: Mapping[str, Platform], clock: Clock, owner: str) -> None:
        self._store = store
        self._platforms = platforms
        self._clock = clock
        self._owner = owner

    async def sweep(self) -> list[str]:
        """Return the errands that wait to be done, and drop those that nobody waits for any more."""
        claim = self._claim()
        await self._store.write(lambda c: drop_old_file_requests(c, before=claim.now - KEPT))
        return await self._store.read(lambda c: waiting_file_requests(c, claim))

    async def drain(self, key: str, bell: Bell) -> None:
        platform_name, _, errand_id = key.partition(":")
        platform, claim = self._platforms.get(platform_name), self._claim()
        if platform is None:
            return
        errand = await self._store.write(lambda c: take_file_request(c, errand_id, claim))
        if errand is None:
            return
        limit = TimeLimit(self._clock, SECONDS, late=lambda: TryLater("The file came too slowly."))
        try:
            found = Brought(body=await limit.bound(platform.fetch(errand.file_ref, limit=errand.most)))
        except DeliveryError as error:
            found = Brought(trouble=error.code, wait_seconds=getattr(error, "after", None))
        answered = self._claim()
        await self._store.write(lambda c: answer_request(c, errand_id, found, answered))

    def _claim(self) -> Claim:
        return Claim(self._owner, self._clock.now().timestamp())


@dataclass(slots=True)
class _Shown:
    """Something that is shown in a chat."""

    newest: Sign
    until: float
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Showing:
    """Shows in chats what other processes give signs of."""

    def __init__(self, platforms: Mapping[str, Platform], clock: Clock, signs: Signs) -> None:
        self._platforms = platforms
        self._clock = clock
        self._shown: dict[str, _Shown] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        signs.on_sign(self._seen)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _seen(self, sign: Sign) -> None:
        platform = self._platforms.get(sign.platform)
        if platform is None or sign.shows == "stranger":
            return
        until = self._clock.monotonic() + (0.0 if sign.shows == "over" else SILENT)
        shown = self._shown.get(sign.id)
        if shown is not None:
            shown.newest, shown.until = sign, until
            shown.changed.set()
        elif sign.shows != "over":
            shown = self._shown[sign.id] = _Shown(sign, until)
            task = asyncio.create_task(self._show(platform, shown), name="showing")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _show(self, platform: Platform, shown: _Shown) -> None:
        first = shown.newest
        address = Address(platform=first.platform, chat=first.chat)
        try:
            async with AsyncExitStack() as stack:
                line: ListeningLine | None = None
                if first.shows == "line":
                    line = await stack.enter_async_context(platform.listening(address))
                else:
                    await stack.enter_async_context(platform.typing(address))
                while (left := shown.until - self._clock.monotonic()) > 0:
                    shown.changed.clear()
                    if line is not None and shown.newest.text:
                        line.show(shown.newest.text)
                    with suppress(TimeoutError):
                        await with_timeout(self._clock, left, shown.changed.wait())
        finally:
            self._shown.pop(first.id, None)
