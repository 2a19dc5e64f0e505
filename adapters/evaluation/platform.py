"""`Platform` in memory, for one person whom a program plays."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from core.contracts.errors import Rejected
from core.contracts.messages import (
    Address,
    Choice,
    Command,
    Content,
    Incoming,
    Outgoing,
    Press,
    Receipt,
    Say,
    Saying,
    Sender,
    Text,
    position_of,
)
from core.contracts.ports import Buttons, Capabilities, Clock, Inbox

NAME = "evaluation"
_CHAT = "1"
_LIMIT = 50 << 20


class _Line:
    def show(self, text: str) -> None:
        """Nobody speaks here, so nothing is listened to."""


class EvaluationPlatform:
    """See `Platform`. Positions rise over both sides, as message ids do."""

    name = NAME
    capabilities = Capabilities(
        text_limit=4096,
        file_limit=_LIMIT,
        fetch_limit=_LIMIT,
        buttons=Buttons(most=100, label=64),
        edits=True,
        carrier="Telegram",
    )
    """As Telegram's, so that people are told what they are told there."""

    def __init__(self, clock: Clock, *, name: str, language: str) -> None:
        """`name` and `language` of the person, as a platform tells them."""
        self._clock = clock
        self._address = Address(platform=self.name, chat=_CHAT)
        self._sender = Sender(id=_CHAT, name=name, language=language)
        self._positions = itertools.count(1)
        self._inbox: Inbox | None = None
        self._up = asyncio.Event()
        self.said: list[Saying] = []
        """Everything that the interviewer sent, the oldest first."""

    # --- the port -------------------------------------------------------------------------------------------------

    async def run(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._up.set()
        await asyncio.Event().wait()

    async def send(self, message: Outgoing) -> Receipt:
        position = next(self._positions)
        self.said.append(message.saying)
        return Receipt(ref=str(position), position=position_of(position), sent_at=self._clock.now())

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        raise Rejected(f"There is no file {file_ref!r}, nor any of {limit} bytes.")

    @asynccontextmanager
    async def listening(self, address: Address) -> AsyncIterator[_Line]:
        yield _Line()

    @asynccontextmanager
    async def typing(self, address: Address) -> AsyncIterator[None]:
        yield

    async def forget(self, address: Address) -> None:
        """Nothing is kept."""

    # --- the person -----------------------------------------------------------------------------------------------

    async def up(self) -> None:
        """Return when something can be written."""
        await self._up.wait()

    async def write(self, text: str) -> None:
        """Send words, or a command when they begin with a slash."""
        if text.startswith("/"):
            name, _, argument = text[1:].partition(" ")
            await self._hand_in(Command(name=name.lower(), argument=argument))
        else:
            await self._hand_in(Text(text=text))

    async def press(self, choice: Choice) -> None:
        await self._hand_in(Press(data=choice.data))

    def choices(self) -> tuple[Choice, ...]:
        """The buttons under the newest message."""
        newest = self.said[-1] if self.said else None
        return newest.choices if isinstance(newest, Say) else ()

    async def _hand_in(self, content: Content) -> None:
        position = next(self._positions)
        incoming = Incoming(
            event_id=f"{self.name}:{position}",
            address=self._address,
            sender=self._sender,
            content=content,
            # Two messages are never sent in one moment.
            sent_at=self._clock.now() + timedelta(microseconds=position),
            position=position_of(position),
            ref=str(position),
        )
        if self._inbox is None:
            raise RuntimeError("Nobody listens yet; await up() first.")
        await self._inbox.accept(incoming)
