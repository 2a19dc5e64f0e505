"""An interview that is spoken hands free: recordings are followed while they come in, and questions are read aloud.

Each part that the page sends is answered with how much speech there was and how long it has been quiet; the page ends
the answer. Whoever pauses is heard meanwhile, so that the words appear, and little is left to hear in the end.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

import structlog
from aiohttp import web

from adapters.web.events import Streams
from adapters.web.spool import Spool
from adapters.web.visits import PAGE, read_posted
from core.contracts.errors import HearingError
from core.contracts.live_hearing import LiveHearing, SpeechSoFar
from core.contracts.messages import Address
from core.contracts.ports import Clock
from core.delivery.fitting import replace_surrogates

MOST: Final = 20
"""Recordings that are followed at a time."""
BREATH: Final = 0.35
"""Seconds of silence after which somebody may be between two sentences: then is the time to hear them so far."""
APART: Final = 4.0
"""Seconds between two such hearings of one recording."""
STOPPED: Final = 1.0
"""Seconds of silence after which somebody may have finished, so that they are heard however short ago they were."""
SHOWN: Final = 600
"""Characters of what was heard last that are shown."""
_log = structlog.get_logger()


@dataclass(slots=True, kw_only=True)
class _Followed:
    """One recording that is coming in."""

    next_part: int = 0
    so_far: SpeechSoFar | None = None
    heard_at: float = float("-inf")
    """When the words so far were last asked for."""
    heard_speech: float = 0.0
    """How much speech there was then."""
    hearing: asyncio.Task[None] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class FollowedRecordings:
    """Follows the recordings of people who talk hands free."""

    def __init__(self, spool: Spool, streams: Streams, clock: Clock) -> None:
        self._spool = spool
        self._streams = streams
        self._clock = clock
        self._followed: OrderedDict[tuple[str, str], _Followed] = OrderedDict()

    async def part_came(self, live: LiveHearing, address: Address, upload: str) -> SpeechSoFar | None:
        """Follow a recording as far as its parts are there, in their order; None where that is not possible now."""
        key = (address.chat, upload)
        followed = self._followed.setdefault(key, _Followed())
        self._followed.move_to_end(key)
        while len(self._followed) > MOST:
            await self._forget(live, next(iter(self._followed)))
        name = "/".join(key)
        async with followed.lock:
            try:
                while (piece := await self._spool.part(address.chat, upload, followed.next_part)) is not None:
                    followed.so_far = await live.follow(name, piece)
                    followed.next_part += 1
            except HearingError:
                # The next part has it followed from its beginning again.
                await self._forget(live, key)
                return None
        if self._is_time_to_hear(followed):
            followed.hearing = asyncio.create_task(self._hear(live, address, upload, followed), name="words-so-far")
        return followed.so_far

    async def ended(self, live: LiveHearing, address: Address, upload: str) -> None:
        """Stop following a recording that was sent or thrown away."""
        await self._forget(live, (address.chat, upload))

    async def close(self) -> None:
        tasks = [each.hearing for each in self._followed.values() if each.hearing is not None]
        self._followed.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _forget(self, live: LiveHearing, key: tuple[str, str]) -> None:
        followed = self._followed.pop(key, None)
        if followed is None:
            return
        if followed.hearing is not None:
            followed.hearing.cancel()
        self._show(key[0], "")
        await live.unfollow("/".join(key))

    def _is_time_to_hear(self, followed: _Followed) -> bool:
        so_far = followed.so_far
        if so_far is None or so_far.speech <= followed.heard_speech or so_far.silence < BREATH:
            return False
        if followed.hearing is not None and not followed.hearing.done():
            return False
        return so_far.silence >= STOPPED or self._clock.monotonic() - followed.heard_at >= APART

    async def _hear(self, live: LiveHearing, address: Address, upload: str, followed: _Followed) -> None:
        if followed.so_far is not None:
            followed.heard_speech = followed.so_far.speech
        followed.heard_at = self._clock.monotonic()
        try:
            audio = await self._spool.parts_so_far(address.chat, upload)
            words = await live.words_so_far(address, audio)
        except Exception as error:  # noqa: BLE001 - the task's boundary: the whole recording is heard in the end
            _log.warning("words-so-far-failed", error=type(error).__name__)
            return
        if words and (address.chat, upload) in self._followed:
            self._show(address.chat, f"… {words[-SHOWN:].partition(' ')[2]}" if len(words) > SHOWN else words)

    def _show(self, chat: str, words: str) -> None:
        self._streams.chat(chat).overheard = replace_surrogates(words)
        self._streams.ring(chat)


def speech_json(so_far: SpeechSoFar | None) -> dict[str, float]:
    """Return what a part is answered with."""
    if so_far is None:
        return {}
    return {
        "seconds": round(so_far.seconds, 2),
        "speech": round(so_far.speech, 2),
        "silence": round(so_far.silence, 2),
    }


async def post_talk(request: web.Request) -> web.Response:
    """POST /talk {on}: somebody talks hands free from now on, or no more. Answers with whether questions are spoken."""
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    body = await read_posted(request, visitor.key)
    live = page.inbox.live
    if live is None or not live.is_ready:
        return web.json_response({"hears": False, "speaks": False})
    if body.fields.get("on") is not True:
        live.end_talk(visitor.address)
        return web.json_response({"hears": True, "speaks": False})
    return web.json_response({"hears": True, "speaks": await live.begin_talk(visitor.address)})
