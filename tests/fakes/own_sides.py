"""A run of the chamber with sides of our own make."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.clock import SystemClock
from bot.config import Settings
from bot.features.chamber.engine_prime import EnginePrime
from bot.features.chamber.own_sides import build_engine_prime, build_played_candidate
from bot.simulation.interviewers import TrialVisitor, raconteur_interviewer
from bot.simulation.narrators import RuledNarrator
from bot.simulation.talks import hold_talk
from core.contracts.calls import Budget
from core.contracts.operator_desk import LedgerCall
from core.features.chamber import chamber_rows as rows
from core.features.chamber.driver import Driver
from core.features.chamber.messages import Utterance
from core.features.chamber.runs import ChamberRun
from core.features.chamber.setup import Participant, Setup
from core.features.chamber.sides import Side, Sides, candidate_side
from core.features.chamber.thought_patterns import Patterns
from core.llm.build import OfflineModel
from core.simulation.people import find_person, load_people
from core.simulation.talks import RecordedTalk
from core.store.call_rows import StoredLedger, every_call
from core.store.store import SqliteStore, Store
from tests.fakes.chamber import OWNER, Follower, hold_run, new_run
from tests.fakes.chat import Respond, ScriptedChat
from tests.fakes.stores import claim_at

MODEL = {"provider": "openai", "model": "some-model"}


@dataclass(slots=True, kw_only=True)
class Bench:
    """A store with a run in it, and what its sides are made of."""

    store: Store
    settings: Settings
    run: ChamberRun
    ledger: StoredLedger
    documents: Path
    clock: SystemClock

    def prime(self, make_store: Callable[[str], Store] = SqliteStore) -> EnginePrime:
        """As another process would make it."""
        return build_engine_prime(
            self.run,
            self.settings,
            self.store,
            self.ledger,
            self.clock,
            documents=self.documents,
            make_store=make_store,
        )

    def person(self) -> Side:
        return build_played_candidate(self.run, self.settings, self.store, self.ledger, self.clock)

    def model(self, respond: Respond) -> Side:
        return candidate_side(Participant.model_validate(MODEL), ScriptedChat(respond), run_id=self.run.id, seed=None)

    async def begin(self) -> None:
        claim = claim_at(self.clock.now().timestamp(), OWNER)
        await self.store.write(lambda c: hold_run(c, self.run, claim))

    async def hold(self, prime: Side, candidate: Side) -> tuple[ChamberRun, Sequence[Utterance]]:
        driver = Driver(store=self.store, clock=self.clock, owner=OWNER, jitter=lambda: 0.0)
        plain = Patterns.of(())
        sides = Sides(prime=prime, candidate=candidate, prime_patterns=plain, candidate_patterns=plain)
        try:
            run = await driver.hold(self.run.id, sides, Follower(), asyncio.Event())
        finally:
            await sides.close()
        return run, await self.said()

    async def said(self) -> Sequence[Utterance]:
        return await self.store.read(lambda c: rows.utterances_of(c, self.run.id))

    async def calls(self) -> tuple[LedgerCall, ...]:
        return await self.store.read(every_call)


def bench_of(
    store: Store, settings: Settings, parts: Mapping[str, Any], documents: Path, budget: Budget | None = None
) -> Bench:
    """`parts` of the setup."""
    clock = SystemClock()
    ledger = StoredLedger(store, budget or Budget(), clock, OWNER)
    run = new_run(Setup.model_validate(parts))
    return Bench(store=store, settings=settings, run=run, ledger=ledger, documents=documents, clock=clock)


async def talk_of(name: str, turns: int) -> RecordedTalk:
    """The same talk outside the chamber."""
    kind, person = "life-story", find_person(load_people(), name)
    visitor = TrialVisitor.of(person)
    async with raconteur_interviewer(kind, Settings(), visitor, lambda _store, _clock: OfflineModel()) as interviewer:
        return await hold_talk(kind, interviewer, RuledNarrator(person), person, turns)
