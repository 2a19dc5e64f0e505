"""Words compared by what stays of them when they are bent, in English and Russian; crude, and only for measuring.

The guard has stems of its own (`core.interviews.guard.stems`), which know that "mum" is "mother": a measure that shared
them would be blind wherever the guard is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from core.interviews.guard.text import sentences, tokens

_SHORTEST = 3
_LATIN_KEPT = 6
_CYRILLIC_KEPT = 5
_LATIN_ENDING = re.compile(r"(?:'s|ies|ing|ed|es|s|y|e)$")
_DOUBLED = re.compile(r"([b-df-hj-np-tv-z])\1$")
_CYRILLIC = re.compile(r"[а-я]+(?:-[а-я]+)*")
_CYRILLIC_ENDING = re.compile(
    r"(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|иях|ией|иям|иев|ев|ов|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|ах|ях|ам|ям|"
    r"ом|ем|ым|им|ых|их|ию|ия|ии|ью|ала|али|ать|ить|ила|или|ал|ил|[аяоеыиуюьй])$"
)
_EMPTY = frozenset((Path(__file__).parent / "empty.txt").read_text(encoding="utf-8").split())


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """The key of a word as `tokens` gives it."""
    if _CYRILLIC.fullmatch(word):
        whole = re.sub(r"с[яь]$", "", word) if len(word) > _CYRILLIC_KEPT else word
        cut = _CYRILLIC_ENDING.sub("", whole).rstrip("иь")
        return cut[:_CYRILLIC_KEPT] if len(cut) >= _SHORTEST else word
    cut = _DOUBLED.sub(r"\1", _LATIN_ENDING.sub("", word))
    return cut[:_LATIN_KEPT] if len(cut) >= _SHORTEST else word


def content(text: str) -> frozenset[str]:
    """The stems of the words of a text that say something by themselves."""
    return frozenset(stem(word) for word in tokens(text) if len(word) >= _SHORTEST and word not in _EMPTY)


def every_stem(text: str) -> frozenset[str]:
    """The stems of all words, the empty ones too."""
    return frozenset(stem(word) for word in tokens(text))


def touches(text: str, words: Iterable[str]) -> bool:
    """Whether one of the words stands in the text, however it is bent. A "word" of several needs them all."""
    found = every_stem(text)
    return any(every_stem(word) <= found for word in words)


def holds(text: str, words: Iterable[str]) -> bool:
    """Whether all of the words stand in the text."""
    found = every_stem(text)
    return all(every_stem(word) <= found for word in words)


# --- what is asked ------------------------------------------------------------------------------------------------

_REQUEST = re.compile(
    r"^(?:\W*(?:and|then|now|so|please|going back[^,]*|first|well|и|а|тогда|теперь|пожалуйста|ну)[,\s]+)*"
    r"(?:tell|describe|take me|walk me|show me|share|explain|name|imagine|say more|go on|give me|"
    r"let me hear|lead me|расскажите|опишите|объясните|проведите|покажите|назовите|представьте|вспомните|"
    r"поделитесь|продолжайте|поведайте|попробуйте (?:рассказать|описать|вспомнить))\b",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"(?:[,:;–—]\s+)(?:please )?(?:tell me|describe|take me|walk me|расскажите|опишите)\b", re.IGNORECASE
)
_POINTS = re.compile(
    r"\b(?:there|then|next|after that|it|him|her|them|тогда|там|туда|потом|дальше|подробнее|это|этом|ней|ним|них)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[“«„\"][^”»“\"]*[”»“\"]")


def asking(text: str) -> tuple[str, ...]:
    """The sentences of a message that ask for something, by a question mark or as a request."""
    return tuple(each for each in sentences(text) if _asks(each))


def pointed(text: str) -> tuple[str, ...]:
    """The same; one that points ("what happened then?") together with the sentence before, which says to what."""
    found = []
    for lead, sentence in pairwise(("", *sentences(text))):
        points = not _asks(lead) and (not content(sentence) or _POINTS.search(sentence))
        if _asks(sentence):
            found.append(f"{lead} {sentence}".strip() if points else sentence)
    return tuple(found)


def remarks(text: str) -> tuple[str, ...]:
    """The sentences that ask for nothing."""
    return tuple(each for each in sentences(text) if not _asks(each))


def without_quotes(text: str) -> str:
    return _QUOTED.sub(" ", text)


def _asks(sentence: str) -> bool:
    bare = without_quotes(sentence)
    return "?" in bare or _REQUEST.search(bare) is not None or _INSIDE.search(bare) is not None
