"""Signs of life: "typing" is shown as long as somebody thinks, and errands end with the adapter."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from core.contracts.errors import DeliveryError, TryLater
from core.delivery.typing_indicator import BackgroundTasks, show_repeatedly
from tests.fakes.app import until
from tests.fakes.manual_clock import ManualClock


class Show:
    """Counts how often "typing" was shown."""

    def __init__(self, *trouble: DeliveryError | None) -> None:
        self.times = 0
        self.trouble = list(trouble)
        self.flow = asyncio.Event()
        self.flow.set()

    async def __call__(self) -> None:
        self.times += 1
        await self.flow.wait()
        if self.trouble and (error := self.trouble.pop(0)):
            raise error


async def test_it_is_shown_again_and_again_until_the_body_ends() -> None:
    clock, show = ManualClock(), Show()
    async with show_repeatedly(show, clock=clock, every=4.0, name="typing"):
        for times in (1, 2, 3):
            await clock.sleepers(1)
            assert show.times == times
            clock.advance(4)
        await clock.sleepers(1)
    clock.advance(100)
    await asyncio.sleep(0)
    assert show.times == 4
    assert set(clock.asked) == {4.0}


async def test_what_fails_ends_the_show_and_not_the_body() -> None:
    clock, show = ManualClock(), Show(None, TryLater("Busy.", after=3_600))
    async with show_repeatedly(show, clock=clock, every=4.0, name="typing"):
        await clock.sleepers(1)
        [task] = [task for task in asyncio.all_tasks() if task.get_name() == "typing"]
        clock.advance(4)
        await asyncio.wait([task], timeout=10)
        assert task.done()
        assert show.times == 2


async def test_a_show_that_hangs_holds_up_nobody() -> None:
    clock, show = ManualClock(), Show()
    show.flow.clear()
    async with show_repeatedly(show, clock=clock, every=4.0, name="typing"):
        await until(lambda: show.times > 0)
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "typing"]


async def test_errands_are_run_and_the_rest_ends_with_the_adapter() -> None:
    errands, done = BackgroundTasks(), list[str]()

    async def errand(name: str, wait: asyncio.Event) -> None:
        try:
            await wait.wait()
            done.append(name)
        except asyncio.CancelledError:
            done.append(f"{name} cancelled")
            raise

    now, never = asyncio.Event(), asyncio.Event()
    now.set()
    errands.start(errand("short", now))
    errands.start(errand("endless", never))
    await until(lambda: done == ["short"])
    await errands.close()
    assert done == ["short", "endless cancelled"]


async def test_a_show_that_loses_the_cancellation_holds_up_nobody() -> None:
    clock, show = ManualClock(), Show()

    async def deaf() -> None:
        with suppress(asyncio.CancelledError):
            await show()

    show.flow.clear()
    async with show_repeatedly(deaf, clock=clock, every=4.0, name="typing"):
        await until(lambda: show.times > 0)
    assert show.times == 1
