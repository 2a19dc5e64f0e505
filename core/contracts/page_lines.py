"""What a page shows again: the lines of a chat in the order of their numbers, and the keys that open the chat.

Chats on platforms of others keep what was said; a page of our own is empty at each look, so what was on it is kept here
for as long as the words that it shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from core.contracts.messages import Address, Incoming

CHARACTERS = 100_000
"""That lines read at a time may have together; one that is longer comes alone."""


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
    left_out: bool = False
    """The answer that it became is in no file, until its person puts it back."""
    taken_back: bool = False
    """The answer that it became was taken back, or another took its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageUpdate:
    """What the page stores in the same transaction as an event."""

    line: FreshLine | None = None
    """The line that shows the event. Its number is the event's position."""
    seen: int = 0
    """The newest line that the writer had seen, if known: the event is placed right after it."""
    changed: tuple[str, str] | None = None
    """The key and the new body of a line that the event changes."""
    digest: str = ""
    """The digest of a key that opens the chat from now on, even if the event came before and its response was lost."""
    device: str = ""
    """The name of the browser that has the key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOutcome:
    """The outcome of an event."""

    kept: bool
    """It is in its person's mailbox, now or since it came for the first time."""
    stranger: bool = False
    """Its sender may not come in."""
    number: int = 0
    """Of its line; 0 where it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A browser that is signed in to a chat."""

    id: str
    """It opens nothing."""
    address: Address
    name: str
    """The browser's name, such as "Firefox, Linux"; empty if it was not kept."""
    since: datetime
    seen_at: datetime
    """To the hour."""
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SentFile:
    """A photograph or a recording that a person has sent, as it is kept."""

    body: bytes | None = None
    """None: it is not there (any more)."""
    media_type: str = ""
    coming: bool = False
    """It is still being looked over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushSubscription:
    """A browser that wants to be told of a new question although the page is closed there."""

    endpoint: str = field(repr=False)
    """The address at its maker's push service; whoever knows it can have the browser woken."""
    public_key: str = field(repr=False)
    secret: str = field(repr=False)
    """With both keys what is sent is encrypted for that browser."""


class ShownBook(Protocol):
    """The lines of the chats. Of an address that is not known nothing is kept. Raises StorageError."""

    async def accept(self, incoming: Incoming, update: PageUpdate) -> EventOutcome:
        """Accept an event as `Inbox.accept` does, and store the update in the same transaction."""

    async def put(self, address: Address, line: FreshLine) -> ShownLine | None:
        """Show a line; one that is there already stays as it is. None: the address is not known."""

    async def change(self, address: Address, key: str, body: str, *, file: bytes | None = None) -> bool:
        """Write a line anew, in its place; False where it does not stand there. `file`: what belongs to it from now on.

        None: what belonged to it before.
        """

    async def line(self, address: Address, key: str) -> ShownLine | None:
        """Return one line."""

    async def numbered(self, address: Address, number: int) -> ShownLine | None:
        """Return one line by its number."""

    async def holder(self, platform: str, number: int) -> tuple[Address, ShownLine] | None:
        """Return the one line of a platform with a number, and the chat that it stands in."""

    async def file(self, address: Address, key: str) -> bytes | None:
        """Return what belongs to a line."""

    async def is_coming(self, address: Address, event_id: str, ref: str) -> bool:
        """Return whether such a photograph is still on its way to where it is kept."""

    async def photo(self, address: Address, event_id: str, ref: str) -> SentFile:
        """Return the photograph that came from there with an event, its `Incoming.ref` being `ref`."""

    async def recording(self, address: Address, ref: str) -> SentFile:
        """Return the recording that is kept with the answer that the person has sent under this `ref`."""

    async def since(self, address: Address, moved: int, *, limit: int) -> tuple[ShownLine, ...]:
        """Return what was put or changed after something, in that order: at most `limit` lines, and the last of them
        begins within `CHARACTERS`."""

    async def before(self, address: Address, number: int | None, *, limit: int) -> tuple[ShownLine, ...]:
        """Return the newest lines before one, or of all, in the order of their numbers: at most `limit`, and the
        oldest of them begins within `CHARACTERS`, counted from the newest."""

    async def forget(self, address: Address) -> None:
        """Delete the lines of a chat and the keys that open it."""

    async def opens(self, digest: str) -> Address | None:
        """Return the chat that a key opens, by its SHA-256; None where it has expired, or its person is kept out."""

    async def turns_away(self, digest: str) -> bool:
        """Return whether a key is valid, but its person is kept out."""

    async def keeps_out(self, address: Address) -> bool:
        """Return whether the operator keeps out whoever this chat belongs to."""

    async def is_invitation(self, code: str) -> bool:
        """Return whether a code is that of an invitation which still lets somebody in."""

    async def was_invitation(self, code: str) -> bool:
        """Return whether a code is that of an invitation which has let in everybody that it may."""

    async def invite_back(self, address: Address) -> str:
        """Make a link that opens a chat in one more browser, in place of one that was not used; return its code.

        It works once. Empty where the chat is not known.
        """

    async def way_back(self, address: Address) -> str:
        """Return the code of such a link that can still be used; empty where there is none."""

    async def leads_back(self, code: str) -> Address | None:
        """Return the chat that such a link opens; None for any other code, and for one that was used."""

    async def come_back(self, code: str, digest: str, *, device: str) -> Address | None:
        """Use such a link up, and have a key open its chat, by its SHA-256; None where it opens nothing any more."""

    async def replace_key(self, old: str, new: str, *, device: str) -> None:
        """Have a new key open what an old one opens, which is valid for a minute longer; by their SHA-256."""

    async def devices(self, address: Address) -> tuple[Device, ...]:
        """Return the browsers that are signed in to a chat, the one used last first."""

    async def subscribe(self, address: Address, subscription: PushSubscription) -> bool:
        """Keep a browser's subscription to a chat, among the newest few; False where the chat is not known."""

    async def subscriptions(self, address: Address) -> tuple[PushSubscription, ...]:
        """Return the browsers that want to be told of new questions in a chat."""

    async def unsubscribe(self, endpoint: str) -> None:
        """Forget a subscription, which the browser has ended or its push service does not know any more."""

    async def sign_out(self, address: Address, device: str) -> bool:
        """Have one of a chat's devices open nothing from now on; False where there is no such device."""
