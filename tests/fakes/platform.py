"""A platform that is a list: what is sent is kept, and a test writes as the person."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from core.contracts.errors import DeliveryError, Rejected, TooLarge
from core.contracts.messages import (
    Address,
    Choice,
    Command,
    Content,
    Edit,
    Incoming,
    Outgoing,
    Press,
    Receipt,
    Removal,
    Say,
    SendDocument,
    Sender,
    SendVoice,
    Text,
    Voice,
    position_of,
)
from core.contracts.ports import Buttons, Capabilities, Clock, Inbox
from core.conversation.phases.consent import AGREE
from tests.fakes.waiting import PATIENCE

FETCH_LIMIT = 20 << 20


@dataclass(slots=True)
class FakeLine:
    """The line of one listening, as its person saw it."""

    address: Address
    said: list[str] = field(default_factory=list)
    """Everything that stood in it, in order."""
    gone: bool = False
    lost: bool = False

    def show(self, text: str) -> None:
        self.said.append(text)


class FakePlatform:
    """`Platform` in memory. Positions rise over both sides of all its chats, as message ids do."""

    capabilities = Capabilities(
        text_limit=4096,
        file_limit=50 << 20,
        fetch_limit=FETCH_LIMIT,
        buttons=Buttons(most=100, label=64),
        speaks=True,
        edits=True,
        carrier="",
    )

    def __init__(self, clock: Clock, name: str = "fake", *, first: int = 1) -> None:
        """`first` position and event: a platform goes on counting while a process of ours is away."""
        self.name = name
        self.clock = clock
        self.inbox: Inbox | None = None
        self.sent: list[Outgoing] = []
        self.receipts: list[Receipt] = []
        self.typing_in: list[Address] = []
        self.forgotten: list[Address] = []
        self.trouble: Callable[[Outgoing], DeliveryError | None] = lambda _outgoing: None
        """What goes wrong with a message; a test sets it."""
        self.hold = asyncio.Event()
        """Cleared by a test to keep messages from being delivered."""
        self.hold.set()
        self.held_chat = ""
        """Only messages to this chat are kept back; empty for all."""
        self.files: dict[str, bytes] = {}
        """What people sent, by its reference."""
        self.fetched: list[str] = []
        """Every reference that was asked for, in order; one that failed or hangs too."""
        self.fetch_trouble: Callable[[str], DeliveryError | None] = lambda _file_ref: None
        """What goes wrong with a file; a test sets it."""
        self.fetch_hold = asyncio.Event()
        """Cleared by a test to keep files from coming."""
        self.fetch_hold.set()
        self.lines: list[FakeLine] = []
        """One for each listening, the oldest first."""
        self.up = asyncio.Event()
        self._positions = itertools.count(first)
        self._events = itertools.count(first)
        self._file_numbers = itertools.count(first)
        self._changed = asyncio.Condition()

    async def run(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self.up.set()
        await asyncio.Event().wait()

    async def send(self, message: Outgoing) -> Receipt:
        if self.held_chat in {"", message.address.chat}:
            await self.hold.wait()
        if (error := self.trouble(message)) is not None:
            raise error
        receipt = Receipt(
            position=position_of(next(self._positions)), ref=f"out-{len(self.sent)}", sent_at=self.clock.now()
        )
        self.sent.append(message)
        self.receipts.append(receipt)
        await self._notify()
        return receipt

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        self.fetched.append(file_ref)
        await self._notify()
        await self.fetch_hold.wait()
        if (error := self.fetch_trouble(file_ref)) is not None:
            raise error
        if (body := self.files.get(file_ref)) is None:
            raise Rejected(f"There is no file {file_ref!r}.")
        if len(body) > limit:
            raise TooLarge(f"A file of {len(body)} bytes is over {limit}.")
        return body

    @asynccontextmanager
    async def listening(self, address: Address) -> AsyncIterator[FakeLine]:
        line = FakeLine(address)
        self.lines.append(line)
        try:
            yield line
        finally:
            line.gone = True

    @asynccontextmanager
    async def typing(self, address: Address) -> AsyncIterator[None]:
        self.typing_in.append(address)
        yield

    async def forget(self, address: Address) -> None:
        self.forgotten.append(address)

    def person(self, chat: str = "1", *, name: str = "Anna", language: str = "en") -> FakePerson:
        return FakePerson(self, chat, name, language)

    def position(self) -> int:
        return next(self._positions)

    def event(self) -> str:
        return f"{self.name}:{next(self._events)}"

    def keep(self, body: bytes) -> str:
        """A file on the platform's side; its reference."""
        file_ref = f"file-{next(self._file_numbers)}"
        self.files[file_ref] = body
        return file_ref

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until something is so after a message was sent or a file asked for."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(happened)

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()


