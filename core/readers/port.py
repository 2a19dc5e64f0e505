"""The port to whatever reads what strangers send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pydantic import JsonValue

NOTHING: Mapping[str, JsonValue] = {}


class Readers(Protocol):
    """Reads apart from everything else, within a time and a size."""

    async def read(
        self, what: str, body: bytes, asked: Mapping[str, JsonValue] = NOTHING, *, person: str
    ) -> tuple[JsonValue, bytes]:
        """What the reading function of this name says of a body, and what it keeps of it. One thing at a time for a
        person.

        Raises a SourceError: what the reader says of it; Laborious when it took too long; Heavy when it took too much
        memory; Unreadable when it broke the reader; Busy when nothing can be read just now.
        """

    async def close(self) -> None:
        """End at once, whatever is being read."""
