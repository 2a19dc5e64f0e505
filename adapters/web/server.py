"""The server: its routes, what every answer has in common, and where it is served."""

from __future__ import annotations

import asyncio
import hashlib
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import structlog
from aiohttp import web

from adapters.web import pages
from adapters.web.operator.site import add_operator
from adapters.web.reading import document, document_page, earlier, entrance, events, html, index, invitation, photo
from adapters.web.security import HEADERS
from adapters.web.sounds import speech
from adapters.web.uploads import discard, end, hand_in, part
from adapters.web.visits import BODY, PAGE, Page, Refused, language_of
from adapters.web.writing import come_in, edit, press, say
from core.contracts.errors import FilesAway, StorageError

CONNECTIONS: Final = 2_000
"""Open at the same time."""
IDLE: Final = 20
"""Seconds for a request to arrive, from the beginning of the connection or the end of the request before."""
STALLED: Final = 60.0
"""Seconds after which who has taken nothing of an answer is cut off."""
_HANDLING: Final[dict[str, Any]] = {
    "keepalive_timeout": IDLE,
    "lingering_time": 2.0,
    "max_line_size": 4_096,
    "max_field_size": 8_190,
    "max_headers": 64,
    "access_log": None,
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


def application(page: Page) -> web.Application:
    app = web.Application(client_max_size=BODY, middlewares=[_guard])
    app[PAGE] = page
    app.on_response_prepare.append(_with_headers)
    app.router.add_get("/", index)
    app.router.add_get("/in/{token}", entrance, allow_head=False)
    app.router.add_get("/i/{code}", invitation)
    app.router.add_get("/events", events, allow_head=False)
    app.router.add_get("/lines", earlier)
    app.router.add_get("/documents/{number}", document)
    app.router.add_get("/documents/{number}/read", document_page)
    app.router.add_get("/speech/{number}", speech)
    app.router.add_get("/photos/{number}", photo)
    app.router.add_get("/static/{name:.+}", _static_files(_STATIC))
    app.router.add_post("/i/{code}", come_in)
    app.router.add_post("/say", say)
    app.router.add_post("/press", press)
    app.router.add_post("/edit", edit)
    app.router.add_post("/recordings/{id}/parts/{number}", part)
    app.router.add_post("/recordings/{id}/end", end)
    app.router.add_delete("/recordings/{id}", discard)
    app.router.add_post("/files", hand_in)
    if page.operator is not None:
        add_operator(app, page.operator, page.clock)
    return app


@asynccontextmanager
async def served(app: web.Application, place: socket.socket) -> AsyncIterator[None]:
    """Serve at a socket for as long as the context lasts; then the connections are closed, and the socket too."""
    runner = _Runner(app, shutdown_timeout=1.0, **_HANDLING)
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
        response = html(pages.sentence(words, language=language_of(request)), status=status)
    else:
        response = web.json_response({"error": words}, status=status)
    if status in {429, 503}:
        response.headers["Retry-After"] = "60" if status == 429 else "2"
    if status in {408, 413}:
        response.force_close()
    return response


async def _with_headers(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
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
        manager = self._manager
        if manager is not None and len(manager.connections) > CONNECTIONS:
            self.force_close()

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
    def __call__(self) -> web.RequestHandler:
        return _Connection(self, loop=asyncio.get_running_loop(), **self._kwargs)


class _Runner(web.AppRunner):
    async def _make_server(self) -> web.Server:
        made = await super()._make_server()
        return _Server(made.request_handler, request_factory=made.request_factory, **_HANDLING)
