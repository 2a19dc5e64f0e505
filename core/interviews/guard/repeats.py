"""Whether something was said before: overlap of character trigrams over normalised words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from core.interviews.guard.text import tokens

SAME_QUESTION = 0.8
"""Dice coefficient of the trigrams from which two questions count as one."""
LEAK_WORDS = 10
"""So many words in a row as they stand in a prompt are no coincidence."""
_EXAMPLE = re.compile(r"[\"«“„][^\"«»“”„\n]*[\"»”“]")
"""What a prompt quotes is there to be said."""

# Words that say nothing about what is asked. Question words stay: "who" and "what" make different questions.
_EMPTY_WORDS = """
    a an the of to in on at by for from with about into and or so then as it its is are was were be been do did does
    have has had you your yours me my i we us our they their them this that these those there please tell describe
    would could can will more some any
    в во на с со к ко о об обо у от из за по до для и а но же ли бы вы вас вам вами ваш ваша ваше ваши вашей вашем
    вашего вашу ваших вашим вашему мне меня я мы нас это этот эта эти этого этом этой тот та те то том той того был
    была было были есть расскажите опишите пожалуйста еще
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
_ASKING_WORDS = """
    what how who whom whose where when why which
    что чем чего чему как кто кого кому кем ком где куда откуда когда почему зачем отчего сколько
    какой какая какое какие какого какую каким каких
"""
_ASKING = frozenset(_ASKING_WORDS.split())
_FEWEST_FULL = 3
"""With fewer words that tell what is asked about, all count, and their order: "how did it come to you" is no "how did
it come to that", and "where were you when you heard it" no "where were you when you heard what he had done"."""
_ENDING = re.compile(r"(?<=[а-я]{4})[аеиоуыэюяйьмхг]{1,3}$")
"""Of a Russian word: its cases are one word here."""


def _trigrams(words: Iterable[str]) -> frozenset[str]:
    return frozenset(padded[i : i + 3] for w in words for padded in (f" {w} ",) for i in range(len(padded) - 2))


@lru_cache(maxsize=4096)
def trigrams(text: str) -> frozenset[str]:
    """What stands for a question in comparisons."""
    words = tokens(text)
    full = [w for w in words if w not in _EMPTY]
    tells = sum(1 for w in full if w not in _ASKING)
    if tells < _FEWEST_FULL:
        return _trigrams([" ".join(_ENDING.sub("", w) for w in words)])
    return _trigrams(_ENDING.sub("", w) for w in full)


def dice_overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Overlap from 0.0 to 1.0; two empty sets have none."""
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
