"""The server: its routes, what every answer has in common, and where it is served."""

from __future__ import annotations

import asyncio
import hashlib
import socket
import struct
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import structlog
from aiohttp import web

from adapters.web import pages
from adapters.web.devices import get_devices, post_sign_out
from adapters.web.operator.site import add_operator_routes
from adapters.web.reading import (
    get_conversation,
    get_document,
    get_document_page,
    get_earlier_lines,
    get_entrance,
    get_invitation,
    get_photo,
    html_response,
    stream_events,
)
from adapters.web.security import HEADERS, HSTS
from adapters.web.sounds import get_speech
from adapters.web.uploads import discard_recording, finish_recording, post_file, put_recording_part
from adapters.web.visits import BODY, PAGE, PageSettings, Refused, request_language
from adapters.web.writing import post_button, post_edit, post_invitation, post_message
from core.contracts.errors import FilesAway, StorageError
from core.processes.descriptors import open_file_limit

CONNECTIONS: Final = 2_000
"""Open at the same time, where the system allows as many files twice over."""
FROM_ONE_PEER: Final = 100
"""Open at the same time from one address that is not a trusted proxy's."""
TOLD_AGAIN: Final = 60.0
"""Seconds between two lines of the log that say the same of connections."""
IDLE: Final = 20
"""Seconds for a request to arrive, from the beginning of the connection or the end of the request before."""
PARTING: Final = 2.0
"""Seconds in which the sender of a body that is read no further may still take the answer."""
STALLED: Final = 60.0
"""Seconds after which who has taken nothing of an answer is cut off."""
_HANDLING: Final[dict[str, Any]] = {
    "keepalive_timeout": IDLE,
    "lingering_time": PARTING,
    "max_line_size": 4_096,
    "max_field_size": 8_190,
    "max_headers": 64,
    "access_log": None,
    # A body that is unpacked as it comes in would cost whoever is refused nothing and everybody else the loop.
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
_WORDS: Final = {404: "page-not-there", 405: "page-not-there", 413: "page-too-large", 503: "page-not-kept"}
_log = structlog.get_logger()
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def build_web_app(page: PageSettings) -> web.Application:
    app = web.Application(client_max_size=BODY, middlewares=[_guard])
    app[PAGE] = page
    app.on_response_prepare.append(_with_headers)
    app.router.add_get("/", get_conversation)
    app.router.add_get("/in/{token}", get_entrance, allow_head=False)
    app.router.add_get("/i/{code}", get_invitation)
    app.router.add_get("/events", stream_events, allow_head=False)
    app.router.add_get("/lines", get_earlier_lines)
    app.router.add_get("/documents/{number}", get_document)
    app.router.add_get("/documents/{number}/read", get_document_page)
    app.router.add_get("/speech/{number}", get_speech)
    app.router.add_get("/photos/{number}", get_photo)
    app.router.add_get("/devices", get_devices)
    app.router.add_get("/static/{name:.+}", _static_files(_STATIC))
    app.router.add_post("/i/{code}", post_invitation)
    app.router.add_post("/say", post_message)
    app.router.add_post("/press", post_button)
    app.router.add_post("/edit", post_edit)
    app.router.add_post("/recordings/{id}/parts/{number}", put_recording_part)
    app.router.add_post("/recordings/{id}/end", finish_recording)
    app.router.add_post("/devices/sign-out", post_sign_out)
    app.router.add_delete("/recordings/{id}", discard_recording)
    app.router.add_post("/files", post_file)
    if page.operator is not None:
        add_operator_routes(app, page.operator, page.clock)
    return app


@asynccontextmanager
async def serve_web(
    app: web.Application, place: socket.socket, on_full: Callable[[bool], None] = lambda _: None
) -> AsyncIterator[None]:
    """Serve at a socket for as long as the context lasts; then the connections are closed, and the socket too.

    `on_full` is told whether there is no room for another connection, each time that this changes.
    """
    runner = _Runner(app, on_full)
    await runner.setup()
    sweeping = asyncio.create_task(_sweep(runner), name="page-connections")
    try:
        await web.SockSite(runner, place).start()
        yield
    finally:
        try:
            sweeping.cancel()
            await asyncio.gather(sweeping, return_exceptions=True)
            await runner.cleanup()
        finally:
            # Also where the end is cut short: beside another platform it may be cancelled twice.
            place.close()


async def _sweep(runner: web.AppRunner) -> None:
    """Cut off, until cancelled, who takes nothing of what is sent to them: it stays in memory for as long."""
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
    """Let in what is addressed to us and made by us; say every refusal in our own words."""
    try:
        doors = request.app[PAGE].doors
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


def _refusal(request: web.BaseRequest, status: int, words: str) -> web.Response:
    if "text/html" in request.headers.get("Accept", ""):
        response = html_response(pages.message_page(words, language=request_language(request)), status=status)
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
    """The files of a folder, read once; no path of a request ever reaches the disk."""
    files = {
        path.relative_to(folder).as_posix(): (path.read_bytes(), _TYPES[path.suffix])
        for path in sorted(folder.rglob("*"))
        if path.suffix in _TYPES
    }

    marks = {name: hashlib.sha256(body).hexdigest()[:16] for name, (body, _) in files.items()}

    async def static(request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in files:
            raise Refused(404, "page-not-there")
        body, kind = files[name]
        headers = {"Cache-Control": "no-cache", "ETag": f'"{marks[name]}"'}
        if headers["ETag"] in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=headers)
        charset = "; charset=utf-8" if kind.startswith("text/") else ""
        return web.Response(body=body, headers=headers | {"Content-Type": f"{kind}{charset}"})

    return static


class _Connection(web.RequestHandler):
    """One connection; what cannot be read as a request is answered like everything else."""

    @property
    def unsent(self) -> tuple[int, int]:
        """The number of the request that is being answered, and the bytes of the answer that wait to be taken."""
        transport = self.transport
        size = transport.get_write_buffer_size() if isinstance(transport, asyncio.WriteTransport) else 0
        return self._request_count, size

    def cut(self) -> None:
        """End it at once, and let the system forget what it would still send."""
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
    def waits(self) -> bool:
        """Tell whether no request is being answered."""
        return self._current_request is None and not self._force_close

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Answer; of a long body that nobody needs nothing more is read, and its connection ends."""
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
    """Lets a new connection take the place of one that says nothing: whoever has something to ask is heard."""

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
        """Close the one that has said nothing for longest where there are too many, or else the new one."""
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
