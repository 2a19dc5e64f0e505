"""A `Platform` in memory for one person played by a program, which reads its messages from the outbox."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

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
    Sender,
    Text,
    position_of,
)
from core.contracts.ports import Buttons, Capabilities, Clock, Inbox

NAME = "evaluation"
_CHAT = "1"
_LIMIT = 50 << 20
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)


class _Line:
    lost = False

    def show(self, text: str) -> None:
        """Nobody speaks here, so nothing is listened to."""


class SimulationPlatform:
    """See `Platform`. Positions are moments, so that they rise over both sides, and from one process to the next."""

    name = NAME
    capabilities = Capabilities(
        text_limit=4096,
        file_limit=_LIMIT,
        fetch_limit=_LIMIT,
        buttons=Buttons(most=100, label=64),
        edits=True,
        carrier="Telegram",
    )
    """It matches Telegram's, so that simulated people get the messages that people get there."""

    def __init__(self, clock: Clock, *, name: str, language: str) -> None:
        """`name` and `language` of the person, as a platform tells them."""
        self._clock = clock
        self._address = Address(platform=self.name, chat=_CHAT)
        self._sender = Sender(id=_CHAT, name=name, language=language)
        self._last = _EPOCH
        self._inbox: Inbox | None = None
        self._up = asyncio.Event()

    # --- the port -------------------------------------------------------------------------------------------------

    async def run(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._up.set()
        await asyncio.Event().wait()

    async def send(self, message: Outgoing) -> Receipt:
        moment = self._moment()
        return Receipt(ref=message.key, position=_position(moment), sent_at=moment)

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
    # `event` is whatever the caller calls it: what was handed in under it before changes nothing.

    async def up(self) -> None:
        """Return when something can be written."""
        await self._up.wait()

    async def write(self, text: str, event: str) -> None:
        """Send words, whatever they look like."""
        await self._hand_in(Text(text=text), event)

    async def command(self, text: str, event: str) -> None:
        """Send a command such as "/pause"."""
        name, _, argument = text.removeprefix("/").partition(" ")
        await self._hand_in(Command(name=name.lower(), argument=argument), event)

    async def press(self, choice: Choice, event: str) -> None:
        await self._hand_in(Press(data=choice.data), event)

    def event_id(self, event: str) -> str:
        return f"{self.name}:{event}"

    async def _hand_in(self, content: Content, event: str) -> None:
        moment = self._moment()
        incoming = Incoming(
            event_id=self.event_id(event),
            address=self._address,
            sender=self._sender,
            content=content,
            sent_at=moment,
            position=_position(moment),
            ref=event,
        )
        if self._inbox is None:
            raise RuntimeError("Nobody listens yet; await up() first.")
        await self._inbox.accept(incoming)

    def _moment(self) -> datetime:
        """Return the moment of now; nothing happens twice in one moment."""
        self._last = max(self._clock.now(), self._last + _TICK)
        return self._last


def _position(moment: datetime) -> str:
    return position_of((moment - _EPOCH) // _TICK)
