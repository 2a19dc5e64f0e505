"""Decide which requests are let in: our hosts and origins, keys and links; and the headers of every response."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from core.contracts.ports import Clock

KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""32 random bytes as written in a cookie or a link."""
YEAR: Final = 31_536_000
GUESSES: Final = 20
"""Wrong links that one computer may try in a minute before each further one is answered slowly."""
SLOWLY: Final = 1.0
"""Seconds that such an answer takes."""
NEWCOMERS: Final = 5
"""New accounts without an invitation that one computer may open in an hour."""
ASKED: Final = 3_600
"""Seconds in which an opened invitation can be accepted; after that its page asks again."""
_PEERS: Final = 1_000
LOOPBACK: Final = ("127.0.0.0/8", "::1/128")
HSTS: Final = f"max-age={YEAR}"
_LOCAL: Final = ("127.0.0.1", "localhost", "[::1]")
_OWN: Final = {"same-origin", "none"}
_FRAMES: Final = {"iframe", "frame", "embed", "object", "fencedframe"}
_HEARD_OF: Final = ("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via")
"""Headers that a proxy adds to forwarded requests."""
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


def key_digest(key: str) -> str:
    """Return the digest of a key, which is all that is stored."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def new_key() -> str:
    return secrets.token_urlsafe(32)


def form_token_for(key: str) -> str:
    """Return the token in the forms of pages that only the holder of the key was shown."""
    return hashlib.sha256(f"form:{key}".encode("utf-8", "replace")).hexdigest()


def invited_chat(key: str) -> str:
    """Return the chat that an invitation opens for the holder of a key."""
    return hashlib.sha256(f"chat:{key}".encode("utf-8", "replace")).hexdigest()[:20]


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts something by the computer that it came from, in memory only."""

    clock: Clock
    most: int
    seconds: float
    """How long each counts."""
    _times: OrderedDict[str, list[float]] = field(default_factory=OrderedDict)

    def too_many(self, peer: str) -> bool:
        now = self.clock.monotonic()
        recent = [at for at in self._times.get(peer, ()) if at > now - self.seconds]
        if recent:
            self._times[peer] = recent
        else:
            self._times.pop(peer, None)
        return len(recent) >= self.most

    def count(self, peer: str) -> None:
        times = self._times.setdefault(peer, [])
        times.append(self.clock.monotonic())
        del times[: -self.most]
        self._times.move_to_end(peer)
        while len(self._times) > _PEERS:
            self._times.popitem(last=False)


