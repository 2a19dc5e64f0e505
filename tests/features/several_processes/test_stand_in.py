"""A process without the token has what it needs of a platform through the gateway."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import pytest

from core.contracts.errors import DeliveryError, Rejected, TooLarge, TryLater
from core.contracts.messages import Address
from core.engine.scheduler import InProcessEngine
from core.features.several_processes.file_request_rows import FileRequest, put_file_request, take_file_request
from core.features.several_processes.file_requests import KEPT, SILENT, FileFetcher, Showing
from core.features.several_processes.remote_platform import BEAT, RemotePlatform
from core.features.several_processes.signs import Sign
from core.store.claims import Claim, free_dead_claims
from core.store.store import MemoryStore, Queue, Store
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePlatform
from tests.fakes.waiting import until
from tests.features.several_processes.shared_signs import SharedSigns

HERE = Address(platform="fake", chat="1")


@dataclass
class Both:
    """The gateway with the real platform, and another process that has only its stand-in."""

    store: Store
    clock: ManualClock
    platform: FakePlatform
    signs: SharedSigns
    errands: FileFetcher
    stand_in: RemotePlatform

    async def fetched(self, file_ref: str, limit: int = 100) -> bytes:
        getting = asyncio.create_task(self.stand_in.fetch(file_ref, limit=limit))
        while not getting.done():
            self.clock.advance(1.0)
            await asyncio.sleep(0)
        return await getting


@asynccontextmanager
async def both() -> AsyncIterator[Both]:
    store, clock, signs = MemoryStore(), ManualClock(), SharedSigns()
    platform = FakePlatform(clock)
    errands = FileFetcher(store, {"fake": platform}, clock, "gateway-1.x")
    engine = InProcessEngine(clock)
    store.on_wake(Queue.ERRANDS, engine.wake)
    serving = asyncio.create_task(engine.run(errands.drain))
    showing = Showing({"fake": platform}, clock, signs)
    ids = iter(str(number) for number in range(1_000))
    stand_in = RemotePlatform("fake", platform.capabilities, store, clock, signs, lambda: next(ids))
    try:
        yield Both(store, clock, platform, signs, errands, stand_in)
    finally:
        await showing.close()
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        await store.close()


async def test_a_file_comes_through_the_gateway_and_nothing_of_it_stays() -> None:
    async with both() as house:
        assert await house.fetched(house.platform.keep(b"a voice")) == b"a voice"
        assert await house.errands.sweep() == []
        house.clock.advance(KEPT + 1)
        await house.errands.sweep()


async def test_a_file_that_a_gateway_was_at_that_is_gone_is_another_s_to_bring() -> None:
    async with both() as house:
        errand = FileRequest(id="e1", platform="fake", file_ref=house.platform.keep(b"a voice"), most=100)
        now = house.clock.now().timestamp()
        await house.store.write(lambda c: put_file_request(c, errand, now=now))
        await house.store.write(lambda c: take_file_request(c, "e1", Claim("gateway-1.dead", now)))
        assert await house.errands.sweep() == []
        await house.store.write(lambda c: free_dead_claims(c, ["gateway-1.x"]))
        assert await house.errands.sweep() == ["fake:e1"]


@pytest.mark.parametrize(
    ("trouble", "kind"),
    [(Rejected("no"), Rejected), (TooLarge("big"), TooLarge), (TryLater("soon", after=7.0), TryLater)],
)
async def test_what_goes_wrong_with_a_file_is_told_as_it_was(trouble: DeliveryError, kind: type[DeliveryError]) -> None:
    async with both() as house:
        house.platform.fetch_trouble = lambda _ref: trouble
        with pytest.raises(kind) as raised:
            await house.fetched("anything")
        assert getattr(raised.value, "after", None) == getattr(trouble, "after", None)


async def test_an_errand_that_nobody_was_woken_for_is_found() -> None:
    async with both() as house:
        errand = FileRequest(id="7", platform="fake", file_ref=house.platform.keep(b"a voice"), most=10)
        await house.store.write(lambda c: put_file_request(c, errand, now=house.clock.now().timestamp()))
        assert await house.errands.sweep() == ["fake:7"]


async def test_one_that_nobody_waits_for_any_more_goes() -> None:
    async with both() as house:
        errand = FileRequest(id="7", platform="fake", file_ref="gone", most=10)
        await house.store.write(lambda c: put_file_request(c, errand, now=house.clock.now().timestamp()))
        house.clock.advance(KEPT + 1)
        assert await house.errands.sweep() == []


class _Deaf(SharedSigns):
    """On the way to the database, where a cancellation may be lost."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.goes_on = asyncio.Event(), asyncio.Event()

    async def show(self, sign: Sign) -> None:
        self.begun.set()
        with suppress(asyncio.CancelledError):
            await self.goes_on.wait()
        await super().show(sign)


async def test_nobody_is_held_up_by_a_sign_that_is_not_to_be_cancelled() -> None:
    signs, seen, store = _Deaf(), list[str](), MemoryStore()
    signs.on_sign(lambda sign: seen.append(sign.shows))
    stand_in = RemotePlatform(
        "fake", FakePlatform(ManualClock()).capabilities, store, ManualClock(), signs, lambda: "1"
    )

    async def think() -> None:
        async with stand_in.typing(HERE):
            await signs.begun.wait()

    thinking = asyncio.create_task(think())
    await signs.begun.wait()
    await asyncio.sleep(0)
    signs.goes_on.set()
    await until(thinking.done)
    assert seen == ["typing", "over"]
    await store.close()


async def test_a_line_shows_what_it_is_told_and_goes_with_its_end() -> None:
    async with both() as house:
        async with house.stand_in.listening(HERE) as line:
            line.show("I am listening.")
            await until(lambda: [shown.said for shown in house.platform.lines] == [["I am listening."]])
            line.show("Half of it.")
            await until(lambda: house.platform.lines[0].said[-1] == "Half of it.")
            assert not house.platform.lines[0].gone
        await until(lambda: house.platform.lines[0].gone)
        assert len(house.platform.lines) == 1


async def test_what_nobody_gives_signs_of_any_more_is_shown_no_longer() -> None:
    async with both() as house, house.stand_in.listening(HERE) as line:
        line.show("I am listening.")
        await until(lambda: len(house.platform.lines) == 1)
        house.signs.lost = True
        while not house.platform.lines[0].gone:
            house.clock.advance(SILENT / 10)
            await asyncio.sleep(0)


async def test_a_sign_that_was_lost_is_made_good_by_the_next() -> None:
    async with both() as house:
        house.signs.lost = True
        async with house.stand_in.typing(HERE):
            await house.clock.sleepers(1)
            house.signs.lost = False
            house.clock.advance(BEAT)
            await until(lambda: house.platform.typing_in == [HERE])
            for _ in range(5):
                house.clock.advance(BEAT)
                await asyncio.sleep(0)
        assert house.platform.typing_in == [HERE]
