"""What the ledger keeps of prompts: not again what the database has already."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

_REMEMBERED = 2_000
"""Instructions of sessions that need not be written down again."""


class PromptLog:
    """Knows what the database has already: conversations, and instructions that a session was asked by before."""

    def __init__(self) -> None:
        self._written_down: dict[tuple[str | None, str], None] = {}
        """Sessions with what they were last asked by, the oldest first."""

    def kept(self, session_id: str | None, system: str, conversation: Sequence[str], user: str) -> str:
        pieces = ""
        if session_id is not None and (session_id, _digest(system)) in self._written_down:
            system = f"[instructions as before: {len(system)} characters, {_digest(system)}]"
        if conversation:
            pieces = f"[conversation: {len(conversation)} messages, {sum(map(len, conversation))} characters]"
        return "\n\n".join(part for part in (system, pieces, user) if part)

    def write_down(self, session_id: str | None, system: str) -> None:
        """These instructions are in the ledger now."""
        key = session_id, _digest(system)
        self._written_down.pop(key, None)
        self._written_down[key] = None
        if len(self._written_down) > _REMEMBERED:
            del self._written_down[next(iter(self._written_down))]


@lru_cache(maxsize=32)
def _digest(instructions: str) -> str:
    return hashlib.sha256(instructions.encode()).hexdigest()[:16]
