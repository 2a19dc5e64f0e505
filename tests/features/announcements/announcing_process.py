"""The bot as a process of its own that sends a notice, and kills itself with SIGKILL at steps of that."""

from __future__ import annotations

import asyncio
import os
import random

from tests.crash.bot_process import live
from tests.crash.mortal import Reaper

STEPS = ("advanced", "sent", "marked")
"""Some of it was put into the outbox; one has gone out and nobody has written it down; it is written down."""


def main(database: str, kills: int, token: str, url: str) -> None:
    chance = random.Random("announcing")
    for number in range(kills):
        step = STEPS[number % len(STEPS)]
        reaper = Reaper(step, 1 if step == "advanced" else chance.randint(1, 9))
        child = os.fork()
        if child == 0:
            asyncio.run(live(database, database, reaper, token, "telegram", url))
            os._exit(0)
        os.waitpid(child, 0)
        print(step, flush=True)
    asyncio.run(live(database, database, Reaper("never"), token, "telegram", url))
