"""Runs of the chamber without any provider: a setup, its sides, and somebody who follows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from core.contracts.chat import Piece
from core.contracts.ports import Clock
from core.features.chamber import chamber_rows as rows
from core.features.chamber.chamber_rows import newest_runs
from core.features.chamber.driver import Driver, Scorer
from core.features.chamber.messages import SideNote, Speaker, Utterance
from core.features.chamber.runs import ChamberRun, RunListener
from core.features.chamber.setup import Participant, Prime, RunRules, Setup
from core.features.chamber.sides import Sides, candidate_side, prime_side
from core.store.claims import Claim
from core.store.store import Connection, Store
from tests.fakes.chat import Respond, ScriptedChat
from tests.fakes.manual_clock import ManualClock

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
PRIMES, CANDIDATES = ("<thinking>", "[reasoning]"), ("<think>", "[thoughts]")
OWNER = "test.me"


def setup(
    *, rules: dict[str, Any] | None = None, prime: dict[str, Any] | None = None, candidate: dict[str, Any] | None = None
) -> Setup:
    """Two models with thoughts of two forms each."""
    one = {"provider": "openai", "model": "asks", "system_prompt": "You interview.", "thought_patterns": PRIMES}
    two = {"provider": "anthropic", "model": "answers", "system_prompt": "You answer.", "thought_patterns": CANDIDATES}
    return Setup(
        prime=Prime.model_validate({**one, **(prime or {})}),
        candidate=Participant.model_validate({**two, **(candidate or {})}),
        rules=RunRules.model_validate({"max_turns": 3, **(rules or {})}),
    )


def new_run(whole: Setup, run_id: str = "r1", *, at: datetime = AT, **more: Any) -> ChamberRun:
    return ChamberRun(id=run_id, name="a talk", setup=whole, created_at=at, touched_at=at, **more)


def sides_of(run: ChamberRun, prime: ScriptedChat, candidate: ScriptedChat) -> Sides:
    whole = run.setup
    assert whole.prime is not None
    assert whole.candidate is not None
    return Sides(
        prime=prime_side(whole.prime, whole.rules, prime, run_id=run.id, seed=run.seed),
        candidate=candidate_side(whole.candidate, candidate, run_id=run.id, seed=run.seed),
        prime_patterns=whole.patterns(Speaker.PRIME),
        candidate_patterns=whole.patterns(Speaker.CANDIDATE),
    )


class Follower(RunListener):
    """Keeps all that it is told."""

    def __init__(self) -> None:
        self.asks: list[tuple[Speaker, int]] = []
        self.pieces: list[Piece] = []
        self.utterances: list[Utterance] = []
        self.notes: list[SideNote] = []
        self.runs: list[ChamberRun] = []

    def asked(self, speaker: Speaker, turn: int) -> None:
        self.asks.append((speaker, turn))

    def piece(self, speaker: Speaker, piece: Piece) -> None:
        self.pieces.append(piece)

    def said(self, utterance: Utterance) -> None:
        self.utterances.append(utterance)

    def noted(self, note: SideNote) -> None:
        self.notes.append(note)

    def settled(self, run: ChamberRun) -> None:
        self.runs.append(run)


class Chamber:
    """A store with a run in it, two scripted models, and what came of holding it."""

    def __init__(self, store: Store, whole: Setup, prime: Respond, candidate: Respond, *, run_id: str = "r1") -> None:
        self.store = store
        self.clock = ManualClock(AT)
        self.run = new_run(whole, run_id)
        self.prime = ScriptedChat(prime)
        self.candidate = ScriptedChat(candidate)
        self.follower = Follower()
        self.bell = asyncio.Event()

    async def begin(self) -> None:
        claim = self.claim()
        await self.store.write(lambda c: hold_run(c, self.run, claim))

    async def hold(self, *, scorer: Scorer | None = None, clock: Clock | None = None) -> ChamberRun:
        """Hold the run as far as it goes."""
        driver = Driver(store=self.store, clock=clock or self.clock, owner=OWNER, jitter=lambda: 0.0)
        sides = sides_of(self.run, self.prime, self.candidate)
        return await driver.hold(self.run.id, sides, self.follower, self.bell, scorer=scorer)

    async def go_on(self) -> None:
        """Have it go on after a pause, as the owner's again."""
        claim = self.claim()

        def unit(c: Any) -> None:
            assert rows.continue_run(c, self.run.id, now=claim.now)
            assert rows.RUNS.take(c, claim, self.run.id)

        await self.store.write(unit)

    async def said(self) -> Sequence[Utterance]:
        return await self.store.read(lambda c: rows.utterances_of(c, self.run.id))

    async def notes(self) -> Sequence[SideNote]:
        return await self.store.read(lambda c: rows.notes_of(c, self.run.id))

    def claim(self) -> Claim:
        return Claim(OWNER, self.clock.now().timestamp())


def hold_run(c: Connection, run: ChamberRun, claim: Claim | None) -> None:
    """Begin a run that is the claim's owner's at once; None: nobody's."""
    rows.put_run(c, run)
    assert claim is None or rows.RUNS.take(c, claim, run.id)


def in_turn(*texts: str) -> Respond:
    """Texts in their order by how far the conversation is, however often something is asked."""

    def respond(request: Any) -> str:
        return texts[sum(line.role == "assistant" for line in request.lines)]

    return respond


Make = Callable[..., Chamber]


def every_run(c: Any) -> list[ChamberRun]:
    """The one that was touched last first."""
    return [each.run for each in newest_runs(c, limit=100, now=AT.timestamp())]
