"""The bot as a process of its own that kills itself with SIGKILL at a chosen step.

A parent that has everything imported forks a child for each life of the bot; the child runs the real app with a real
adapter and dies at a random step. After so many deaths it lives on until it is killed from outside.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from adapters.discord.platform import DiscordPlatform
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.webhook import WebhookPlace
from adapters.web import WebSection
from adapters.web.platform import WebPlatform
from bot.app import build_app
from bot.clock import SystemClock
from bot.config import AccessSection, LimitsSection, Settings
from bot.database import prepare_database
from core.access.gate import Policy
from core.contracts.messages import Outgoing, Receipt
from core.contracts.ports import Clock, Platform, Prompt
from core.contracts.turn import Interview
from core.interviews.life_story.interview import LifeStory
from core.interviews.scripted_base.books import BOOKS
from core.store.database_url import parse_server
from tests.crash.mortal import MortalStore, Reaper, live_and_die
from tests.fakes.discord_wire import pointed_at
from tests.fakes.model import Reply, ScriptedModel, new_question

STEPS = ("received", "asked", "thought", "noted", "committed", "sent", "marked")
"""Where a life can end: the event is kept; the model was asked; it has written its message; the
books have answered, too; the turn is committed; the message has gone out and nobody has written it down; it is written
down."""
WEBHOOK = "https://bot.example.org/telegram"
_NEW = re.compile(r'<person n="(\d+)" new="yes">')
COMMITS = {
    "Reception._receive": "received",
    "ConversationWorker._commit": "committed",
    "_settle": "marked",
    "advance_sending": "advanced",
    "FamilyPost": "put",
}


def a_note_of_all(prompt: Prompt) -> Reply:
    """Name every message that the books are to read in one note: of many notes in one answer only some are kept."""
    read = [int(n) for n in _NEW.findall(prompt.user)]
    return {"notes": [{"key": f"said_{read[0]}_{read[-1]}", "value": "Said.", "n": read}]} if read else {}


def mortal(platform: Platform, reaper: Reaper) -> Platform:
    """The adapter, whose process can now die right after a message went out."""
    send = platform.send

    async def sent(message: Outgoing) -> Receipt:
        receipt = await send(message)
        reaper.at("sent")
        return receipt

    vars(platform)["send"] = sent
    return platform


class MortalModel(ScriptedModel):
    """A model whose caller can die while it waits, or right after the answer."""

    reaper: Reaper

    async def ask(self, prompt: Prompt, schema: Any) -> Any:
        answer = await super().ask(prompt, schema)
        if prompt.purpose == BOOKS:
            self.reaper.at("noted")
        return answer

    async def write(self, prompt: Prompt) -> str:
        self.reaper.at("asked")
        text = await super().write(prompt)
        self.reaper.at("thought")
        return text


def adapter(clock: Clock, folder: Path, token: str, name: str, *urls: str) -> Platform:
    """The adapter of that name, speaking to a fake server; the page is its own."""
    if name == "web":
        section = WebSection.model_validate({"enabled": True, "port": urls[0], "token": token})
        return WebPlatform(section, clock=clock, data_dir=folder)
    if name == "discord":
        return DiscordPlatform(token=token, clock=clock)
    place = WebhookPlace(url=WEBHOOK, host="127.0.0.1", port=int(urls[1])) if name == "webhook" else None
    return TelegramPlatform(token=token, clock=clock, api_base_url=urls[0], webhook=place)


async def live(database: str, kept: str, reaper: Reaper, *where: str) -> None:
    """One life of the bot; `kept`: the path or address of its database; `where`: as in `main`."""
    clock = SystemClock()
    interview = LifeStory()
    model = MortalModel(talk=new_question, books=a_note_of_all)
    model.reaper = reaper
    platform = mortal(adapter(clock, Path(database).parent, *where), reaper)
    kinds: dict[str, Interview] = {interview.kind: interview}
    app = build_app(
        # Whoever answers here is faster than any person.
        Settings(access=AccessSection(policy=Policy.OPEN), limits=LimitsSection(messages_per_minute=0)),
        store=MortalStore(kept, reaper, COMMITS),
        platforms=[platform],
        recordings=Path(database).with_suffix(".recordings"),
        clock=clock,
        model=model,
        kinds=kinds,
    )
    await app.run()


def main(database: str, kept: str, seed: str, kills: int, *where: str) -> None:
    """`database` is beside all that is a file, `kept` the path or address of the database itself.

    `where`: the token, the platform, and where its server is: two addresses for Discord, a port for the page.
    """
    prepare_database(parse_server(kept) or Path(kept))
    pointed = pointed_at(*where[2:]) if where[1] == "discord" else nullcontext()

    async def life(_number: int, reaper: Reaper) -> None:
        await live(database, kept, reaper, *where)

    with pointed:
        live_and_die(life, _deaths(seed, kills), aloud=True)


def _deaths(seed: str, kills: int) -> Iterator[tuple[str, int]]:
    """Yield the steps in any order, each as often as any other."""
    chance = random.Random(seed)
    for number in range(kills):
        if number % len(STEPS) == 0:
            steps = chance.sample(STEPS, len(STEPS))
        yield steps[number % len(STEPS)], 1
