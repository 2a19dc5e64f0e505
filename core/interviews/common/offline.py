"""What an interviewer without a model says before a question: a few of the person's own words, or a plain thank-you."""

from __future__ import annotations

import re
from itertools import dropwhile

from core.interviews.common.standing import S, Standing
from core.interviews.common.wording import counted, varied

LONG = 120
"""An answer with at least so many words is a gift, and may be thanked for."""
BETWEEN_THANKS = 5
"""Answers that lie between two plain thank-yous, at least."""

_PIECES = re.compile(r"[.!?…,;:\n–—()\[\]{}<>«»“”„\"/|]+|\s-\s")
_SAYABLE = re.compile(r"[^\W_]+(?:['’‑-][^\W_]+)*(?: [^\W_]+(?:['’‑-][^\W_]+)*){1,6}")
_OPENERS = frozenset(["and", "but", "because", "so", "well", "и", "а", "но", "потому", "ну", "что", "that", "which"])
_LEAST_WORD = 4


def salient(answer: str) -> str:
    """The stretch of an answer most worth quoting, word for word: names count, then long words. Empty for none."""
    if "://" in answer or "www." in answer:
        return ""
    best, most = "", 0
    for piece in _PIECES.split(answer):
        phrase = " ".join(dropwhile(lambda word: word.casefold() in _OPENERS, piece.split()))
        if not _SAYABLE.fullmatch(phrase):
            continue
        weight = sum(_weight(word, first=n == 0) for n, word in enumerate(phrase.split()))
        if weight > most:
            best, most = phrase, weight
    return best


def _weight(word: str, *, first: bool) -> int:
    if len(word) < _LEAST_WORD:
        return 0
    return len(word) + (6 if word[0].isupper() and not first else 0)


def echoed(state: S, language: str, answer: str) -> tuple[S, str]:
    """Every other time, the person's own words back to them."""
    phrase = salient(answer)
    if not phrase:
        return state, ""
    state, number = counted(state, "echo")
    if number > 1:
        return state, ""
    return varied(state, language, "quote", phrase=phrase)


def thanked(ground: Standing[S]) -> tuple[S, str]:
    """A plain thank-you, where the last one is long enough ago."""
    answers = ground.situation.session.counters.answers
    last: int = ground.state.thanked_at
    if 0 <= last <= answers < last + BETWEEN_THANKS:
        return ground.state, ""
    state, lead = varied(ground.state, ground.language, "thanks")
    return state.model_copy(update={"thanked_at": answers}), lead
