"""A life-story interview in Discord, from the first hello to the files, with the real client libraries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from adapters.discord.platform import DiscordPlatform
from bot.app import build_app
from bot.clock import SystemClock
from bot.config import AccessSection, LlmSection, Settings
from core.commands import command_list
from core.inbox.gate import Policy
from core.store.schema import metadata
from core.store.store import SqliteStore, sqlite_engine
from core.words import LANGUAGES
from tests.fakes.deciding import asks, goes_on, newest
from tests.fakes.discord_server import FakeDiscord, Person, Received
from tests.fakes.model_behaviours import Answers, Asked, Json, example_of
from tests.fakes.model_servers import FakeAnthropic
from tests.fakes.waiting import stopped

STORY = (
    "In that house there were five of us, and in the winter we all slept in the one room that had a stove, "
    "with the dog across the door and my grandmother telling the same story about the wolf until nobody was awake. "
) * 10


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
    """A Discord, and the bot on a file, which can be started and stopped."""

    server: FakeDiscord
    models: FakeAnthropic
    folder: Path
    settings: Settings
    task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to serve, and return when Discord has let the bot in."""
        sessions = len(self.server.gateway_sessions)
        platform = DiscordPlatform(
            token=self.server.token,
            clock=SystemClock(),
            commands={language: command_list(language) for language in LANGUAGES},
            kinds={"life-story": {"en": "The story of a life", "ru": "История жизни"}},
            synced=self.folder / "discord-commands",
        )
        app = build_app(
            self.settings,
            store=SqliteStore(str(self.folder / "raconteur.db")),
            platforms=[platform],
            recordings=self.folder / "recordings",
            clock=SystemClock(),
        )
        self.task = asyncio.create_task(app.run())
        await self.server.until(lambda: len(self.server.gateway_sessions) > sessions and bool(self.server.commands))

    async def stop(self) -> None:
        if self.task is not None:
            await stopped(self.task)


@asynccontextmanager
async def bot(tmp_path: Path, *, policy: Policy = Policy.OPEN) -> AsyncIterator[Stage]:
    """The whole bot on a file, against a fake Discord and a fake Anthropic."""
    engine = sqlite_engine(str(tmp_path / "raconteur.db"))
    metadata.create_all(engine)
    engine.dispose()
    async with FakeDiscord() as server, FakeAnthropic(default=Answers(value=mind)) as models:
        llm = LlmSection(
            provider="anthropic",
            model="model-main",
            fast_model="model-fast",
            api_key=SecretStr(models.api_key or ""),
            base_url=models.base_url,
        )
        settings = Settings(access=AccessSection(policy=policy), llm=llm)
        stage = Stage(server=server, models=models, folder=tmp_path, settings=settings)
        await stage.start()
        try:
            yield stage
        finally:
            await stage.stop()
        assert server.violations == []
        assert models.complaints == []


async def begun(person: Person) -> Received:
    """Through the greeting to the first question."""
    person.send("Hello")
    hello = await person.next_message()
    assert hello.labels == ("Anna", "I'd rather not say")
    person.press("Anna")
    choice = await person.next_message()
    assert choice.labels == ("My life story", "A conversation about a podcast")
    person.press("My life story")
    consent = await person.next_message()
    assert "Discord carries our messages." in consent.text
    person.press("I agree, let us begin")
    return await person.next_message()


