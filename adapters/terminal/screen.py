"""The output side: prints above the line that is being typed, which stays as it is."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import io
from collections.abc import Iterator
from typing import TextIO

from prompt_toolkit.application import in_terminal
from rich.console import Console, Group, RenderableType

from core.contracts.errors import Unreachable


class Screen:
    """A place to print on: `out`, of `width` columns (None: as wide as the terminal).

    Whole blocks appear in the order in which `show` was called.
    """

    def __init__(self, out: TextIO, *, width: int | None = None) -> None:
        # It draws into memory: rich would end the program when the terminal is gone.
        self.console = Console(file=io.StringIO(), force_terminal=out.isatty(), width=width)
        self._out = out
        self._prompting: contextvars.Context | None = None

    @contextlib.contextmanager
    def with_prompt(self) -> Iterator[None]:
        """From here on a prompt of the current app session may be on the screen."""
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
