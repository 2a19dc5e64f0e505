"""How other devices reach the page: this computer's addresses in the home network, the owner's own address, and tests.

A running page writes the addresses for others into its note (`account.record_address`), so that every command that
makes a link knows what applies now.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from ssl import SSLCertVerificationError, SSLError
from typing import Final
from urllib.parse import urlsplit

import structlog
from aiohttp import web

from adapters.web import WebSection
from adapters.web.home_network import home_addresses, home_name, page_address
from adapters.web.security import KEY, Doors, key_digest, new_key
from adapters.web.sockets import bind_at, bind_socket
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, finding_ok, finding_wrong
from core.documents.files import write_atomically

PROOF: Final = "/reach/"
"""The path that only our own page answers, and only once for each test."""
PROVEN: Final = "raconteur is here"
"""What it answers."""
PROOF_NOTE: Final = "web-proof"
"""The file in the data folder with the digest of what the next test will ask for."""
PATIENCE: Final = 10.0
"""Seconds that the owner's own address has to answer."""
NAMED: Final = "The page"
_log = structlog.get_logger()


@dataclass(slots=True, kw_only=True)
class Reach:
    """Who reaches the running page. `change` takes effect at once."""

    doors: Doors
    port: int
    everywhere: bool
    """The page listens on all addresses already."""
    find: Callable[[], Sequence[str]]
    """As `home_addresses`."""
    listen: Callable[[Sequence[socket.socket]], Awaitable[None]] | None = None
    """Serves the page at these sockets, and no longer at those of the call before."""
    note: Callable[[Sequence[str]], None] = lambda _: None
    """Is told the links after each change."""
    links: tuple[str, ...] = ()
    """The addresses at which others reach the page now, the best one first; none if only this computer does."""

    _now: tuple[bool, str] = (False, "")

    async def change(self, *, home_network: bool, public_url: str) -> None:
        if (home_network, public_url) == self._now:
            return
        self._now = (home_network, public_url)
        addresses: list[str] = []
        places: list[socket.socket] = []
        # The sockets of before would be in the way of the new ones.
        await self._serve(())
        for address in await asyncio.to_thread(self.find) if home_network else ():
            try:
                if not self.everywhere:
                    places.append(bind_at(address, self.port))
                addresses.append(address)
            except OSError as error:
                _log.warning("web.home_network", address=address, error=type(error).__name__)
        await self._serve(places)
        names = [*addresses, home_name()] if addresses else []
        self.doors.open_to(public_url, [name for name in names if name])
        near = tuple(page_address(each, self.port) for each in addresses)
        self.links = (public_url, *near) if public_url else near
        self.note(self.links)

    async def _serve(self, places: Sequence[socket.socket]) -> None:
        if self.listen is not None:
            await self.listen(places)


# --- tests before a choice is accepted --------------------------------------------------------------------------------


async def examine_home_network() -> AsyncIterator[Finding]:
    """Listen at the addresses in the home network and connect to them, from this computer."""
    addresses = await asyncio.to_thread(home_addresses)
    if not addresses:
        mend = "connect this computer to your Wi-Fi or router, then try again"
        yield finding_wrong(NAMED, "this computer has no address in a home network", mend)
    for address in addresses:
        try:
            await asyncio.to_thread(_connect_to_oneself, address)
        except OSError as error:
            mend = "a firewall on this computer may be in the way; allow Raconteur there"
            yield finding_wrong(NAMED, f"cannot be served at {address}: {error.strerror or error}", mend)
        else:
            yield finding_ok(NAMED, f"can be served at {address} in your home network")


def _connect_to_oneself(address: str) -> None:
    """Raises OSError if nobody could listen at an address of this computer. Blocks."""
    with bind_at(address, 0) as place:
        socket.create_connection(place.getsockname()[:2], timeout=PATIENCE).close()


async def examine_public_address(section: WebSection, data_dir: Path) -> AsyncIterator[Finding]:
    """Ask the owner's own address for something that only this page can know."""
    nonce = new_key()
    async with _answering(section, data_dir):
        with suppress(OSError):
            write_atomically(data_dir / PROOF_NOTE, key_digest(nonce).encode())
        try:
            wrong = await asyncio.to_thread(_ask_address, section.public_url, nonce)
        finally:
            with suppress(OSError):
                (data_dir / PROOF_NOTE).unlink(missing_ok=True)
    if wrong:
        mend = f"let the proxy at {section.public_url} lead to http://127.0.0.1:{section.port}"
        yield finding_wrong(NAMED, wrong, mend)
    else:
        yield finding_ok(NAMED, f"this page answers at {section.public_url}")


def _ask_address(address: str, nonce: str) -> str:
    """Return why our page does not answer at an address, as a sentence; empty if it does. Blocks."""
    parts = urlsplit(address)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        connection.request("GET", f"{PROOF}{nonce}")
        answer = connection.getresponse()
        if answer.status == 200 and answer.read(1_000).decode("utf-8", "replace") == PROVEN:
            return ""
        return f"another page than this one answers at {address} (status {answer.status})"
    except SSLCertVerificationError as error:
        return f"the certificate of {address} is not valid: {error.verify_message}"
    except SSLError:
        return f"{address} does not speak TLS"
    except socket.gaierror:
        return f"there is no computer called {parts.hostname}"
    except TimeoutError:
        return f"nothing answers at {address} within {PATIENCE:.0f} seconds"
    except (OSError, HTTPException) as error:
        return f"nothing answers at {address}: {getattr(error, 'strerror', None) or type(error).__name__}"
    finally:
        connection.close()


def proves(data_dir: Path, nonce: str) -> bool:
    """Return whether this is what a running test asks for, which then is used up. Blocks."""
    if not KEY.fullmatch(nonce):
        return False
    note = data_dir / PROOF_NOTE
    try:
        wanted = note.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return False
    if not secrets.compare_digest(wanted, key_digest(nonce)):
        return False
    note.unlink(missing_ok=True)
    return True


@asynccontextmanager
async def _answering(section: WebSection, data_dir: Path) -> AsyncIterator[None]:
    """Answer the test in the page's place while the context lasts, unless the page is running and does it itself."""
    try:
        place = await asyncio.to_thread(bind_socket, section.model_copy(update={"public_url": ""}))
    except ConfigurationError:
        yield
        return
    if section.port and place.getsockname()[1] != section.port:
        # The page, or another program, is at the port that the proxy knows.
        place.close()
        yield
        return

    async def answer(request: web.BaseRequest) -> web.Response:
        nonce = request.path.removeprefix(PROOF)
        proven = await asyncio.to_thread(proves, data_dir, nonce)
        return web.Response(text=PROVEN if proven else "", status=200 if proven else 404)

    runner = web.ServerRunner(web.Server(answer, access_log=None))
    await runner.setup()
    try:
        await web.SockSite(runner, place).start()
        yield
    finally:
        await runner.cleanup()
        place.close()
