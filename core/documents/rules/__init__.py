"""Lists by which things are found without a model: a file each, of words or patterns; lines with "#" are remarks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
_ONE_FORM = str.maketrans({"ё": "е", "Ё": "Е", "’": "'", "ʼ": "'", "‘": "'"})


def one_form(text: str) -> str:
    """Text as the lists are written: ё as е, one kind of apostrophe; as many characters as before."""
    return text.translate(_ONE_FORM)


def word_list(name: str) -> frozenset[str]:
    """The words of a list, in one form."""
    return frozenset(word for line in lines(name) for word in line.split())


@cache
def any_of(name: str) -> re.Pattern[str]:
    """The patterns of a list as one, for a text in one form; case does not matter. Read at the first use."""
    return re.compile("|".join(f"(?:{line})" for line in lines(name)), re.IGNORECASE)


def lines(name: str) -> Iterator[str]:
    """The words or patterns of a list as they stand in its lines, in one form."""
    text = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return (one_form(line) for line in text.splitlines() if line and not line.startswith("#"))
