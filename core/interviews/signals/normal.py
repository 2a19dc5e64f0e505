"""One spelling for what people type: without apostrophes, with slips of the keyboard, run together, drawn out.

What patterns are written for: lower case, е for ё, contractions written out ("dont", "don't" -> "do not"), «тся» for
«ться», no emoji. Everything is linear in the text and raises for none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

_ONE_FORM = str.maketrans({"’": "'", "ʼ": "'", "‘": "'", "`": "'", "´": "'", "ё": "е", "\u00a0": " ", "_": " "})
_DRAWN_OUT = re.compile(r"([^\W\d])\1{2,}")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_NOT_WORDS = re.compile(r"[^\w'.!?…,;:\n–—()-]+")
_ENDINGS = (
    (re.compile(r"(?<=[a-z])n't$"), " not"),
    (re.compile(r"'m$"), " am"),
    (re.compile(r"'re$"), " are"),
    (re.compile(r"'ve$"), " have"),
    (re.compile(r"'ll$"), " will"),
    (re.compile(r"'d$"), " would"),
    (re.compile(r"^(it|he|she|who|that|what|here|there|where|how|dinner|lunch|tea|supper|food|phone)'s$"), r"\1 is"),
    (re.compile(r"^(let)'s$"), r"\1 us"),
)
_WRITTEN_OUT = {"ca not": "cannot", "wo not": "will not", "sha not": "shall not", "ai not": "am not"}
_HARD_SIGNS = ((re.compile(r"ться\b"), "тся"), (re.compile(r"(?<=[жш])ы"), "и"), (re.compile(r"(?<=[чщ])я"), "а"))
_SLIP_FROM = 6
"""Letters from which on one slip in a word is understood; in shorter ones it would be another word."""
_NEVER_SLIPS = frozenset({"loving", "leaving", "burned", "strangled", "yourself", "skipped", "private's"})


def _table(name: str) -> dict[str, str]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    pairs = (line.split("=") for line in text.splitlines() if "=" in line and not line.startswith("#"))
    return {word.strip(): meant.strip() for words, meant in pairs for word in words.split(",")}


_MEANT = _table("spellings.txt")


def _shorter(word: str) -> set[str]:
    """The word without each one of its letters: two words that differ by one slip have one of these in common."""
    return {word, *(word[:n] + word[n + 1 :] for n in range(1, len(word)))}


_LONG_WORDS = (Path(__file__).parent / "long_words.txt").read_text(encoding="utf-8").split()
_SLIPS = {form: word for word in reversed(_LONG_WORDS) for form in _shorter(word)}
_KNOWN = frozenset(_LONG_WORDS) | _NEVER_SLIPS


@lru_cache(maxsize=32)
def flat(text: str) -> str:
    """`text` in the spelling of the patterns, with its punctuation."""
    words = _DRAWN_OUT.sub(r"\1", text.casefold().translate(_ONE_FORM))
    return _WORD.sub(lambda found: _meant(found.group()), _NOT_WORDS.sub(" ", words))


def words_of(text: str) -> str:
    """The words of `text` in the spelling of the patterns, one space between them."""
    return " ".join(_WORD.findall(flat(text)))


@lru_cache(maxsize=4_096)
def _meant(word: str) -> str:
    if word in _MEANT:
        return _MEANT[word]
    for ending, full in _ENDINGS:
        if ending.search(word):
            written_out = ending.sub(full, word)
            return _WRITTEN_OUT.get(written_out, written_out)
    word = word.replace("'", "")
    for wrong, right in _HARD_SIGNS:
        word = wrong.sub(right, word)
    if word in _MEANT:
        return _MEANT[word]
    return _without_slip(word) if _SLIP_FROM <= len(word) <= 24 else word


def _without_slip(word: str) -> str:
    if word in _KNOWN:
        return word
    return next((_SLIPS[form] for form in (word, *sorted(_shorter(word))) if form in _SLIPS), word)
