"""Holds the run of a database, with its logs in a folder, and ends itself with SIGKILL at a chosen step.

    python -m tests.crash.logging_process DATABASE FOLDER [STEP OCCURRENCE]

The steps are `asked` and `kept` (behind a commit), `half a line` and `whole` (of something that is written to a log).
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from core.chamber import log_files
from core.chamber.driver import Driver
from core.chamber.runs import RunStatus
from core.contracts.chat import ChatReply, ChatRequest, Stop
from core.store import chamber_rows as rows
from core.store.claims import Claim, take_over
from tests.crash.mortal import MortalStore, Reaper
from tests.fakes.chamber import AT, sides_of
from tests.fakes.chat import ScriptedChat, spoken
from tests.fakes.manual_clock import ManualClock

STEPS = {"_Holding._ask": "asked", "_Holding._keep.": "kept"}


def respond(request: ChatRequest) -> ChatReply:
    """What depends on nothing but how far the conversation is; every third reply is cut."""
    number = len(request.lines)
    text = f"<think>Thought {number}.</think>Words {number} of {request.purpose}, and one\nline\n\nmore."
    stop = Stop.LIMIT if number % 3 == 0 else Stop.END
    reply = spoken(text, thinking=f"Hm, {number}.")
    return ChatReply(text=reply.text, thinking=reply.thinking, stop=stop, model=request.purpose, latency_ms=number)


async def main(path: str, folder: Path, reaper: Reaper) -> None:
    store, clock = MortalStore(path, reaper, STEPS), ManualClock(AT)
    claim = Claim(f"test.{os.getpid()}", clock.now().timestamp())
    await store.write(lambda c: take_over(c, claim, "test"))
    [run] = await store.read(rows.listed)
    async with log_files.keeping_logs(store, run.id, folder, trouble=print) as files:
        if run.status is RunStatus.RUNNING:
            assert await store.write(lambda c: rows.RUNS.take(c, claim, run.id))
            sides = sides_of(run, ScriptedChat(respond), ScriptedChat(respond))
            driver = Driver(store=store, clock=clock, owner=claim.owner)
            await driver.hold(run.id, sides, files, asyncio.Event())
    await store.close()


def mortally(reaper: Reaper) -> None:
    """Have the process die in the midst of what it writes to a log, or behind it."""
    append = log_files._append

    def dying(file: Path, data: bytes) -> None:
        if not data:
            return
        append(file, data[: len(data) // 2])
        reaper.at("half a line")
        append(file, data[len(data) // 2 :])
        reaper.at("whole")

    log_files._append = dying


if __name__ == "__main__":
    step, occurrence = (sys.argv[3], int(sys.argv[4])) if len(sys.argv) > 3 else ("", 1)
    dies = Reaper(step, occurrence)
    mortally(dies)
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), dies))
