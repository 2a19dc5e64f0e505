"""The web server: its routes, what all responses share, and its connections."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import socket
import struct
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import structlog
from aiohttp import web

from adapters.web import (
    devices,
    gifts,
    landing,
    menu,
    pages,
    push,
    reading,
    talking,
    tending,
    uploads,
    welcome,
    writing,
)
from adapters.web.feature_pages import feature_routes
from adapters.web.operator.site import add_operator_routes
from adapters.web.reaching import PROOF, PROVEN, proves
from adapters.web.security import HEADERS, HSTS
from adapters.web.visits import BODY, PAGE, PageSettings, Refused, request_language
from core.contracts.errors import FilesAway, StorageError
from core.processes.descriptors import open_file_limit

CONNECTIONS: Final = 2_000
"""The most connections at a time, if the system allows twice as many open files."""
FROM_ONE_PEER: Final = 100
"""The most connections at a time from one address that is not a trusted proxy's."""
TOLD_AGAIN: Final = 60.0
"""Seconds before the log repeats that there is no room for connections."""
IDLE: Final = 20
"""Seconds for a request to arrive, from the beginning of the connection or the end of the request before."""
PARTING: Final = 2.0
"""Seconds that the sender of a body that is not read to its end has to take the response."""
STALLED: Final = 60.0
"""Seconds after which a client that has taken nothing of a response is cut off."""
_HANDLING: Final[dict[str, Any]] = {
    "keepalive_timeout": IDLE,
    "lingering_time": PARTING,
    "max_line_size": 4_096,
    "max_field_size": 8_190,
    "max_headers": 64,
    "access_log": None,
    # Decompressing bodies on arrival would cost an attacker nothing and block the loop for everybody else.
    "auto_decompress": False,
}
_AT_ONCE: Final = struct.pack("ii", 1, 0)
_STATIC: Final = Path(__file__).parent / "static"
_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
_PACKED: Final = {"image/png", "font/woff2"}
"""Types that are compressed as they are."""
WORKER: Final = "sw.js"
"""The script that a browser runs for the page while that is closed."""
_WORDS: Final = {404: "page-not-there", 405: "page-not-there", 413: "page-too-large", 503: "page-not-kept"}
_ROUTES: Final = (
    web.get("/", reading.get_conversation),
    web.get("/in/{token}", reading.get_entrance, allow_head=False),
    web.get("/i/{code}", landing.get_invitation),
    web.post("/i/{code}", landing.post_invitation),
    web.get("/i/{code}/photo", landing.get_gift_photo),
    web.post("/i/{code}/opened", landing.post_opened),
    web.get(welcome.GIVE, gifts.get_give),
    web.post(welcome.GIVE, gifts.post_give),
    web.post(gifts.AGAIN, gifts.post_link),
    web.post(tending.RHYTHM, gifts.post_rhythm),
    web.post(tending.ASK, gifts.post_ask),
    web.get(tending.BACK, gifts.get_take_back),
    web.post(tending.BACK, gifts.post_take_back),
    web.post(tending.RETURN, gifts.post_return),
    web.get(tending.REACH, gifts.get_reach),
    web.post(tending.REACH, gifts.post_reach),
    web.get(tending.STORY, gifts.get_story),
    web.get(tending.PHOTO, gifts.get_sent_photo),
    web.get(welcome.ADDRESS, welcome.get_begin),
    web.post(welcome.ADDRESS, welcome.post_begin),
    web.get("/events", reading.stream_events, allow_head=False),
    web.get("/lines", reading.get_earlier_lines),
    web.get("/documents/{number}", reading.get_document),
    web.get("/documents/{number}/read", reading.get_document_page),
    web.get("/speech/{number}", reading.get_speech),
    web.get("/photos/{number}", reading.get_photo),
    web.get(menu.ADDRESS, menu.get_menu),
    web.get(menu.FINISH, menu.get_finish),
    web.post("/zone", writing.post_zone),
    web.post("/say", writing.post_message),
    web.post("/press", writing.post_button),
    web.post("/edit", writing.post_edit),
    web.post("/leave-out", writing.post_leave_out),
    web.post("/put-back", writing.post_put_back),
    web.post("/files", uploads.post_file),
    web.post("/talk", talking.post_talk),
    web.post("/recordings/{id}/parts/{number}", uploads.put_recording_part),
    web.post("/recordings/{id}/end", uploads.finish_recording),
    web.delete("/recordings/{id}", uploads.discard_recording),
    web.get("/push", push.get_key),
    web.post("/push", push.post_subscription),
    web.post("/push/end", push.post_end),
    web.get("/devices", devices.get_devices),
    web.post("/devices/sign-out", devices.post_sign_out),
)
_log = structlog.get_logger()
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def build_web_app(page: PageSettings) -> web.Application:
    app = web.Application(client_max_size=BODY, middlewares=[_guard])
    app[PAGE] = page
    app.on_response_prepare.append(_with_headers)
    app.add_routes(_ROUTES)
    for feature in page.inbox.pages:
        app.add_routes(feature_routes(feature))
        app.router.add_get(f"/static/{feature.name}/{{name:.+}}", _static_files(feature.assets))
    app.router.add_get("/static/{name:.+}", _static_files(_STATIC))
    if page.operator is not None:
        add_operator_routes(app, page.operator, page.clock)
    return app


