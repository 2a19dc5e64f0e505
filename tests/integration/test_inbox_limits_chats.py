"""Limits with the real clients of the chats: what is over them is not fetched, not kept, and said once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import sqlalchemy as sa

from adapters.discord.platform import DiscordPlatform
from adapters.telegram.platform import TelegramPlatform
from bot.app import App, build_app
from bot.clock import SystemClock
from bot.config import AccessSection, LimitsSection, Settings
from core.access.gate import Policy
from core.contracts.ports import Platform
from core.contracts.session import Role
from core.languages.messages import say
from core.store.records import load_record
from core.store.schema import usage
from core.store.store import Connection
from tests.fakes.app import talking_model
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import User
from tests.fakes.discord_server import FakeDiscord, Person
from tests.fakes.interview import PlainInterview
from tests.fakes.other_stores import store_at
from tests.fakes.stores import every_session, new_database
from tests.fakes.waiting import stopped, until

PER_MINUTE = 30
BEFORE = 3
"""Messages of whoever begins, up to the first question."""
SETTINGS = Settings(
    access=AccessSection(policy=Policy.OPEN),
    limits=LimitsSection(messages_per_minute=PER_MINUTE, megabytes_per_day=1),
)


@dataclass(slots=True, kw_only=True)
class Chat:
    """Somebody at a platform, and the bot, which can be started again."""

    person: User | Person
    send_a_large_file: Callable[[], int]
    was_asked_for_files: Callable[[], bool]
    make: Callable[[], Platform]
    ready: Callable[[int], Awaitable[None]]
    database: str
    starts: int = 0
    app: App | None = None
    task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self.app = build_app(
            SETTINGS,
            store=store_at(self.database),
            platforms=[self.make()],
            recordings=Path(self.database).parent / "recordings",
            clock=SystemClock(),
            model=talking_model(),
            kinds={"plain": PlainInterview()},
        )
        self.task = asyncio.create_task(self.app.run())
        self.starts += 1
        await self.ready(self.starts)

    async def stop(self) -> None:
        if self.task is not None:
            await stopped(self.task)

    async def told(self) -> list[str]:
        """What stands in the transcript of the person's words."""
        assert self.app is not None

        def unit(c: Connection) -> list[str]:
            whole, _ = load_record(c, every_session(c)[0].id)
            return [entry.text for entry in whole.entries if entry.role is Role.PERSON]

        return await self.app.store.read(unit)

    async def refused(self) -> int:
        """How many messages were not taken in."""
        assert self.app is not None
        return sum(await self.app.store.read(lambda c: c.execute(sa.select(usage.c.refused)).scalars().all()))

    def said(self) -> list[str]:
        return [message.text for message in self.person.received]


@asynccontextmanager
async def telegram(folder: Path) -> AsyncIterator[Chat]:
    async with FakeBotApi() as api:
        anna = api.user(7, "Anna")
        yield Chat(
            person=anna,
            send_a_large_file=lambda: anna.send_audio(size=3_000_000),
            was_asked_for_files=lambda: bool(api.calls("getFile")),
            make=lambda: TelegramPlatform(token=api.token, clock=SystemClock(), api_base_url=api.url),
            ready=lambda starts: _done(api.until_called("getMe", starts)),
            database=new_database(folder),
        )
        assert api.violations == []


@asynccontextmanager
async def discord(folder: Path) -> AsyncIterator[Chat]:
    async with FakeDiscord() as server:
        anna = server.user("Anna")
        yield Chat(
            person=anna,
            send_a_large_file=lambda: anna.send_voice(body=bytes(2_000_000)),
            was_asked_for_files=lambda: any("/attachments/" in request.path for request in server.requests),
            make=lambda: DiscordPlatform(token=server.token, clock=SystemClock()),
            ready=lambda starts: server.until(lambda: len(server.gateway.sessions) >= starts),
            database=new_database(folder),
        )
        assert server.violations == []


async def _done(waiting: Awaitable[object]) -> None:
    await waiting


@pytest.mark.parametrize("platform", [telegram, discord])
async def test_one_who_floods_is_told_once_and_what_was_taken_in_is_kept(
    platform: Callable[[Path], AbstractAsyncContextManager[Chat]], tmp_path: Path
) -> None:
    async with platform(tmp_path) as chat:
        await chat.start()
        try:
            await _begin(chat.person)
            chat.send_a_large_file()
            await until(lambda: say("en", "limit-never") in chat.said())
            for n in range(PER_MINUTE + 20):
                chat.person.send(f"Line {n}.")
            await until(lambda: say("en", "limit-pace") in chat.said())
            kept = [f"Line {n}." for n in range(PER_MINUTE - BEFORE)]
            # Neither a transcript nor a table has a bell.
            while (await chat.told(), await chat.refused()) != (kept, 1 + PER_MINUTE + 20 - len(kept)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            await chat.stop()
            await chat.start()
            before = len(chat.said())
            chat.person.send("/help")
            await until(lambda: len(chat.said()) > before)
            assert await chat.told() == kept
            assert chat.said().count(say("en", "limit-pace")) == 1
            assert not chat.was_asked_for_files()
        finally:
            await chat.stop()


async def _begin(person: User | Person) -> None:
    """Through the greeting to the first question."""
    person.send("/start")
    await person.next_message()
    person.press("Anna")
    await person.next_message()
    person.press("I agree")
    assert "Question 1 in en?" in (await person.next_message()).text
