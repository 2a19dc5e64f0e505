"""A reader process that does what the body of a request says, to see what a stranger's file could make it do.

    python -m tests.fakes.reader_process DESCRIPTOR

What it finds out is the title of the card that it replies.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from core.readers.reading import Read, Reading, Reply, WasRead, run_reading
from core.readers.reading_worker import main

MODULE = "tests.fakes.reader_process"
HANG, SLEEP, GROW, CRASH, STUMBLE, MUMBLE, FLOOD = (
    b"hang",
    b"sleep",
    b"grow",
    b"crash",
    b"stumble",
    b"mumble",
    b"flood",
)
SOCKET, OPEN, FORK, RAISE_LIMIT, ENVIRONMENT, DESCRIPTORS, SECRET = (
    b"socket",
    b"open",
    b"fork",
    b"raise-limit",
    b"environment",
    b"descriptors",
    b"secret",
)
_seen: list[str] = []


def obeyed(readings: Mapping[str, Reading], request: Read, body: bytes) -> tuple[Reply, bytes]:
    """The reply that the body asks for; that of the real reader where it asks for nothing."""
    if body in _REFUSED:
        return _card(_tried(_REFUSED[body])), b""
    if body in _TOLD:
        return _card(_TOLD[body]()), b""
    if body in _BAD:
        _BAD[body]()
    return run_reading(readings, request, body)


def _card(title: str) -> WasRead:
    return WasRead(value={"title": title, "author": ""})


def _tried(what: Callable[[], object]) -> str:
    try:
        what()
    except (OSError, ValueError) as error:
        return type(error).__name__
    return "done"


def _hang() -> None:
    while True:
        pass


def _grow() -> None:
    held = []
    while True:
        held.append(bytearray(8 << 20))


def _crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def _stumble() -> None:
    raise LookupError("words of somebody")


def _mumble() -> None:
    for descriptor in range(3, 20):
        try:
            os.write(descriptor, b"\0" * 100)
        except OSError:
            continue
    _hang()


def _flood() -> None:
    for descriptor in range(3, 20):
        try:
            os.write(descriptor, b"\x7f" * 100)
        except OSError:
            continue


def _forked() -> None:
    if os.fork() == 0:
        os._exit(0)


def _raised() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))


def _descriptors() -> str:
    kinds = []
    for descriptor in range(256):
        try:
            kinds.append(f"{descriptor}:{os.fstat(descriptor).st_mode >> 12:o}")
        except OSError:
            continue
    return " ".join(kinds)


def _secret() -> str:
    """What was read before by the same reader, and can still be seen."""
    before = " ".join(_seen)
    _seen.append("seen")
    return before


_BAD: dict[bytes, Callable[[], None]] = {
    HANG: _hang,
    SLEEP: lambda: time.sleep(3_600),
    GROW: _grow,
    CRASH: _crash,
    STUMBLE: _stumble,
    MUMBLE: _mumble,
    FLOOD: _flood,
}
_REFUSED: dict[bytes, Callable[[], object]] = {
    SOCKET: socket.socket,
    OPEN: lambda: Path("/etc/passwd").read_bytes(),
    FORK: _forked,
    RAISE_LIMIT: _raised,
}
_TOLD: dict[bytes, Callable[[], str]] = {
    ENVIRONMENT: lambda: json.dumps(dict(os.environ)),
    DESCRIPTORS: _descriptors,
    SECRET: _secret,
}

if __name__ == "__main__":
    main(obeyed)