@asynccontextmanager
async def serve_web(
    app: web.Application, place: socket.socket, on_full: Callable[[bool], None] = lambda _: None
) -> AsyncIterator[MoreSockets]:
    """Serve at a socket for as long as the context lasts; then close the connections and the socket.

    What it yields has the page served at more sockets.

    `on_full` is called with whether the server has no room for another connection, each time that this changes.
    """
    runner = _Runner(app, on_full)
    more = MoreSockets(runner=runner)
    await runner.setup()
    sweeping = asyncio.create_task(_sweep(runner), name="page-connections")
    try:
        await web.SockSite(runner, place).start()
        yield more
    finally:
        try:
            sweeping.cancel()
            await asyncio.gather(sweeping, return_exceptions=True)
            await runner.cleanup()
        finally:
            # In a `finally` of its own: with other platforms running, the task may be cancelled twice.
            place.close()


@dataclass(slots=True, kw_only=True)
class MoreSockets:
    """The sockets at which the page is served besides its first one."""

    runner: web.AppRunner
    _sites: list[web.SockSite] = field(default_factory=list)
    _addresses: set[tuple[str, int]] = field(default_factory=set)

    async def replace(self, places: Sequence[socket.socket]) -> None:
        """Serve at these sockets, and at none of those of the call before, whose connections end."""
        while self._sites:
            await self._sites.pop().stop()
        open_now = () if self.runner.server is None else self.runner.server.connections
        for each in open_now:
            if isinstance(each, _Connection) and each.own_address in self._addresses:
                each.cut()
        self._addresses = {place.getsockname()[:2] for place in places}
        for place in places:
            site = web.SockSite(self.runner, place)
            await site.start()
            self._sites.append(site)


async def _sweep(runner: web.AppRunner) -> None:
    """Cut off clients that do not take what is sent to them, which stays in memory meanwhile. Runs until cancelled."""
    before: dict[_Connection, tuple[int, int]] = {}
    while True:
        await asyncio.sleep(STALLED)
        open_now = () if runner.server is None else runner.server.connections
        waiting = {each: each.unsent for each in open_now if isinstance(each, _Connection) and each.unsent[1]}
        for each, (request, size) in waiting.items():
            same, then = before.get(each, (request, 0))
            if same == request and 0 < then <= size:
                each.cut()
        before = waiting


