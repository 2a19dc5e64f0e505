"""A push service on loopback, and a browser that has subscribed there."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web


def _text(octets: bytes) -> str:
    return urlsafe_b64encode(octets).decode().rstrip("=")


@dataclass(slots=True)
class PushBrowser:
    """The browser's side: its keys, and what it reads of what it was sent."""

    private: Any
    auth: bytes

    @classmethod
    def made(cls) -> PushBrowser:
        from cryptography.hazmat.primitives.asymmetric import ec

        return cls(private=ec.generate_private_key(ec.SECP256R1()), auth=b"0123456789abcdef")

    def keys(self) -> dict[str, str]:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"public_key": _text(point), "secret": _text(self.auth)}

    def reads(self, body: bytes) -> dict[str, str]:
        import http_ece

        plain = http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth, version="aes128gcm")
        found: dict[str, str] = json.loads(plain)
        return found


@dataclass(slots=True)
class PushServer:
    """Takes messages, and answers each with the next status; 201 when none is left."""

    origin: str = ""
    statuses: list[int] = field(default_factory=list)
    taken: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        self.taken.append((dict(request.headers), await request.read()))
        return web.Response(status=self.statuses.pop(0) if self.statuses else 201)


@asynccontextmanager
async def push_server() -> AsyncIterator[PushServer]:
    server = PushServer()
    app = web.Application()
    app.router.add_post("/wp/{name}", server.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield server
    finally:
        await runner.cleanup()


def claims_of(authorization: str) -> dict[str, Any]:
    """What a sender says of itself in the header `vapid t=TOKEN,k=KEY`."""
    token = authorization.partition("t=")[2].partition(",")[0]
    body = token.split(".")[1]
    found: dict[str, Any] = json.loads(urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    return found
