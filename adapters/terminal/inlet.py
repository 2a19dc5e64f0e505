"""What the two ways of reading have in common: a keyboard, and lines that are piped in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Leaving(Exception):
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
