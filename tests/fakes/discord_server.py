"""A Discord on loopback, as strict as the real one, with people who use the bot: REST, gateway and file addresses.

    async with FakeDiscord() as server:
        anna = server.user("Anna", locale="ru")
        ... run a bot of discord.py with server.token ...
        anna.send("hello")
        print((await anna.next_message()).text)
    assert server.violations == []

Until its end every client of discord.py in this process talks to it; for a bot in another process see
`discord_wire.pointed_at`, `api_url` and `gateway_url`. A route is named by its template, with a method before it or
without: "/channels/{channel_id}/messages", "GET /attachments/{channel_id}/{attachment_id}/{filename}".
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import ExitStack
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.fakes import discord_spec
from tests.fakes.chat_server import ChatServer, Trouble, cut
from tests.fakes.discord_gateway import Gateway
from tests.fakes.discord_interactions import Interactions, SlashResult
from tests.fakes.discord_people import Person, Received
from tests.fakes.discord_rest import Answer, Rest
from tests.fakes.discord_wire import ApiError, Request, pointed_at
from tests.fakes.discord_world import World

__all__ = ["FakeDiscord", "Person", "Received", "SlashResult"]

TOKEN = "fake.discord.token"
DOWNLOAD = "/attachments/{channel_id}/{attachment_id}/{filename}"
_BODY_LIMIT = 128 * 1024 * 1024
_PLENTY = {"X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "999", "X-RateLimit-Reset-After": "1.0"}
"""Nobody is held back unless a test asks for it; without these headers discord.py sends one request at a time."""


class FakeDiscord(ChatServer):
    """The server; use it as an async context manager. `begins` is the first moment of its clock."""

    def __init__(self, *, token: str = TOKEN, begins: datetime | None = None) -> None:
        super().__init__()
        self.token = token
        self.world = World(begins=begins)
        self.guild_id = self.world.time.snowflake()
        self.gateway = Gateway(token=token, now=self.world.time.now, touch=self.touch)
        self.gateway.bot = self.world.bot
        self.gateway.application = {"id": str(self.world.application_id), "flags": 0}
        self.violations = self.gateway.violations
        """What a client did that the real server forbids, and what this one said that the real one never says."""
        self.people: list[Person] = []
        self.rest = Rest(self.world, self.gateway)
        self.interactions = Interactions(self.world, self.gateway, self.rest)
        self.api_url = ""
        self.gateway_url = ""
        self.flow = asyncio.Event()
        """Cleared by a test: downloads stop after their first half until it is set again."""
        self.flow.set()
        self._routes = [*self.rest.routes(), *self.interactions.routes()]
        self._spec = discord_spec.at_hand()
        if self._spec:
            self.gateway.check = self._spec.event
        self._is_down = False
        self._pointed = ExitStack()

    async def __aenter__(self) -> Self:
        application = web.Application(client_max_size=_BODY_LIMIT)
        application.router.add_get("/gateway", self._connect)
        application.router.add_get("/resume", self._connect)
        application.router.add_get("/gateway/", self._connect)
        application.router.add_get("/gateway/resume", self._connect)
        application.router.add_get(DOWNLOAD, self._download)
        application.router.add_route("*", "/api/v10{path:/.*}", self._answer)
        place = await self.open(application)
        self.api_url = f"http://{place}/api/v10"
        self.gateway_url = f"ws://{place}/gateway"
        self.world.cdn.base = f"http://{place}"
        self.gateway.url = self.gateway_url
        self._pointed.enter_context(pointed_at(self.api_url, self.gateway_url))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pointed.close()
        self.flow.set()
        for held in self._holds.values():
            held.set()
        self.gateway.drop()
        await self.close()

    # --- for tests: who and what is there ---

    def user(self, name: str = "Anna", *, locale: str = "en-US") -> Person:
        """A person who has a private channel with the bot."""
        person = Person(self, name=name, locale=locale)
        self.people.append(person)
        return person

    def now(self) -> datetime:
        return self.world.time.now()

    def advance(self, seconds: float) -> None:
        """Let time pass, for the server only."""
        self.world.time.advance(seconds)
        self.touch()

    async def until_connected(self) -> None:
        """Wait until a client has identified or resumed."""
        await self.until(lambda: self.gateway.connected)

    # --- for tests: trouble ---

    def fail_next(
        self,
        method: str,
        route: str,
        status: int,
        *,
        code: int = 0,
        message: str = "",
        retry_after: float | None = None,
        chat: int | None = None,
        times: int = 1,
        after: int = 0,
    ) -> None:
        """Answer requests with an error, without effect: the next `times`, once `after` others went well."""
        error = ApiError(status, code, message, retry_after=retry_after)
        self._troubles.append(Trouble(route=f"{method} {route}", chat=chat, times=times, after=after, error=error))

    def cut_next(
        self, method: str, route: str, *, chat: int | None = None, times: int = 1, after: int = 0, late: bool = False
    ) -> None:
        """Close the connection in place of an answer; `late` after the request took effect."""
        self._troubles.append(Trouble(route=f"{method} {route}", chat=chat, times=times, after=after, late=late))

    def down(self) -> None:
        """Everything breaks off and nothing is answered, until `up`."""
        self._is_down = True
        self.gateway.drop()

    def up(self) -> None:
        self._is_down = False

    def redeliver(self) -> None:
        """Dispatch the newest event a second time."""
        self.gateway.redeliver()

    # --- the server ---

    async def _connect(self, http: web.Request) -> web.WebSocketResponse:
        if self._is_down:
            cut(http)
        return await self.gateway.serve(http)

    async def _answer(self, http: web.Request) -> web.Response:
        if self._is_down:
            cut(http)
        request = await self._read(http)
        self.requests.append(request)
        self.touch()
        headers = _PLENTY | {"X-RateLimit-Bucket": request.route, "X-RateLimit-Reset": str(time.time() + 1)}
        try:
            status, body = await self._handle(http, request)
        except ApiError as error:
            status, body = error.status, error.answer()
            headers = error.headers()
        except Exception as error:
            self.violations.append(f"{request.method} {request.route}: the fake server failed with {error!r}")
            raise
        if self._spec:
            self.violations += self._spec.answer(request, status, body)
        request.status = status
        self.touch()
        return _response(status, body, headers)

    async def _read(self, http: web.Request) -> Request:
        path = http.match_info["path"]
        found = [(route, match) for route in self._routes if (match := route.match(path)) is not None]
        here = [(route, match) for route, match in found if route.method == http.method]
        route, params = here[0] if here else (None, {})
        request = Request(
            method=http.method,
            route=route.template if route else path,
            path=path,
            params=params,
            query=dict(http.query),
            content_type=http.headers.get("Content-Type", ""),
            authorization=http.headers.get("Authorization", ""),
        )
        if http.can_read_body:
            await _read_body(http, request)
        return request

    async def _handle(self, http: web.Request, request: Request) -> Answer:
        route = next((known for known in self._routes if request.is_to(f"{known.method} {known.template}")), None)
        if route is None:
            self.violations.append(f"{request.method} {request.path}: this server has no such route")
            raise ApiError(404)
        if not route.open and request.authorization != f"Bot {self.token}":
            raise ApiError(401)
        self._check(request)
        if request.chat in self._holds:
            await self._holds[request.chat].wait()
        trouble = self.struck(request)
        if trouble and trouble.error:
            raise trouble.error
        if trouble and not trouble.late:
            cut(http)
        answer = route.answer(request)
        if trouble:
            self.touch()
            cut(http)
        return answer

    def _check(self, request: Request) -> None:
        if self._spec:
            self.violations += self._spec.request(request)
        if request.json is None and request.content_type.startswith("application/json"):
            raise ApiError(400, 50109)
        kind = request.content_type.partition(";")[0]
        if request.json is not None and kind not in ("application/json", "multipart/form-data"):
            self.violations.append(f"{request.method} {request.route}: a body of the type {request.content_type!r}")
            raise ApiError(415, 0, "Expected \"Content-Type\" header to be one of {'application/json'}.")

    async def _download(self, http: web.Request) -> web.StreamResponse:
        if self._is_down:
            cut(http)
        params = dict(http.match_info)
        request = Request(method="GET", route=DOWNLOAD, path=http.path, params=params, query=dict(http.query))
        self.requests.append(request)
        self.touch()
        trouble = self.struck(request)
        file = self.world.cdn.at(params["attachment_id"], params["filename"], request.query)
        status = trouble.error.status if trouble and trouble.error else 404 if file is None else 200
        if trouble and not trouble.error and not trouble.late:
            cut(http)
        if status != 200 or file is None:
            request.status = status
            return web.Response(status=status, text="This content is no longer available.")
        answer = web.StreamResponse(headers={"Content-Type": file.content_type or "application/octet-stream"})
        answer.content_length = len(file.body)
        await answer.prepare(http)
        half = len(file.body) // 2
        await answer.write(file.body[:half])
        self.touch()
        if trouble:
            cut(http)
        await self.flow.wait()
        await answer.write(file.body[half:])
        request.status = 200
        self.touch()
        return answer


async def _read_body(http: web.Request, request: Request) -> None:
    """The JSON of a request, plain or in a form, and the files beside it."""
    text: Any = None
    if request.content_type.startswith("multipart/form-data"):
        for name, value in (await http.post()).items():
            if isinstance(value, web.FileField):
                request.files[name] = (value.filename, await asyncio.to_thread(value.file.read))
                value.file.close()
            elif name == "payload_json":
                text = value
    else:
        text = await http.text()
    try:
        request.json = json.loads(text) if text else None
    except ValueError:
        request.json = None


def _response(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """discord.py reads JSON only where the type says exactly this, without a charset."""
    if body is None:
        return web.Response(status=status, headers=headers)
    content = json.dumps(body, ensure_ascii=False).encode()
    return web.Response(status=status, body=content, content_type="application/json", headers=headers)
