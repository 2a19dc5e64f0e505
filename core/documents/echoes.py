"""Echoes: the interviewer sometimes says a few words of the person back to them.

When the person has changed or taken back these words, documents must not give them out all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.session import Entry, EntryKind

_QUOTED = re.compile(r"[«“„\"]([^«»“”„\"]+)[»”“\"]")
_PARAGRAPHS = "\n\n"


class Echoes:
    """Knows which words of the person stand, and which stood once."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        answers = [entry for entry in entries if entry.kind is EntryKind.ANSWER]
        self._stands = _folded(entry.text for entry in answers if not entry.withdrawn)
        self._stood = _folded(
            revision.text
            for entry in answers
            for revision in (entry.revisions if entry.withdrawn else entry.revisions[:-1])
        )

    def faded(self, text: str) -> str:
        """A remark without its paragraphs that quote what does not stand any more; may be empty."""
        if not self._stood:
            return text
        return _PARAGRAPHS.join(part for part in text.split(_PARAGRAPHS) if not self._is_gone(part))

    def _is_gone(self, paragraph: str) -> bool:
        quotes = (_folded([match[1]]) for match in _QUOTED.finditer(paragraph))
        return any(quote in self._stood and quote not in self._stands for quote in quotes if quote)


def _folded(texts: Iterable[str]) -> str:
    return "\n".join(" ".join(text.split()) for text in texts).casefold()
