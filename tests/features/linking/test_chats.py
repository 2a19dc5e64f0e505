"""One interview that is begun in Telegram and ended in Discord, with the real clients."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from adapters.discord.platform import DiscordPlatform
from adapters.telegram.platform import TelegramPlatform
from bot.app import build_app
from bot.clock import SystemClock
from bot.config import AccessSection, Settings
from core.commands import command_list
from core.languages import LANGUAGES
from core.languages.messages import say
from core.store.store import SqliteStore
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.stores import new_database
from tests.fakes.waiting import stopped
from tests.features.linking.linking_kit import YES, code_in

FIRST, SECOND = "I remember a stove with blue tiles.", "And in the evening we all sat around it."


@pytest.mark.timeout(120)
async def test_an_interview_begun_in_one_chat_is_ended_in_another(tmp_path: Path) -> None:
    clock = SystemClock()
    async with FakeBotApi() as api, FakeDiscord() as server:
        app = build_app(
            # In Discord she is nobody yet.
            Settings(access=AccessSection(allowed=["telegram:7"])),
            store=SqliteStore(new_database(tmp_path)),
            platforms=[
                TelegramPlatform(token=api.token, clock=clock, api_base_url=api.url),
                DiscordPlatform(
                    token=server.token,
                    clock=clock,
                    commands={language: command_list(language) for language in LANGUAGES},
                    kinds={},
                ),
            ],
            recordings=tmp_path / "recordings",
            clock=clock,
        )
        task = asyncio.create_task(app.run())
        try:
            await server.until(lambda: bool(server.rest.commands))
            await _tell(api, server)
        finally:
            await stopped(task)
        assert api.violations + server.violations == []


async def _tell(api: FakeBotApi, server: FakeDiscord) -> None:
    phone, desk = api.user(7, "Anna"), server.user("Anna at the desk")
    desk.send("Hello?")
    assert "discord:" in (await desk.next_message()).text
    phone.send("/interview life-story")
    await phone.next_message()
    phone.press(say("en", "button-agree"))
    assert "very first thing" in (await phone.next_message()).text
    told = phone.send(FIRST)
    asked = (await phone.next_message()).text

    phone.send("/link")
    code = code_in((await phone.next_message()).text)
    desk.send(f"/link {code.lower()}")
    question = await desk.next_message()
    assert "Anna’s chat on Telegram" in question.text
    assert say("en", "link-carried", carrier="Telegram") in question.text
    desk.press(YES)
    assert "are now connected" in (await desk.next_message()).text
    assert "on Discord are now connected" in (await phone.next_message()).text

    desk.press(say("en", "button-resume"))
    again = (await desk.next_message()).text
    assert again.splitlines()[-1] == asked.splitlines()[-1]
    desk.send(SECOND)
    assert (await desk.next_message()).text != again
    phone.edit(told, "I remember a stove with green tiles.")
    assert say("en", "edited") in (await phone.next_message()).text
    desk.send("/done")
    await desk.next_message()
    desk.send("/done")
    found = await desk.until(lambda seen: "transcript.md" in seen.file_name)
    text = (found.body or b"").decode()
    assert "green tiles" in text
    assert "blue tiles" not in text
    assert text.index("green tiles") < text.index(SECOND)
