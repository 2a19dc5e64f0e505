"""Holds talks: every person with an interviewer, one after another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bot.clock import TurnedClock
from bot.config import LlmSection, Settings
from bot.features.evaluation.exchange import ExchangeFolder, Hand, build_hand_model
from bot.features.evaluation.plain import plain_interviewer
from bot.model_calls import model_settings, open_ledger
from bot.simulation.interviewers import START, Interviewer, TrialVisitor, raconteur_interviewer
from bot.simulation.narrators import Narrator, Played, RuledNarrator
from bot.simulation.talks import hold_talk
from core.contracts.calls import Budget
from core.contracts.errors import ConfigurationError
from core.contracts.ports import Clock
from core.llm.build import ManagedModel, OfflineModel, build_model
from core.simulation.people import SimulatedPerson
from core.simulation.talks import RecordedTalk
from core.store.call_rows import StoredLedger
from core.store.store import MemoryStore, Store

PLAIN = "plain"
SHIPPED_PROMPT = Path(__file__).parent / "plain.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationOptions:
    """The options of `raconteur evaluate`: what is to be tried, and how."""

    kind: str
    turns: int
    model: bool = False
    by_hand: Path | None = None
    turns_only: bool = False
    people_model: bool = False
    narrator_by_hand: Path | None = None
    prompt: Path = SHIPPED_PROMPT
    seed: int = 0


async def run_talks(
    wanted: EvaluationOptions,
    settings: Settings,
    people: Sequence[SimulatedPerson],
    held: Callable[[SimulatedPerson, RecordedTalk], None],
) -> None:
    """Let everybody talk; `held` is called with each talk when it is over. Raises ConfigurationError."""
    if not people:
        raise ConfigurationError("Nobody matches; see --person and --language.")
    if len(people) > 1 and (wanted.by_hand or wanted.narrator_by_hand):
        raise ConfigurationError("By hand, only one conversation runs at a time: name one person with --person.")
    if (wanted.model or wanted.people_model) and settings.llm.provider == "offline":
        raise ConfigurationError("No model is configured; see the section llm of config.example.toml.")
    if wanted.kind == PLAIN and not (wanted.model or wanted.by_hand):
        raise ConfigurationError("A plain prompt needs a model: --model, or --by-hand FOLDER.")
    for person in people:
        exchange = ExchangeFolder(wanted.by_hand) if wanted.by_hand else None
        async with _narrator(wanted, settings, person) as narrator:
            try:
                async with _interviewer(wanted, settings, person, exchange) as interviewer:
                    talk = await hold_talk(wanted.kind, interviewer, narrator, person, wanted.turns)
            finally:
                if exchange is not None:
                    exchange.finish()
        held(person, talk)


def _interviewer(
    wanted: EvaluationOptions, settings: Settings, person: SimulatedPerson, exchange: ExchangeFolder | None
) -> AbstractAsyncContextManager[Interviewer]:
    def make(store: Store, clock: Clock) -> ManagedModel:
        if exchange is not None:
            return build_hand_model(exchange, StoredLedger(store, Budget(), clock), clock, turns_only=wanted.turns_only)
        return build_configured_model(settings, store, clock) if wanted.model else OfflineModel()

    if wanted.kind == PLAIN:
        try:
            prompt = wanted.prompt.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise ConfigurationError(f"{wanted.prompt} cannot be read as a prompt.") from None
        return plain_interviewer(prompt, person, make)
    described = settings
    if exchange is None and not wanted.model:
        described = settings.model_copy(update={"llm": LlmSection()})
    return raconteur_interviewer(wanted.kind, described, TrialVisitor.of(person), make)


def build_configured_model(settings: Settings, store: Store, clock: Clock) -> ManagedModel:
    """The operator's model, with its budgets; prompts are kept, since they are measured."""
    kept = replace(model_settings(settings), keep_prompts=True, keep_whole=True)
    return build_model(kept, open_ledger(settings, store, clock), clock)


@asynccontextmanager
async def _narrator(wanted: EvaluationOptions, settings: Settings, person: SimulatedPerson) -> AsyncIterator[Narrator]:
    if wanted.narrator_by_hand is not None:
        exchange = ExchangeFolder(wanted.narrator_by_hand)
        try:
            yield Hand(person, exchange)
        finally:
            exchange.finish()
    elif wanted.people_model:
        store = MemoryStore()
        model = build_configured_model(settings, store, TurnedClock(START))
        try:
            yield Played(person, model)
        finally:
            await model.close()
            await store.close()
    else:
        yield RuledNarrator(person, wanted.seed)
