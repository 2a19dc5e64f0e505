"""A server that only gives files, for the client that downloads them: strict about nothing, and bad in every way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.test_utils import TestServer

_CHUNK = bytes(64 << 10)


@dataclass(slots=True, kw_only=True)
class FileServer:
    """What is at each path, and what was asked for."""

    url: str = ""
    bodies: dict[str, bytes | int] = field(default_factory=dict)
    """The file, or how many zeros it has, at a path."""
    statuses: dict[str, int] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    cut: set[str] = field(default_factory=set)
    """Paths whose connection is cut in the middle."""
    flow: asyncio.Event = field(default_factory=asyncio.Event)
    """Cleared by a test to let every download hang behind its first bytes."""
    asked: list[str] = field(default_factory=list)
    encodings: list[str] = field(default_factory=list)
    """What was accepted of each that was asked for."""
    sent: int = 0
    """Bytes of all bodies that were sent."""

    async def give(self, request: web.Request) -> web.StreamResponse:
        path = request.path
        self.asked.append(path)
        self.encodings.append(request.headers.get("Accept-Encoding", ""))
        answer = web.StreamResponse(status=self.statuses.get(path, 200), headers=self.headers.get(path))
        await answer.prepare(request)
        with suppress(ConnectionError):  # who asked may have gone
            for chunk in _chunks(self.bodies.get(path, b"")):
                await answer.write(chunk)
                self.sent += len(chunk)
                await self.flow.wait()
                if path in self.cut and request.transport is not None:
                    request.transport.abort()
            await answer.write_eof()
        return answer


def _chunks(body: bytes | int) -> list[bytes]:
    if isinstance(body, int):
        whole, rest = divmod(body, len(_CHUNK))
        return [_CHUNK] * whole + [bytes(rest)]
    middle = len(body) // 2
    return [body[:middle], body[middle:]]


@asynccontextmanager
async def serving_files() -> AsyncIterator[FileServer]:
    files = FileServer()
    files.flow.set()
    app = web.Application()
    app.router.add_get("/{path:.*}", files.give)
    async with TestServer(app) as server:
        files.url = str(server.make_url("")).rstrip("/")
        try:
            yield files
        finally:
            files.flow.set()
