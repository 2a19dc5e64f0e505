"""(b) Turns a second through the core alone: the whole app but for a wire, on a file, every commit flushed."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path

from bench.crowd import ANSWER, Crowd, serving
from bench.model import Replies, SteadyModel, metered
from bot.database import prepare_database
from core.contracts.turn import Interview
from core.interviews.life_story.interview import LifeStory
from core.llm.build import ManagedModel
from core.store.store import SqliteStore
from tests.fakes.interview import PlainInterview

PEOPLE = 200
TURNS = 20
"""Answers of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast it went."""

    turns: int
    seconds: float
    cpu: float
    """Seconds of processor time, of all threads."""

    @property
    def per_second(self) -> float:
        return self.turns / self.seconds

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of processor time for a turn."""
        return 1000 * self.cpu / self.turns


async def pace_of(folder: Path, *, plain: bool, turns: int = TURNS) -> Pace:
    """Let 200 people answer as fast as they are asked.

    `plain`: the interview without any craft, and a model at the port. Else the life story with the real ledger.
    """
    database = folder / f"{'plain' if plain else 'life'}-{time.monotonic_ns()}.db"
    prepare_database(database)
    store = SqliteStore(str(database))
    interview: Interview = PlainInterview(questions=turns + 2) if plain else LifeStory()
    model: ManagedModel = SteadyModel(Replies()) if plain else metered(Replies(), store)
    async with serving(store, model, {interview.kind: interview}) as (_, crowd):
        return await _race(crowd, interview.kind, turns)


async def _race(crowd: Crowd, kind: str, turns: int) -> Pace:
    people = [crowd.listener(str(n)) for n in range(PEOPLE)]
    await asyncio.gather(*(person.starts(kind) for person in people))
    began, cpu = time.perf_counter(), time.process_time()

    async def answers(chat: int) -> None:
        for _ in range(turns):
            await people[chat].turn(ANSWER)

    await asyncio.gather(*map(answers, range(PEOPLE)))
    return Pace(turns=PEOPLE * turns, seconds=time.perf_counter() - began, cpu=time.process_time() - cpu)
