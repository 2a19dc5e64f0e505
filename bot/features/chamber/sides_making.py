"""Both sides of a run, and its judges, as its setup describes them: for the command line and for the bot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from bot.config import Settings
from bot.model_calls import model_settings
from bot.monitor.ledger import watch_ledger
from core.contracts.calls import Budget, Ledger
from core.contracts.ports import Clock
from core.contracts.watching import NOBODY, Watch
from core.features.chamber.judging import Panel, build_panel
from core.features.chamber.messages import Speaker
from core.features.chamber.runs import ChamberRun
from core.features.chamber.setup import ModelService, Setup
from core.features.chamber.sides import Side, Sides, candidate_side, prime_side
from core.llm.build import ChatSettings, build_chat
from core.llm.metered import Price
from core.llm.metered_chat import MeteredChat
from core.llm.pace import Paces
from core.store.call_rows import StoredLedger
from core.store.store import Store

MICROS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingPart:
    """The sides and judges of a run."""

    sides: Sides
    panel: Panel | None
    """Its judges; None where it is not scored."""

    async def close(self) -> None:
        await self.sides.close()
        if self.panel is not None:
            await self.panel.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """Everything that sides are made with."""

    settings: Settings
    store: Store
    clock: Clock
    owner: str
    """Of the claims of this process."""
    paces: Paces
    """Of all runs of this process."""
    watch: Watch = NOBODY
    """Is told of their calls."""


def build_sides(run: ChamberRun, setup: Setup, making: Making, *, documents: Path) -> TakingPart:
    """Make the sides and the judges of a run. Connects to nothing yet. Raises ConfigurationError.

    `setup`: that of the run, with its keys. `documents`: where our own interviewer puts its files when the run is over.
    """
    budget = Budget(
        session_micros=_micros(setup.rules.budget),
        session_tokens=setup.rules.max_total_tokens,
        day_micros=_micros(making.settings.chamber.day_budget),
    )
    kept = StoredLedger(making.store, budget, making.clock, making.owner)
    ledger = watch_ledger(kept, making.clock, making.watch)
    chats = _Chats(making, ledger)
    own = (run, making.settings, making.store, ledger, making.clock)
    prime: Side
    if setup.prime is not None:
        prime = prime_side(setup.prime, setup.rules, chats.of(setup.prime), run_id=run.id, seed=run.seed)
    else:
        from bot.features.chamber.own_sides import build_engine_prime

        prime = build_engine_prime(*own, documents=documents)
    candidate: Side
    if setup.candidate is not None:
        config = setup.candidate
        if setup.person:
            from bot.features.chamber.own_sides import played_participant

            config = played_participant(config, setup.person)
        candidate = candidate_side(config, chats.of(config), run_id=run.id, seed=run.seed)
    else:
        from bot.features.chamber.own_sides import build_played_candidate

        candidate = build_played_candidate(*own)
    sides = Sides(
        prime=prime,
        candidate=candidate,
        prime_patterns=setup.patterns(Speaker.PRIME),
        candidate_patterns=setup.patterns(Speaker.CANDIDATE),
    )
    return TakingPart(sides=sides, panel=build_panel(run.id, setup, chats.of, making.clock))


def service_price(service: ModelService, settings: Settings) -> Price | None:
    """Return what a service costs, by its own table or by that of the configuration; None where nobody says."""
    if service.price is not None:
        return Price(**dict(service.price))
    return _prices(settings).get(service.model)


def _prices(settings: Settings) -> Mapping[str, Price]:
    return model_settings(settings).prices


def _micros(amount: Decimal | None) -> int | None:
    return None if amount is None else int(amount * MICROS)


@dataclass(frozen=True, slots=True)
class _Chats:
    """Makes the models of a run, which pay from one purse."""

    making: Making
    ledger: Ledger

    def of(self, service: ModelService) -> MeteredChat:
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
                price=service_price(service, settings),
            ),
            ledger=self.ledger,
            clock=self.making.clock,
            paces=self.making.paces,
            prices=_prices(settings),
            keep_prompts=settings.llm.keep_prompts,
        )
