"""Anna in Telegram and in Discord with the whole bot, over the real clients, and a fake Anthropic."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from adapters.discord.platform import DiscordPlatform
from adapters.telegram.platform import TelegramPlatform
from bot.app import build_app
from bot.clock import SystemClock
from bot.config import AccessSection, LlmSection, Settings
from core.commands import command_list
from core.contracts.ports import Platform, Synthesizer
from core.inbox.gate import Policy
from core.store.store import SqliteStore
from core.words import LANGUAGES
from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import Received as InTelegram
from tests.fakes.bot_api_people import User
from tests.fakes.deciding import asks, goes_on, newest
from tests.fakes.discord_server import FakeDiscord, Person
from tests.fakes.discord_server import Received as InDiscord
from tests.fakes.model_behaviours import Answers, Asked
from tests.fakes.model_schemas import Json, example_of
from tests.fakes.stores import new_database
from tests.fakes.waiting import stopped


def mind(asked: Asked) -> Json:
    """A model that follows up on the word "pear" once, and otherwise goes on in the script's words."""
    if "observations" in str(asked.schema):
        return {"observations": [{"text": "The house holds the winter.", "quote": "there were five of us"}]}
    if "on_return" not in str(asked.schema):
        known: Json = example_of(asked.schema or {})
        return known
    if "pear" in newest(asked.user):
        return asks("What did that pear tree smell of in the autumn?")
    return goes_on(asked.user)


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
        assert f"{'Discord' if isinstance(self.anna, Person) else 'Telegram'} carries our messages." in consent.text
        assert "The language model runs on the same computer" in consent.text
        self.anna.press("I agree, let us begin")
        return await self.anna.next_message()


@asynccontextmanager
async def _serving(
    folder: Path, platform: Platform, models: FakeAnthropic, synthesizer: Synthesizer | None
) -> AsyncIterator[None]:
    """The whole bot on a file, with a fake Anthropic."""
    llm = LlmSection(
        provider="anthropic",
        model="model-main",
        fast_model="model-fast",
        api_key=SecretStr(models.api_key or ""),
        base_url=models.base_url,
    )
    app = build_app(
        Settings(access=AccessSection(policy=Policy.OPEN), llm=llm),
        store=SqliteStore(new_database(folder)),
        platforms=[platform],
        recordings=folder / "recordings",
        synthesizer=synthesizer,
        clock=SystemClock(),
    )
    task = asyncio.create_task(app.run())
    try:
        yield
    finally:
        await stopped(task)


@asynccontextmanager
async def telegram(folder: Path, synthesizer: Synthesizer | None = None) -> AsyncIterator[Stage]:
    async with FakeBotApi() as api, FakeAnthropic(default=Answers(value=mind)) as models:
        platform = TelegramPlatform(
            token=api.token,
            clock=SystemClock(),
            api_base_url=api.url,
            commands={"": command_list("en"), "ru": command_list("ru")},
        )
        async with _serving(folder, platform, models, synthesizer):
            yield Stage(server=api, models=models, anna=api.user(7, "Anna"), folder=folder)
        assert api.violations + models.complaints == []


@asynccontextmanager
async def discord(folder: Path, synthesizer: Synthesizer | None = None) -> AsyncIterator[Stage]:
    async with FakeDiscord() as server, FakeAnthropic(default=Answers(value=mind)) as models:
        platform = DiscordPlatform(
            token=server.token,
            clock=SystemClock(),
            commands={language: command_list(language) for language in LANGUAGES},
            kinds={"life-story": {"en": "The story of a life", "ru": "История жизни"}},
        )
        async with _serving(folder, platform, models, synthesizer):
            await server.until(lambda: bool(server.rest.commands))
            yield Stage(server=server, models=models, anna=server.user("Anna"), folder=folder)
        assert server.violations + models.complaints == []
