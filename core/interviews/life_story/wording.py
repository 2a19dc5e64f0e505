"""The interviewer's own sentences: varied, and never the same one twice running."""

from __future__ import annotations

from collections.abc import Mapping

from core.interviews.life_story.languages import primary
from core.interviews.life_story.state import LifeState
from core.words import say

_VARIANTS = {"declined": 5, "thanks": 4, "quote": 3, "pause": 2, "echo": 2}


def counted(state: LifeState, kind: str) -> tuple[LifeState, int]:
    """The next number of a kind, from 1 and round again, and the state that remembers it."""
    number = state.variants.get(kind, 0) % _VARIANTS[kind] + 1
    kept = {name: count for name, count in state.variants.items() if name in _VARIANTS}
    return state.model_copy(update={"variants": {**kept, kind: number}}), number


def varied(state: LifeState, language: str, kind: str, **values: str) -> tuple[LifeState, str]:
    """The next wording of a kind ("declined", "thanks", "quote", "pause"), and the state that remembers it."""
    state, number = counted(state, kind)
    return state, say(language, f"life-story-{kind}-{number}", **values)


def once(state: LifeState, language: str, name: str) -> tuple[LifeState, str]:
    """A notice ("offline", "fallback", "budget") the first time, nothing after that."""
    if name in state.said:
        return state, ""
    said = (*(each for each in state.said if each in {"offline", "fallback", "budget"}), name)
    return state.model_copy(update={"said": said}), say(language, f"life-story-{name}")


def distress(language: str, help_texts: Mapping[str, str]) -> str:
    """The word to somebody in distress, with the operator's help text in their language, else in another."""
    own = help_texts.get(primary(language)) or help_texts.get("en") or next(iter(help_texts.values()), "")
    return "\n\n".join(part for part in (say(language, "life-story-distress"), own.strip()) if part)


def joined(*parts: str) -> str:
    """What is said in one breath, each part a paragraph."""
    return "\n\n".join(part for part in parts if part)
