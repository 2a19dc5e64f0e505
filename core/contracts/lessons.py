"""Lessons from a person's earlier interviews about how they like to be interviewed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionCount:
    """The reception of questions of one kind, over several interviews."""

    chapter: str
    """The title of the script's chapter; empty for follow-up questions of all chapters."""
    at_length: int
    """Answered in ten words or more."""
    unanswered: int
    """Left without an answer when another question was asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lessons:
    wishes: tuple[str, ...] = ()
    """How they wanted to be interviewed, as the books noted it, oldest first."""
    questions: tuple[QuestionCount, ...] = ()
    """In the order of the script, follow-up questions last; only kinds with something to count."""

    def __bool__(self) -> bool:
        return bool(self.wishes or self.questions)