@web.middleware
async def _guard(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """Serve requests that are addressed to us and made by our pages; answer every refusal in our own words."""
    try:
        doors = request.app[PAGE].doors
        if request.path.startswith(PROOF):
            return await _proof(request)
        reads = request.method in {"GET", "HEAD"}
        if not doors.origin(request) or (doors.is_foreign(request) if reads else not doors.is_own(request)):
            raise Refused(403, "page-closed")
        return await handler(request)
    except Refused as refused:
        return _refusal(request, refused.status, refused.words)
    except web.HTTPException as error:
        return _refusal(request, error.status, _WORDS.get(error.status, "page-not-understood"))
    except StorageError as error:
        _log.error("web.not_kept", error=error.code)
        return _refusal(request, 503, "page-not-kept")
    except FilesAway as error:
        _log.warning("web.files_away", error=str(error))
        return _refusal(request, 503, "page-files-away")
    except TimeoutError:
        return _refusal(request, 408, "page-not-understood")
    except ConnectionError:
        raise
    except Exception as error:  # noqa: BLE001 - the server's boundary: no traceback goes out, no word into the log
        _log.error("web.failed", error=type(error).__name__, route=request.path.split("/")[1][:20])
        return _refusal(request, 500, "page-not-kept")


async def _proof(request: web.Request) -> web.Response:
    """Answer the test of an address that is not one of ours yet; only that test knows what to ask for."""
    nonce = request.path.removeprefix(PROOF)
    if request.method != "GET" or not await asyncio.to_thread(proves, request.app[PAGE].data_dir, nonce):
        raise Refused(404, "page-not-there")
    return web.Response(text=PROVEN)


def _refusal(request: web.BaseRequest, status: int, words: str) -> web.Response:
    if "text/html" in request.headers.get("Accept", ""):
        response = pages.html_response(pages.message_page(words, language=request_language(request)), status=status)
    else:
        response = web.json_response({"error": words}, status=status)
    if status in {429, 503}:
        response.headers["Retry-After"] = "60" if status == 429 else "2"
    if status in {408, 413}:
        response.force_close()
    return response


async def _with_headers(request: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.app[PAGE].doors.is_secure(request):
        response.headers["Strict-Transport-Security"] = HSTS
    response.headers["Server"] = HEADERS["Server"]


def _static_files(folder: Path) -> _Handler:
    """Return a handler for the files of a folder, read once; no path of a request ever reaches the disk."""
    files = {
        path.relative_to(folder).as_posix(): (path.read_bytes(), _TYPES[path.suffix])
        for path in sorted(folder.rglob("*"))
        if path.suffix in _TYPES
    }

    marks = {name: hashlib.sha256(body).hexdigest()[:16] for name, (body, _) in files.items()}
    # These are the same for everybody. Pages are not compressed: their length must tell nothing about what is in them.
    small = {name: gzip.compress(body, mtime=0) for name, (body, kind) in files.items() if kind not in _PACKED}

    async def static(request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in files:
            raise Refused(404, "page-not-there")
        body, kind = files[name]
        headers = {"Cache-Control": "no-cache", "ETag": f'"{marks[name]}"', "Vary": "Accept-Encoding"}
        if name in small and "gzip" in request.headers.get("Accept-Encoding", ""):
            body = small[name]
            headers |= {"ETag": f'"{marks[name]}-gzip"', "Content-Encoding": "gzip"}
        if name == WORKER:
            # It lies in a folder, and is to serve the whole page.
            headers["Service-Worker-Allowed"] = "/"
        if headers["ETag"] in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=headers)
        charset = "; charset=utf-8" if kind.startswith("text/") else ""
        return web.Response(body=body, headers=headers | {"Content-Type": f"{kind}{charset}"})

    return static


class _Connection(web.RequestHandler):
    """One connection. A malformed request gets the same headers as every other."""

    @property
    def unsent(self) -> tuple[int, int]:
        """Return the number of the current request, and the bytes of its response that wait to be taken."""
        transport = self.transport
        size = transport.get_write_buffer_size() if isinstance(transport, asyncio.WriteTransport) else 0
        return self._request_count, size

    def cut(self) -> None:
        """End the connection at once, and have the system drop what it would still send."""
        if self.transport is not None:
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
            self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if isinstance(self._manager, _Server):
            self._manager.make_room(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        if isinstance(self._manager, _Server):
            self._manager.leaves(self)
        super().connection_lost(exc)

    @property
    def host(self) -> str:
        """The address at the other end."""
        return str(self.peername[0]) if self.peername else ""

    @property
    def own_address(self) -> tuple[str, int] | None:
        """The address and the port of this computer that the connection was made to."""
        found = None if self.transport is None else self.transport.get_extra_info("sockname")
        return (found[0], found[1]) if found else None

    @property
    def waits(self) -> bool:
        """Tell whether no request is being answered."""
        return self._current_request is None and not self._force_close

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Answer. If a long body was not read to its end, read no more of it and close the connection."""
        sent = await super().finish_response(request, resp, start_time)
        length = request.content_length
        if not request.content.is_eof() and (length is None or length > BODY) and self.transport is not None:
            self.pause_reading()
            # Closing while a body is still coming in resets the connection, and the answer could be lost with it.
            await asyncio.sleep(PARTING)
            self.force_close()
        return sent

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        if status >= 500:
            _log.error("web.failed", error=type(exc).__name__)
        response = web.Response(status=status, text="", headers=HEADERS)
        response.force_close()
        return response


class _Server(web.Server):
    """Lets a new connection take the place of a silent one when there are too many."""

    def __init__(self, made: web.Server, on_full: Callable[[bool], None], is_proxy: Callable[[str], bool]) -> None:
        super().__init__(made.request_handler, request_factory=made.request_factory, **_HANDLING)
        self._on_full = on_full
        self._is_proxy = is_proxy
        self._is_full = False
        self._told_at = float("-inf")
        self._most = min(CONNECTIONS, open_file_limit() // 2)
        self._of_hosts: Counter[str] = Counter()

    def __call__(self) -> web.RequestHandler:
        return _Connection(self, loop=asyncio.get_running_loop(), **self._kwargs)

    def make_room(self, new: _Connection) -> None:
        """If there are too many connections, close the one that has been silent longest, or else the new one."""
        self._of_hosts[new.host] += 1
        if sum(self._of_hosts.values()) > self._most:
            crowd = self.connections
        elif self._of_hosts[new.host] > FROM_ONE_PEER and not self._is_proxy(new.host):
            crowd = [each for each in self.connections if isinstance(each, _Connection) and each.host == new.host]
        else:
            return
        silent = (each for each in crowd if isinstance(each, _Connection) and each.waits and each is not new)
        found = next(silent, None)
        (found or new).force_close()
        self._tell(is_full=found is None and sum(self._of_hosts.values()) > self._most)

    def leaves(self, gone: _Connection) -> None:
        self._of_hosts[gone.host] -= 1
        if not self._of_hosts[gone.host]:
            del self._of_hosts[gone.host]
        if sum(self._of_hosts.values()) < self._most:
            self._tell(is_full=False)

    def _tell(self, *, is_full: bool) -> None:
        if is_full == self._is_full:
            return
        self._is_full = is_full
        self._on_full(is_full)
        now = asyncio.get_running_loop().time()
        if is_full and now >= self._told_at + TOLD_AGAIN:
            self._told_at = now
            _log.warning("web.full", connections=self._most)


class _Runner(web.AppRunner):
    def __init__(self, app: web.Application, on_full: Callable[[bool], None]) -> None:
        super().__init__(app, shutdown_timeout=1.0, **_HANDLING)
        self._on_full = on_full

    async def _make_server(self) -> web.Server:
        return _Server(await super()._make_server(), self._on_full, self.app[PAGE].doors.is_proxy)
