"""The bot at its mailbox, as a process of its own that kills itself at a chosen step, on a clock that a test turns."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

from adapters.mail import MailSection
from adapters.mail.platform import MailPlatform
from bot.app import build_app
from bot.clock import SystemClock
from bot.config import AccessSection, LimitsSection, Settings
from bot.database import prepare_database
from bot.sections import TimersSection
from core.access.gate import Policy
from core.interviews.life_story.interview import LifeStory
from tests.crash.bot_process import COMMITS, MortalModel, _deaths, a_note_of_all, mortal
from tests.crash.mortal import MortalStore, Reaper, live_and_die
from tests.fakes.model import new_question

GLANCE = 0.05
"""Seconds between two looks at how far the clock was turned."""


class DistantClock(SystemClock):
    """A clock as far ahead as a file says, in seconds; whoever sleeps notices when it is turned."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def now(self) -> datetime:
        return super().now() + timedelta(seconds=float(self._file.read_text()))

    def turn(self, span: timedelta) -> None:
        ahead = float(self._file.read_text()) + span.total_seconds()
        beside = self._file.with_suffix(".turned")
        beside.write_text(str(ahead))
        beside.replace(self._file)

    async def sleep(self, seconds: float) -> None:
        until = self.now() + timedelta(seconds=seconds)
        while (left := (until - self.now()).total_seconds()) > 0:  # noqa: ASYNC110 - the clock is turned from outside
            await asyncio.sleep(min(GLANCE, left))


async def live(database: Path, clock: DistantClock, section: MailSection, reaper: Reaper) -> None:
    """One life of the bot."""
    interview = LifeStory()
    model = MortalModel(talk=new_question, books=a_note_of_all)
    model.reaper = reaper
    app = build_app(
        Settings(
            access=AccessSection(policy=Policy.OPEN),
            limits=LimitsSection(messages_per_minute=0),
            timers=TimersSection.model_validate(
                {"reminder": "off", "pause": "off", "abandon": "off", "time_zone": "UTC"}
            ),
        ),
        store=MortalStore(str(database), reaper, COMMITS),
        platforms=[mortal(MailPlatform(section, clock=clock, data_dir=database.parent), reaper)],
        recordings=database.with_suffix(".recordings"),
        clock=clock,
        model=model,
        kinds={interview.kind: interview},
    )
    await app.run()


def main(database: str, clock: str, seed: str, kills: int, settings: str) -> None:
    """`clock`: the file of the clock; `settings`: the section of the mailbox, as JSON."""
    prepare_database(Path(database))
    section = MailSection.model_validate_json(settings)

    async def life(_number: int, reaper: Reaper) -> None:
        await live(Path(database), DistantClock(Path(clock)), section, reaper)

    live_and_die(life, _deaths(seed, kills), aloud=True)
