"""Holding talks: every person with an interviewer, one after another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import structlog

from bot.clock import TurnedClock
from bot.config import LlmSection, Settings
from bot.evaluation.breaths import breaths
from bot.evaluation.exchange import Exchange, hand_model
from bot.evaluation.interviewers import START, Heard, Interviewer, MakeModel, Visitor, plain, raconteur
from bot.evaluation.narrators import Hand, Narrator, Played, Rules
from bot.model_calls import ledger, model_settings
from core.contracts.calls import Budget
from core.contracts.errors import ConfigurationError, ModelError
from core.contracts.ports import Clock
from core.evaluation.narrator_rules import Reply
from core.evaluation.people import SimulatedPerson
from core.evaluation.talk import BEFORE, Talk, TalkLine, Who
from core.llm.build import ManagedModel, OfflineModel, build_model
from core.store.call_rows import StoredLedger
from core.store.store import MemoryStore, Store

log = structlog.get_logger()
PLAIN = "plain"
SHIPPED_PROMPT = Path(__file__).parents[2] / "core" / "evaluation" / "plain.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be tried, and how: as the options of `raconteur evaluate` say it."""

    kind: str
    turns: int
    model: bool = False
    by_hand: Path | None = None
    turns_only: bool = False
    people_model: bool = False
    narrator_by_hand: Path | None = None
    prompt: Path = SHIPPED_PROMPT
    seed: int = 0


async def hold(
    wanted: Wanted, settings: Settings, people: Sequence[SimulatedPerson], held: Callable[[SimulatedPerson, Talk], None]
) -> None:
    """Let everybody talk; `held` is called with each talk when it is over. Raises ConfigurationError."""
    _check(wanted, settings, people)
    for person in people:
        exchange = Exchange(wanted.by_hand) if wanted.by_hand else None
        async with _narrator(wanted, settings, person) as narrator:
            try:
                async with _interviewer(wanted, settings, person, exchange) as interviewer:
                    talk = await converse(wanted.kind, interviewer, narrator, person, wanted.turns)
            finally:
                if exchange is not None:
                    exchange.finish()
        held(person, talk)


async def converse(
    kind: str, interviewer: Interviewer, narrator: Narrator, person: SimulatedPerson, turns: int
) -> Talk:
    """One talk of so many answers at most."""
    before, opening = await interviewer.begin()
    lines = [*_said(before, BEFORE), *_said(opening, 0)]
    talk = Talk(interviewer=kind, person=person.name, language=person.language, lines=tuple(lines))
    for turn in range(1, turns + 1):
        try:
            reply = await narrator.reply(talk)
        except ModelError:
            # Somebody whose answer got lost is somebody who went away.
            reply = Reply(says=("…",), leaves=True)
        try:
            lines += await _answer(interviewer, reply.says, turn)
        except ModelError as error:
            # Only the plain side: the app goes on without a model.
            log.error("talk-broken-off", person=person.name, reason=str(error))
            break
        done = (*talk.done, *((turn, number) for number in reply.deeds))
        talk = replace(talk, lines=tuple(lines), done=done)
        if reply.leaves:
            break
    return replace(talk, calls=await interviewer.calls())


async def _answer(interviewer: Interviewer, says: Sequence[str], turn: int) -> list[TalkLine]:
    """What the person sends in a turn, and what follows from it."""
    lines: list[TalkLine] = []
    for breath in breaths(says):
        lines += [TalkLine(who=Who.PERSON, text=text, turn=turn) for text in breath.words]
        if breath.away is not None:
            lines += _said(await interviewer.away(breath.away), turn, unasked=True)
        elif breath.command:
            lines.append(TalkLine(who=Who.PERSON, text=breath.command, turn=turn, answer=False))
            lines += _said(await interviewer.obey(breath.command), turn)
        else:
            lines += _said(await interviewer.hear(breath.words), turn)
    return lines


def _said(found: Heard, turn: int, *, unasked: bool = False) -> list[TalkLine]:
    return [TalkLine(who=Who.INTERVIEWER, text=text, turn=turn, file=file, unasked=unasked) for text, file in found]


def _check(wanted: Wanted, settings: Settings, people: Sequence[SimulatedPerson]) -> None:
    if not people:
        raise ConfigurationError("Nobody is left to talk to; see --person and --language.")
    if len(people) > 1 and (wanted.by_hand or wanted.narrator_by_hand):
        raise ConfigurationError("By hand goes one talk at a time: name one person with --person.")
    if (wanted.model or wanted.people_model) and settings.llm.provider == "offline":
        raise ConfigurationError("No model is configured; see the section llm of config.example.toml.")
    if wanted.kind == PLAIN and not (wanted.model or wanted.by_hand):
        raise ConfigurationError("A plain prompt needs a model: --model, or --by-hand FOLDER.")


def _interviewer(
    wanted: Wanted, settings: Settings, person: SimulatedPerson, exchange: Exchange | None
) -> AbstractAsyncContextManager[Interviewer]:
    make = _maker(wanted, settings, exchange)
    if wanted.kind == PLAIN:
        return plain(_prompt(wanted.prompt), person, make)
    described = settings
    if exchange is None and not wanted.model:
        described = settings.model_copy(update={"llm": LlmSection()})
    return raconteur(wanted.kind, described, Visitor.of(person), make)


def _maker(wanted: Wanted, settings: Settings, exchange: Exchange | None) -> MakeModel:
    """How the interviewer's model is made, on the database of its talk."""

    def make(store: Store, clock: Clock) -> ManagedModel:
        if exchange is not None:
            return hand_model(exchange, StoredLedger(store, Budget(), clock), clock, turns_only=wanted.turns_only)
        return configured(settings, store, clock) if wanted.model else OfflineModel()

    return make


def configured(settings: Settings, store: Store, clock: Clock) -> ManagedModel:
    """The operator's model, with its budgets; prompts are kept, since they are measured."""
    kept = replace(model_settings(settings), keep_prompts=True, keep_whole=True)
    return build_model(kept, ledger(settings, store, clock), clock)


@asynccontextmanager
async def _narrator(wanted: Wanted, settings: Settings, person: SimulatedPerson) -> AsyncIterator[Narrator]:
    if wanted.narrator_by_hand is not None:
        exchange = Exchange(wanted.narrator_by_hand)
        try:
            yield Hand(person, exchange)
        finally:
            exchange.finish()
    elif wanted.people_model:
        store = MemoryStore()
        model = configured(settings, store, TurnedClock(START))
        try:
            yield Played(person, model)
        finally:
            await model.close()
            await store.close()
    else:
        yield Rules(person, wanted.seed)


def _prompt(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise ConfigurationError(f"{file} cannot be read as a prompt.") from None
