"""A bot at work against the fake Bot API: the harness of the platform contract, and of the tests of the adapter."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from adapters.telegram.platform import TelegramPlatform
from core.contracts.messages import Address
from core.contracts.ports import Clock
from tests.contract.platform_kit import RecordingInbox, SteppedClock
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import User
from tests.fakes.chat_harness import ChatHarness


@dataclass(slots=True, kw_only=True)
class TelegramHarness(ChatHarness):
    """A bot at work, the server, and Anna."""

    platform: TelegramPlatform
    inbox: RecordingInbox
    server: FakeBotApi
    anna: User

    @classmethod
    @asynccontextmanager
    async def started(cls, *, clock: Clock | None = None) -> AsyncIterator[TelegramHarness]:
        """A bot that has begun to poll. Every sleep of it is short unless a clock is given."""
        async with FakeBotApi() as api:
            inbox = RecordingInbox()
            clock = clock or SteppedClock(hurry=True)
            platform = TelegramPlatform(token=api.token, api_base_url=api.url, clock=clock)
            task = asyncio.create_task(platform.run(inbox))
            harness = cls(platform=platform, inbox=inbox, server=api, anna=api.user(7, "Anna", "ru"), task=task)
            try:
                await api.until_called("getUpdates")
                yield harness
            finally:
                await harness.stop()
            assert api.violations == []

    @property
    def address(self) -> Address:
        return Address(platform="telegram", chat=str(self.anna.id))

    @property
    def api(self) -> FakeBotApi:
        return self.server

    async def press(self, label: str) -> None:
        self.anna.press(label)

    def lost_recording(self) -> str:
        return "file-4711"

    async def block(self) -> None:
        self.anna.block()

    def acknowledged(self) -> bool:
        return self.server.acknowledged > self.server.last_update_id

    async def until_acknowledged(self) -> None:
        await self.server.until_acknowledged()
