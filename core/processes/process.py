"""The program's side of a worker process: start it, ask it, end it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from core.processes.framing import HEADER, Frame, decode_lengths, encode_frame

ROOT = Path(__file__).parents[2]
"""Where `core` is imported from."""
_AT_ONCE = 1 << 18
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH")
Reply = TypeVar("Reply", bound=Frame)


class WorkerLost(Exception):
    """The worker ended, or is no longer to be trusted. The text says how, for the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerKind(Generic[Reply]):
    module: str
    """What it runs; the number of its end of the socket is its only argument."""
    replies: TypeAdapter[Reply]
    longest_message: int
    """Bytes of a reply."""
    longest_body: int = 0
    environment: Mapping[str, str]
    """Beside what every process needs; nothing else of the program's own gets there, which may hold keys."""


class WorkerProcess(Generic[Reply]):
    """A running worker process. One request at a time."""

    def __init__(
        self,
        kind: WorkerKind[Reply],
        process: subprocess.Popen[bytes],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._kind = kind
        self._process = process
        self._reader = reader
        self._writer = writer

    @classmethod
    async def start(cls, kind: WorkerKind[Reply]) -> WorkerProcess[Reply]:
        """Start a worker. Raises OSError."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                process = _spawn(kind, theirs.fileno())
            except OSError:
                ours.close()
                raise
        reader, writer = await asyncio.open_connection(sock=ours)
        return cls(kind, process, reader, writer)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None and not self._reader.at_eof()

    async def ask(self, request: Frame, body: bytes = b"") -> tuple[Reply, bytes]:
        """Return a reply and its body. Raises WorkerLost; after that, or when cancelled, only `end` is left to do."""
        try:
            self._writer.write(encode_frame(request, len(body)))
            for start in range(0, len(body), _AT_ONCE):
                self._writer.write(body[start : start + _AT_ONCE])
                await self._writer.drain()
            header = await self._reader.readexactly(HEADER.size)
            kind = self._kind
            message, more = decode_lengths(header, message=kind.longest_message, body=kind.longest_body)
            reply = kind.replies.validate_json(await self._reader.readexactly(message))
            return reply, await self._reader.readexactly(more)
        except (asyncio.IncompleteReadError, OSError) as error:
            raise WorkerLost("it ended") from error
        except (ValidationError, ValueError) as error:
            raise WorkerLost("it said something that is no reply") from error

    async def end(self) -> int:
        """Kill it with all that it has started; return how it ended: an exit code, or minus a signal."""
        self._writer.close()
        if self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        return await asyncio.to_thread(self._process.wait)


def _spawn(kind: WorkerKind[Reply], descriptor: int) -> subprocess.Popen[bytes]:
    """Start it without the program's environment, and out of reach of the terminal's Ctrl-C, which is for us."""
    passed_on = {name: value for name, value in os.environ.items() if name in _PASSED_ON}
    environment = {**passed_on, **kind.environment, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    return subprocess.Popen(  # noqa: S603 - our own interpreter, a module of ours, a number
        [sys.executable, "-P", "-m", kind.module, str(descriptor)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(descriptor,),
        env=environment,
        start_new_session=True,
    )
