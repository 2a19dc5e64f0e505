"""The bot as a process of its own that sends a notice, and kills itself with SIGKILL at steps of that."""

from __future__ import annotations

import random

from tests.crash.bot_process import live
from tests.crash.mortal import Reaper, live_and_die

STEPS = ("advanced", "sent", "marked")
"""Some of it was put into the outbox; one has gone out and nobody has written it down; it is written down."""


def main(database: str, kills: int, token: str, url: str) -> None:
    chance = random.Random("announcing")
    steps = (STEPS[number % len(STEPS)] for number in range(kills))
    deaths = [(step, 1 if step == "advanced" else chance.randint(1, 9)) for step in steps]

    async def life(_number: int, reaper: Reaper) -> None:
        await live(database, database, reaper, token, "telegram", url)

    live_and_die(life, deaths, aloud=True)
