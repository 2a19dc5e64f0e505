"""What the operator is told of the page: whether it can be served, and how somebody comes in."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from adapters.web import WebSection
from adapters.web.sockets import bind_socket
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.documents.files import write_atomically

_SERVER: Final = "raconteur"
"""What a page of ours calls itself in its answers."""
_PATIENCE: Final = 2.0
"""Seconds for it to say so."""
NOTE: Final = "web-address"
"""The file in the data folder that says where a running copy serves the page; one that was killed leaves it behind."""


async def examine(section: WebSection) -> AsyncIterator[Finding]:
    """Whether there is a place to serve it at; nothing is served."""
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
    if section.public_url:
        yield finding_ok(what, f"reached from elsewhere as {section.public_url}, through a proxy of yours")


def _answers(host: str, port: int) -> bool:
    """Whether it is a page of ours that is served there. Blocks."""
    connection = HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/")
        return connection.getresponse().getheader("Server") == _SERVER
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def invitation(section: WebSection, code: str, language: str) -> list[str]:
    """A link; without an address for others there is none to give away."""
    if section.public_url:
        return [f"{section.public_url}/i/{code}"]
    # The doctor, who asks this module too, waits for no words.
    from core.languages.messages import say

    return [say(language, "invite-page-closed")]


@contextmanager
def record_address(data_dir: Path, origin: str) -> Iterator[None]:
    """Where the page is served stands in a file for as long as it is, for commands beside the program."""
    file = data_dir / NOTE
    with suppress(OSError):
        write_atomically(file, origin.encode())
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def served_addresses(section: WebSection, data_dir: Path) -> tuple[str, ...]:
    """The addresses of the page, the one from elsewhere last; none where no running copy serves it. Blocks."""
    try:
        origin = (data_dir / NOTE).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ()
    found = re.fullmatch(r"http://\[?([0-9a-f.:]+?)\]?:(\d{1,5})", origin)
    if found is None or not _answers(found[1], int(found[2])):
        return ()
    return (origin, section.public_url) if section.public_url else (origin,)
