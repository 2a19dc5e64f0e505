"""What every platform adapter must do, as one suite of tests.

How to use it, for the author of an adapter:

1. Write a harness: a class with everything that `PlatformHarness` names. It owns the adapter under test and plays the
   person at the other end. When a test gets it, `platform.run(inbox)` is already running as a task.
2. In `tests/contract/test_platform_<name>.py` subclass `PlatformContract` and override the fixture `harness`:

       class TestTerminal(PlatformContract):
           @pytest.fixture
           async def harness(self) -> AsyncIterator[TerminalHarness]:
               async with TerminalHarness.started() as harness:
                   yield harness

3. What the platform cannot do by its nature goes into `lacks` with the reason; those tests are skipped and say so.

The harness waits by awaiting conditions, never by sleeping for a guessed time. `SteppedClock` is a clock for it.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Protocol

import pytest

from core.errors import StorageError, Unreachable
from core.messages import (
    Address,
    Choice,
    Command,
    Edit,
    Gone,
    Incoming,
    Outgoing,
    Press,
    Receipt,
    Say,
    Saying,
    SendDocument,
    Span,
    Style,
    Text,
)
from core.ports import Platform

PATIENCE = 20.0
"""Seconds after which a test gives up waiting; never reached when the adapter works."""


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
    """Of a document."""


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
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    def __post_init__(self) -> None:
        self.gate.set()

    async def accept(self, incoming: Incoming) -> None:
        self.offered.append(incoming)
        await self._tell()
        await self.gate.wait()
        if self.failures:
            raise self.failures.pop(0)
        self.accepted.append(incoming)
        await self._tell()

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


class PlatformContract:
    """The suite; a subclass gives it a harness."""

    @pytest.fixture
    async def harness(self) -> AsyncIterator[PlatformHarness]:
        raise NotImplementedError("override this fixture")
        yield  # noqa: PT022 - it makes this a generator, as the fixtures that override it are

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

    # --- what the person does ---

    async def test_words_arrive_unchanged(self, harness: PlatformHarness) -> None:
        await harness.write(HARD_TEXT)
        event = await harness.inbox.last(1)
        assert event.content == Text(text=HARD_TEXT)
        assert event.address == harness.address
        assert event.address.platform == harness.platform.name
        assert event.sender.id
        assert event.sent_at.utcoffset() == timedelta(0)

    async def test_messages_keep_their_order_and_differ(self, harness: PlatformHarness) -> None:
        words = [f"memory number {number}" for number in range(5)]
        for text in words:
            await harness.write(text)
        events = await harness.inbox.take(5)
        assert [event.content for event in events] == [Text(text=text) for text in words]
        assert len({event.event_id for event in events}) == 5

    async def test_a_command_arrives_as_one(self, harness: PlatformHarness) -> None:
        await harness.write("/resume")
        await harness.write("/Language pt-BR")
        first, second = await harness.inbox.take(2)
        assert first.content == Command(name="resume")
        assert second.content == Command(name="language", argument="pt-BR")

    async def test_an_edit_names_the_message_it_changes(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.EDITS)
        await harness.write("I was born in 1938")
        await harness.edit("I was born in 1939")
        written, edited = await harness.inbox.take(2)
        assert written.ref
        assert edited.content == Edit(ref=written.ref, text="I was born in 1939")
        assert edited.event_id != written.event_id

    async def test_a_choice_comes_back_with_its_data(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.CHOICES)
        choices = (Choice(label="Skip this one", data="skip:17:q4"), Choice(label="Pause", data="pause:17"))
        await self.send(harness, Say(text="What was the house like?", choices=choices))
        shown = await harness.shown(1)
        assert shown[-1].labels == ("Skip this one", "Pause")
        await harness.press("Pause")
        assert (await harness.inbox.last(1)).content == Press(data="pause:17")

    # --- nothing is lost on the way in ---

    async def test_an_event_is_kept_before_it_is_acknowledged(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.ACKNOWLEDGEMENT)
        harness.inbox.gate.clear()
        await harness.write("please keep this")
        await harness.inbox.see(1)
        assert not harness.acknowledged()
        harness.inbox.gate.set()
        await harness.inbox.take(1)
        await harness.until_acknowledged()

    async def test_an_event_that_could_not_be_kept_comes_again(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.REDELIVERY)
        harness.inbox.failures = [StorageError("the disk is full"), RuntimeError("something nobody expected")]
        await harness.write("the only telling")
        await harness.write("and what came after")
        events = await harness.inbox.take(2)
        assert [event.content for event in events] == [Text(text="the only telling"), Text(text="and what came after")]
        assert {event.event_id for event in harness.inbox.offered} == {event.event_id for event in events}

    async def test_a_redelivered_event_keeps_its_id(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.REDELIVERY)
        await harness.write("once is enough")
        await harness.inbox.take(1)
        await harness.until_acknowledged()
        await harness.redeliver()
        first, again = await harness.inbox.take(2)
        assert again == first

    # --- what the interviewer says ---

    async def test_words_are_shown_literally(self, harness: PlatformHarness) -> None:
        await self.send(harness, Say(text=HARD_TEXT))
        assert squeezed((await harness.shown(1))[0].text) == squeezed(HARD_TEXT)

    async def test_styles_change_no_word(self, harness: PlatformHarness) -> None:
        text = "You said: «I was 👧 then» — and later <more>"
        start = text.index("«")
        spans = (
            Span(start=0, end=3, style=Style.BOLD),
            Span(start=start, end=text.index("»") + 1, style=Style.QUOTE),
            Span(start=text.index("later"), end=len(text), style=Style.ITALIC),
        )
        await self.send(harness, Say(text=text, spans=spans))
        assert squeezed((await harness.shown(1))[0].text) == squeezed(text)

    async def test_a_long_text_arrives_whole_and_in_order(self, harness: PlatformHarness) -> None:
        paragraph = "This is sentence {} of a long telling, with a 👵🏽 in it. "
        text = "\n\n".join("".join(paragraph.format(f"{p}.{s}") for s in range(20)).strip() for p in range(15))
        assert len(text) > harness.platform.capabilities.text_limit
        await self.send(harness, Say(text=text, choices=(Choice(label="Go on", data="go"),)))
        await self.send(harness, Say(text="The end of it."), key="k2")
        shown: list[Shown] = []
        while not shown or "The end of it." not in shown[-1].text:
            shown = await harness.shown(len(shown) + 1)
        assert squeezed("".join(part.text for part in shown)) == squeezed(text + "The end of it.")
        if Feature.CHOICES not in harness.lacks:
            assert [part.labels for part in shown if part.labels] == [("Go on",)]

    async def test_a_document_arrives_byte_for_byte(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.DOCUMENTS)
        body = bytes(range(256)) * 40 + "# Бабушка\r\n".encode()
        document = SendDocument(name="transcript-7.md", media_type="text/markdown", body=body, caption="Your *words*")
        await self.send(harness, document)
        [shown] = await harness.shown(1)
        assert (shown.name, shown.body) == ("transcript-7.md", body)

    async def test_positions_order_both_sides(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.POSITIONS)
        await harness.write("before the question")
        before = await harness.inbox.last(1)
        receipt = await self.send(harness, Say(text="Where did you live?"))
        await harness.write("after it")
        after = await harness.inbox.last(2)
        assert before.position < receipt.position < after.position

    async def test_messages_are_shown_in_the_order_sent(self, harness: PlatformHarness) -> None:
        words = ["One.", "Two.", "Three."]
        for number, text in enumerate(words):
            await self.send(harness, Say(text=text), key=f"order-{number}")
        assert squeezed("".join(part.text for part in await harness.shown(3))) == "One.Two.Three."

    # --- a person who is gone, and the end ---

    async def test_a_person_who_blocked_the_bot_is_unreachable(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.BLOCKING)
        await harness.write("hello")
        await harness.inbox.take(1)
        await harness.block()
        assert (await harness.inbox.last(2)).content == Gone()
        with pytest.raises(Unreachable):
            await self.send(harness, Say(text="Are you there?"))
        async with harness.platform.typing(harness.address):
            pass

    async def test_typing_neither_raises_nor_hides_an_error(self, harness: PlatformHarness) -> None:
        async with harness.platform.typing(harness.address):
            await harness.write("while it thinks")
            await harness.inbox.take(1)
        nobody = Address(platform=harness.platform.name, chat="999999999")
        async with harness.platform.typing(nobody):
            pass
        with pytest.raises(ZeroDivisionError):
            async with harness.platform.typing(harness.address):
                raise ZeroDivisionError

    async def test_forgetting_holds_nothing_up(self, harness: PlatformHarness) -> None:
        await harness.write("not to be kept")
        await harness.inbox.take(1)
        for chat in (harness.address.chat, harness.address.chat, "999999999"):
            await harness.platform.forget(Address(platform=harness.platform.name, chat=chat))
        await self.send(harness, Say(text="Goodbye."))
        assert squeezed((await harness.shown(1))[-1].text) == "Goodbye."
        await harness.write("hello again")
        assert (await harness.inbox.last(2)).content == Text(text="hello again")

    async def test_the_end_leaves_no_task_behind(self, harness: PlatformHarness) -> None:
        await harness.write("hello")
        await harness.inbox.take(1)
        async with asyncio.timeout(PATIENCE):
            await harness.stop()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        assert [task for task in map(repr, others) if f"{os.sep}adapters{os.sep}" in task] == []

    async def test_capabilities_can_be_relied_on(self, harness: PlatformHarness) -> None:
        capabilities = harness.platform.capabilities
        assert capabilities.text_limit > 0
        assert capabilities.file_limit > 0
        assert harness.platform.name == harness.address.platform
