"""Opens the configured model, and the ledger of its calls."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.clock import SystemClock
from bot.config import Settings
from bot.monitor.ledger import watch_ledger
from core.contracts.calls import Budget, Ledger
from core.contracts.ports import Clock
from core.contracts.watching import NOBODY, Watch
from core.llm import build
from core.llm.build import ManagedModel, ModelSettings
from core.llm.metered import Price
from core.store.call_rows import StoredLedger
from core.store.store import Store

MICROS = 1_000_000


def open_ledger(
    settings: Settings, store: Store, clock: Clock, owner: str | None = None, watch: Watch = NOBODY
) -> Ledger:
    """Return the ledger of model calls, with the budgets of the configuration. `owner`: as in `StoredLedger`."""

    def micros(amount: Any) -> int | None:
        return None if amount is None else int(amount * MICROS)

    llm = settings.llm
    budget = Budget(
        session_micros=micros(llm.session_budget),
        session_tokens=llm.session_tokens,
        day_micros=micros(llm.day_budget),
        person_micros=micros(settings.person_budget),
    )
    return watch_ledger(StoredLedger(store, budget, clock, owner), clock, watch)


def model_settings(settings: Settings) -> ModelSettings:
    llm = settings.llm
    return ModelSettings(
        provider=llm.provider,
        model=llm.model,
        fast_model=llm.fast_model,
        base_url=llm.base_url,
        api_key=llm.api_key.get_secret_value(),
        prices={name: Price(**dict(price)) for name, price in llm.prices.items()},
        keep_prompts=llm.keep_prompts,
    )


@asynccontextmanager
async def configured_model(settings: Settings) -> AsyncIterator[ManagedModel]:
    """Build the model for calls outside of any interview, with its ledger, until the block ends."""
    store, clock = open_call_store(settings), SystemClock()
    try:
        model = build.build_model(model_settings(settings), open_ledger(settings, store, clock), clock)
        try:
            yield model
        finally:
            await model.close()
    finally:
        await store.close()


def open_call_store(settings: Settings) -> Store:
    """Return the store for calls outside of any interview, since their costs count too."""
    from bot.database import check_database
    from core.contracts.errors import ConfigurationError
    from core.store.opening import store_on
    from core.store.store import MemoryStore

    database = settings.storage.database
    try:
        check_database(database)
    except ConfigurationError:
        return MemoryStore()
    return store_on(database)