class Doors:
    """Tells from a request whether it is one of ours, and keeps the tokens that let people in."""

    def __init__(
        self,
        *,
        host: str,
        port: int,
        public_url: str,
        token: str,
        clock: Clock,
        trusted_proxies: Sequence[str] = LOOPBACK,
        renewable: bool = True,
    ) -> None:
        """`renewable`: the token was made at this start, and does not come from the configuration."""
        own = f"[{host}]" if ":" in host else host
        names = {*_LOCAL, own} - {"0.0.0.0", "[::]"}  # noqa: S104 - these are no names
        self._own_hosts = _origins(names, port)
        self._home_hosts: dict[str, str] = {}
        self._hosts: dict[str, str] = {}
        """The origin for each `Host` that this server goes by."""
        self._port = port
        self.open_to(public_url)
        # A server that listens on all addresses is reached by loopback, too.
        reached = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}.get(own, own)  # noqa: S104 - only compared
        self.home = f"http://{reached}:{port}"
        """The origin by which the page is reached on this computer itself."""
        self._token = key_digest(token)
        self._single: set[str] = set()
        self._clock = clock
        self._loopback = tuple(ip_network(each) for each in LOOPBACK)
        self._proxies = tuple(ip_network(each) for each in trusted_proxies)
        self._renewable = renewable
        self._asking = secrets.token_bytes(32)
        self.guesses = Tally(clock=clock, most=GUESSES, seconds=60.0)
        self.newcomers = Tally(clock=clock, most=NEWCOMERS, seconds=3_600.0)

    def open_to(self, public_url: str, home_network: Iterable[str] = ()) -> None:
        """Go by these names besides those of this computer, and by no others from now on.

        `home_network` has the addresses and the name by which devices in the home network reach the page.
        """
        self._home_hosts = _origins(home_network, self._port)
        self._hosts = self._own_hosts | self._home_hosts
        if public_url:
            self._hosts[urlsplit(public_url).netloc] = public_url

    async def wrong(self, request: web.BaseRequest) -> None:
        """Count a wrong link, and wait a while after too many of them. A right link never waits."""
        peer = self.peer(request)
        slowly = self.guesses.too_many(peer)
        self.guesses.count(peer)
        if slowly:
            await self._clock.sleep(SLOWLY)

    def origin(self, request: web.BaseRequest) -> str:
        """Return which of our origins a request was made to; empty if its Host is not ours."""
        named = request.headers.getall("Host", [])
        return self._hosts.get(named[0].lower(), "") if len(named) == 1 else ""

    def is_own(self, request: web.BaseRequest) -> bool:
        """Return whether a request that changes something was made by our own page."""
        origin = self.origin(request)
        named = request.headers.getall("Origin", [])
        sites = request.headers.getall("Sec-Fetch-Site", ["same-origin"])
        return bool(origin) and named == [origin] and sites == ["same-origin"]

    def is_foreign(self, request: web.BaseRequest) -> bool:
        """Return whether another site's page made this request; following a link to us does not count."""
        if request.headers.getall("Origin", [self.origin(request)]) != [self.origin(request)]:
            return True
        if request.headers.get("Sec-Fetch-Dest", "") in _FRAMES:
            return True
        site = request.headers.get("Sec-Fetch-Site", "none")
        return site not in _OWN and request.headers.get("Sec-Fetch-Mode", "") != "navigate"

    def from_elsewhere(self, request: web.BaseRequest) -> bool:
        """Return whether somebody followed a link from another site, so that the browser holds back the cookie."""
        return request.headers.get("Sec-Fetch-Site", "none") not in _OWN

    def single(self) -> str:
        """Return a token for one browser, since others on this computer can see a program's arguments."""
        token = new_key()
        self._single.add(key_digest(token))
        return token

    def renew(self) -> str:
        """Revoke the home link and return the token of a new one.

        Returns an empty text if the token comes from the configuration, and so stays.
        """
        self._single.clear()
        if not self._renewable:
            return ""
        token = new_key()
        self._token = key_digest(token)
        return token

    def is_loopback(self, request: web.BaseRequest) -> bool:
        """Say if the request comes from this computer without a proxy."""
        remote, transport = request.remote or "", request.transport
        own = "" if transport is None else transport.get_extra_info("sockname")[0]
        near = remote == own or _is_in(remote, self._loopback)
        proxied = any(name in request.headers for name in _HEARD_OF)
        return near and not proxied and self.origin(request).startswith("http:")

    def is_other_at_home(self, request: web.BaseRequest) -> bool:
        """Say if the request comes from another device in the home network, where anybody may read along."""
        # Whatever name it calls this computer by: only the path of the connection counts.
        plain = self.origin(request).startswith("http:")
        return bool(self._home_hosts) and plain and not self.is_loopback(request)

    def takes(self, token: str) -> bool:
        """Return whether a token lets somebody in; a token for one browser does so once."""
        found = key_digest(token)
        if found in self._single:
            self._single.remove(found)
            return True
        return hmac.compare_digest(found, self._token)

    def key(self, request: web.BaseRequest) -> str:
        """Return the key that a request comes with; empty if there is none."""
        value = request.cookies.get(self._cookie(request), "")
        return value if KEY.fullmatch(value) else ""

    def give(self, response: web.StreamResponse, request: web.BaseRequest, key: str) -> None:
        """Put a key into the browser, or keep it there for another year."""
        secure = self.origin(request).startswith("https:")
        response.set_cookie(
            self._cookie(request), key, max_age=YEAR, path="/", httponly=True, samesite="Strict", secure=secure or None
        )

    def take_back(self, response: web.StreamResponse, request: web.BaseRequest) -> None:
        """Have the browser forget its key."""
        response.del_cookie(self._cookie(request), path="/", secure=self.origin(request).startswith("https:") or None)

    def asking_key(self) -> str:
        """Return a key for a browser that looks at an invitation: it opens nothing, and can only be exchanged."""
        issued = secrets.token_bytes(12) + int(self._clock.now().timestamp()).to_bytes(8, "big")
        return urlsafe_b64encode(issued + self._mark(issued)).decode().rstrip("=")

    def is_asking(self, key: str) -> bool:
        """Say if this key was issued within the last hour to a browser that opened an invitation."""
        if not KEY.fullmatch(key):
            return False
        found = urlsafe_b64decode(f"{key}=")
        issued, mark = found[:20], found[20:]
        age = self._clock.now().timestamp() - int.from_bytes(issued[12:], "big")
        return hmac.compare_digest(mark, self._mark(issued)) and -60 <= age <= ASKED

    def _mark(self, issued: bytes) -> bytes:
        return hmac.new(self._asking, issued, hashlib.sha256).digest()[:12]

    def is_form_of(self, key: str, token: object) -> bool:
        return isinstance(token, str) and hmac.compare_digest(
            form_token_for(key).encode(), token.encode("utf-8", "replace")
        )

    def peer(self, request: web.BaseRequest) -> str:
        """Return the computer that a request came from; only trusted proxies are believed about it.

        Of several addresses, take the last that is not a trusted proxy's: anybody can write the ones before it.
        """
        peer = request.remote or ""
        told = ",".join(request.headers.getall("X-Forwarded-For", [])).split(",")
        while told and _is_in(peer, self._proxies):
            peer = told.pop().strip()[:64] or peer
        return peer

    def is_proxy(self, address: str) -> bool:
        """Say if the address is that of a trusted proxy, which speaks for many people."""
        return _is_in(address, self._proxies)

    def is_secure(self, request: web.BaseRequest) -> bool:
        """Tell whether the browser reached this server, or the trusted proxy before it, over TLS."""
        told = request.headers.get("X-Forwarded-Proto", "").lower() == "https"
        return self.origin(request).startswith("https:") or (told and _is_in(request.remote or "", self._proxies))

    def _cookie(self, request: web.BaseRequest) -> str:
        # Cookies know no ports: two copies on one computer would take each other's.
        return "__Host-raconteur" if self.origin(request).startswith("https:") else f"raconteur_{self._port}"


def _origins(names: Iterable[str], port: int) -> dict[str, str]:
    """Return the origin for each `Host` of a server that goes by these names at a port."""
    names = tuple(names)
    found = {f"{name}:{port}": f"http://{name}:{port}" for name in names}
    return found | {name: f"http://{name}" for name in names} if port == 80 else found


def _is_in(address: str, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    plain = getattr(found, "ipv4_mapped", None) or found
    return any(plain in network for network in networks)
