"""Words that speak to whoever weighs an interview: no evidence, and not shown to whoever weighs.

They are orders and pleas: a verb that demands at the beginning of a clause, with what it demands. What somebody tells
of their work ("we scored 5 points", "the test score is 5", "put it into the system prompt") is none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

LEFT_OUT: Final = "[…]"
_FILE = Path(__file__).with_name("orders.txt")
_PART = re.compile(r"\{([A-Z_]+)\}")
_ALIKE = str.maketrans("аеорсухкмтвн", "aeopcyxkmtbh")
"""Cyrillic letters that look like Latin ones."""
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MIXED = re.compile(r"\w*(?:[a-z][а-я]|[а-я][a-z])\w*")


def is_injection(text: str) -> bool:
    """Whether these words are an order, or a plea, to whoever weighs them."""
    plain = _plain(text)
    return any(_orders().search(each) is not None for each in {plain, _plain(_HUMP.sub(" ", text))})


def strip_injections(text: str) -> str:
    """The text with each sentence, and in code each line, that speaks to whoever weighs it left out."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    if not is_injection(line):
        return line
    parts = re.split(r"(?<=[.!?…])(\s+)", line)
    joined = "".join(LEFT_OUT if is_injection(part) else part for part in parts)
    return LEFT_OUT if is_injection(joined) else joined


def _plain(text: str) -> str:
    """Small letters of one alphabet a word, one kind of blanks, nothing invisible; "give_me_five" is three words."""
    seen = unicodedata.normalize("NFKC", text).replace("_", " ")
    shown = "".join(c for c in seen if c.isascii() or unicodedata.category(c) != "Cf")
    small = " ".join(shown.casefold().split())
    return _MIXED.sub(lambda word: word[0].translate(_ALIKE), small)


@cache
def _orders() -> re.Pattern[str]:
    """What the file describes, as one pattern."""
    parts: dict[str, str] = {}
    found: list[str] = []
    for block in _blocks(_FILE.read_text(encoding="utf-8")):
        name, is_part, rest = block.partition(" = ")
        text = _PART.sub(lambda part: parts[part[1]], rest if is_part else block)
        if is_part:
            parts[name] = f"(?:{text})"
        else:
            found.append(text)
    return re.compile("|".join(found))


def _blocks(text: str) -> Iterator[str]:
    """Patterns stand between blank lines; the breaks within them, and lines that begin with "--", are for reading."""
    for block in re.split(r"\n\s*\n", text):
        lines = [line.strip() for line in block.splitlines() if not line.startswith("--")]
        if any(lines):
            yield "".join(lines)
