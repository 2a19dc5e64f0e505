"""The line that tells how far the listening is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from adapters.terminal.safe import visible
from core.contracts.errors import Unreachable


class Line:
    """One line; the newest words win."""

    def __init__(self, changed: Callable[[Line], None]) -> None:
        self._changed = changed
        self.text = ""

    def show(self, text: str) -> None:
        self.text = " ".join(visible(text).split())
        self._changed(self)


class ListeningLines:
    """The lines of everything that is being listened to.

    `in_place` says whether there is a place under the prompt, which `refresh` draws anew; where there is none, the
    first words of a line are printed with `note` and its later ones are not shown.
    """

    def __init__(
        self, *, in_place: Callable[[], bool], refresh: Callable[[], None], note: Callable[[str], Awaitable[None]]
    ) -> None:
        self._in_place = in_place
        self._refresh = refresh
        self._note = note
        self._open: list[Line] = []
        self._notes: dict[Line, asyncio.Task[None]] = {}

    @property
    def text(self) -> str:
        """The words to show now; empty when nothing is listened to."""
        return next((line.text for line in reversed(self._open) if line.text), "")

    @asynccontextmanager
    async def line(self) -> AsyncIterator[Line]:
        """A line that is gone when the context ends."""
        line = Line(self._changed)
        self._open.append(line)
        try:
            yield line
        finally:
            self._open.remove(line)
            if note := self._notes.pop(line, None):
                await asyncio.wait([note])

    def _changed(self, line: Line) -> None:
        if line not in self._open:
            return
        if self._in_place():
            self._refresh()
        elif line.text and line not in self._notes:
            self._notes[line] = asyncio.create_task(self._print(line.text))

    async def _print(self, text: str) -> None:
        with suppress(Unreachable):
            await self._note(text)
