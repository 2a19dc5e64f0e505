"""Floods of the page, as a process of its own, for `bench.floods`.

    python -m bench.flooder FLOOD ORIGIN CODE

It prints a line when the flood has begun, and goes on until it is killed.
"""

from __future__ import annotations

import asyncio
import gzip
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import aiohttp

from bench.children import tell
from bench.page import Reader
from bench.traffic import KILOBYTE
from core.processes.descriptors import raise_limit

AT_ONCE = 4
LONG = "word " * 40_000
"""As long as one message may be."""
IDLE = 1_010
_MEGABYTE = KILOBYTE * KILOBYTE
_NO_END = aiohttp.ClientTimeout()


async def packed(reader: Reader) -> None:
    """Post 26 MB that would be 26 GB, without a key."""
    body = gzip.compress(bytes(_MEGABYTE)) * (26 * KILOBYTE)
    headers = {"Origin": reader.origin, "Content-Encoding": "gzip", "Content-Type": "application/json"}
    async with aiohttp.ClientSession() as stranger:
        await _over_and_over(lambda: _post(stranger, f"{reader.origin}/say", body, headers))


async def screens(reader: Reader) -> None:
    """Ask for a chat of sixty messages, each as long as it may be."""
    await _fill(reader)

    async def ask() -> None:
        async with reader.session.get(f"{reader.origin}/") as answer:
            await answer.read()

    await _over_and_over(ask)


async def streams(reader: Reader) -> None:
    """Listen to such a chat, and read nothing."""
    await _fill(reader)

    async def listen() -> None:
        async with reader.session.get(f"{reader.origin}/events", timeout=_NO_END):
            await asyncio.sleep(60)

    await _over_and_over(listen, at_once=24)


async def idle(reader: Reader) -> None:
    """Open connections that say nothing, again and again."""
    raise_limit()
    host, _, port = reader.origin.removeprefix("http://").partition(":")
    opened: list[socket.socket] = []
    tell(begun=True)
    while True:
        place = socket.socket()
        place.settimeout(0)
        await asyncio.get_running_loop().sock_connect(place, (host, int(port)))
        opened.append(place)
        if len(opened) > IDLE:
            opened.pop(0).close()
            await asyncio.sleep(0.01)


async def newlines(reader: Reader) -> None:
    """Upload 50 MB of empty lines before the first part."""
    body = b"\n" * (50 * _MEGABYTE)
    own = {"Origin": reader.origin, "X-Raconteur": "1", "Content-Type": "multipart/form-data; boundary=b"}
    await _over_and_over(lambda: _post(reader.session, f"{reader.origin}/files", body, own))


FLOODS: dict[str, Callable[[Reader], Awaitable[None]]] = {
    each.__name__: each for each in (packed, screens, streams, idle, newlines)
}


async def _fill(reader: Reader) -> None:
    for _ in range(60):
        await reader.post("/say", text=LONG)


async def _post(session: aiohttp.ClientSession, where: str, body: bytes, headers: dict[str, str]) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(body), _MEGABYTE):
            yield body[start : start + _MEGABYTE]

    async with session.post(where, data=pieces(), headers=headers) as answer:
        await answer.read()


async def _over_and_over(act: Callable[[], Awaitable[None]], *, at_once: int = AT_ONCE) -> None:
    async def insist() -> None:
        while True:
            with suppress(aiohttp.ClientError, TimeoutError):
                await act()
            await asyncio.sleep(0.01)

    tell(begun=True)
    await asyncio.gather(*(insist() for _ in range(at_once)))


async def flood(name: str, origin: str, code: str) -> None:
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar, connector=aiohttp.TCPConnector(limit=0)) as session:
        reader = Reader(session, origin)
        await reader.come_in(code)
        await FLOODS[name](reader)


if __name__ == "__main__":
    asyncio.run(flood(*sys.argv[1:]))
