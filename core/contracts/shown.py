"""What a page shows again: the lines of a chat in the order of their numbers, and the keys that open the chat.

Chats on platforms of others keep what was said; a page of our own is empty at each look, so what was on it is kept here
for as long as the words that it shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.contracts.messages import Address, Incoming


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshLine:
    """A line that is to be shown."""

    key: str
    """Unique in its chat: what is put twice stands there once."""
    at: datetime
    body: str
    """The platform's own way to write it down, as text."""
    file: bytes | None = None
    """What belongs to it and is handed out alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLine:
    """A line that stands in a chat."""

    number: int
    """Its place: lines of one chat stand in the order of their numbers, which never come again."""
    moved: int
    """Grows with each change of any line, and is the number of one that was never changed."""
    key: str
    at: datetime
    body: str
    heard: str = ""
    """What was heard in the recording that it stands for."""
    sounds: bool = False
    """That recording is kept with its answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accompanying:
    """What is kept together with an event, or not at all."""

    line: FreshLine | None = None
    """The line that shows the event. Its number is the event's position."""
    seen: int = 0
    """The newest line that its writer had seen, if they said so: the event is put behind that one."""
    changed: tuple[str, str] | None = None
    """The key and the new body of a line that the event changes."""
    digest: str = ""
    """Of a key that opens the chat from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What became of an event."""

    kept: bool
    """It is in its person's mailbox, now or since it came for the first time."""
    stranger: bool = False
    """Its sender may not come in."""
    number: int = 0
    """Of its line; 0 where it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentFile:
    """A photograph or a recording that a person has sent, as it is kept."""

    body: bytes | None = None
    """None: it is not there (any more)."""
    media_type: str = ""
    coming: bool = False
    """It is still being looked over."""


class ShownBook(Protocol):
    """The lines of the chats. Of an address that is not known nothing is kept. Raises StorageError."""

    async def accept(self, incoming: Incoming, accompanying: Accompanying) -> Taken:
        """As `Inbox.accept`, and keep what comes with the event in the same commit."""

    async def put(self, address: Address, line: FreshLine) -> ShownLine | None:
        """Show a line; one that is there already stays as it is. None: the address is not known."""

    async def change(self, address: Address, key: str, body: str, *, file: bytes | None = None) -> bool:
        """Write a line anew, in its place; False where it does not stand there. `file`: what belongs to it from now on.

        None: what belonged to it before.
        """

    async def line(self, address: Address, key: str) -> ShownLine | None:
        """One line."""

    async def numbered(self, address: Address, number: int) -> ShownLine | None:
        """One line by its number."""

    async def file(self, address: Address, key: str) -> bytes | None:
        """What belongs to a line."""

    async def is_coming(self, address: Address, event_id: str, ref: str) -> bool:
        """Whether such a photograph is still on its way to where it is kept."""

    async def photo(self, address: Address, event_id: str, ref: str) -> SentFile:
        """The photograph that came from there with an event, its `Incoming.ref` being `ref`."""

    async def recording(self, address: Address, ref: str) -> SentFile:
        """The recording that is kept with the answer that the person has sent under this `ref`."""

    async def since(self, address: Address, moved: int, *, limit: int) -> tuple[ShownLine, ...]:
        """What was put or changed after something, in that order."""

    async def before(self, address: Address, number: int | None, *, limit: int) -> tuple[ShownLine, ...]:
        """The newest lines before one, or of all, in the order of their numbers."""

    async def forget(self, address: Address) -> None:
        """Delete the lines of a chat and the keys that open it."""

    async def opens(self, digest: str) -> Address | None:
        """The chat that a key opens, by its SHA-256."""
