"""Answering strangers: one polite line with the number that the operator needs, and nothing of them is stored.

The pace leaves the platform to those who may talk; the newest come first, since they are still looking.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

import structlog

from core.contracts.errors import DeliveryError
from core.contracts.messages import Incoming, Outgoing, Say
from core.contracts.ports import Clock, Platform
from core.inbox.gate import invitation, link_code, who
from core.words import say

log = structlog.get_logger()
QUIET: Final = 3600.0
"""Seconds in which a stranger gets no second answer."""
REMEMBERED: Final = 1_000
"""Strangers who were answered, and as many who wait for it; with more of them, the oldest are forgotten."""
PAUSE: Final = 0.2
"""Seconds between two answers: platforms bear some thirty messages a second, and most of them are for others."""


class Strangers:
    """Whom the reception has told their number lately, and who waits to be told it."""

    def __init__(self, platforms: Mapping[str, Platform], clock: Clock) -> None:
        self._platforms = platforms
        self._clock = clock
        self._answered: OrderedDict[str, float] = OrderedDict()
        self._waiting: OrderedDict[str, tuple[Incoming, str]] = OrderedDict()
        self._next_at = clock.monotonic()
        self._answering: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> bool:
        """Whether somebody still waits for an answer."""
        return bool(self._sending) or bool(self._waiting)

    def met(self, incoming: Incoming, language: str, *, anew: bool = False) -> None:
        """A stranger has written; they are answered soon, if they were not lately, or `anew`. Never blocks."""
        stranger, now = who(incoming), self._clock.monotonic()
        while self._answered and now - next(iter(self._answered.values())) > QUIET:
            self._answered.popitem(last=False)
        if (stranger in self._answered and not anew) or stranger in self._waiting:
            return
        self._waiting[stranger] = incoming, language
        if len(self._waiting) > REMEMBERED:
            self._waiting.popitem(last=False)
        if self._answering is None or self._answering.done():
            self._answering = asyncio.create_task(self._answer_all(), name="strangers")

    async def _answer_all(self) -> None:
        while self._waiting:
            if (pause := self._next_at - self._clock.monotonic()) > 0:
                await self._clock.sleep(pause)
            now = self._clock.monotonic()
            self._next_at = now + PAUSE
            stranger, (incoming, language) = self._waiting.popitem()
            self._answered[stranger] = now
            if len(self._answered) > REMEMBERED:
                self._answered.popitem(last=False)
            log.info("stranger-turned-away", person=stranger)
            task = asyncio.create_task(self._explain(incoming, stranger, language))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _explain(self, incoming: Incoming, stranger: str, language: str) -> None:
        platform = self._platforms.get(incoming.address.platform)
        if platform is None:
            return
        # The same for every code that lets nobody in: what is wrong with it is for nobody to find out by trying.
        key = "stranger-invited" if invitation(incoming) else "stranger-linking" if link_code(incoming) else "stranger"
        text = say(language, key, id=stranger)
        try:
            await platform.send(
                Outgoing(
                    key=f"{incoming.event_id}/stranger",
                    address=incoming.address,
                    saying=Say(text=text),
                    language=language,
                )
            )
        except DeliveryError as error:
            # They have read nothing: what they do next is answered.
            self._answered.pop(stranger, None)
            log.info("stranger-not-answered", error=error.code)
