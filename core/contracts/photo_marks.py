"""The mark by which a photograph stands among words, since whoever reads them cannot see it."""

from __future__ import annotations

from typing import Final

MARK: Final = "[photo]"
NOT_HERE: Final = "-"
"""In the place of its file's name: it has not come yet, could not be kept, or was taken back."""


def add_caption(words: str) -> str:
    """Return the words of a photograph to which something was written later."""
    return f"{MARK}\n{words}"


def caption_of(text: str) -> str:
    """Return what is written beside the mark in the words of a photograph; empty for the mark alone."""
    return text.removeprefix(MARK).strip()


def words_without_photos(text: str) -> str:
    """Return an answer without the marks of its photographs: for rules that go by words, and for counting words."""
    return "\n".join(line for line in text.splitlines() if line.strip() != MARK)


def count_photos_alone(text: str) -> int:
    """Return the number of photographs in an answer that is nothing else; 0 where there are words, or nothing."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) if all(line.strip() == MARK for line in lines) else 0
