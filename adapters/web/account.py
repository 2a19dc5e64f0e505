"""What the operator is told of the page: whether it can be served, and how somebody comes in."""

from __future__ import annotations

from collections.abc import AsyncIterator

from adapters.web import WebSection
from adapters.web.sockets import bound
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, note, well, wrong


async def examine(section: WebSection) -> AsyncIterator[Finding]:
    """Whether there is a place to serve it at; nothing is served."""
    what = "The page"
    try:
        place = bound(section)
    except ConfigurationError as error:
        yield wrong(what, str(error), "set web.host and web.port to what this computer has free")
        return
    port = place.getsockname()[1]
    place.close()
    if port != section.port and section.port:
        yield note(what, f"port {section.port} is taken, perhaps by a running copy", f"the next start takes {port}")
    else:
        yield well(what, f"can be served at http://{section.host}:{port}")
    if section.public_url:
        yield well(what, f"reached from elsewhere as {section.public_url}, through a proxy of yours")


def invitation(section: WebSection, code: str) -> list[str]:
    """A link; without an address for others there is none to give away."""
    if section.public_url:
        return [f"{section.public_url}/i/{code}"]
    return ["The page is for this computer alone: set web.public_url, and its invitations are links for others."]
