"""Tasks end that are to end, whatever becomes of their cancellation."""

from __future__ import annotations

import asyncio

from bot.clock import SystemClock
from core.contracts.ports import Bell
from core.jobs.ending import ended
from core.jobs.scheduler import InProcessEngine
from tests.fakes.waiting import PATIENCE, until


async def test_who_has_lost_a_cancellation_is_cancelled_again() -> None:
    lost: list[str] = []

    async def loses_one() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            lost.append("one")
        await asyncio.Event().wait()

    task = asyncio.create_task(loses_one())
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await ended([task], again=0.0)
    assert task.cancelled()
    assert lost == ["one"]


async def test_whose_cancellation_ends_in_an_error_does_not_try_again() -> None:
    begun: list[str] = []

    async def drain(key: str, _bell: Bell) -> None:
        begun.append(key)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise OSError("The database is away.") from None

    engine = InProcessEngine(SystemClock())
    running = asyncio.create_task(engine.run(drain))
    engine.wake(["p1"])
    await until(lambda: begun == ["p1"])
    running.cancel()
    await asyncio.wait([running], timeout=PATIENCE / 3)
    assert running.cancelled()
    assert begun == ["p1"]
