"""Answering strangers: one polite line with the number that the operator needs, and nothing of them is stored.

The pace leaves the platform to those who may talk; the newest come first, since they are still looking.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

import structlog

from core.access.gate import invitation_digest, sender_id
from core.contracts.errors import DeliveryError
from core.contracts.messages import Address, Incoming, Outgoing, Say
from core.contracts.ports import Clock, Platform
from core.languages.messages import say

log = structlog.get_logger()
QUIET: Final = 3600.0
"""Seconds in which a stranger gets no second answer."""
REMEMBERED: Final = 1_000
"""Strangers who were answered, and as many who wait for it; with more of them, the oldest are forgotten."""
PAUSE: Final = 0.2
"""Seconds between two answers: platforms bear some thirty messages a second, and most of them are for others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrangerAnswer:
    """The line that a stranger is to be told."""

    stranger: str
    """As `platform:id`."""
    key: str
    """The message's."""
    address: Address
    text: str
    language: str
    anew: bool
    """They get it even if they were answered lately."""


class OtherProcesses(Protocol):
    """The processes that meet strangers, one of which speaks for the bot."""

    @property
    def elsewhere(self) -> bool:
        """Tell whether another process than this one speaks for the bot."""

    async def pass_on(self, answer: StrangerAnswer) -> None:
        """Have the one that speaks answer. Never raises; what cannot be passed on is lost."""

    def on_passed(self, listener: Callable[[StrangerAnswer], None]) -> None:
        """Call `listener` on the event loop with each answer that any process passes on."""


class Strangers:
    """Whom the reception has told their number lately, and who waits to be told it.

    Whoever speaks for the bot answers those, too, whom others have met, and alone remembers who was answered.
    """

    def __init__(self, platforms: Mapping[str, Platform], clock: Clock, others: OtherProcesses | None = None) -> None:
        self._platforms = platforms
        self._clock = clock
        self._others = others
        self._answered: OrderedDict[str, float] = OrderedDict()
        self._waiting: OrderedDict[str, StrangerAnswer] = OrderedDict()
        self._next_at = clock.monotonic()
        self._answering: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()
        if others is not None:
            others.on_passed(self._heard)

    @property
    def busy(self) -> bool:
        return bool(self._sending) or bool(self._waiting)

    def met(self, incoming: Incoming, language: str, *, answer: str = "", anew: bool = False) -> None:
        """Answer a stranger who has written soon, unless they were answered lately; `anew`: even then. Never blocks.

        `answer`: the message, where it is not the usual one.
        """
        # The same for every code that lets nobody in: what is wrong with it is for nobody to find out by trying.
        key = answer or ("stranger-invited" if invitation_digest(incoming) else "stranger")
        line = StrangerAnswer(
            stranger=sender_id(incoming),
            key=f"{incoming.event_id}/stranger",
            address=incoming.address,
            text=say(language, key, id=sender_id(incoming)),
            language=language,
            anew=anew,
        )
        self._queue(line)

    def _heard(self, answer: StrangerAnswer) -> None:
        """Another process may have met somebody."""
        if self._others is None or not self._others.elsewhere:
            self._queue(answer)

    def _queue(self, answer: StrangerAnswer) -> None:
        now = self._clock.monotonic()
        while self._answered and now - next(iter(self._answered.values())) > QUIET:
            self._answered.popitem(last=False)
        if (answer.stranger in self._answered and not answer.anew) or answer.stranger in self._waiting:
            return
        self._waiting[answer.stranger] = answer
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
            if self._others is not None and self._others.elsewhere:
                # Whoever speaks for the bot answers, or nobody: then what they do next is passed on again.
                self._begin(self._others.pass_on(answer))
                continue
            self._answered[stranger] = now
            if len(self._answered) > REMEMBERED:
                self._answered.popitem(last=False)
            log.info("stranger-turned-away", person=stranger)
            self._begin(self._explain(answer))

    def _begin(self, sending: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(sending)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _explain(self, answer: StrangerAnswer) -> None:
        platform = self._platforms.get(answer.address.platform)
        if platform is None:
            return
        saying = Say(text=answer.text)
        message = Outgoing(key=answer.key, address=answer.address, saying=saying, language=answer.language)
        try:
            await platform.send(message)
        except DeliveryError as error:
            # They have read nothing: what they do next is answered.
            self._answered.pop(answer.stranger, None)
            log.info("stranger-not-answered", error=error.code)
