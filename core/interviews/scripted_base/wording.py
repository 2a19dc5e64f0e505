"""The interviewer's own sentences: varied, and never the same one twice running."""

from __future__ import annotations

from collections.abc import Mapping

from core.contracts.errors import BudgetSpent, ModelAbsent, ModelError
from core.interviews.scripted_base.languages import primary
from core.interviews.scripted_base.standing import S
from core.words import say

_VARIANTS = {
    "declined": 5,
    "go-on": 3,
    "later": 2,
    "left": 3,
    "lighter": 2,
    "loss": 4,
    "more": 3,
    "pause": 2,
    "probe-kin": 3,
    "probe-name": 3,
    "probe-person": 2,
    "probe-then": 6,
    "probe-words": 4,
    "probe-year": 2,
    "room": 3,
    "scene-kin": 2,
    "scene-name": 2,
    "scene-person": 2,
    "scene-words": 2,
    "smaller": 2,
    "told-already": 2,
    "topic": 2,
}
"""How many wordings there are of each kind of sentence."""


def counted(state: S, kind: str) -> tuple[S, int]:
    """The next number of a kind, from 1 and round again, and the state that remembers it."""
    number = state.variants.get(kind, 0) % _VARIANTS[kind] + 1
    kept = {name: count for name, count in state.variants.items() if name in _VARIANTS}
    return state.model_copy(update={"variants": {**kept, kind: number}}), number


def varied(state: S, language: str, kind: str, **values: str) -> tuple[S, str]:
    """The next wording of a kind ("declined", "loss", "pause"), and the state that remembers it."""
    state, number = counted(state, kind)
    return state, say(language, f"interview-{kind}-{number}", **values)


def once(state: S, language: str, name: str) -> tuple[S, str]:
    """A notice ("offline", "fallback", "budget") the first time, nothing after that."""
    if name in state.said:
        return state, ""
    said = (*(each for each in state.said if each in {"offline", "fallback", "budget"}), name)
    return state.model_copy(update={"said": said}), say(language, f"interview-{name}")


def notice_about(error: ModelError) -> str:
    """The name of the notice that such a failure of the model is told with."""
    if isinstance(error, BudgetSpent):
        return "budget"
    return "offline" if isinstance(error, ModelAbsent) else "fallback"


def distress(language: str, help_texts: Mapping[str, str]) -> str:
    """The word to somebody in distress, with the operator's help text in their language, else in another."""
    own = help_texts.get(primary(language)) or help_texts.get("en") or next(iter(help_texts.values()), "")
    return "\n\n".join(part for part in (say(language, "interview-distress"), own.strip()) if part)


def joined(*parts: str) -> str:
    """What is said in one breath, each part a paragraph."""
    return "\n\n".join(part for part in parts if part)
