"""Vary the interviewer's own sentences: never the same one twice running."""

from __future__ import annotations

from collections.abc import Mapping

from core.contracts.errors import BudgetSpent, ModelAbsent, ModelError
from core.contracts.script import primary_language
from core.interviews.scripted_base.standing import G
from core.languages.messages import say

_VARIANTS = {"hard": 4, "more": 3, "room": 3}
"""The number of wordings of each kind of sentence."""
_ONCE = frozenset({"offline", "fallback", "budget"})


def vary_wording(ground: G, kind: str) -> tuple[G, str]:
    """Return the ground that remembers it, and the next wording of a kind ("hard", "more", "room")."""
    variants = ground.state.variants
    number = variants.get(kind, 0) % _VARIANTS[kind] + 1
    kept = {name: count for name, count in variants.items() if name in _VARIANTS}
    return ground.remembering(variants={**kept, kind: number}), say(ground.language, f"interview-{kind}-{number}")


def notice_once(ground: G, name: str) -> tuple[G, str]:
    """Return a notice ("offline", "fallback", "budget") the first time, nothing after that."""
    if name in ground.state.said:
        return ground, ""
    said = (*(each for each in ground.state.said if each in _ONCE), name)
    return ground.remembering(said=said), say(ground.language, f"interview-{name}")


def notice_about(error: ModelError) -> str:
    """Return the name of the notice that tells of such a failure of the model."""
    if isinstance(error, BudgetSpent):
        return "budget"
    return "offline" if isinstance(error, ModelAbsent) else "fallback"


def help_text(language: str, help_texts: Mapping[str, str]) -> str:
    """Return the words to somebody in danger, with the operator's help text in their language, else in another."""
    own = help_texts.get(primary_language(language)) or help_texts.get("en") or next(iter(help_texts.values()), "")
    return join_paragraphs(say(language, "interview-danger"), own.strip())


def join_paragraphs(*parts: str) -> str:
    """Join the parts that are not empty, each as a paragraph."""
    return "\n\n".join(part for part in parts if part)
