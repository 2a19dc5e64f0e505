"""Tasks end that are to end, whatever becomes of their cancellation."""

from __future__ import annotations

import asyncio
import threading

from bot.clock import SystemClock
from core.contracts.ports import Bell
from core.engine.scheduler import InProcessEngine
from core.engine.task_cancellation import cancel_tasks, run_to_end
from tests.fakes.waiting import PATIENCE, until


async def _loses_one(lost: list[str]) -> None:
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        lost.append("one")
    await asyncio.Event().wait()


async def test_who_has_lost_a_cancellation_is_cancelled_again() -> None:
    lost: list[str] = []
    task = asyncio.create_task(_loses_one(lost))
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await cancel_tasks([task], again=0.0)
    assert task.cancelled()
    assert lost == ["one"]


def test_what_is_left_behind_keeps_no_process_from_its_end() -> None:
    left: list[asyncio.Task[None]] = []

    async def leaves_one() -> None:
        left.append(asyncio.create_task(_loses_one([])))
        await asyncio.sleep(0)

    process = threading.Thread(target=lambda: run_to_end(leaves_one()), daemon=True)
    process.start()
    process.join(PATIENCE / 3)
    assert not process.is_alive()
    assert left[0].cancelled()


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
