"""Bind the socket that the page is served at."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address

from adapters.web import WebSection
from core.contracts.errors import ConfigurationError

TRIES = 20
"""Ports that are tried, one after the other."""
_BACKLOG = 512


def bind_socket(section: WebSection) -> socket.socket:
    """Return a socket that listens at the configured port or, if that is taken, at one after it.

    Raises ConfigurationError if all are taken, or if the page would be open to others without TLS.
    """
    host = "127.0.0.1" if section.host == "localhost" else section.host
    try:
        address = ip_address(host)
    except ValueError:
        raise ConfigurationError("web.host has to be a number such as 127.0.0.1.") from None
    if not address.is_loopback and not section.public_url:
        raise ConfigurationError(
            "web.host lets other computers in, and web.public_url does not say how they reach the page; leave web.host "
            "at 127.0.0.1 and put a proxy with TLS in front, as docs/page.md shows."
        )
    # A proxy knows one port.
    tries = 1 if section.public_url or not section.port else TRIES
    for port in range(section.port, min(section.port + tries, 65_536)):
        try:
            return bind_at(str(address), port)
        except OSError as error:
            if error.errno in {errno.EADDRINUSE, errno.EACCES}:
                continue
            raise ConfigurationError(
                f"web.host: {host} is not an address of this computer: {error.strerror}."
            ) from None
    after = "" if tries == 1 else ", and so are those after it"
    raise ConfigurationError(f"web.port: port {section.port} is taken on {host}{after}; set another.")


def bind_at(address: str, port: int) -> socket.socket:
    """Return a socket that listens at a numeric address. Raises OSError."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    place = socket.socket(family, socket.SOCK_STREAM)
    try:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind((address, port))
        place.listen(_BACKLOG)
        place.settimeout(0)
    except OSError:
        place.close()
        raise
    return place
