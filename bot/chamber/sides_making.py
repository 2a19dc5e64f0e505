"""Both sides of a run, and its judges, as its setup describes them: for the command line and for the bot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from bot.config import Settings
from bot.model_calls import model_settings
from bot.monitor.ledger import watched
from core.chamber.judging import Panel, panel_of
from core.chamber.runs import Run
from core.chamber.setup import Participant, Service, Setup
from core.chamber.sides import Side, Sides, candidate_side, prime_side
from core.chamber.thought_patterns import Patterns
from core.contracts.calls import Budget, Ledger
from core.contracts.ports import Clock
from core.contracts.watching import NOBODY, Watch
from core.llm.chat_build import ChatSettings, build_chat
from core.llm.metered_chat import MeteredChat
from core.llm.pace import Paces
from core.llm.prices import Price
from core.store.call_rows import StoredLedger
from core.store.store import Store

MICROS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingPart:
    """Who takes part in a run."""

    sides: Sides
    panel: Panel | None
    """Its judges; None where it is not scored."""

    async def close(self) -> None:
        await self.sides.close()
        if self.panel is not None:
            await self.panel.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """What sides are made with."""

    settings: Settings
    store: Store
    clock: Clock
    owner: str
    """Of the claims of this process."""
    paces: Paces
    """Of all runs of this process."""
    watch: Watch = NOBODY
    """Is told of their calls."""


def sides_of(run: Run, setup: Setup, making: Making, *, documents: Path) -> TakingPart:
    """`setup`: that of the run, with its keys. Connects to nothing yet. Raises ConfigurationError.

    `documents`: where our own interviewer puts its files when the run is over.
    """
    kept = StoredLedger(making.store, _budget(setup, making), making.clock, making.owner)
    ledger = watched(kept, making.clock, making.watch)
    chats = _Chats(making, ledger)
    sides = Sides(
        prime=_prime(run, setup, chats, documents),
        candidate=_candidate(run, setup, chats),
        prime_patterns=_patterns(setup.prime),
        candidate_patterns=_patterns(setup.candidate),
    )
    return TakingPart(sides=sides, panel=panel_of(run.id, setup, chats.of, making.clock))


def _prime(run: Run, setup: Setup, chats: _Chats, documents: Path) -> Side:
    if setup.prime is not None:
        return prime_side(setup.prime, setup.rules, chats.of(setup.prime), run_id=run.id, seed=run.seed)
    from bot.chamber.own_sides import engine_prime

    making = chats.making
    return engine_prime(run, making.settings, making.store, chats.ledger, making.clock, documents=documents)


def _candidate(run: Run, setup: Setup, chats: _Chats) -> Side:
    if setup.candidate is not None and not setup.person:
        return candidate_side(setup.candidate, chats.of(setup.candidate), run_id=run.id, seed=run.seed)
    from bot.chamber.own_sides import played_candidate, playing

    if setup.candidate is not None:
        config = playing(setup.candidate, setup.person)
        return candidate_side(config, chats.of(config), run_id=run.id, seed=run.seed)
    making = chats.making
    return played_candidate(run, making.settings, making.store, chats.ledger, making.clock)


def _patterns(side: Participant | None) -> Patterns:
    return Patterns.of(()) if side is None else side.patterns()


def price_of(service: Service, settings: Settings) -> Price | None:
    """What a service costs, by its own table or by that of the configuration; None where nobody says."""
    if service.price is not None:
        return Price(**dict(service.price))
    return _prices(settings).get(service.model)


def _prices(settings: Settings) -> Mapping[str, Price]:
    return model_settings(settings).prices


def _budget(setup: Setup, making: Making) -> Budget:
    rules = setup.rules
    return Budget(
        session_micros=_micros(rules.budget),
        session_tokens=rules.max_total_tokens,
        day_micros=_micros(making.settings.chamber.day_budget),
    )


def _micros(amount: Decimal | None) -> int | None:
    return None if amount is None else int(amount * MICROS)


@dataclass(frozen=True, slots=True)
class _Chats:
    """Makes the models of a run, which pay from one purse."""

    making: Making
    ledger: Ledger

    def of(self, service: Service) -> MeteredChat:
        settings = self.making.settings
        return build_chat(
            ChatSettings(
                provider=service.provider,
                model=service.model,
                api_key=service.api_key.get_secret_value(),
                base_url=service.base_url,
                client=service.client,
                requests_per_minute=service.requests_per_minute,
                stream=service.stream,
                extra=service.extra,
                price=price_of(service, settings),
            ),
            ledger=self.ledger,
            clock=self.making.clock,
            paces=self.making.paces,
            prices=_prices(settings),
            keep_prompts=settings.llm.keep_prompts,
        )
