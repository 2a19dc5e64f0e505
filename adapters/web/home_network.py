"""This computer's addresses in the home network, found without asking anybody."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import Final

_TARGETS: Final = ("192.0.2.1", "192.168.0.1", "192.168.1.1")
"""An address of the documentation network, which leads to the default route, and the usual routers at home."""


def home_addresses() -> tuple[str, ...]:
    """Return this computer's addresses in the home network.

    Nothing is sent: connecting a UDP socket only asks the system which of its addresses it would use.
    """
    found: list[str] = []
    for target in _TARGETS:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(probe.getsockname()[0])
    return tuple(dict.fromkeys(filter(_is_at_home, found)))


def home_name() -> str:
    """Return the name by which most devices in the home network find this computer; empty if it has none."""
    name = socket.gethostname().partition(".")[0].lower()
    return f"{name}.local" if re.fullmatch(r"[a-z0-9-]{1,63}", name) and name != "localhost" else ""


def _is_at_home(address: str) -> bool:
    """Return whether an address is a private one, which the internet does not lead to."""
    found = ip_address(address)
    return found.is_private and not (found.is_loopback or found.is_link_local or found.is_unspecified)


def page_address(host: str, port: int) -> str:
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"
