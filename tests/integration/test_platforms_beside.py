"""The start, and several platforms in one process: one that is lost leaves the others at work."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app import App, build_app
from bot.clock import SystemClock
from core.contracts.errors import ConfigurationError, Revoked
from core.contracts.ports import Inbox
from core.store.store import MemoryStore
from tests.fakes.app import OPEN, talking_model, until
from tests.fakes.interview import PlainInterview, Reply
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePlatform

REVOKED = "Chatter does not accept chatter.token any more."


class Losable(FakePlatform):
    """A platform that is served until `end` is set; then it raises `error`, if there is one."""

    def __init__(self, name: str, error: ConfigurationError | None = None) -> None:
        super().__init__(SystemClock(), name)
        self.error = error
        self.end = asyncio.Event()
        self.ended = False

    async def run(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self.up.set()
        try:
            await self.end.wait()
        finally:
            self.ended = True
        if self.error is not None:
            raise self.error


def app_of(folder: Path, *platforms: FakePlatform) -> App:
    return build_app(
        OPEN,
        store=MemoryStore(),
        platforms=platforms,
        recordings=folder,
        model=talking_model(),
        kinds={"plain": PlainInterview()},
    )


async def test_a_platform_that_lets_us_in_no_more_leaves_the_others_at_work(tmp_path: Path) -> None:
    lost, kept = Losable("lost", Revoked(REVOKED)), Losable("kept")
    running = asyncio.create_task(app_of(tmp_path, lost, kept).run())
    await asyncio.gather(lost.up.wait(), kept.up.wait())
    lost.end.set()
    await until(lambda: lost.ended)
    anna = kept.person("1", name="Anna", language="en")
    await anna.begin("plain")
    assert not running.done()
    kept.end.set()
    with pytest.raises(Revoked, match=REVOKED):
        await running


async def test_what_must_be_mended_before_the_start_ends_all_of_them(tmp_path: Path) -> None:
    wrong, other = Losable("wrong", ConfigurationError("Mend this.")), Losable("other")
    running = asyncio.create_task(app_of(tmp_path, wrong, other).run())
    await asyncio.gather(wrong.up.wait(), other.up.wait())
    wrong.end.set()
    with pytest.raises(ConfigurationError, match="Mend this"):
        await running
    assert other.ended


# --- what takes long to load is loaded while people are served -------------------------------------------------------


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
