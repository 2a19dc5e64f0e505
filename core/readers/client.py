"""The one way out to what people send links to: guarded, bounded in size and time, and without a memory.

Checked is the address that is really dialled, not the name: a name that leads somewhere else at the second look, or a
number in an odd spelling, gains nothing. An address's query may be somebody's key to a private feed: neither log lines
nor errors hold more of it than the host. What is packed is unpacked piece by piece, so that a small bomb never becomes
a large one.
"""

from __future__ import annotations

import asyncio
import importlib
import socket
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from email.message import Message
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import structlog
from yarl import URL

from core.contracts.ports import Clock
from core.contracts.tools import DownloadProgress, Fetched
from core.readers.html_text import html_to_line
from core.readers.source_errors import (
    Absent,
    FetchRefused,
    Forbidden,
    Heavy,
    Slow,
    SourceError,
    Unfetchable,
    slow_error,
)
from core.timing.clock import TimeLimit

if TYPE_CHECKING:
    import aiohttp
    from aiohttp.abc import AbstractResolver

# aiohttp is loaded when the first link comes, away from the event loop: the start need not wait for it.

GET_SECONDS = 60.0
DOWNLOAD_SECONDS = 1_800.0
IDLE_SECONDS = 20.0
REDIRECTS = 5
_BEGINNING = 1_024
"""Bytes by which a kind of file can be told."""
_REDIRECTING = (301, 302, 303, 307, 308)
_ABSENT = (404, 410)
_REFUSED = (401, 402, 403, 407, 451)
_LATER = (408, 425, 429)

_log = structlog.get_logger()


class _Closed(OSError):
    """The address is not public."""

    def __init__(self) -> None:
        super().__init__("not a public address")


class SourceClient:
    """`allowed_hosts`: names and numeric addresses that the operator allows although they are not public.

    A name is allowed wherever it leads; an address under whatever name. `get` and `download` raise a SourceError and
    nothing else but OSError of the disk.
    """

    def __init__(
        self, *, clock: Clock, allowed_hosts: frozenset[str] = frozenset(), resolver: AbstractResolver | None = None
    ) -> None:
        self.clock = clock
        self._allowed = frozenset(_plain_host(host) for host in allowed_hosts)
        self._resolver = resolver
        self._sessions: dict[bool, aiohttp.ClientSession] = {}

    async def get(
        self, url: str, *, limit: int, accept: str = "*/*", enough: Callable[[Fetched], bool] | None = None
    ) -> Fetched:
        """Return what is at an address, of `limit` bytes at most, packed and unpacked.

        `enough` is asked once, with the beginning: when it says yes, the rest stays where it is.
        """
        deadline = TimeLimit(self.clock, GET_SECONDS, idle=IDLE_SECONDS, late=slow_error)
        return await deadline.bound(self._got(url, limit, accept, enough, deadline))

    async def download(self, url: str, path: Path, *, limit: int, progress: DownloadProgress) -> Fetched:
        """Write what is at an address into a file: it is there as a whole, or not at all. `body` stays empty."""
        deadline = TimeLimit(self.clock, DOWNLOAD_SECONDS, idle=IDLE_SECONDS, late=slow_error)
        return await deadline.bound(self._downloaded(url, path, limit, progress, deadline))

    async def close(self) -> None:
        for session in self._sessions.values():
            await session.close()
        self._sessions.clear()

    async def _got(
        self, url: str, limit: int, accept: str, enough: Callable[[Fetched], bool] | None, deadline: TimeLimit
    ) -> Fetched:
        body = bytearray()
        async with self._answer(url, accept, deadline) as response:
            async with aclosing(_pieces(response, limit, deadline)) as pieces:
                async for piece in pieces:
                    body += piece
                    if enough is not None and len(body) >= _BEGINNING:
                        beginning = _fetched(response, bytes(body), whole=False)
                        if enough(beginning):
                            return beginning
                        enough = None
                    if enough is None:
                        _check_size(response, limit)
            return _fetched(response, bytes(body), whole=True)

    async def _downloaded(
        self, url: str, path: Path, limit: int, progress: DownloadProgress, deadline: TimeLimit
    ) -> Fetched:
        part = path.with_name(f"{path.name}.part")
        try:
            async with self._answer(url, "*/*", deadline) as response:
                _check_size(response, limit)
                with await asyncio.to_thread(part.open, "wb") as file:
                    done = 0
                    async with aclosing(_pieces(response, limit, deadline)) as pieces:
                        async for piece in pieces:
                            await asyncio.to_thread(file.write, piece)
                            done += len(piece)
                            progress(done, response.content_length)
                await asyncio.to_thread(part.replace, path)
                return _fetched(response, b"", whole=False)
        finally:
            await asyncio.to_thread(part.unlink, missing_ok=True)

    @asynccontextmanager
    async def _answer(self, url: str, accept: str, deadline: TimeLimit) -> AsyncIterator[aiohttp.ClientResponse]:
        """Yield the answer at the end of all redirects, its head read and checked."""
        await asyncio.to_thread(importlib.import_module, "aiohttp")
        import aiohttp

        address = _checked(url)
        try:
            for _ in range(REDIRECTS + 1):
                async with self._asked(address, accept) as response:
                    deadline.heard()
                    target = response.headers.get("Location")
                    if response.status not in _REDIRECTING or not target:
                        _check(response)
                        yield response
                        return
                address = _checked(target, address)
        except (aiohttp.ClientError, UnicodeError) as error:
            failure = _failure(error)
            _log.info("source-unfetchable", code=failure.code, error=type(error).__name__)
            raise failure from None  # the cause may hold the whole address
        raise Unfetchable("The address leads from one to the next without an end.")

    def _asked(self, address: URL, accept: str) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
        import aiohttp

        headers = {"Accept": accept, "Accept-Encoding": ACCEPTED}
        free = _plain_host(address.host or "") in self._allowed
        if free not in self._sessions:
            connector = aiohttp.TCPConnector(
                resolver=self._resolver,
                socket_factory=None if free else self._socket,
                use_dns_cache=False,
                force_close=True,
            )
            self._sessions[free] = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": "Raconteur"},
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),  # `TimeLimit` keeps the time
                auto_decompress=False,
                trust_env=False,
            )
        session = self._sessions[free]
        return session.get(address, headers=headers, allow_redirects=False)

    def _socket(self, info: aiohttp.AddrInfoType) -> socket.socket:
        family, kind, protocol, _, address = info
        host = str(address[0])
        if not (is_public(host) or _plain_host(host) in self._allowed):
            raise _Closed
        return socket.socket(family=family, type=kind, proto=protocol)


