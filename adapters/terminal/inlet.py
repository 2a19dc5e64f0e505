"""Where the words come from: what a keyboard and piped lines have in common, and the lines."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Protocol


class LeaveTerminal(Exception):
    """The person wants to leave, or the input has ended."""

    def __init__(self, draft: str = "") -> None:
        super().__init__()
        self.draft = draft
        """What was written and not sent."""


class Inlet(Protocol):
    """Where the person's words come from."""

    attended: bool
    """Somebody sits there who reads a hint and can repeat what went wrong."""
    shows_typed: bool
    """What was typed stays on the screen by itself."""

    async def read(self, draft: str) -> str:
        """The next thing that was sent; `draft` is offered to begin with. Raises Leaving."""

    async def sure(self, question: str, *, yes: Sequence[str], no: Sequence[str]) -> bool:
        """Ask whether to leave; `yes` and `no` are the answers that are understood, in small letters."""

    def keep(self, draft: str) -> bool:
        """Keep what was not sent for the next time; False when that is not possible."""

    def forget(self) -> None:
        """What was sent or kept before cannot be had back any more."""

    def refresh(self) -> None:
        """What is shown beside the words has changed."""


class PipedLines:
    """Piped lines, each a message; read on a thread of its own, which ends with the input or with the process."""

    attended = False

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.shows_typed = stream.isatty()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._started = False

    async def read(self, draft: str) -> str:
        """The next line that is not blank; `draft` is never used, since nobody is there to mend it."""
        if not self._started:
            self._started = True
            loop = asyncio.get_running_loop()
            # No executor: at the end of the program it would be waited for, and a pipe may stay silent for ever.
            threading.Thread(target=self._pump, args=(loop,), name="terminal-lines", daemon=True).start()
        while (line := await self._queue.get()) is not None:
            if line.strip():
                return line.rstrip("\r\n")
        raise LeaveTerminal

    async def sure(self, question: str, *, yes: Sequence[str], no: Sequence[str]) -> bool:
        return True

    def keep(self, draft: str) -> bool:
        return False

    def forget(self) -> None:
        """Nothing is kept of what was sent."""

    def refresh(self) -> None:
        """Nothing is shown beside the words."""

    def _pump(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            for line in self._lines():
                loop.call_soon_threadsafe(self._queue.put_nowait, line)
        except RuntimeError:  # the loop is closed: nobody listens any more
            return

    def _lines(self) -> Iterator[str | None]:
        """The lines, and None at the end."""
        try:
            for line in self._stream:
                yield line.decode("utf-8", "replace")
        except (OSError, ValueError):  # the other end broke, or the stream was closed under us: that is the end too
            pass
        yield None
