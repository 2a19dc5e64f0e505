"""Lists by which things are found without a model: a file each, of words; lines with "#" are remarks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_FOLDER = Path(__file__).parent
_ONE_FORM = str.maketrans({"ё": "е", "Ё": "Е", "’": "'", "ʼ": "'", "‘": "'"})


def normalize_spelling(text: str) -> str:
    """Text as the lists are written: ё as е, one kind of apostrophe; as many characters as before."""
    return text.translate(_ONE_FORM)


def word_list(name: str) -> frozenset[str]:
    """The words of a list, in one form."""
    return frozenset(word for line in word_list_lines(name) for word in line.split())


def word_list_lines(name: str) -> Iterator[str]:
    """The words of a list as they stand in its lines, in one form."""
    text = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return (normalize_spelling(line) for line in text.splitlines() if line and not line.startswith("#"))
