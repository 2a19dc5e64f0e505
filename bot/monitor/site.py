"""A small server for programs that watch: `/healthz`, `/readyz`, `/metrics`. It changes nothing, and knows no words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import structlog
from aiohttp import web

from bot.monitor.figures import FORMAT, PrometheusFigures
from bot.monitor.health import Pulse, Readiness
from core.contracts.errors import ConfigurationError
from core.contracts.hosts import is_own_host

IDLE = 75.0
"""Seconds for a request to arrive, from the beginning of the connection or the end of the request before."""
_log = structlog.get_logger()
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def build_monitor_app(
    pulse: Pulse, readiness: Readiness, figures: PrometheusFigures, *, host: str = ""
) -> web.Application:
    """`host`: the name that it listens at; pages of other names are told nothing."""

    @web.middleware
    async def own(request: web.Request, handler: Handler) -> web.StreamResponse:
        named = request.headers.getall("Host", [])
        if len(named) != 1 or not is_own_host(named[0], [host]):
            return web.Response(status=403)
        return await handler(request)

    async def healthz(_: web.Request) -> web.Response:
        return _told([] if await pulse.beats() else ["the store does not answer"])

    async def readyz(_: web.Request) -> web.Response:
        return _told(await readiness.missing(), standby=readiness.stands_by())

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=await figures.told(), headers={"Content-Type": FORMAT})

    app = web.Application(client_max_size=0, middlewares=[own])
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/readyz", readyz)
    app.router.add_get("/metrics", metrics)
    return app


def _told(missing: list[str], **more: bool) -> web.Response:
    return web.json_response({"well": not missing, "missing": missing, **more}, status=503 if missing else 200)


@asynccontextmanager
async def serve_monitor(app: web.Application, host: str, port: int) -> AsyncIterator[None]:
    """Serve for as long as the context lasts. Raises ConfigurationError where that cannot be done there."""
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, keepalive_timeout=IDLE, auto_decompress=False)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise ConfigurationError(
                f"monitor.host and monitor.port: nothing can be served at {host}, port {port}: {error.strerror}."
            ) from None
        _log.info("monitor.serving", host=host, port=port)
        yield
    finally:
        await runner.cleanup()
