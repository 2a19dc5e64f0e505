"""The start: nobody is served before what the first answer needs is loaded."""

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


async def test_nobody_is_served_before_the_models_library_is_loaded(tmp_path: Path) -> None:
    model, platform, said = SlowToLoad(), FakePlatform(SystemClock()), asyncio.Event()
    app = _app(tmp_path, model, platform)
    running = asyncio.create_task(app.run(ready=said.set))
    await model.loading.wait()
    await app.store.read(lambda _c: None)
    assert not said.is_set()
    assert not platform.up.is_set()
    model.may_end.set()
    await asyncio.gather(said.wait(), platform.up.wait())
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_library_that_cannot_be_loaded_ends_nothing(tmp_path: Path) -> None:
    model, platform = SlowToLoad(broken=True), FakePlatform(SystemClock())
    running = asyncio.create_task(_app(tmp_path, model, platform).run())
    model.may_end.set()
    await until(platform.up.is_set)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
