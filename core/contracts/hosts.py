"""Check that a request was made to a server of ours: a page elsewhere may have its own name lead to this computer."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit


def is_own_host(host: str, names: Iterable[str]) -> bool:
    """Return whether a Host header names a server of ours: one of `names`, an address, or a name without a dot.

    An address, and a name of one word such as a container's, is none that somebody elsewhere can have lead here.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if not name or any(mark in host for mark in "@/?#\\ "):
        return False
    if "." not in name or name in {each.lower() for each in names}:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
