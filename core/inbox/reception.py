"""The reception: what an adapter received goes past the gate and into the mailbox of its person."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import structlog

from core.errors import DeliveryError
from core.inbox.gate import Gate, invitation, only_tells, who
from core.messages import Command, Content, Edit, Incoming, Outgoing, Say, Text
from core.ports import Clock, Platform
from core.store.arrivals import kept_up_to, receive
from core.store.codec import seconds
from core.store.recordings import is_unheard
from core.store.store import Connection, Room, Store, Wake
from core.words import known, say, written_in

log = structlog.get_logger()
QUIET = 3600.0
"""Seconds in which a stranger gets no second answer."""
STRANGERS = 1_000
"""How many strangers are remembered; with more of them, nobody new is answered until an hour has passed."""


@dataclass(slots=True)
class Reception:
    """`Inbox` for all platforms."""

    store: Store
    gate: Gate
    clock: Clock
    platforms: Mapping[str, Platform]
    new_id: Callable[[], str]
    _answered: OrderedDict[str, float] = field(default_factory=OrderedDict)
    _sending: set[asyncio.Task[None]] = field(default_factory=set)

    async def accept(self, incoming: Incoming) -> None:
        now = seconds(self.clock.now())
        language = _language_of(incoming)
        person_id = self.new_id()
        platform = self.platforms.get(incoming.address.platform)
        history = platform is not None and platform.capabilities.history

        def unit(c: Connection) -> str | None:
            return receive(
                c, incoming, gate=self.gate, person_id=person_id, language=language, now=now, history=history
            )

        spoken = is_unheard(incoming)

        def wakes(owner: str | None) -> list[Wake]:
            if not owner:
                return []
            ears = [Wake(Room.EARS, incoming.event_id)] if spoken else []
            return [Wake(Room.DESK, owner), *ears]

        owner = await self.store.write(unit, wake=wakes)
        if owner is None:
            self._turn_away(incoming)

    async def seen(self, platform: str) -> Mapping[str, int]:
        return await self.store.read(lambda c: kept_up_to(c, platform))

    def _turn_away(self, incoming: Incoming) -> None:
        """One polite line with the number that the operator needs; nothing is stored."""
        if only_tells(incoming):
            return
        stranger = who(incoming)
        now = self.clock.monotonic()
        while self._answered and now - next(iter(self._answered.values())) > QUIET:
            self._answered.popitem(last=False)
        if stranger in self._answered or len(self._answered) >= STRANGERS:
            return
        self._answered[stranger] = now
        log.info("stranger-turned-away", person=stranger)
        task = asyncio.ensure_future(self._explain(incoming, stranger))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _explain(self, incoming: Incoming, stranger: str) -> None:
        platform = self.platforms.get(incoming.address.platform)
        if platform is None:
            return
        language = _language_of(incoming)
        # The same for every code that lets nobody in: what is wrong with it is for nobody to find out by trying.
        invited = invitation(incoming) != ""
        text = say(language, "stranger-invited", id=stranger) if invited else say(language, "stranger", id=stranger)
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


def _language_of(incoming: Incoming) -> str:
    """Of the bot's words to somebody new: the platform's, else that of the letters that they write in."""
    return known(incoming.sender.language or written_in(_words_of(incoming.content)))


def _words_of(content: Content) -> str:
    match content:
        case Text(text=text) | Edit(text=text):
            return text
        case Command(argument=argument):
            return argument
        case _:
            return ""
