"""A text as its tags are read: without what nobody sees, and with full-width characters as the usual ones."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

_UNSEEN = regex.compile(r"[\p{Cf}\p{Default_Ignorable_Code_Point}]")
"""Zero-width spaces and joiners, soft hyphens, marks of direction, selectors of variants."""


class Folded(NamedTuple):
    """A folded text, which knows where each of its characters stood."""

    text: str
    places: Sequence[int]
    """For each character its place in the text that was folded, and behind them the length of that text."""

    def at(self, place: int) -> int:
        """Return where the first character from a place of the unfolded text on stands in the folded one."""
        return bisect_left(self.places, place)


def folded(text: str) -> Folded:
    """Fold a text, in time linear in it."""
    if unicodedata.is_normalized("NFKC", text) and _UNSEEN.search(text) is None:
        return Folded(text, range(len(text) + 1))
    kept = [(place, plain) for place, character in enumerate(text) if (plain := _plain(character))]
    return Folded("".join(plain for _, plain in kept), [*(place for place, _ in kept), len(text)])


@lru_cache(maxsize=8_192)
def _plain(character: str) -> str:
    if _UNSEEN.match(character):
        return ""
    plain = unicodedata.normalize("NFKC", character)
    return plain if len(plain) == 1 else character
