"""Downloading what people sent: whole or not at all, bounded, and without a word of the address."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest

from core.contracts.errors import TooLarge, TryLater
from core.delivery.downloads import LONGEST, Downloads
from tests.fakes.app import until
from tests.fakes.file_server import FileServer, serving_files
from tests.fakes.manual_clock import ManualClock

SOUND = b"OggS" + bytes(range(256)) * 2_000
PLENTY = 20 << 20
SECRET = "s3cret-token"
PATH = f"/{SECRET}/voice.ogg"


@pytest.fixture
async def server() -> AsyncIterator[FileServer]:
    async with serving_files() as files:
        files.bodies[PATH] = SOUND
        yield files


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def downloads(clock: ManualClock) -> AsyncIterator[Downloads]:
    client = Downloads(clock)
    yield client
    await client.close()


async def fetch(
    downloads: Downloads, server: FileServer, *, path: str = PATH, limit: int = PLENTY, expected: int | None = None
) -> bytes:
    def redact(text: str) -> str:
        return text.replace(SECRET, "<token>")

    return await downloads.fetch(f"{server.url}{path}", limit=limit, expected=expected, redact=redact)


@pytest.mark.parametrize("expected", [None, len(SOUND)])
async def test_a_file_comes_whole_and_as_it_is(downloads: Downloads, server: FileServer, expected: int | None) -> None:
    assert await fetch(downloads, server, limit=len(SOUND), expected=expected) == SOUND
    assert server.encodings == ["identity"]


async def test_what_comes_packed_all_the_same_is_not_unpacked(downloads: Downloads, server: FileServer) -> None:
    server.headers[PATH] = {"Content-Encoding": "gzip"}
    assert await fetch(downloads, server) == SOUND


async def test_what_is_told_to_be_too_large_is_not_asked_for(downloads: Downloads, server: FileServer) -> None:
    with pytest.raises(TooLarge):
        await fetch(downloads, server, limit=len(SOUND) - 1, expected=len(SOUND))
    assert server.asked == []


@pytest.mark.parametrize("expected", [100, None])
async def test_a_file_that_is_larger_than_told_is_cut_off_while_it_comes(
    downloads: Downloads, server: FileServer, expected: int | None
) -> None:
    endless = 60 << 20
    server.bodies[PATH] = endless
    with pytest.raises(TooLarge):
        await fetch(downloads, server, limit=1 << 20, expected=expected)
    assert server.sent < endless


async def test_a_file_that_is_shorter_than_told_is_not_taken_for_whole(
    downloads: Downloads, server: FileServer
) -> None:
    with pytest.raises(TryLater, match=str(len(SOUND))):
        await fetch(downloads, server, expected=len(SOUND) + 1)


@pytest.mark.parametrize(
    ("status", "headers", "after"),
    [
        (404, {}, None),
        (206, {}, None),
        (500, {}, None),
        (429, {"Retry-After": "31"}, 31),
        (503, {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}, None),
    ],
)
async def test_any_other_answer_than_the_file_may_be_otherwise_later(
    downloads: Downloads, server: FileServer, status: int, headers: dict[str, str], after: float | None
) -> None:
    server.statuses[PATH], server.headers[PATH] = status, headers
    with pytest.raises(TryLater, match=str(status)) as caught:
        await fetch(downloads, server)
    assert caught.value.after == after


async def test_nobody_is_followed_elsewhere(downloads: Downloads, server: FileServer) -> None:
    server.statuses[PATH], server.headers[PATH] = 302, {"Location": f"{server.url}/elsewhere"}
    with pytest.raises(TryLater, match="302"):
        await fetch(downloads, server)
    assert server.asked == [PATH]


async def test_a_connection_that_breaks_says_nothing_of_the_address(
    downloads: Downloads, server: FileServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.cut.add(PATH)
    server.bodies["/fine"] = SOUND
    for path in (PATH, f"/{SECRET}\x00"):
        with pytest.raises(TryLater) as caught:
            await fetch(downloads, server, path=path)
        assert SECRET not in f"{caught.value!s} {caught.value!r} {caught.value.__cause__!r}"
    assert await fetch(downloads, server, path="/fine") == SOUND
    assert not [record for record in caplog.records if record.name.startswith("httpx")]


async def test_only_some_come_side_by_side_and_one_can_be_given_up(downloads: Downloads, server: FileServer) -> None:
    server.flow.clear()
    stuck = [asyncio.create_task(fetch(downloads, server)) for _ in range(6)]
    await until(lambda: len(server.asked) == 4)
    stuck[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await stuck[0]
    await until(lambda: len(server.asked) == 5)
    server.flow.set()
    assert await asyncio.gather(*stuck[1:]) == [SOUND] * 5


async def test_a_download_that_trickles_for_ever_ends(
    downloads: Downloads, server: FileServer, clock: ManualClock
) -> None:
    server.flow.clear()
    fetching = asyncio.create_task(fetch(downloads, server))
    await until(lambda: server.sent > 0)
    clock.advance(LONGEST + 1)
    server.flow.set()
    with pytest.raises(TryLater):
        await fetching


async def test_after_the_end_nothing_is_downloaded(downloads: Downloads, server: FileServer) -> None:
    server.flow.clear()
    midway = asyncio.create_task(fetch(downloads, server))
    await until(lambda: server.sent > 0)
    await downloads.close()
    for fetching in (midway, fetch(downloads, server)):
        with pytest.raises(TryLater):
            await fetching
    assert len(server.asked) == 1
