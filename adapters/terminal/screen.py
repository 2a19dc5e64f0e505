"""The output: print above the line that is being typed, and show the progress of transcription below it."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import TextIO

from prompt_toolkit.application import in_terminal
from rich.console import Console, Group, RenderableType

from adapters.terminal.safe import visible_text
from core.contracts.errors import Unreachable


class TerminalScreen:
    """Prints to `out`, `width` columns wide (None: as wide as the terminal).

    Whole blocks appear in the order in which `show` was called.
    """

    def __init__(self, out: TextIO, *, width: int | None = None) -> None:
        # It draws into memory: rich would end the program when the terminal is gone.
        self.console = Console(file=io.StringIO(), force_terminal=out.isatty(), width=width)
        self._out = out
        self._prompting: contextvars.Context | None = None

    @contextlib.contextmanager
    def with_prompt(self) -> Iterator[None]:
        """Allow for a prompt of the current app session on the screen while the context lasts."""
        self._prompting = contextvars.copy_context()
        try:
            yield
        finally:
            self._prompting = None

    async def show(self, block: RenderableType) -> None:
        """Print the block. Raises Unreachable when nobody can read it any more."""
        with self.console.capture() as capture:
            self.console.print(Group(block), crop=False)  # in a group, a text keeps its own rules for wrapping
        text = capture.get()
        if self._prompting is None:
            self._write(text)
            return
        # prompt_toolkit finds the running prompt in the context; whoever sends comes from another one. A print that
        # was begun is finished, or the prompt would wait for it for ever.
        printing = asyncio.get_running_loop().create_task(self._above(text), context=self._prompting)
        await asyncio.shield(printing)

    async def _above(self, text: str) -> None:
        async with in_terminal():
            self._write(text)

    def _write(self, text: str) -> None:
        encoding = self._out.encoding or "utf-8"
        try:
            self._out.write(text.encode(encoding, "replace").decode(encoding))
            self._out.flush()
        except (OSError, ValueError) as error:  # ValueError: the file is closed
            raise Unreachable("The terminal is gone; start Raconteur in a new one.") from error


class StatusLine:
    """One line; the newest words win."""

    def __init__(self, changed: Callable[[StatusLine], None]) -> None:
        self._changed = changed
        self.text = ""
        self.lost = False

    def show(self, text: str) -> None:
        self.text = " ".join(visible_text(text).split())
        self._changed(self)


class ListeningLines:
    """The status lines of all recordings that are being transcribed.

    `in_place` tells whether there is a place under the prompt, which `refresh` redraws. If there is none, the first
    text of a line is printed with `note`, and later ones are not shown.
    """

    def __init__(
        self, *, in_place: Callable[[], bool], refresh: Callable[[], None], note: Callable[[str], Awaitable[None]]
    ) -> None:
        self._in_place = in_place
        self._refresh = refresh
        self._note = note
        self._open: list[StatusLine] = []
        self._notes: dict[StatusLine, asyncio.Task[None]] = {}

    @property
    def text(self) -> str:
        return next((line.text for line in reversed(self._open) if line.text), "")

    @asynccontextmanager
    async def line(self) -> AsyncIterator[StatusLine]:
        """Give a line that disappears when the context ends."""
        line = StatusLine(self._changed)
        self._open.append(line)
        try:
            yield line
        finally:
            self._open.remove(line)
            if note := self._notes.pop(line, None):
                await asyncio.wait([note])

    def _changed(self, line: StatusLine) -> None:
        if line not in self._open:
            return
        if self._in_place():
            self._refresh()
        elif line.text and line not in self._notes:
            self._notes[line] = asyncio.create_task(self._print(line.text))

    async def _print(self, text: str) -> None:
        with suppress(Unreachable):
            await self._note(text)
