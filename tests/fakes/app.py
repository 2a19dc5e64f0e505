"""The whole app through its composition root, with fakes at the ports."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from bot.app import App, build_app
from bot.clock import SystemClock
from bot.config import AccessSection, Settings
from core.gate import Policy
from core.ports import Clock
from core.store.store import MemoryStore, Store
from core.turn import Interview
from tests.fakes.interview import PlainInterview, Reply
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePlatform


def talking_model(words: str = "I see.") -> ScriptedModel:
    """A model that says the same to everything."""
    return ScriptedModel(lambda _prompt, _schema: Reply(words=words))


@dataclass(slots=True, kw_only=True)
class Running:
    app: App
    platform: FakePlatform
    store: Store
    clock: Clock


OPEN = Settings(access=AccessSection(policy=Policy.OPEN))


@asynccontextmanager
async def running(
    *,
    model: ScriptedModel | None = None,
    kinds: Mapping[str, Interview] | None = None,
    store: Store | None = None,
    clock: Clock | None = None,
    settings: Settings = OPEN,
    platform: FakePlatform | None = None,
) -> AsyncIterator[Running]:
    """An app that serves until the block ends."""
    clock = clock or SystemClock()
    store = store or MemoryStore()
    platform = platform or FakePlatform(clock)
    app = build_app(
        settings,
        store=store,
        platforms=[platform],
        clock=clock,
        model=model or talking_model(),
        kinds=kinds or {"plain": PlainInterview()},
    )
    task = asyncio.create_task(app.run())
    ready = asyncio.create_task(platform.up.wait())
    await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
    ready.cancel()
    if task.done():
        task.result()
    try:
        yield Running(app=app, platform=platform, store=store, clock=clock)
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
