"""Platforms say whether they can be reached, for whoever watches."""

from __future__ import annotations

import asyncio
from itertools import groupby
from pathlib import Path

from adapters.discord.platform import DiscordPlatform
from adapters.telegram.platform import TelegramPlatform
from adapters.web import WebSection
from adapters.web.platform import WebPlatform
from bot.clock import SystemClock
from core.contracts.platform_spec import Contact
from core.contracts.ports import Platform
from tests.contract.platform_contract import RecordingInbox, SteppedClock
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.waiting import stopped, until

MADE, LOST = Contact.MADE, Contact.LOST


def changes(contacts: list[Contact]) -> list[Contact]:
    return [contact for contact, _ in groupby(contacts)]


def serving(platform: Platform) -> asyncio.Task[None]:
    return asyncio.create_task(platform.run(RecordingInbox()))


async def test_telegram_is_lost_when_it_does_not_answer_and_made_when_it_does() -> None:
    told: list[Contact] = []
    async with FakeBotApi() as api:
        platform = TelegramPlatform(
            token=api.token, api_base_url=api.url, clock=SteppedClock(hurry=True), on_contact=told.append
        )
        task = serving(platform)
        await until(lambda: told[-1:] == [MADE])
        api.fail_next("getUpdates", 502, "Bad Gateway", times=2)
        api.user(7).send("that is asked for again")
        await until(lambda: changes(told)[-3:] == [MADE, LOST, MADE])
        await stopped(task)
    assert told[-1] is LOST


async def test_discord_is_lost_without_its_gateway_and_made_with_it() -> None:
    told: list[Contact] = []
    async with FakeDiscord() as server:
        task = serving(DiscordPlatform(token=server.token, clock=SteppedClock(hurry=True), on_contact=told.append))
        await until(lambda: told == [MADE])
        server.down()
        await until(lambda: told[-1] is LOST)
        server.up()
        await until(lambda: told[-1] is MADE)
        await stopped(task)
    assert changes(told) == [MADE, LOST, MADE, LOST]


async def test_the_page_is_there_while_it_is_served(tmp_path: Path) -> None:
    told: list[Contact] = []
    section = WebSection(enabled=True, port=0)
    task = serving(WebPlatform(section, clock=SystemClock(), data_dir=tmp_path, on_contact=told.append))
    await until(lambda: told == [MADE])
    await stopped(task)
    assert told == [MADE, LOST]
