"""What comes back: a word, or two or three side by side, none of them a mere joint of the sentence.

Words are compared by a stem, since Russian bends them and English adds an "s"; a phrase is shown as it was said most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from core.documents.rules import word_list
from core.interviews.guard.text import tokens

MOST = 6
_LEAST = 2
"""Texts in which a phrase must come up."""
_CLAUSE = re.compile(r"[.,;:!?…()\[\]{}«»“”„\"\n–—]+|\s-+\s")
_WORD = re.compile(r"[^\W_]+(?:['’ʼ‐-][^\W_]+)*")
_SHORTEST_WORD = 3
_SHORTEST_ALONE = 4
_SHORTEST_STEM = 3
_CYRILLIC = re.compile(r"[а-я]+(?:-[а-я]+)*")
_CYRILLIC_ENDING = re.compile(
    r"(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|иях|ией|иям|иев|ев|ов|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|ах|ях|ам|ям|"
    r"ом|ем|ым|им|ых|их|ию|ия|ии|ью|[аяоеыиуюьй])$"
)
_HISSING = re.compile(r"(?:ss|x|z|ch|sh)es$")
_ENGLISH_PLURAL = re.compile(r"(?<![su'i])s$")
_JOINTS = word_list("joints")
_PLAIN = word_list("plain")


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    words: str
    """As they were said most often."""
    stems: tuple[str, ...]
    places: tuple[int, ...]
    """The numbers of the texts in which they come up, in order."""


@dataclass(slots=True)
class _Seen:
    forms: Counter[str] = field(default_factory=Counter)
    places: dict[int, None] = field(default_factory=dict)


def recurring(texts: Mapping[int, str]) -> tuple[Phrase, ...]:
    """The phrases in at least two of the texts, those in most first; none that is only ever a part of a longer one."""
    seen: dict[tuple[str, ...], _Seen] = {}
    for number, text in texts.items():
        for stems, words in _windows(text):
            found = seen.setdefault(stems, _Seen())
            found.forms[words] += 1
            found.places[number] = None
    common = {stems: each for stems, each in seen.items() if len(each.places) >= _LEAST}
    hidden = {
        part
        for longer, each in common.items()
        for part in (longer[:-1], longer[1:])
        if part in common and len(common[part].places) <= len(each.places)
    }
    kept = [(stems, each) for stems, each in common.items() if stems not in hidden]
    kept.sort(key=lambda item: (-len(item[1].places), -len(item[0]), min(item[1].places)))
    return tuple(
        Phrase(words=each.forms.most_common(1)[0][0], stems=stems, places=tuple(each.places))
        for stems, each in kept[:MOST]
    )


def mentions(phrase: Phrase, sentences: Iterable[str]) -> list[str]:
    return [sentence for sentence in sentences if any(stems == phrase.stems for stems, _ in _windows(sentence))]


def content(text: str) -> frozenset[str]:
    """The stems of the words of a text that say something by themselves."""
    return frozenset(stem(word) for word in tokens(text) if not _is_joint(word))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The part of a word, as `tokens` gives it, that stays when it is bent; crude, and only for comparing."""
    if _CYRILLIC.fullmatch(word):
        cut = _CYRILLIC_ENDING.sub("", word).rstrip("иь")
    elif word.endswith("ies"):
        cut = f"{word[:-3]}y"
    elif _HISSING.search(word):
        cut = word[:-2]
    else:
        cut = _ENGLISH_PLURAL.sub("", word.removesuffix("'s"))
    return cut if len(cut) >= _SHORTEST_STEM else word


def _windows(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Up to three words that stand side by side in a clause, without joints: their stems, and as they stand."""
    for clause in _CLAUSE.split(text):
        words = [(match.group(), "".join(tokens(match.group()))) for match in _WORD.finditer(clause)]
        for size in (1, 2, 3):
            for start in range(len(words) - size + 1):
                window = words[start : start + size]
                if not any(_is_joint(folded) for _, folded in window) and _says_something(window):
                    yield tuple(stem(folded) for _, folded in window), " ".join(shown for shown, _ in window)


def _is_joint(word: str) -> bool:
    return len(word) < _SHORTEST_WORD or word in _JOINTS or word.removesuffix("'s") in _JOINTS or word.isdigit()


def _says_something(window: list[tuple[str, str]]) -> bool:
    """A word alone must be one that can name a theme."""
    if len(window) > 1:
        return True
    word = window[0][1]
    return len(word) >= _SHORTEST_ALONE and word not in _PLAIN
