"""The client of an SDK, which is slow to make: made once and off the loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from core.llm.providers.openai import OpenAIClient
from tests.fakes.manual_clock import ManualClock


class _Client:
    async def close(self) -> None:
        """Nothing to close."""


class _Lazy(OpenAIClient):
    """Connects by a function of the test."""

    def __init__(self, make: Callable[[], _Client]) -> None:
        super().__init__(clock=ManualClock())
        self._make = make

    def connect(self, api_key: str, base_url: str | None) -> _Client:
        return self._make()


async def test_it_is_made_once_for_all_and_not_on_the_loop() -> None:
    threads: list[int] = []
    gate = threading.Event()

    def make() -> _Client:
        threads.append(threading.get_ident())
        gate.wait()
        return _Client()

    provider = _Lazy(make)
    assert not threads
    getting = [asyncio.create_task(provider.connection()) for _ in range(3)]
    await asyncio.sleep(0)
    gate.set()
    made = await asyncio.gather(*getting)
    assert all(each is made[0] for each in [*made, await provider.connection()])
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


async def test_what_a_cancelled_call_began_serves_the_next() -> None:
    begun, gate = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()
    made: list[_Client] = []

    def make() -> _Client:
        loop.call_soon_threadsafe(begun.set)
        gate.wait()
        made.append(_Client())
        return made[-1]

    provider = _Lazy(make)
    first = asyncio.create_task(provider.connection())
    await begun.wait()
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    second = asyncio.create_task(provider.connection())
    await asyncio.sleep(0)
    gate.set()
    assert await second is made[0]
    assert len(made) == 1
