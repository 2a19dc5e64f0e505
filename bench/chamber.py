"""(k) What an interviewee waits while runs of the chamber go on beside them, in the same process and database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bench.crowd import life_story, waits
from bench.figures import Row, median, quantile
from bot.clock import SystemClock
from core.contracts.calls import Budget
from core.contracts.chat import ChatRequest, Piece, Stop
from core.features.chamber import chamber_rows as rows
from core.features.chamber.driver import Driver
from core.features.chamber.messages import Speaker
from core.features.chamber.runs import ChamberRun, RunListener
from core.features.chamber.setup import Participant, Prime, RunRules, Setup
from core.features.chamber.sides import Sides, candidate_side, prime_side
from core.interviews.life_story.interview import LifeStory
from core.llm.chat_provider import Spoken, Usage
from core.llm.metered_chat import MeteredChat
from core.llm.pace import RequestPace
from core.llm.prices import FREE
from core.store.call_rows import StoredLedger
from core.store.claims import Claim
from core.store.store import Store

LATENCY = 0.3
RUNS = 20
TURNS = 1_000
OWNER = "bench.chamber"
REPLY = "<think>{}</think>{}".format("It is time to go on to the next. " * 40, "And what came of it in the end? " * 10)
SETUP = Setup(
    prime=Prime(provider="custom", model="asks", base_url="http://none", thought_patterns=("<think>", "[reasoning]")),
    candidate=Participant(provider="custom", model="answers", base_url="http://none", thought_patterns=("<think>",)),
    rules=RunRules(max_turns=TURNS, repeats=0),
)


async def measure(folder: Path) -> list[Row]:
    """Somebody tells their life story alone, and then beside twenty runs whose models take as long as theirs."""
    async with life_story(folder / "chamber.db", latency=LATENCY) as (app, crowd):
        person = crowd.listener("clara")
        await person.starts(LifeStory.kind)
        alone = await waits(person)
        held = [asyncio.create_task(_held(app.store, f"run-{n}")) for n in range(RUNS)]
        beside = await waits(person)
        for task in held:
            task.cancel()
        await asyncio.gather(*held, return_exceptions=True)
    said = [task for task in held if task.cancelled()]
    ratio, tail = median(beside) / median(alone), quantile(beside, 0.95) / quantile(alone, 0.95)
    return [
        Row(part="k", what=f"wait for a question beside {len(said)} runs of the chamber, median", aim="≤ 1.10 to none",
            measured=f"{median(beside) / LATENCY:.2f} L", ratio=f"{ratio:.2f} to no run"),
        Row(part="k", what="the same, 95th percentile",
            measured=f"{quantile(beside, 0.95) / LATENCY:.2f} L", ratio=f"{tail:.2f} to no run"),
    ]  # fmt: skip


class _Steady:
    """A provider whose every reply takes its time."""

    async def say(self, request: ChatRequest, model: str, heard: Callable[[Piece], None]) -> Spoken:
        await asyncio.sleep(LATENCY)
        return Spoken(text=REPLY, stop=Stop.END, usage=Usage(input_tokens=2_000, output_tokens=80))

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


async def _held(store: Store, run_id: str) -> None:
    clock, now = SystemClock(), datetime.now(UTC)
    run = ChamberRun(id=run_id, name=run_id, setup=SETUP, created_at=now, touched_at=now)
    await store.write(lambda c: rows.put_run(c, run))
    await store.write(lambda c: rows.RUNS.take(c, Claim(OWNER, now.timestamp()), run.id))

    def chat(model: str) -> MeteredChat:
        ledger = StoredLedger(store, Budget(), clock, OWNER)
        return MeteredChat(
            provider=_Steady(), model=model, ledger=ledger, clock=clock, price=FREE, pace=RequestPace(clock)
        )

    prime, candidate = SETUP.prime, SETUP.candidate
    if prime is None or candidate is None:
        raise RuntimeError("both sides are models here")
    sides = Sides(
        prime=prime_side(prime, SETUP.rules, chat("asks"), run_id=run_id, seed=None),
        candidate=candidate_side(candidate, chat("answers"), run_id=run_id, seed=None),
        prime_patterns=SETUP.patterns(Speaker.PRIME),
        candidate_patterns=SETUP.patterns(Speaker.CANDIDATE),
    )
    await Driver(store=store, clock=clock, owner=OWNER).hold(run_id, sides, RunListener(), asyncio.Event())
