"""Places at which a test can serve something."""

from __future__ import annotations

import socket


def free_port() -> int:
    """One of the loopback that nobody uses."""
    with socket.create_server(("127.0.0.1", 0)) as place:
        port: int = place.getsockname()[1]
    return port
