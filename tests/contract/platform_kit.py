"""What the tests of a platform are made with: the harness, an inbox that remembers, and a clock that a test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Protocol

import pytest

from core.contracts.giving import Giving
from core.contracts.live_hearing import LiveHearing
from core.contracts.messages import (
    Address,
    Incoming,
    Outgoing,
    Receipt,
    Saying,
)
from core.contracts.page_feature import PageFeature
from core.contracts.page_menu import PersonMenus
from core.contracts.ports import LeftLine, Platform
from core.contracts.welcome import Welcome
from tests.fakes.page_book import MemoryBook
from tests.fakes.waiting import PATIENCE


class Feature(StrEnum):
    """What a platform may lack by its nature."""

    ACKNOWLEDGEMENT = "acknowledgement"
    """The platform is told that an event was received."""
    REDELIVERY = "redelivery"
    """The platform delivers an event again."""
    BLOCKING = "blocking"
    """The person can block the bot."""
    EDITS = "edits"
    """The person can change what they wrote."""
    POSITIONS = "positions"
    """The platform numbers the messages of both sides in one row."""
    CHOICES = "choices"
    """A choice can be taken, by a button or otherwise."""
    DOCUMENTS = "documents"
    """The person receives files as bytes."""
    RECORDINGS = "recordings"
    """The person can send something spoken."""
    VOICE_MESSAGES = "voice messages"
    """What is spoken stands in the chat as a message of its own."""
    DURATION = "duration"
    """The platform tells how long a recording is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One thing that the person sees."""

    text: str = ""
    """As displayed: no markup, line breaks where the platform put them."""
    labels: tuple[str, ...] = ()
    """The choices offered with it."""
    name: str = ""
    """Of a document."""
    body: bytes | None = None
    """Of a document, or of a voice message."""
    seconds: float = 0.0
    """Of a voice message."""


class PlatformHarness(Protocol):
    """An adapter at work, and the person who uses it. Every wait in it is bounded by `PATIENCE`."""

    @property
    def platform(self) -> Platform:
        """The adapter under test; `run(inbox)` is already running."""

    @property
    def inbox(self) -> RecordingInbox:
        """What `run` was given."""

    @property
    def address(self) -> Address:
        """Where the person is reached."""

    @property
    def lacks(self) -> Mapping[Feature, str]:
        """What the platform cannot do, with the reason."""

    async def write(self, text: str) -> None:
        """The person writes a message; "/name argument" is a command."""

    async def press(self, label: str) -> None:
        """The person takes the choice with this label, of the newest message that offers it."""

    async def speak(self, audio: bytes, *, seconds: int) -> None:
        """The person sends a recording with these bytes, of so many seconds."""

    def lost_recording(self) -> str:
        """A reference such as the platform gives, behind which there is no file."""

    async def until_listening(self, words: str) -> None:
        """Wait until the line of the listening says this; empty: until the person sees no such line."""

    async def edit(self, text: str) -> None:
        """The person changes their newest message into these words."""

    async def block(self) -> None:
        """The person blocks the bot."""

    async def redeliver(self) -> None:
        """The platform delivers the newest event a second time."""

    def acknowledged(self) -> bool:
        """Whether the platform was told that the newest event was received."""

    async def until_acknowledged(self) -> None:
        """Wait for that."""

    async def shown(self, count: int) -> list[Shown]:
        """All that the person has been shown, in order, as soon as there are at least `count` things."""

    async def stop(self) -> None:
        """Cancel `run` and return when it has ended; a second call does nothing."""


class MemoryLines:
    """A `LineBook` that outlives the adapter."""

    def __init__(self) -> None:
        self.standing: list[tuple[str, str]] = []
        """(chat, message)."""

    async def stands(self, address: Address, message: str) -> None:
        self.standing.append((address.chat, message))

    async def gone(self, address: Address, message: str) -> None:
        if (address.chat, message) in self.standing:
            self.standing.remove((address.chat, message))

    async def left(self, platform: str) -> tuple[LeftLine, ...]:
        return tuple(LeftLine(chat=chat, message=message, language="en") for chat, message in self.standing)


@dataclass(slots=True)
class RecordingInbox:
    """An `Inbox` that keeps what it accepted, and can refuse or dawdle."""

    offered: list[Incoming] = field(default_factory=list)
    """Everything handed in, also what was refused."""
    accepted: list[Incoming] = field(default_factory=list)
    """Everything that was kept; an event handed in twice is here twice."""
    failures: list[Exception] = field(default_factory=list)
    """Raised one by one before anything is kept."""
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    """Accepting waits while this is not set."""
    positions: dict[str, int] = field(default_factory=dict)
    """What `seen` tells, by chat; a test sets it."""
    lines: MemoryLines = field(default_factory=MemoryLines)
    welcome: Welcome | None = None
    menus: PersonMenus | None = None
    giving: Giving | None = None
    live: LiveHearing | None = None
    pages: Sequence[PageFeature] = ()
    shown: MemoryBook = field(init=False)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    def __post_init__(self) -> None:
        self.gate.set()
        self.shown = MemoryBook(self.accept)

    async def accept(self, incoming: Incoming) -> None:
        self.offered.append(incoming)
        await self._tell()
        await self.gate.wait()
        if self.failures:
            raise self.failures.pop(0)
        self.accepted.append(incoming)
        await self._tell()

    async def seen(self, platform: str) -> Mapping[str, str]:
        return dict(self.positions)

    async def take(self, count: int) -> list[Incoming]:
        """What was accepted so far, as soon as there are `count` events."""
        await self._until(self.accepted, count)
        return list(self.accepted)

    async def last(self, count: int) -> Incoming:
        """The `count`-th accepted event."""
        return (await self.take(count))[count - 1]

    async def see(self, count: int) -> list[Incoming]:
        """What was handed in so far, as soon as there are `count` events."""
        await self._until(self.offered, count)
        return list(self.offered)

    async def _until(self, events: list[Incoming], count: int) -> None:
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: len(events) >= count)

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()


class SteppedClock:
    """A clock that a test moves. `hurry` makes every sleep end almost at once, for loops that retry."""

    def __init__(self, *, hurry: bool = False) -> None:
        self.hurry = hurry
        self.slept: list[float] = []
        self._now = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self._elapsed = 0.0
        self._moved = asyncio.Condition()

    def now(self) -> datetime:
        return self._now + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        return self._elapsed

    async def sleep(self, seconds: float) -> None:
        until = self._elapsed + seconds
        async with self._moved:
            self.slept.append(seconds)
            self._moved.notify_all()
        if self.hurry:
            self._elapsed += seconds
            await asyncio.sleep(0.005)
            return
        async with self._moved:
            await self._moved.wait_for(lambda: self._elapsed >= until)

    async def until_sleeping(self, times: int) -> None:
        """Wait until `sleep` was called for the `times`-th time."""
        async with asyncio.timeout(PATIENCE), self._moved:
            await self._moved.wait_for(lambda: len(self.slept) >= times)

    async def advance(self, seconds: float) -> None:
        """Let time pass, and wake who slept long enough."""
        async with self._moved:
            self._elapsed += seconds
            self._moved.notify_all()


def squeezed(text: str) -> str:
    """The text without any white space: adapters may wrap lines and split at spaces, but lose no other character."""
    return "".join(text.split())


HARD_TEXT = (
    "*bold* _under_ `code` ~~no~~ [link](http://example.org) [b]x[/b] [bold red]y[/] <b>tag</b> <unclosed "
    "&amp; & \\n \\ {curly} $HOME %s %(x)d #hash |pipe| > quote ||spoiler|| 👩‍👩‍👧‍👦 é नमस्ते"
)


class HarnessedTests:
    """What the parts of the suite have in common. Whoever has one brings the fixture `harness`."""

    @staticmethod
    def needs(harness: PlatformHarness, *features: Feature) -> None:
        for feature in features:
            if feature in harness.lacks:
                pytest.skip(f"no {feature} here: {harness.lacks[feature]}")

    @staticmethod
    async def send(harness: PlatformHarness, saying: Saying, *, key: str = "k1") -> Receipt:
        message = Outgoing(key=key, address=harness.address, saying=saying)
        async with asyncio.timeout(PATIENCE):
            return await harness.platform.send(message)
