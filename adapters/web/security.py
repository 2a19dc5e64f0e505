"""Who is at the door: hosts and origins that are ours, keys, links, and the headers of every answer."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from core.contracts.ports import Clock

KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""32 random bytes, as they stand in a cookie or in a link."""
YEAR: Final = 31_536_000
GUESSES: Final = 20
"""Wrong links that one computer may try in a minute."""
_GUESSERS: Final = 1_000
_LOCAL: Final = ("127.0.0.1", "localhost", "[::1]")
_OWN: Final = {"same-origin", "none"}
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Without a referrer of their own, forms would come from the origin "null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex, nofollow",
    "Server": "raconteur",
}


def digest(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def fresh_key() -> str:
    return secrets.token_urlsafe(32)


def form_token(key: str) -> str:
    """What a form of a page carries that only the holder of the key was shown."""
    return hashlib.sha256(f"form:{key}".encode("utf-8", "replace")).hexdigest()


def chat_of(key: str) -> str:
    """The chat that an invitation opens for the holder of a key."""
    return hashlib.sha256(f"chat:{key}".encode("utf-8", "replace")).hexdigest()[:20]


@dataclass(slots=True)
class Guesses:
    """Wrong links, by the computer that they came from; in memory alone."""

    clock: Clock
    _wrong: OrderedDict[str, list[float]] = field(default_factory=OrderedDict)

    def too_many(self, peer: str) -> bool:
        now = self.clock.monotonic()
        recent = [at for at in self._wrong.get(peer, ()) if at > now - 60]
        if recent:
            self._wrong[peer] = recent
        else:
            self._wrong.pop(peer, None)
        return len(recent) >= GUESSES

    def wrong(self, peer: str) -> None:
        self._wrong.setdefault(peer, []).append(self.clock.monotonic())
        self._wrong.move_to_end(peer)
        while len(self._wrong) > _GUESSERS:
            self._wrong.popitem(last=False)


class Doors:
    """What of a request says whether it is one of ours."""

    def __init__(self, *, host: str, port: int, public_url: str, token: str, clock: Clock) -> None:
        self._hosts = dict(_origins(host, port, public_url))
        self._token = digest(token)
        self._single: set[str] = set()
        self._port = port
        self.guesses = Guesses(clock)

    def origin(self, request: web.BaseRequest) -> str:
        """The origin of ours that a request was made to; empty where its Host is none."""
        named = request.headers.getall("Host", [])
        return self._hosts.get(named[0].lower(), "") if len(named) == 1 else ""

    def is_own(self, request: web.BaseRequest) -> bool:
        """Whether a request that changes something was made by a page of ours."""
        origin = self.origin(request)
        named = request.headers.getall("Origin", [])
        sites = request.headers.getall("Sec-Fetch-Site", ["same-origin"])
        return bool(origin) and named == [origin] and sites == ["same-origin"]

    def is_foreign(self, request: web.BaseRequest) -> bool:
        """Whether another page made this request to read something; a link that somebody follows is no such one."""
        if request.headers.getall("Origin", [self.origin(request)]) != [self.origin(request)]:
            return True
        site = request.headers.get("Sec-Fetch-Site", "none")
        return site not in _OWN and request.headers.get("Sec-Fetch-Mode", "") != "navigate"

    def from_elsewhere(self, request: web.BaseRequest) -> bool:
        """Whether somebody followed a link from another site, so that the browser holds the cookie back."""
        return request.headers.get("Sec-Fetch-Site", "none") not in _OWN

    def single(self) -> str:
        """A token for one browser: others on this computer can see with what a program was started."""
        token = fresh_key()
        self._single.add(digest(token))
        return token

    def takes(self, token: str) -> bool:
        """Whether a token lets somebody in; one for one browser does so once."""
        found = digest(token)
        if found in self._single:
            self._single.remove(found)
            return True
        return hmac.compare_digest(found, self._token)

    def key(self, request: web.BaseRequest) -> str:
        """The key that a request comes with; empty where it is none."""
        value = request.cookies.get(self._cookie(request), "")
        return value if KEY.fullmatch(value) else ""

    def give(self, response: web.StreamResponse, request: web.BaseRequest, key: str) -> None:
        """Put a key into the browser, or keep it there for another year."""
        secure = self.origin(request).startswith("https:")
        response.set_cookie(
            self._cookie(request), key, max_age=YEAR, path="/", httponly=True, samesite="Strict", secure=secure or None
        )

    def is_form_of(self, key: str, token: object) -> bool:
        return isinstance(token, str) and hmac.compare_digest(
            form_token(key).encode(), token.encode("utf-8", "replace")
        )

    def peer(self, request: web.BaseRequest) -> str:
        """The computer that a request came from; what a proxy says of it counts only from this one."""
        peer = request.remote or ""
        if peer not in {"127.0.0.1", "::1"}:
            return peer
        forwarded = request.headers.getall("X-Forwarded-For", [])
        return forwarded[-1].rpartition(",")[2].strip()[:64] if forwarded else peer

    def _cookie(self, request: web.BaseRequest) -> str:
        # Cookies know no ports: two copies on one computer would take each other's.
        return "__Host-raconteur" if self.origin(request).startswith("https:") else f"raconteur_{self._port}"


def _origins(host: str, port: int, public_url: str) -> list[tuple[str, str]]:
    """The names that this server goes by, each with its origin."""
    own = f"[{host}]" if ":" in host else host
    names = {*_LOCAL, own} - {"0.0.0.0", "[::]"}  # noqa: S104 - these are no names
    found = [(f"{name}:{port}", f"http://{name}:{port}") for name in names]
    if port == 80:
        found += [(name, f"http://{name}") for name in names]
    if public_url:
        found.append((urlsplit(public_url).netloc, public_url))
    return found
