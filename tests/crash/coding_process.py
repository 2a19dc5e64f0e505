"""A bot that holds technical interviews and is killed at each step of a run, one step after the other.

It dies so many times at each of the STEPS, and lives on then until it is killed from outside.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from bot.app import build_app
from bot.clock import SystemClock
from bot.database import prepare_database
from core.contracts.ports import Prompt
from core.contracts.sandbox import Program, ProgramRun
from core.interviews.kind import Operator
from core.interviews.technical import KIND
from tests.crash.bot_process import COMMITS, adapter, mortal
from tests.crash.mortal import MortalStore, Reaper, live_and_die
from tests.fakes.discord_wire import pointed_at
from tests.fakes.model import Reply, ScriptedModel, plain_answer
from tests.fakes.plain_sandbox import PlainSandbox
from tests.fakes.readers import InlineReaders
from tests.fakes.technical import READS, SETTINGS

STEPS = ("received", "committed", "running", "ran", "kept", "reviewing", "reviewed", "sent", "marked")
"""Where a life ends: code, or another message, is kept; a turn is committed; a program is about to be run; it has run;
what came of a chore is written down; the review is asked for; it is there; a message has gone out; that is known."""
QUESTIONS = {
    "first": "What did you think of when you began?",
    "second": "Which input would break this version?",
    "third": "What does it cost with a thousand numbers?",
}
"""What the model asks about each version, which says in a comment which one it is."""


class MortalSandbox(PlainSandbox):
    def __init__(self, reaper: Reaper) -> None:
        super().__init__()
        self._reaper = reaper

    async def run(self, program: Program, *, person: str, waiting: Callable[[int], None]) -> ProgramRun:
        self._reaper.at("running")
        run = await super().run(program, person=person, waiting=waiting)
        self._reaper.at("ran")
        return run


class MortalReviewer(ScriptedModel):
    reaper: Reaper

    async def ask(self, prompt: Prompt, schema: Any) -> Any:
        is_review = prompt.purpose == "code-review"
        if is_review:
            self.reaper.at("reviewing")
        answer = await super().ask(prompt, schema)
        if is_review:
            self.reaper.at("reviewed")
        return answer


def _mind(prompt: Prompt, schema: type[BaseModel]) -> Reply:
    if prompt.purpose == "code-review":
        attempt = next(each for each in QUESTIONS if f"# {each}" in prompt.user)
        return {"summary": f"The {attempt} one is short.", "question": QUESTIONS[attempt]}
    return plain_answer(prompt, schema)


async def live(database: str, reaper: Reaper, *where: str) -> None:
    """One life; `where`: the token, the platform, and where its server is."""
    clock = SystemClock()
    model = MortalReviewer(_mind, talk=lambda _prompt: "Let us look at some code.\n[exercise]")
    model.reaper = reaper
    app = build_app(
        SETTINGS,
        store=MortalStore(database, reaper, {**COMMITS, "InterviewChores._tell": "kept"}),
        platforms=[mortal(adapter(clock, Path(database).parent, *where), reaper)],
        recordings=Path(database).with_suffix(".recordings"),
        clock=clock,
        model=model,
        kinds={"technical": KIND.make(Operator())},
        readers=InlineReaders(READS),
        sandbox=MortalSandbox(reaper),
    )
    await app.run()


def main(database: str, rounds: int, *where: str) -> None:
    prepare_database(Path(database))

    async def life(_number: int, reaper: Reaper) -> None:
        await live(database, reaper, *where)

    with pointed_at(*where[2:]) if where[1] == "discord" else nullcontext():
        live_and_die(life, [(step, 1) for step in STEPS * rounds], aloud=True)
