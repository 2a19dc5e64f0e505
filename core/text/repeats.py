"""Tell whether something was said before, by the overlap of character trigrams over normalised words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from core.languages.lexicon import any_of, entries
from core.text.text import tokens

SAME_QUESTION = 0.8
"""Dice coefficient of the trigrams from which two questions count as one."""
LEAK_WORDS = 10
"""This many words in a row that are also in a prompt are no coincidence."""
_EXAMPLE = re.compile(r"[\"«“„][^\"«»“”„\n]*[\"»”“]")
"""A prompt's quotations are there to be said."""

_EMPTY = frozenset(entries("grammar", "question_stop_words"))
"""Question words are none of them: "who" and "what" make different questions."""
_ASKING = frozenset(entries("grammar", "question_words"))
_FEWEST_FULL = 3
"""With fewer words that tell what is asked about, all count, and their order: "how did it come to you" is no "how did
it come to that", and "where were you when you heard it" no "where were you when you heard what he had done"."""
_ENDING = re.compile(any_of("grammar", "case_endings"))


def _trigrams(words: Iterable[str]) -> frozenset[str]:
    return frozenset(padded[i : i + 3] for w in words for padded in (f" {w} ",) for i in range(len(padded) - 2))


@lru_cache(maxsize=4096)
def trigrams(text: str) -> frozenset[str]:
    """Return the trigrams by which a question is compared."""
    words = tokens(text)
    full = [w for w in words if w not in _EMPTY]
    tells = sum(1 for w in full if w not in _ASKING)
    if tells < _FEWEST_FULL:
        return _trigrams([" ".join(_ENDING.sub("", w) for w in words)])
    return _trigrams(_ENDING.sub("", w) for w in full)


def dice_overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the overlap, from 0.0 to 1.0; two empty sets have none."""
    both = len(one) + len(other)
    return 2 * len(one & other) / both if both else 0.0


def same_question(one: str, other: str) -> bool:
    return dice_overlap(trigrams(one), trigrams(other)) >= SAME_QUESTION


class Secret:
    """A text of ours that must not be recited: a prompt."""

    def __init__(self, text: str = "") -> None:
        self._runs = frozenset(run for part in _EXAMPLE.split(text) for run in _runs(part))

    def leaks(self, text: str) -> bool:
        return not self._runs.isdisjoint(_runs(text))


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = tokens(text)
    return frozenset(tuple(words[i : i + LEAK_WORDS]) for i in range(len(words) - LEAK_WORDS + 1))
