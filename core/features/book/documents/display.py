"""Prepares words for a book: without what cannot be printed or turns the line, and with breaks in long words."""

from __future__ import annotations

import re
import unicodedata

import regex

from core.documents.readable import remove_invisible

_NO_CHARACTER = re.compile(r"[\ufdd0-\ufdef\ufeff\ufff9-\uffff]|[\U0001fffe\U0001ffff]")
"""What stands for no character at all; XML knows none of them."""
_LONG = regex.compile(r"[^\s\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]{50,}")
_PIECE = 25
BREAK_HERE = "\u200b"
"""A line may end here; otherwise it is nothing."""
_RIGHT_TO_LEFT = frozenset({"R", "AL"})


def printable_text(text: str) -> str:
    """Return `text` without what cannot be printed or would show its words in another order than they were told."""
    return _NO_CHARACTER.sub("", remove_invisible(text)).replace("\t", " ")


def on_one_line(text: str) -> str:
    return " ".join(printable_text(text).split())


def split_paragraphs(text: str) -> tuple[str, ...]:
    """Return a paragraph for each line that has words in it."""
    # Lines are cut first: some of what cannot be printed ends a line.
    lines = (" ".join(printable_text(line).split()) for line in text.splitlines())
    return tuple(line for line in lines if line)


def with_break_points(text: str) -> str:
    """Return text that looks the same, with places to break in words that are longer than a line."""
    return str(_LONG.sub(lambda found: _pieces(found[0]), text))


def _pieces(word: str) -> str:
    signs = regex.findall(r"\X", word)
    return BREAK_HERE.join("".join(signs[at : at + _PIECE]) for at in range(0, len(signs), _PIECE))


def is_right_to_left(text: str) -> bool:
    """Return whether a paragraph begins at the right, by its first letter."""
    for sign in text:
        kind = unicodedata.bidirectional(sign)
        if kind == "L" or kind in _RIGHT_TO_LEFT:
            return kind != "L"
    return False