async def test_from_the_first_hello_to_the_files(tmp_path: Path) -> None:
    async with bot(tmp_path) as stage:
        anna = stage.server.user("Anna")
        first = await begun(anna)
        assert "What is the very first thing you remember?" in first.text
        assert first.labels == ("Skip",)

        told = anna.send("I remember a pear tree behind the house.")
        follow_up = await anna.next_message()
        assert "pear tree smell" in follow_up.text
        anna.send("Of wasps and of sugar.")
        second = await anna.next_message()
        anna.press("Skip")
        third = await anna.next_message()
        assert third.text != second.text

        anna.edit(told, "I remember a PEAR tree behind the blue house.")
        assert "changed" in (await anna.next_message()).text
        anna.slash("pause")
        assert "/resume" in (await anna.next_message()).text
        anna.slash("interview resume", where="guild")
        back = await anna.next_message()
        assert third.text.splitlines()[-1] in back.text

        anna.send("Something that I would rather take back.")
        await anna.next_message()
        anna.slash("undo")
        again = await anna.next_message()
        assert third.text.splitlines()[-1] in again.text
        anna.send(STORY)
        await anna.next_message()

        anna.slash("done")
        assert "What should I have asked you" in (await anna.next_message()).text
        anna.slash("done")
        transcript = await anna.until(lambda m: m.file_name.endswith("transcript.md"))
        text = (transcript.body or b"").decode()
        assert "PEAR tree behind the blue house." in text
        assert "Of wasps and of sugar." in text
        assert STORY.strip() in text
        assert "rather take back" not in text
        reflections = await anna.until(lambda m: "reflection-" in m.file_name)
        assert "there were five of us" in (reflections.body or b"").decode()


async def test_a_command_in_a_server_begins_the_interview_in_the_private_chat(tmp_path: Path) -> None:
    async with bot(tmp_path) as stage:
        anna = stage.server.user("Анна", locale="ru")
        anna.close_dms()
        closed = anna.slash("interview start", where="guild", kind="life-story")
        await stage.server.until(lambda: any("Настройки конфиденциальности" in text for text in closed.private))
        assert anna.received == []
        anna.open_dms()
        opened = anna.slash("interview start", where="guild", kind="life-story")
        greeting = await anna.next_message()
        assert greeting.labels == ("Анна", "Без имени")
        anna.press("Анна")
        consent = await anna.next_message()
        assert consent.labels == ("Да, начнём", "Нет, спасибо")
        await stage.server.until(lambda: bool(opened.private))
        assert str(anna.dm) in opened.private[0]


async def test_what_was_told_while_the_bot_was_away_is_answered_when_it_is_back(tmp_path: Path) -> None:
    async with bot(tmp_path) as stage:
        anna = stage.server.user("Anna")
        first = await begun(anna)
        await stage.stop()
        anna.send("I remember a pear tree behind the house.")
        await stage.start()
        follow_up = await anna.next_message()
        assert "pear tree smell" in follow_up.text
        assert len({seen.text for seen in anna.received}) == len(anna.received)
        assert follow_up.text != first.text


async def test_a_lost_connection_repeats_nothing_and_loses_nothing(tmp_path: Path) -> None:
    async with bot(tmp_path) as stage:
        anna = stage.server.user("Anna")
        await begun(anna)
        stage.server.drop()
        anna.send("I remember a pear tree behind the house.")
        follow_up = await anna.next_message()
        assert "pear tree smell" in follow_up.text
        stage.server.invalidate()
        anna.send("Of wasps and of sugar.")
        await anna.next_message()
        anna.slash("transcript")
        transcript = await anna.until(lambda m: m.file_name.endswith("transcript.md"))
        told = (transcript.body or b"").decode()
        assert told.count("I remember a pear tree") == told.count("Of wasps and of sugar.") == 1


async def test_a_deleted_answer_is_in_no_document(tmp_path: Path) -> None:
    async with bot(tmp_path) as stage:
        anna = stage.server.user("Anna")
        await begun(anna)
        told = anna.send("My brother stole the apples.")
        second = await anna.next_message()
        anna.delete(told)
        anna.send(STORY)
        await anna.until(lambda m: m.id > second.id and m.labels == ("Skip",))
        anna.slash("transcript")
        transcript = await anna.until(lambda m: m.file_name.endswith("transcript.md"))
        text = (transcript.body or b"").decode()
        assert STORY.strip() in text
        assert "stole the apples" not in text


async def test_a_stranger_gets_one_line_with_their_number(tmp_path: Path) -> None:
    async with bot(tmp_path, policy=Policy.NAMED) as stage:
        boris = stage.server.user("Борис", locale="ru")
        boris.slash("interview start", where="guild")
        line = await boris.next_message()
        assert f"discord:{boris.id}" in line.text
        assert "Этот бот отвечает только тем, кого пригласили" in line.text
