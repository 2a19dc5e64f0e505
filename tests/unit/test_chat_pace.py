"""Requests of all who share a connection are apart."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm.pace import Paces, RequestPace
from tests.fakes.manual_clock import ManualClock
from tests.fakes.waiting import stopped


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


async def sent(pace: RequestPace, clock: ManualClock, order: list[tuple[str, float]], name: str) -> None:
    await pace.turn()
    order.append((name, clock.monotonic()))


async def settle_down() -> None:
    """Let every task run as far as it can without time."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_the_first_comes_first_and_all_are_apart(clock: ManualClock) -> None:
    pace, order = RequestPace(clock, 4.0), list[tuple[str, float]]()
    tasks = [asyncio.create_task(sent(pace, clock, order, name)) for name in "abc"]
    for _ in range(45):
        await settle_down()
        clock.advance(1)
    await asyncio.gather(*tasks)
    assert order == [("a", 0.0), ("b", 15.0), ("c", 30.0)]


async def test_who_goes_away_takes_nobodys_turn(clock: ManualClock) -> None:
    pace, order = RequestPace(clock, 4.0), list[tuple[str, float]]()
    tasks = [asyncio.create_task(sent(pace, clock, order, name)) for name in "abcd"]
    await clock.sleepers(1)
    clock.advance(5)
    await stopped(tasks[1])  # it has the turn and waits for the time
    await stopped(tasks[2])  # it waits for the turn
    await clock.sleepers(1)
    assert clock.asked[-1] == 10.0
    clock.advance(10)
    await tasks[3]
    assert order == [("a", 0.0), ("d", 15.0)]


async def test_without_a_limit_nobody_waits(clock: ManualClock) -> None:
    pace = RequestPace(clock)
    for _ in range(100):
        await pace.turn()
    assert clock.asked == []


async def test_time_that_has_passed_is_not_saved_up(clock: ManualClock) -> None:
    pace, order = RequestPace(clock, 60.0), list[tuple[str, float]]()
    await pace.turn()
    clock.advance(3600)
    tasks = [asyncio.create_task(sent(pace, clock, order, name)) for name in "ab"]
    await clock.sleepers(1)
    assert order == [("a", 3600.0)]
    clock.advance(1)
    await asyncio.gather(*tasks)


async def test_the_slowest_of_those_who_share_a_connection_holds_for_all(clock: ManualClock) -> None:
    paces = Paces(clock)
    one = paces.of("openai", "https://here", "key", "model", per_minute=None)
    assert paces.of("openai", "https://here", "key", "model", per_minute=6.0) is one
    assert paces.of("openai", "https://here", "key", "model", per_minute=60.0) is one
    await one.turn()
    waiting = asyncio.create_task(one.turn())
    await clock.sleepers(1)
    assert clock.asked == [10.0]
    other = paces.of("openai", "https://here", "another key", "model", per_minute=None)
    await other.turn()
    await other.turn()
    await stopped(waiting)
    assert "another key" not in repr(vars(paces))


@given(st.lists(st.floats(0, 30), max_size=12), st.floats(0.5, 600))
def test_no_two_are_nearer_than_allowed_whenever_they_come(comings: list[float], per_minute: float) -> None:
    async def run() -> None:
        clock, order = ManualClock(), list[tuple[str, float]]()
        pace, tasks = RequestPace(clock, per_minute), list[asyncio.Task[None]]()
        for number, coming in enumerate(comings):
            tasks.append(asyncio.create_task(sent(pace, clock, order, str(number))))
            await settle_down()
            clock.advance(coming)
        while not all(task.done() for task in tasks):
            await settle_down()
            clock.advance(60 / per_minute)
        times = [time for _, time in order]
        assert [name for name, _ in order] == [str(number) for number in range(len(comings))]
        assert all(after - before >= 60 / per_minute - 1e-6 for before, after in pairwise(times))

    asyncio.run(run())
