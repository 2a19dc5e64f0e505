"""What the fake servers of the chats have in common: a place on loopback, waiting for a change, and ordered trouble."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from aiohttp import web

from tests.fakes.waiting import PATIENCE

Found = TypeVar("Found")


@dataclass(slots=True, kw_only=True)
class Trouble:
    """What is to go wrong with some of the next requests."""

    route: str
    """As the server's requests name it in `is_to`."""
    chat: int | None = None
    times: int = 1
    after: int = 0
    """Requests that go through before it begins."""
    error: Exception | None = None
    """None cuts the connection."""
    late: bool = False
    """After the request took effect."""


class ChatServer:
    """A server on loopback, where tests wait for what a bot does, and order trouble."""

    host = "127.0.0.1"

    def __init__(self) -> None:
        self.requests: list[Any] = []
        self._troubles: list[Trouble] = []
        self._holds: dict[int, asyncio.Event] = {}
        self._changed = asyncio.Event()
        self._runner: web.AppRunner | None = None

    async def open(self, application: web.Application) -> str:
        """Serve; the host and the port."""
        self._runner = web.AppRunner(application, access_log=None, handler_cancellation=True, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, self.host, 0).start()
        host, port = self._runner.addresses[0][:2]
        return f"{host}:{port}"

    async def close(self) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    def touch(self) -> None:
        """Something changed: wake everybody who waits."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition on this server holds."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self._changed.wait()

    async def found(self, look: Callable[[], Found | None]) -> Found:
        """What a look finds, as soon as it finds something."""
        await self.until(lambda: look() is not None)
        found = look()
        assert found is not None
        return found

    def calls(self, route: str, chat: int | None = None) -> list[Any]:
        return [call for call in self.requests if call.is_to(route) and chat in (None, call.chat)]

    async def until_called(self, route: str, times: int = 1, *, chat: int | None = None) -> list[Any]:
        await self.until(lambda: len(self.calls(route, chat)) >= times)
        return self.calls(route, chat)

    def hold(self, chat: int) -> asyncio.Event:
        """Requests for a chat wait, unanswered, until the event is set."""
        held = self._holds.setdefault(chat, asyncio.Event())
        held.clear()
        return held

    def struck(self, request: Any) -> Trouble | None:
        """The trouble that this request meets, if any."""
        for trouble in self._troubles:
            if trouble.times > 0 and request.is_to(trouble.route) and trouble.chat in (None, request.chat):
                if trouble.after:
                    trouble.after -= 1
                    return None
                trouble.times -= 1
                return trouble
        return None


def cut(http: web.Request) -> NoReturn:
    """Close the connection in place of an answer."""
    if http.transport is not None:
        http.transport.abort()
    raise asyncio.CancelledError
