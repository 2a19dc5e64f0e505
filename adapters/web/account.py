"""Tell the operator whether the page can be served, and how people get in."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from adapters.web import WebSection
from adapters.web.home_network import home_addresses, page_address
from adapters.web.sockets import bind_socket
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.documents.files import write_atomically

_ADDRESS: Final = re.compile(r"http://\[?([0-9a-f.:]+?)\]?:(\d{1,5})")
_SERVER: Final = "raconteur"
"""The `Server` header of our own page."""
_PATIENCE: Final = 2.0
"""Seconds that the page has to answer."""
NOTE: Final = "web-address"
"""The file in the data folder with the address of a running page; a killed process leaves it behind."""


async def examine(section: WebSection) -> AsyncIterator[Finding]:
    """Find out whether the page can be served, without serving it."""
    what = "The page"
    try:
        place = bind_socket(section)
    except ConfigurationError as error:
        yield finding_wrong(what, str(error), "set web.host and web.port to what this computer has free")
        return
    port = place.getsockname()[1]
    place.close()
    if port == section.port:
        yield finding_ok(what, f"can be served at http://{section.host}:{port}")
    elif not section.port:
        yield finding_ok(what, f"can be served at http://{section.host}, at a port that is free then")
    elif await asyncio.to_thread(_answers, section.host, section.port):
        yield finding_ok(what, f"served now at http://{section.host}:{section.port}")
    else:
        mend = f"the next start takes {port}; or set web.port to another"
        yield finding_note(what, f"port {section.port} is taken by another program", mend)
    if section.home_network:
        from adapters.web.reaching import examine_home_network

        async for finding in examine_home_network():
            yield finding
    if section.public_url:
        yield finding_ok(what, f"reached from elsewhere as {section.public_url}, through a proxy of yours")


def _answers(host: str, port: int) -> bool:
    """Return whether our own page is served there. Blocks."""
    connection = HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/")
        return connection.getresponse().getheader("Server") == _SERVER
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def invitation(section: WebSection, code: str, language: str, data_dir: Path) -> list[str]:
    """Return a link; there is none if only this computer reaches the page. Blocks."""
    reached = _reached(section, data_dir)
    if reached:
        return [f"{reached[0]}/i/{code}"]
    # The doctor uses this module too, and starts faster without the messages.
    from core.languages.messages import say

    return [say(language, "invite-page-closed")]


def _reached(section: WebSection, data_dir: Path) -> tuple[str, ...]:
    """Return the addresses at which others reach the page: those of the running one, else of the next start. Blocks."""
    running = _running(data_dir)
    if running:
        return running[1:]
    if section.public_url or not section.home_network:
        return (section.public_url,) if section.public_url else ()
    return tuple(page_address(each, section.port) for each in home_addresses())


@contextmanager
def record_address(data_dir: Path, origin: str, links: Sequence[str] = ()) -> Iterator[None]:
    """Keep the address of the page, and those for others, in a file while the context lasts, for other commands."""
    write_addresses(data_dir, origin, links)
    try:
        yield
    finally:
        with suppress(OSError):
            (data_dir / NOTE).unlink(missing_ok=True)


def write_addresses(data_dir: Path, origin: str, links: Sequence[str]) -> None:
    with suppress(OSError):
        write_atomically(data_dir / NOTE, "\n".join((origin, *links)).encode())


def served_addresses(data_dir: Path) -> tuple[str, ...]:
    """Return the addresses of the page, the public one last; none if no running copy serves it. Blocks."""
    origin, *links = _running(data_dir) or ("",)
    # A link to the operator's page leads through no network where anybody may read along.
    return (origin, *(each for each in links if each.startswith("https:"))) if origin else ()


def _running(data_dir: Path) -> tuple[str, ...]:
    """Return the address of the running page on this computer, then those for others; none if none runs. Blocks."""
    try:
        origin, *links = (data_dir / NOTE).read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return ()
    found = _ADDRESS.fullmatch(origin)
    return (origin, *links) if found is not None and _answers(found[1], int(found[2])) else ()