class FakePerson:
    """Somebody who writes in one chat and reads what comes."""

    def __init__(self, platform: FakePlatform, chat: str, name: str, language: str) -> None:
        self.platform = platform
        self.address = Address(platform=platform.name, chat=chat)
        self.sender = Sender(id=chat, name=name, language=language)
        self.read = 0
        self.set_aside: list[Outgoing] = []
        """What was said before an interview began, where a test does not look at it."""
        self.sent_earlier = 0.0
        """Seconds before the present moment at which what they hand in was sent."""

    @property
    def received(self) -> list[Outgoing]:
        here = [message for message in self.platform.sent if message.address == self.address]
        return [message for message in here if message not in self.set_aside] if self.set_aside else here

    @property
    def said(self) -> list[str]:
        """The texts of what came, files by their names."""
        return [_text(message) for message in self.received]

    @property
    def labels(self) -> list[str]:
        """The buttons under what came last."""
        saying = self.received[-1].saying
        assert isinstance(saying, Say)
        return [choice.label for choice in saying.choices]

    @property
    def heard(self) -> list[str]:
        """The words of the sounds that came, as a `FakeSynthesizer` speaks them."""
        return [m.saying.body.decode() for m in self.received if isinstance(m.saying, SendVoice)]

    @property
    def documents(self) -> list[SendDocument]:
        return [m.saying for m in self.received if isinstance(m.saying, SendDocument)]

    async def tell(
        self,
        content: Content,
        *,
        position: int | None = None,
        event: str = "",
        ref: str = "",
        sender: Sender | None = None,
    ) -> str:
        """Hand in any content; the ref of the message. `sender`: where the platform tells of another, or of none."""
        where = self.platform.position() if position is None else position
        incoming = Incoming(
            event_id=event or self.platform.event(),
            address=self.address,
            sender=self.sender if sender is None else sender,
            content=content,
            sent_at=self.platform.clock.now() + timedelta(microseconds=1) - timedelta(seconds=self.sent_earlier),
            position=position_of(where),
            ref=ref or str(where),
        )
        assert self.platform.inbox is not None
        await self.platform.inbox.accept(incoming)
        return incoming.ref

    async def write(self, text: str) -> str:
        """A message, or a command when it begins with a slash."""
        if text.startswith("/"):
            name, _, argument = text[1:].partition(" ")
            return await self.tell(Command(name=name, argument=argument))
        return await self.tell(Text(text=text))

    async def speak(
        self,
        audio: bytes | str = b"a voice",
        *,
        seconds: float | None = 5.0,
        size: int | None = None,
        media_type: str = "audio/ogg",
        position: int | None = None,
        event: str = "",
    ) -> str:
        """A voice note, by its bytes or by the reference of a file (which need not be there); the ref of the message.

        `size` is what the platform tells: of bytes their number, unless it is given.
        """
        file_ref = audio if isinstance(audio, str) else self.platform.keep(audio)
        told = len(audio) if size is None and isinstance(audio, bytes) else size
        voice = Voice(file_ref=file_ref, seconds=seconds, size=told, media_type=media_type)
        return await self.tell(voice, position=position, event=event)

    async def edit(self, ref: str, text: str) -> None:
        await self.tell(Edit(ref=ref, text=text), ref=ref)

    async def delete(self, ref: str) -> None:
        """Delete a message; the platform does not tell who did."""
        where = int(ref) if ref.isdecimal() else 0
        await self.tell(Removal(ref=ref), position=where, ref=ref, sender=Sender(id=""))

    async def press(self, label: str) -> None:
        """Press the newest button of that label."""
        await self.tell(Press(data=self.button(label).data))

    async def says(self, *texts: str) -> str:
        """Write, and read the next message; so with each. The last of what was read."""
        answer = ""
        for text in texts:
            await self.write(text)
            answer = await self.next()
        return answer

    async def presses(self, label: str) -> str:
        """Press the newest button of that label, and read the next message."""
        await self.press(label)
        return await self.next()

    async def begin(self, kind: str) -> str:
        """Ask for an interview, and agree to what is said about it where it is; the text of the first question."""
        await self.write(f"/interview {kind}")
        text = await self.next()
        message = self.received[self.read - 1]
        if isinstance(message.saying, Say) and AGREE in message.saying.choices[0].data:
            self.set_aside.append(message)
            self.read -= 1
            await self.tell(Press(data=message.saying.choices[0].data))
            text = await self.next()
        return text

    def button(self, label: str) -> Choice:
        for message in reversed(self.received):
            if isinstance(message.saying, Say):
                for choice in message.saying.choices:
                    if choice.label == label:
                        return choice
        raise AssertionError(f"no button {label!r} in {self.said}")

    async def next(self) -> str:
        """The text of the next message that was not read yet."""
        await self.platform.until(lambda: len(self.received) > self.read)
        self.read += 1
        return _text(self.received[self.read - 1])

    async def next_where(self, part: str) -> str:
        """The text of the next message that has this part."""
        while part not in (text := await self.next()):
            pass
        return text

    async def hears(self, count: int) -> list[str]:
        return [await self.next() for _ in range(count)]


def _text(message: Outgoing) -> str:
    match message.saying:
        case Say(text=text):
            return text
        case SendVoice(of=of):
            return f"sound of {of}"
        case SendDocument(name=name):
            return name
