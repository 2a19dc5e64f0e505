"""The bot as a process of its own that kills itself with SIGKILL at a chosen step.

    python -m tests.crash.bot_process DATABASE API_URL TOKEN SEED KILLS

A parent that has everything imported forks a child for each life of the bot; the child runs the real app with the real
Telegram adapter and dies at a random step. After KILLS deaths it lives on until it is killed from outside.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

from adapters.telegram import TelegramPlatform
from bot.app import build_app
from bot.clock import SystemClock
from bot.config import AccessSection, Settings
from bot.database import prepare
from core.gate import Policy
from core.messages import Outgoing, Receipt
from core.ports import Prompt
from core.store.store import SqliteStore, Unit, Wakes
from core.turn import Interview
from tests.fakes.crash_interview import interview_and_model
from tests.fakes.model import ScriptedModel

STEPS = ("received", "asked", "thought", "committed", "sent", "marked")
"""Where a life can end: the event is kept; the model was asked; it has answered; the turn is committed; the message has
gone out and nobody has written it down; it is written down."""


class Reaper:
    """Ends the process at the given occurrence of a step."""

    def __init__(self, step: str, occurrence: int) -> None:
        self._step = step
        self._left = occurrence

    def at(self, step: str) -> None:
        if step == self._step:
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


class MortalStore(SqliteStore):
    """A store whose process can die right after a commit."""

    def __init__(self, path: str, reaper: Reaper) -> None:
        super().__init__(path)
        self._reaper = reaper

    async def write(self, unit: Unit[Any], wake: Wakes[Any] = ()) -> Any:
        result = await super().write(unit, wake)
        name = getattr(unit, "__qualname__", "")
        if "Reception" in name:
            self._reaper.at("received")
        elif "Desk" in name:
            self._reaper.at("committed")
        elif "_settle" in name:
            self._reaper.at("marked")
        return result


class MortalTelegram(TelegramPlatform):
    """An adapter whose process can die right after a message went out."""

    def __init__(self, *, reaper: Reaper, **rest: Any) -> None:
        super().__init__(**rest)
        self._reaper = reaper

    async def send(self, message: Outgoing) -> Receipt:
        receipt = await super().send(message)
        self._reaper.at("sent")
        return receipt


class MortalModel(ScriptedModel):
    """A model whose caller can die while it waits, or right after the answer."""

    reaper: Reaper

    async def ask(self, prompt: Prompt, schema: Any) -> Any:
        if prompt.purpose == "decision":
            self.reaper.at("asked")
        answer = await super().ask(prompt, schema)
        if prompt.purpose == "decision":
            self.reaper.at("thought")
        return answer


async def live(database: str, api_url: str, token: str, reaper: Reaper) -> None:
    """One life of the bot."""
    clock = SystemClock()
    interview, respond = interview_and_model()
    model = MortalModel(respond)
    model.reaper = reaper
    platform = MortalTelegram(reaper=reaper, token=token, clock=clock, api_base_url=api_url)
    kinds: dict[str, Interview] = {interview.kind: interview}
    app = build_app(
        Settings(access=AccessSection(policy=Policy.OPEN)),
        store=MortalStore(database, reaper),
        platforms=[platform],
        recordings=Path(database).with_suffix(".recordings"),
        clock=clock,
        model=model,
        kinds=kinds,
    )
    await app.run()


def main(database: str, api_url: str, token: str, seed: str, kills: str) -> None:
    prepare(Path(database))
    chance = random.Random(seed)
    died = 0
    while died < int(kills):
        step, occurrence = chance.choice(STEPS), 1
        child = os.fork()
        if child == 0:
            asyncio.run(live(database, api_url, token, Reaper(step, occurrence)))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WTERMSIG(status) != signal.SIGKILL:
            sys.exit(f"the bot ended by itself: {status}")
        died += 1
        print(step, flush=True)
    asyncio.run(live(database, api_url, token, Reaper("never", 1)))


if __name__ == "__main__":
    main(*sys.argv[1:])
