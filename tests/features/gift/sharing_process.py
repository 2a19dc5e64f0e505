"""The bot as a process of its own that sends answers to a family, and kills itself with SIGKILL at steps of that."""

from __future__ import annotations

import asyncio
import os

from tests.crash.bot_process import live
from tests.crash.mortal import Reaper

STEPS = ("put", "sent", "marked")
"""A letter stands in the outbox; it has gone out and nobody has written it down; it is written down."""


def main(database: str, kills: int, token: str, url: str) -> None:
    for number in range(kills):
        step = STEPS[number % len(STEPS)]
        reaper = Reaper(step)
        child = os.fork()
        if child == 0:
            asyncio.run(live(database, database, reaper, token, "telegram", url))
            os._exit(0)
        os.waitpid(child, 0)
        print(step, flush=True)
    asyncio.run(live(database, database, Reaper("never"), token, "telegram", url))
