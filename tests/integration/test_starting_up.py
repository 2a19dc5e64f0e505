"""The start: what takes long to load is loaded while people are served."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.app import App, build_app
from bot.clock import SystemClock
from core.store.store import MemoryStore
from tests.fakes.app import OPEN, until
from tests.fakes.interview import PlainInterview, Reply
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePlatform


class SlowToLoad(ScriptedModel):
    """A model whose library takes its time, or cannot be loaded."""

    def __init__(self, *, broken: bool = False) -> None:
        super().__init__(lambda _prompt, _schema: Reply(words="I see."))
        self.loading = asyncio.Event()
        self.may_end = asyncio.Event()
        self.broken = broken

    async def warm_up(self) -> None:
        self.loading.set()
        await self.may_end.wait()
        if self.broken:
            raise ImportError("private words of a library")


def _app(folder: Path, model: SlowToLoad, platform: FakePlatform) -> App:
    kinds = {"plain": PlainInterview()}
    return build_app(OPEN, store=MemoryStore(), platforms=[platform], recordings=folder, model=model, kinds=kinds)


async def test_people_are_served_while_the_models_library_is_loaded(tmp_path: Path) -> None:
    model, platform, said = SlowToLoad(), FakePlatform(SystemClock()), asyncio.Event()
    running = asyncio.create_task(_app(tmp_path, model, platform).run(ready=said.set))
    await asyncio.gather(model.loading.wait(), said.wait(), platform.up.wait())
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_library_that_cannot_be_loaded_ends_nothing(tmp_path: Path) -> None:
    model, platform = SlowToLoad(broken=True), FakePlatform(SystemClock())
    running = asyncio.create_task(_app(tmp_path, model, platform).run())
    model.may_end.set()
    await asyncio.gather(model.loading.wait(), platform.up.wait())
    await until(lambda: not running.done())
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
