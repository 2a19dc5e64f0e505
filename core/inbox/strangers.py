"""Answering strangers: one polite line with the number that the operator needs, and nothing of them is stored.

The pace leaves the platform to those who may talk; the newest come first, since they are still looking.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Final

import structlog

from core.access.gate import invitation_digest, sender_id
from core.contracts.errors import DeliveryError
from core.contracts.messages import Address, Incoming, Outgoing, Say
from core.contracts.ports import Clock, Platform
from core.contracts.process_signals import Sign, Signs
from core.languages.messages import say

log = structlog.get_logger()
QUIET: Final = 3600.0
"""Seconds in which a stranger gets no second answer."""
REMEMBERED: Final = 1_000
"""Strangers who were answered, and as many who wait for it; with more of them, the oldest are forgotten."""
PAUSE: Final = 0.2
"""Seconds between two answers: platforms bear some thirty messages a second, and most of them are for others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """The processes of a house, one of which speaks for the bot."""

    signs: Signs
    speaks: Callable[[], bool]
    """Returns whether it is this process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """The line that a stranger is to be told."""

    key: str
    address: Address
    text: str
    language: str
    anew: bool


class Strangers:
    """Whom the reception has told their number lately, and who waits to be told it.

    Whoever speaks for the bot answers those, too, whom others have met, and alone remembers who was answered.
    """

    def __init__(self, platforms: Mapping[str, Platform], clock: Clock, others: Others | None = None) -> None:
        self._platforms = platforms
        self._clock = clock
        self._others = others
        self._answered: OrderedDict[str, float] = OrderedDict()
        self._waiting: OrderedDict[str, _Answer] = OrderedDict()
        self._next_at = clock.monotonic()
        self._answering: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()
        if others is not None:
            others.signs.on_sign(self._heard)

    @property
    def busy(self) -> bool:
        return bool(self._sending) or bool(self._waiting)

    def met(self, incoming: Incoming, language: str, *, answer: str = "", anew: bool = False) -> None:
        """Answer a stranger who has written soon, unless they were answered lately; `anew`: even then. Never blocks.

        `answer`: the message, where it is not the usual one.
        """
        # The same for every code that lets nobody in: what is wrong with it is for nobody to find out by trying.
        key = answer or ("stranger-invited" if invitation_digest(incoming) else "stranger")
        line = _Answer(
            key=f"{incoming.event_id}/stranger",
            address=incoming.address,
            text=say(language, key, id=sender_id(incoming)),
            language=language,
            anew=anew,
        )
        self._queue(sender_id(incoming), line)

    def _heard(self, sign: Sign) -> None:
        """Another process may have met somebody."""
        if sign.shows != "stranger" or self._is_elsewhere:
            return
        address = Address(platform=sign.platform, chat=sign.chat)
        answer = _Answer(key=sign.key, address=address, text=sign.text, language=sign.language, anew=sign.anew)
        self._queue(sign.id, answer)

    @property
    def _is_elsewhere(self) -> bool:
        return self._others is not None and not self._others.speaks()

    def _queue(self, stranger: str, answer: _Answer) -> None:
        now = self._clock.monotonic()
        while self._answered and now - next(iter(self._answered.values())) > QUIET:
            self._answered.popitem(last=False)
        if (stranger in self._answered and not answer.anew) or stranger in self._waiting:
            return
        self._waiting[stranger] = answer
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
            stranger, answer = self._waiting.popitem()
            if self._others is not None and self._is_elsewhere:
                # Whoever speaks for the bot answers, or nobody: then what they do next is passed on again.
                self._begin(
                    self._others.signs.show(
                        Sign(
                            shows="stranger",
                            id=stranger,
                            platform=answer.address.platform,
                            chat=answer.address.chat,
                            text=answer.text,
                            key=answer.key,
                            language=answer.language,
                            anew=answer.anew,
                        )
                    )
                )
                continue
            self._answered[stranger] = now
            if len(self._answered) > REMEMBERED:
                self._answered.popitem(last=False)
            log.info("stranger-turned-away", person=stranger)
            self._begin(self._explain(stranger, answer))

    def _begin(self, sending: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(sending)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _explain(self, stranger: str, answer: _Answer) -> None:
        platform = self._platforms.get(answer.address.platform)
        if platform is None:
            return
        saying = Say(text=answer.text)
        message = Outgoing(key=answer.key, address=answer.address, saying=saying, language=answer.language)
        try:
            await platform.send(message)
        except DeliveryError as error:
            # They have read nothing: what they do next is answered.
            self._answered.pop(stranger, None)
            log.info("stranger-not-answered", error=error.code)
