"""Several platforms in one process: each is served, and one that is lost leaves the others at work."""

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
from tests.fakes.interview import PlainInterview
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
