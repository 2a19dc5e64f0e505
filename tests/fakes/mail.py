"""A mailbox at work against the fake provider: the harness of the platform contract, and of the adapter's tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from adapters.mail import MailSection
from adapters.mail.contents import READS
from adapters.mail.platform import MailPlatform
from core.contracts.messages import Address, Outgoing, Say
from core.contracts.ports import Clock
from core.contracts.tools import Readers
from tests.contract.platform_kit import PATIENCE, Feature, RecordingInbox, Shown, SteppedClock
from tests.fakes.mail_people import Correspondent
from tests.fakes.mail_server import FakeProvider, StoredMail
from tests.fakes.readers import InlineReaders
from tests.fakes.waiting import until

LACKS = {
    Feature.EDITS: "a mail that was sent cannot be changed",
    Feature.DURATION: "an attached file does not say how long it lasts",
    Feature.VOICE_MESSAGES: "questions are not spoken",
}


@dataclass(slots=True, kw_only=True)
class MailHarness:
    """A mailbox that is attended, its provider, and Anna, who has been welcomed."""

    platform: MailPlatform
    inbox: RecordingInbox
    provider: FakeProvider
    anna: Correspondent
    task: asyncio.Task[None]
    lacks: Mapping[Feature, str] = field(default_factory=lambda: LACKS)
    before: int = 0
    """Mails that Anna had before the test."""
    newest: StoredMail | None = None

    @classmethod
    @asynccontextmanager
    async def started(
        cls, folder: Path, *, clock: Clock | None = None, readers: Readers | None = None, **settings: object
    ) -> AsyncIterator[MailHarness]:
        async with FakeProvider.serving() as provider:
            inbox = RecordingInbox()
            section = MailSection.model_validate(provider.settings(**settings))
            clock = clock or SteppedClock(hurry=True)
            readers = readers or InlineReaders(READS)
            platform = MailPlatform(section, clock=clock, data_dir=folder, readers=readers)
            task = asyncio.create_task(platform.run(inbox))
            anna = Correspondent(provider)
            harness = cls(platform=platform, inbox=inbox, provider=provider, anna=anna, task=task)
            try:
                await harness.welcome()
                yield harness
            finally:
                await harness.stop()
            assert provider.violations == []

    async def welcome(self) -> None:
        """Anna writes for the first time and gets an answer, to which she can reply."""
        self.anna.write_first("Hello!")
        await self.inbox.take(1)
        await self.provider.until_read()
        self.inbox.shown.lines.setdefault(self.address, {})
        self.inbox.accepted.clear()
        self.inbox.offered.clear()
        await self.platform.send(Outgoing(key="welcome", address=self.address, saying=Say(text="Welcome!")))
        self.before = len(self.anna.received)

    @property
    def address(self) -> Address:
        return Address(platform="mail", chat=self.anna.address)

    async def write(self, text: str) -> None:
        self.newest = self.anna.reply(text)

    async def press(self, label: str) -> None:
        self.newest = self.anna.press(label)

    async def speak(self, audio: bytes, *, seconds: int) -> None:
        self.newest = self.anna.reply("", files=(("memo.m4a", "audio/mp4", audio),))

    def lost_recording(self) -> str:
        return f"1|in/{'0' * 32}|{self.anna.address}"

    async def until_listening(self, words: str) -> None:
        """A mail shows no line that changes."""

    async def edit(self, text: str) -> None:
        raise AssertionError("a mail that was sent cannot be changed")

    async def block(self) -> None:
        self.provider.refused[self.anna.address] = "550 5.1.1 No such user"
        self.anna.bounce(self.anna.received[-1])

    async def redeliver(self) -> None:
        assert self.newest is not None
        self.provider.put(b"Received: by another way\r\n" + self.newest.raw, arrived=self.newest.arrived)

    def acknowledged(self) -> bool:
        return self.newest is not None and self.newest.seen

    async def until_acknowledged(self) -> None:
        await until(self.acknowledged)

    async def shown(self, count: int) -> list[Shown]:
        await until(lambda: len(self.anna.received) >= self.before + count)
        return [
            Shown(text=seen.text, labels=seen.labels, name=seen.file_name, body=seen.body)
            for seen in self.anna.received[self.before :]
        ]

    async def stop(self) -> None:
        self.task.cancel()
        async with asyncio.timeout(PATIENCE):
            with suppress(asyncio.CancelledError):
                await self.task
