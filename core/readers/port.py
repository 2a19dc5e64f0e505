"""The port to whatever reads what strangers send."""

from __future__ import annotations

from typing import Protocol

from core.readers.reading_messages import Reply, Request


class Readers(Protocol):
    """Reads apart from everything else, within a time and a size."""

    async def read(self, request: Request, body: bytes, *, person: str) -> tuple[Reply, bytes]:
        """What was read, never Refused or Broke. One thing at a time for a person.

        Raises a SourceError: what the reader says of it; Laborious when it took too long; Heavy when it took too much
        memory; Unreadable when it broke the reader; Busy when nothing can be read just now.
        """

    async def close(self) -> None:
        """End at once, whatever is being read."""
