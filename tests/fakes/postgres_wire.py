"""A wire to PostgreSQL that can be cut at a commit: before the server hears of it, or before its answer is through."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum

import sqlalchemy as sa

CHUNK = 65_536


class Cut(StrEnum):
    BEFORE = "before"
    """The server never hears of the commit."""
    AFTER = "after"
    """The server commits, and its answer is lost."""


class Wire:
    """Stands between a store and the server."""

    def __init__(self, server: sa.URL) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.cuts: list[Cut] = []
        """What happens at the next commits."""
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        port = self._listening.getsockname()[1]
        through = self._server.set(host="127.0.0.1", port=port, query={})
        return through.render_as_string(hide_password=False)

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            far = self._connected()
            threading.Thread(target=self._forth, args=(near, far), daemon=True).start()
            threading.Thread(target=_pass_on, args=(far, near), daemon=True).start()

    def _connected(self) -> socket.socket:
        folder = self._server.query.get("host")
        if folder is None:
            return socket.create_connection((self._server.host or "127.0.0.1", self._server.port or 5432))
        far = socket.socket(socket.AF_UNIX)
        far.connect(f"{folder}/.s.PGSQL.{self._server.port or 5432}")
        return far

    def _forth(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while data := near.recv(CHUNK):
                if b"COMMIT" in data and self.cuts:
                    if self.cuts.pop(0) is Cut.AFTER:
                        # Nobody is there any more to whom the answer could go.
                        _end(near)
                        far.sendall(data)
                        while far.recv(CHUNK):
                            pass
                    break
                far.sendall(data)
        _end(near)
        _end(far)


def _pass_on(far: socket.socket, near: socket.socket) -> None:
    with suppress(OSError):
        while data := far.recv(CHUNK):
            near.sendall(data)
    _end(near)


def _end(each: socket.socket) -> None:
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()


@contextmanager
def wire(url: str) -> Iterator[Wire]:
    made = Wire(sa.make_url(url))
    try:
        yield made
    finally:
        made.close()
