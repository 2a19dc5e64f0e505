"""The source of the person's words: the interface of a keyboard and piped lines, and the piped lines."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import BinaryIO, Protocol


class LeaveTerminal(Exception):
    """The person wants to leave, or the input has ended."""

    def __init__(self, draft: str = "") -> None:
        super().__init__()
        self.draft = draft
        """Text that was written and not sent."""


class Inlet(Protocol):
    """The source of the person's words."""

    attended: bool
    """A person is there who can read a hint and repeat what went wrong."""
    shows_typed: bool
    """Typed text stays on the screen without being printed."""

    async def read(self, draft: str) -> str:
        """Return the next text that was sent; `draft` is offered to begin with. Raises LeaveTerminal."""

    async def sure(self, question: str, *, yes: Sequence[str], no: Sequence[str]) -> bool:
        """Ask whether to leave; `yes` and `no` are the answers that are understood, in lower case."""

    def keep(self, draft: str) -> bool:
        """Keep an unsent text for the next time; return False if that is not possible."""

    def forget(self) -> None:
        """Forget everything that was sent or kept."""

    def refresh(self) -> None:
        """Redraw what is shown around the words."""


class PipedLines:
    """Piped lines, each a message, read on a thread that ends with the input or with the process."""

    attended = False

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.shows_typed = stream.isatty()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._started = False

    async def read(self, draft: str) -> str:
        """Return the next line that is not blank; `draft` is not used, since nobody is there to edit it."""
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
        """Nothing is shown around the words."""

    def _pump(self, loop: asyncio.AbstractEventLoop) -> None:
        """Queue the lines, and None at the end."""
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            with suppress(OSError, ValueError):  # the other end broke, or the stream was closed under us
                for line in self._stream:
                    loop.call_soon_threadsafe(self._queue.put_nowait, line.decode("utf-8", "replace"))
            loop.call_soon_threadsafe(self._queue.put_nowait, None)
