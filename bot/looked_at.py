"""Keeps how far the operator has read each interview, so that their page can mark what is new."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from core.documents.files import write_atomically

FILE: Final = "operator-read"
"""Holds ids of interviews and numbers of lines; no words."""
MOST: Final = 5_000
"""Interviews that are kept in it; of older ones everything counts as new again."""


@dataclass(slots=True, kw_only=True)
class LookedAt:
    folder: Path
    _seen: dict[str, int] | None = field(default=None)
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def last_line(self, session_id: str) -> int:
        """Return the number of the last line that was looked at; 0 if none was."""
        return (await self._known()).get(session_id, 0)

    async def look(self, session_id: str, line: int) -> None:
        known = await self._known()
        if known.get(session_id, 0) < line:
            known.pop(session_id, None)
            known[session_id] = line
            for oldest in list(known)[:-MOST]:
                del known[oldest]
            await self._write(known)

    async def forget(self, session_id: str) -> None:
        known = await self._known()
        if known.pop(session_id, None) is not None:
            await self._write(known)

    async def _known(self) -> dict[str, int]:
        if self._seen is None:
            found = await asyncio.to_thread(_read, self.folder / FILE)
            # Two requests may have read it at the same time.
            self._seen = self._seen if self._seen is not None else found
        return self._seen

    async def _write(self, known: dict[str, int]) -> None:
        async with self._writing:
            body = json.dumps(known).encode()
            # A mark too many on the page is no reason to show nothing.
            with suppress(OSError):
                await asyncio.to_thread(write_atomically, self.folder / FILE, body)


def _read(file: Path) -> dict[str, int]:
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(name): line for name, line in found.items() if isinstance(line, int)}
