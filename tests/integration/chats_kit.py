"""Anna in Telegram and in Discord with the whole bot, over the real clients, and a fake Anthropic."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from pydantic import SecretStr

from bot.app import build_app
from bot.clock import SystemClock
from bot.config import AccessSection, LlmSection, Settings
from core.access.gate import Policy
from core.store.store import SqliteStore
from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import Received as InTelegram
from tests.fakes.bot_api_people import User
from tests.fakes.discord_server import FakeDiscord, Person
from tests.fakes.discord_server import Received as InDiscord
from tests.fakes.model_behaviours import Answers, Asked
from tests.fakes.model_schemas import Json, example_of
from tests.fakes.stores import new_database
from tests.integration.bots_kit import MakeApp, discord_bot, telegram_bot

Ports = dict[str, Any] | None
"""Of features, by name."""


def mind(asked: Asked) -> Json:
    """What the model fills in: it notes nothing, and reads the telling by quoting it."""
    if "observations" in str(asked.schema):
        return {"observations": [{"text": "The house holds the winter.", "quote": "there were five of us"}]}
    known: Json = {"wants": "go_on"} if "keep_back" in str(asked.schema) else example_of(asked.schema or {})
    return known


def talk(asked: Asked) -> str:
    """Follow up on the word "pear"; else ask something that was not asked before."""
    if "pear" in asked.user.partition("<notes>")[0]:
        return "What did that pear tree smell of in the autumn?"
    return f"What happened on day {crc32(asked.user.encode())}?"


@dataclass(slots=True, kw_only=True)
class Stage:
    """Anna in a chat with the whole bot."""

    server: FakeBotApi | FakeDiscord
    models: FakeAnthropic
    anna: User | Person
    folder: Path
    """Where everything is kept."""

    def command(self, name: str) -> None:
        if isinstance(self.anna, Person):
            self.anna.slash(name)
        else:
            self.anna.send(f"/{name}")

    async def transcript(self) -> str:
        self.command("transcript")
        return await self.document("transcript.md")

    async def document(self, name: str) -> str:
        found = await self.anna.until(lambda seen: name in seen.file_name)
        return (found.body or b"").decode()

    async def begun(self) -> InTelegram | InDiscord:
        """Through the greeting to the first question."""
        self.anna.send("Hello")
        assert (await self.anna.next_message()).labels == ("Anna", "I'd rather not say")
        self.anna.press("Anna")
        choice = await self.anna.next_message()
        assert "You get your story back as a file, in your own words." in choice.text
        assert choice.labels == ("My life story", "A conversation about a podcast", "A technical interview")
        self.anna.press("My life story")
        consent = await self.anna.next_message()
        carrier = "Discord" if isinstance(self.anna, Person) else "Telegram"
        assert f"Our messages go through {carrier}." in consent.text
        assert "The language model runs on the same computer" in consent.text
        self.anna.press("I agree")
        return await self.anna.next_message()


def _made(folder: Path, models: FakeAnthropic, ports: Ports) -> MakeApp:
    """The whole bot on a file, with a fake Anthropic."""
    llm = LlmSection(
        provider="anthropic",
        model="model-main",
        fast_model="model-fast",
        api_key=SecretStr(models.api_key or ""),
        base_url=models.base_url,
    )
    return lambda platform: build_app(
        Settings(access=AccessSection(policy=Policy.OPEN), llm=llm),
        store=SqliteStore(new_database(folder)),
        platforms=[platform],
        recordings=folder / "recordings",
        ports=ports,
        clock=SystemClock(),
    )


@asynccontextmanager
async def telegram(folder: Path, ports: Ports = None) -> AsyncIterator[Stage]:
    async with FakeAnthropic(default=Answers(value=mind, says=talk)) as models:
        async with telegram_bot(_made(folder, models, ports)) as api:
            yield Stage(server=api, models=models, anna=api.user(7, "Anna"), folder=folder)
        assert models.complaints == []


@asynccontextmanager
async def discord(folder: Path, ports: Ports = None) -> AsyncIterator[Stage]:
    kinds = {"life-story": {"en": "The story of a life", "ru": "История жизни"}}
    async with FakeAnthropic(default=Answers(value=mind, says=talk)) as models:
        async with discord_bot(_made(folder, models, ports), kinds) as server:
            yield Stage(server=server, models=models, anna=server.user("Anna"), folder=folder)
        assert models.complaints == []
