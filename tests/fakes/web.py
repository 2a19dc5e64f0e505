"""A small web on loopback: pages that behave, and a server that does not."""

from __future__ import annotations

import asyncio
import gzip
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult

OUTSIDE = "127.0.0.2"
"""Stands for a public address: tests allow it."""
INSIDE = "127.0.0.1"
"""Stands for the network that nobody may look into."""

_UNSTATED = "unstated/unstated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request as it came in."""

    host: str
    """The address of ours that was dialled."""
    path: str
    """With its query."""
    headers: Mapping[str, str]


@dataclass(slots=True)
class Web:
    """Answers what was put there; everything else is 404."""

    port: int
    asked: list[Asked] = field(default_factory=list)
    answers: dict[str, web.Response] = field(default_factory=dict)

    def url(self, path: str, host: str = INSIDE) -> str:
        return f"http://{host}:{self.port}{path}"

    def put(
        self, path: str, body: str | bytes, media_type: str = "", *, status: int = 200, headers: Mapping[str, str] = {}
    ) -> str:
        """Serve a body at a path, without a Content-Type where none is given. Its address."""
        raw = body.encode() if isinstance(body, str) else body
        stated = {"Content-Type": media_type or _UNSTATED}
        self.answers[path] = web.Response(body=raw, status=status, headers={**stated, **headers})
        return self.url(path)

    def put_packed(self, path: str, body: bytes, media_type: str) -> str:
        return self.put(path, gzip.compress(body), media_type, headers={"Content-Encoding": "gzip"})

    def put_redirect(self, path: str, to: str, status: int = 302) -> str:
        return self.put(path, b"", "text/plain", status=status, headers={"Location": to})

    def paths(self) -> list[str]:
        return [each.path for each in self.asked]

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        dialled = request.transport.get_extra_info("sockname")[0] if request.transport else ""
        self.asked.append(Asked(host=dialled, path=request.path_qs, headers=dict(request.headers)))
        said = self.answers.get(request.path_qs) or self.answers.get(request.path)
        if said is None:
            return web.Response(status=404)
        return web.Response(body=said.body, status=said.status, headers=said.headers)


async def _unstated(_: web.Request, response: web.StreamResponse) -> None:
    """aiohttp always states a type; some servers do not."""
    if response.headers.get("Content-Type") == _UNSTATED:
        del response.headers["Content-Type"]


@asynccontextmanager
async def serving(*hosts: str) -> AsyncIterator[Web]:
    """A web at one port of these addresses; of loopback alone where none is named."""
    fake = Web(port=0)
    app = web.Application()
    app.on_response_prepare.append(_unstated)
    app.router.add_route("*", "/{path:.*}", fake._answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        for bound in _bound(hosts or (INSIDE,)):
            await web.SockSite(runner, bound).start()
            fake.port = bound.getsockname()[1]
        yield fake
    finally:
        await runner.cleanup()


def _bound(hosts: Sequence[str]) -> list[socket.socket]:
    """A socket at each address, all at one port: one that is free at the first may be taken at the next."""
    for _ in range(50):
        bound = [socket.socket() for _ in hosts]
        port = 0
        try:
            for each, host in zip(bound, hosts, strict=True):
                each.bind((host, port))
                port = each.getsockname()[1]
        except OSError:
            for each in bound:
                each.close()
        else:
            return bound
    raise OSError("no port is free at all of these addresses")


Script = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def misbehaving(script: Script) -> AsyncIterator[str]:
    """The address of a server that, after each request's head, does what the script says."""
    under_way: set[asyncio.Task[None]] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        under_way.add(task)
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await reader.readuntil(b"\r\n\r\n")
            await script(reader, writer)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, INSIDE, 0)
    try:
        yield f"http://{INSIDE}:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await server.wait_closed()


class Names(AbstractResolver):
    """Names that lead where a test says; of several answers each look gets the next one. Unknown ones do not exist."""

    def __init__(self, names: Mapping[str, list[list[str]]]) -> None:
        self._names = dict(names)
        self.looked_up: list[str] = []

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        answers = self._names.get(host)
        if answers is None:
            raise socket.gaierror(socket.EAI_NONAME, "no such host")
        found = answers[self.looked_up.count(host) % len(answers)]
        self.looked_up.append(host)
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST,
            )
            for address in found
        ]

    async def close(self) -> None:
        """Nothing is open."""
