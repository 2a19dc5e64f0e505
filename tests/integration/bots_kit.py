"""A whole bot in Telegram or in Discord, with the real client against a fake server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from adapters.discord.platform import DiscordPlatform
from adapters.telegram.platform import TelegramPlatform
from bot.app import App
from bot.clock import SystemClock
from core.commands import command_list
from core.contracts.ports import Platform
from core.languages import LANGUAGES
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.waiting import stopped

MakeApp = Callable[[Platform], App]


@asynccontextmanager
async def _at_work(app: App) -> AsyncIterator[None]:
    task = asyncio.create_task(app.run())
    try:
        yield
    finally:
        await stopped(task)


@asynccontextmanager
async def telegram_bot(make: MakeApp) -> AsyncIterator[FakeBotApi]:
    async with FakeBotApi() as api:
        commands = {"": command_list("en"), "ru": command_list("ru")}
        platform = TelegramPlatform(token=api.token, clock=SystemClock(), api_base_url=api.url, commands=commands)
        async with _at_work(make(platform)):
            yield api
        assert api.violations == []


@asynccontextmanager
async def discord_bot(make: MakeApp, kinds: Mapping[str, Mapping[str, str]]) -> AsyncIterator[FakeDiscord]:
    """`kinds`: the titles of the interviews that can be begun, by language."""
    async with FakeDiscord() as server:
        commands = {language: command_list(language) for language in LANGUAGES}
        platform = DiscordPlatform(token=server.token, clock=SystemClock(), commands=commands, kinds=kinds)
        async with _at_work(make(platform)):
            await server.until(lambda: bool(server.rest.commands))
            yield server
        assert server.violations == []