def _checked(text: str, base: URL | None = None) -> URL:
    try:
        address = URL(text) if base is None else base.join(URL(text))
        host, _ = address.host, address.port
    except ValueError:
        raise Unfetchable("This is not an address.") from None
    if address.scheme not in ("http", "https"):
        raise Forbidden("Only addresses that begin with http:// or https:// are fetched.")
    if address.user is not None or address.password is not None:
        raise Forbidden("Addresses with a name or a password in them are not fetched.")
    if not host:
        raise Unfetchable("This address names no host.")
    return address.with_fragment(None)


def _plain_host(host: str) -> str:
    """Return one spelling for each name and each numeric address."""
    try:
        return str(ip_address(host.strip("[]").partition("%")[0]))
    except ValueError:
        return host.strip().rstrip(".").casefold()


def _check(response: aiohttp.ClientResponse) -> None:
    status = response.status
    if 200 <= status < 300:
        return
    if status in _ABSENT:
        raise Absent(f"There is nothing at this address of {response.url.host} ({status}).")
    if status in _REFUSED:
        raise FetchRefused(f"{response.url.host} does not let us read this ({status}).")
    if status in _LATER or status >= 500:
        raise Slow(f"{response.url.host} is in trouble ({status}); try it later.")
    raise Unfetchable(f"{response.url.host} answered with {status}.")


def _check_size(response: aiohttp.ClientResponse, limit: int, size: int | None = None) -> None:
    """Raises Heavy when `size`, or where that is not given what the server states, is over the limit."""
    if (response.content_length or 0 if size is None else size) > limit:
        raise Heavy(f"The file at {response.url.host} is larger than {limit} bytes.")


async def _pieces(response: aiohttp.ClientResponse, limit: int, deadline: TimeLimit) -> AsyncGenerator[bytes, None]:
    """Yield the body, unpacked. The limit applies to the bytes on the wire, and to the bytes unpacked from them."""
    unpacking = Unpacking(response.headers.get("Content-Encoding", ""))
    wire = unpacked = 0
    async for raw in response.content.iter_any():
        deadline.heard()
        wire += len(raw)
        for piece in unpacking.pieces(raw):
            unpacked += len(piece)
            yield piece  # before it is counted: of what is too large, the beginning may be all that is wanted
            _check_size(response, limit, unpacked)
            await asyncio.sleep(0)  # others go on while something large is unpacked
        _check_size(response, limit, wire)
    unpacking.end()


