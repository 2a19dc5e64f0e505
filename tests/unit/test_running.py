"""Several platforms side by side."""

from __future__ import annotations

import asyncio

import pytest

from bot.services import run_platforms
from core.contracts.errors import ConfigurationError, Revoked
from tests.fakes.waiting import stopped


class _Closing:
    """A platform that takes a while to leave in peace, or does not come up."""

    def __init__(self, turns: int = 0, error: Exception | None = None) -> None:
        self.turns = turns
        self.error = error
        self.closed = False

    async def run(self) -> None:
        try:
            if self.error is not None:
                raise self.error
            await asyncio.Event().wait()
        finally:
            for _ in range(self.turns):
                await asyncio.sleep(0)
            self.closed = True


async def test_each_leaves_in_peace_when_all_are_ended() -> None:
    slow = _Closing(turns=20)
    running = asyncio.create_task(run_platforms({"slow": slow.run(), "quick": _Closing().run()}))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await stopped(running)
    assert slow.closed


async def test_one_that_cannot_run_stops_the_others() -> None:
    slow = _Closing(turns=20)
    with pytest.raises(ConfigurationError):
        await run_platforms({"slow": slow.run(), "wrong": _Closing(error=ConfigurationError("no")).run()})
    assert slow.closed
    staying = _Closing()
    running = asyncio.create_task(
        run_platforms({"out": _Closing(error=Revoked("gone")).run(), "staying": staying.run()})
    )
    for _ in range(20):
        await asyncio.sleep(0)
    assert not running.done()
    await stopped(running)
    assert staying.closed
