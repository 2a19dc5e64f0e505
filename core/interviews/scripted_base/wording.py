"""The interviewer's own sentences: varied, and never the same one twice running."""

from __future__ import annotations

from collections.abc import Mapping

from core.contracts.errors import BudgetSpent, ModelAbsent, ModelError
from core.contracts.script import primary
from core.interviews.scripted_base.standing import G
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


def varied(ground: G, kind: str, **values: str) -> tuple[G, str]:
    """The next wording of a kind ("declined", "loss", "pause"), and the ground that remembers it."""
    variants = ground.state.variants
    number = variants.get(kind, 0) % _VARIANTS[kind] + 1
    kept = {name: count for name, count in variants.items() if name in _VARIANTS}
    line = say(ground.language, f"interview-{kind}-{number}", **values)
    return ground.remembering(variants={**kept, kind: number}), line


def variants(language: str, kind: str, **values: str) -> list[str]:
    """All wordings of a kind of sentence."""
    return [say(language, f"interview-{kind}-{number}", **values) for number in range(1, _VARIANTS[kind] + 1)]


def once(ground: G, name: str) -> tuple[G, str]:
    """A notice ("offline", "fallback", "budget") the first time, nothing after that."""
    if name in ground.state.said:
        return ground, ""
    said = (*(each for each in ground.state.said if each in {"offline", "fallback", "budget"}), name)
    return ground.remembering(said=said), say(ground.language, f"interview-{name}")


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
