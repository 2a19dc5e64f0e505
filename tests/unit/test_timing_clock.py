"""Limits of time, and waits that grow, on a clock that the test turns."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.timing.clock import Backoff, Pauses, TimeLimit, run_until, with_timeout
from tests.fakes.manual_clock import ManualClock


class Late(Exception):
    """What is raised when the time is over."""


async def forever(ended: list[str]) -> str:
    try:
        return await asyncio.Future[str]()
    finally:
        await asyncio.sleep(0)
        ended.append("work")


async def done() -> str:
    return "done"


async def broken() -> str:
    raise ValueError("mine")


async def test_work_in_time_is_as_without_a_limit() -> None:
    clock = ManualClock()
    assert await with_timeout(clock, 5, done()) == "done"
    with pytest.raises(ValueError, match="mine"):
        await with_timeout(clock, 5, broken())


async def test_work_that_takes_longer_is_cancelled_and_has_ended() -> None:
    clock, ended = ManualClock(), list[str]()
    waiting = asyncio.ensure_future(with_timeout(clock, 5, forever(ended)))
    await clock.sleepers(1)
    clock.advance(5)
    with pytest.raises(TimeoutError):
        await waiting
    assert ended == ["work"]


async def test_whoever_waits_is_cancelled_with_what_it_waits_for() -> None:
    clock, ended = ManualClock(), list[str]()
    waiting = asyncio.ensure_future(with_timeout(clock, 5, forever(ended)))
    await clock.sleepers(1)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert ended == ["work"]


async def test_what_goes_wrong_in_the_watching_is_told() -> None:
    with pytest.raises(ValueError, match="mine"):
        await run_until(forever([]), broken(), late=Late)


async def test_a_deadline_is_one_for_all_steps() -> None:
    clock = ManualClock()
    deadline = TimeLimit(clock, 10, late=Late)
    assert await deadline.bound(done()) == "done"
    clock.advance(7)
    assert deadline.remaining() == 3
    waiting = asyncio.ensure_future(deadline.bound(forever([])))
    await clock.sleepers(1)
    clock.advance(3)
    with pytest.raises(Late):
        await waiting


async def test_signs_of_life_put_off_the_end_but_not_beyond_the_whole() -> None:
    clock = ManualClock()
    deadline = TimeLimit(clock, 10, idle=4, late=Late)
    waiting = asyncio.ensure_future(deadline.bound(forever([])))
    await clock.sleepers(1)
    for left in (4, 4, 1):
        clock.advance(3)
        deadline.heard()
        assert deadline.remaining() == left
        for _ in range(5):
            await asyncio.sleep(0)
    clock.advance(1)
    with pytest.raises(Late):
        await waiting


@given(st.floats(0.1, 100), st.floats(1, 10_000), st.floats(1, 4), st.integers(min_value=1), st.integers(min_value=1))
def test_waits_grow_up_to_the_longest(first: float, longest: float, growth: float, some: int, more: int) -> None:
    backoff = Backoff(first=first, longest=max(first, longest), growth=growth)
    assert backoff.after(1) == first
    assert first <= backoff.after(some) <= backoff.after(some + more) <= backoff.longest


def test_pauses_begin_anew_after_a_success() -> None:
    pauses = Pauses()
    assert [pauses.next(), pauses.next(), pauses.next()] == [1, 1.5, 2.25]
    pauses.reset()
    assert pauses.next() == 1
