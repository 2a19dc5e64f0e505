"""What belongs to a question with set answers: its buttons, what is said beside it, and what is read aloud of it."""

from __future__ import annotations

from collections.abc import Iterable

from core.contracts.closed_questions import QuestionType
from core.contracts.script import ScriptQuestion
from core.contracts.turn import Offer
from core.languages.messages import locale_or_default, say

ENOUGH = "enough"
"""The press with which somebody says that they have chosen all that is right."""


def answer_buttons(question: ScriptQuestion, language: str, *, chosen: Iterable[str] = ()) -> tuple[Offer, ...]:
    """Return a button for each answer that is left; none for a number or a date."""
    if question.type is QuestionType.SCALE:
        return tuple(Offer(answer=str(point), label=str(point)) for point in question.points)
    if not question.chooses:
        return ()
    had = set(chosen)
    left = enumerate(question.options, 1)
    own = tuple(Offer(answer=str(number), label=each.text) for number, each in left if each.id not in had)
    if question.type is QuestionType.CHOICE:
        return own
    return (*own, Offer(answer=ENOUGH, label=_none(language) if not had else say(_ours(language), "script-enough")))


def press_as_words(question: ScriptQuestion, pressed: str, language: str, *, chosen: Iterable[str]) -> str | None:
    """Return what pressing that says; empty for nothing more; None for what is no button of this question."""
    if pressed == ENOUGH and question.type is QuestionType.CHOICES:
        return "" if set(chosen) else _none(language)
    offers = {offer.answer: offer.label for offer in answer_buttons(question, language)}
    return offers.get(pressed)


def full_question(question: ScriptQuestion) -> str:
    """Return a question's words, with what people must know to answer it."""
    points, labels = question.points, question.labels
    if not points:
        return question.text
    ends = [f"{point} – {label}" for point, label in zip((points[0], points[-1]), labels, strict=False)]
    return f"{question.text}\n{', '.join(ends)}" if ends else question.text


def ask_to_repeat(question: ScriptQuestion, language: str) -> str:
    """A kind word for what could not be read, and how it can."""
    points = question.points
    values = {"low": points[0], "high": points[-1]} if points else {"unit": question.unit or "none"}
    other = "other" if question.other else "none"
    return say(_ours(language), f"script-again-{question.type}", other=other, **values)


def read_back_value(
    question: ScriptQuestion, language: str, chosen: Iterable[str], number: float | None, date: str
) -> str:
    """Return what was read, for somebody who has said it in other words."""
    texts = {option.id: option.text for option in question.options}
    value = ", ".join(texts[each] for each in chosen if each in texts) or date
    if number is not None:
        value = f"{number:g}"
    return say(_ours(language), "script-noted", value=value) if value else ""


def _none(language: str) -> str:
    return say(_ours(language), "script-none")


def _ours(language: str) -> str:
    return locale_or_default(language, "en")
