"""Something slow, made once and off the loop."""

from __future__ import annotations

import asyncio
import threading

import pytest

from core.llm.provider import Lazy


async def test_it_is_made_once_for_all_and_not_on_the_loop() -> None:
    threads: list[int] = []
    gate = threading.Event()

    def make() -> object:
        threads.append(threading.get_ident())
        gate.wait()
        return object()

    lazy = Lazy(make)
    assert lazy.made is None
    getting = [asyncio.create_task(lazy.get()) for _ in range(3)]
    await asyncio.sleep(0)
    gate.set()
    made = await asyncio.gather(*getting)
    assert all(each is lazy.made for each in [*made, await lazy.get()])
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


async def test_what_a_cancelled_call_began_serves_the_next() -> None:
    begun, gate = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()
    made: list[object] = []

    def make() -> object:
        loop.call_soon_threadsafe(begun.set)
        gate.wait()
        made.append(object())
        return made[-1]

    lazy = Lazy(make)
    first = asyncio.create_task(lazy.get())
    await begun.wait()
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    second = asyncio.create_task(lazy.get())
    await asyncio.sleep(0)
    gate.set()
    assert await second is made[0]
    assert len(made) == 1
