"""The program's side of the worker process: start it, ask it, end it."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Self

from pydantic import ValidationError

from core.voice.messages import HEADER, REPLIES, Broke, Reply, Request, frame, lengths

ROOT = Path(__file__).parents[2]
"""Where `core` is imported from."""
_AT_ONCE = 1 << 18
_PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "XDG_CACHE_HOME", "LD_LIBRARY_PATH")
_PASSED_ON_PREFIXES = ("CUDA_", "NVIDIA_")


class WorkerLost(Exception):
    """The worker ended, or is no longer to be trusted. The text says how, for the log."""


class Link:
    """A running worker process. One request at a time."""

    def __init__(
        self, process: subprocess.Popen[bytes], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer

    @classmethod
    async def start(cls) -> Self:
        """A worker without a model. Raises OSError."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                process = _spawn(theirs.fileno())
            except OSError:
                ours.close()
                raise
        reader, writer = await asyncio.open_connection(sock=ours)
        return cls(process, reader, writer)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None and not self._reader.at_eof()

    async def ask(self, request: Request, body: bytes = b"") -> Reply:
        """The reply to a request. Raises WorkerLost; after that, or when cancelled, only `end` is left to do."""
        try:
            self._writer.write(frame(request, len(body)))
            for start in range(0, len(body), _AT_ONCE):
                self._writer.write(body[start : start + _AT_ONCE])
                await self._writer.drain()
            message, _ = lengths(await self._reader.readexactly(HEADER.size))
            reply = REPLIES.validate_json(await self._reader.readexactly(message))
        except (asyncio.IncompleteReadError, OSError) as error:
            raise WorkerLost("it ended") from error
        except (ValidationError, ValueError) as error:
            raise WorkerLost("it said something that is no reply") from error
        if isinstance(reply, Broke):
            raise WorkerLost(reply.error)
        return reply

    async def end(self) -> int:
        """Kill it, wherever it is. How it ended: an exit code, or minus a signal."""
        self._writer.close()
        self._process.kill()
        return await asyncio.to_thread(self._process.wait)


def _spawn(descriptor: int) -> subprocess.Popen[bytes]:
    """Without the program's environment, which may hold keys; out of the terminal's reach, whose Ctrl-C is for us."""
    passed_on = {
        name: value for name, value in os.environ.items() if name in _PASSED_ON or name.startswith(_PASSED_ON_PREFIXES)
    }
    environment = {**passed_on, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "HF_HUB_OFFLINE": "1"}
    return subprocess.Popen(  # noqa: S603 - our own interpreter, a module of ours, a number
        [sys.executable, "-P", "-m", "core.voice.worker", str(descriptor)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(descriptor,),
        env=environment,
        start_new_session=True,
    )
