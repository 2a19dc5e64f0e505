"""A bot at work against the fake Bot API: the harness of the platform contract, and of the tests of the adapter."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from adapters.telegram.platform import TelegramPlatform
from core.contracts.messages import Address
from core.contracts.ports import Clock
from tests.contract.platform_contract import (
    PATIENCE,
    Feature,
    RecordingInbox,
    Shown,
    SteppedClock,
)
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import User


@dataclass(slots=True, kw_only=True)
class TelegramHarness:
    """A bot at work, the server, and Anna."""

    platform: TelegramPlatform
    inbox: RecordingInbox
    api: FakeBotApi
    anna: User
    task: asyncio.Task[None]
    lacks: Mapping[Feature, str] = field(default_factory=dict)
    newest: int = 0
    """The id of Anna's newest message."""

    @classmethod
    @asynccontextmanager
    async def started(cls, *, clock: Clock | None = None) -> AsyncIterator[TelegramHarness]:
        """A bot that has begun to poll. Every sleep of it is short unless a clock is given."""
        async with FakeBotApi() as api:
            inbox = RecordingInbox()
            clock = clock or SteppedClock(hurry=True)
            platform = TelegramPlatform(token=api.token, api_base_url=api.url, clock=clock)
            task = asyncio.create_task(platform.run(inbox))
            harness = cls(platform=platform, inbox=inbox, api=api, anna=api.user(7, "Anna", "ru"), task=task)
            try:
                await api.until_called("getUpdates")
                yield harness
            finally:
                await harness.stop()
            assert api.violations == []

    @property
    def address(self) -> Address:
        return Address(platform="telegram", chat=str(self.anna.id))

    async def write(self, text: str) -> None:
        self.newest = self.anna.send(text)

    async def press(self, label: str) -> None:
        self.anna.press(label)

    async def speak(self, audio: bytes, *, seconds: int) -> None:
        self.newest = self.anna.send_voice(seconds, body=audio)

    def lost_recording(self) -> str:
        return "file-4711"

    async def until_listening(self, words: str) -> None:
        await self.api.until(lambda: [seen.text for seen in self.anna.received if seen.silent] == [words] * bool(words))

    async def edit(self, text: str) -> None:
        self.anna.edit(self.newest, text)

    async def block(self) -> None:
        self.anna.block()

    async def redeliver(self) -> None:
        self.api.redeliver()

    def acknowledged(self) -> bool:
        return self.api.acknowledged > self.api.last_update_id

    async def until_acknowledged(self) -> None:
        await self.api.until_acknowledged()

    async def shown(self, count: int) -> list[Shown]:
        await self.api.until(lambda: len(self.anna.received) >= count)
        return [
            Shown(text=seen.text, labels=seen.labels, name=seen.file_name, body=seen.body)
            for seen in self.anna.received
        ]

    async def stop(self) -> None:
        self.task.cancel()
        async with asyncio.timeout(PATIENCE):
            with suppress(asyncio.CancelledError):
                await self.task