def _fetched(response: aiohttp.ClientResponse, body: bytes, *, whole: bool) -> Fetched:
    stated = Message()
    for name in ("Content-Type", "Content-Disposition"):
        stated[name] = _header(response, name)
    named = stated.get_filename() or response.url.path
    return Fetched(
        url=str(response.url),
        media_type=_header(response, "Content-Type").partition(";")[0].strip().lower(),
        charset=stated.get_content_charset("") or "",
        name=html_to_line(PurePosixPath(named.replace("\\", "/")).name),
        body=body,
        whole=whole,
    )


def _header(response: aiohttp.ClientResponse, name: str) -> str:
    """Return a header. Servers write UTF-8 where nothing but ASCII is foreseen; other bytes are left out."""
    return response.headers.get(name, "").encode("utf-8", "surrogateescape").decode("utf-8", "ignore")


def _failure(error: aiohttp.ClientError | UnicodeError) -> SourceError:
    import aiohttp

    if isinstance(error, aiohttp.InvalidURL):
        return Forbidden("Numeric addresses are fetched in their plain form only.")
    if isinstance(error, UnicodeError):
        return Absent("There is no such host.")
    if isinstance(error, aiohttp.ClientSSLError):
        return Unfetchable("The server's certificate is not in order.")
    if isinstance(error, aiohttp.ClientConnectorError) and isinstance(error.os_error, _Closed):
        return Forbidden("This address leads into a private network; allow its host if it is meant to be read.")
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        unknown = isinstance(error.os_error, socket.gaierror) and error.os_error.errno == socket.EAI_NONAME
        return Absent("There is no such host.") if unknown else Slow("The host's name could not be looked up now.")
    if isinstance(error, aiohttp.ClientResponseError):
        return Unfetchable("The server's answer is no HTTP.")
    return Slow("The server could not be reached, or hung up.")


_NAT64 = ip_network("64:ff9b::/96")
_UNICAST = ip_network("2000::/3")
_CLOSED = tuple(
    map(
        ip_network,
        (
            "192.0.0.0/24",  # kept for protocols, though two of its numbers count as global
            "168.63.129.16/32",  # a public number under which one cloud answers its own machines
            "192.88.99.0/24",  # relays of 6to4
            "2001::/23",  # Teredo and other protocols' own
            "2001:db8::/32",
            "2002::/16",  # 6to4, which carries an IPv4 address to any relay
            "3fff::/20",
        ),
    )
)


def is_public(text: str) -> bool:
    """Return whether a numeric address is one of the public internet, also after looking into what it carries.

    Not public are private, loopback, link-local (cloud metadata), shared (CGNAT), multicast and reserved ones.
    """
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        carried = address.ipv4_mapped
        if address in _NAT64:  # on a network without IPv4 this is how the public part of it is reached
            carried = IPv4Address(int(address) & 0xFFFFFFFF)
        address = carried or address
    if any(address in network for network in _CLOSED):
        return False
    if isinstance(address, IPv6Address) and address not in _UNICAST:
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


ACCEPTED = "gzip, deflate"
_PIECE = 1 << 17
_MOST_MEMBERS = 1_000
_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32


class Unpacking:
    """The inside of one answer; `encoding` is its Content-Encoding. Raises Unfetchable for a packing not asked for."""

    def __init__(self, encoding: str) -> None:
        named = encoding.strip().lower()
        if named not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise Unfetchable("The server packs its answer in a way that was not asked for.")
        self._packed = named not in ("", "identity")
        self._members = 0
        self._open = zlib.decompressobj(_GZIP_OR_ZLIB)
        self._begun = False

    def pieces(self, wire: bytes) -> Iterator[bytes]:
        """Yield the contents of these bytes, at most 128 KiB at a time, so that a caller can stop in time."""
        if not self._packed:
            yield wire
            return
        while wire:
            self._begun = True
            try:
                piece = self._open.decompress(wire, _PIECE)
            except zlib.error:
                raise Unfetchable("The server says that its answer is packed, and it is not, or is damaged.") from None
            if piece:
                yield piece
            if not self._open.eof:
                wire = self._open.unconsumed_tail
                continue
            # Another packed file may follow inside the same answer; anything else does not count.
            wire = self._open.unused_data
            if not wire.startswith(b"\x1f\x8b"):
                return
            self._members += 1
            if self._members > _MOST_MEMBERS:
                raise Heavy("The answer is packed in more parts than anybody needs.")
            self._open = zlib.decompressobj(_GZIP_OR_ZLIB)

    def end(self) -> None:
        """End the answer. Raises Slow when the packing breaks off in the middle."""
        if self._packed and self._begun and not self._open.eof:
            raise Slow("The answer breaks off in the middle.")
