"""What was asked and what was answered, as pairs; for documents that are no transcript."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from core.session import QUESTIONS, Entry, EntryKind, Record

_BEFORE = 0
"""The place of what was told before the first question."""
LONGEST_THOUGHT = timedelta(minutes=2)
"""Of a longer silence before an answer no more is counted as thinking: a person may sleep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A question with all that was said to it and not taken back, in order."""

    question: Entry | None
    """None: what was said answers no question of this record, such as all that was told before the first one."""
    answers: tuple[Entry, ...]
    """At least one."""

    @property
    def follows_up(self) -> bool:
        return self.question is not None and self.question.kind is EntryKind.FOLLOW_UP

    @property
    def opens(self) -> bool:
        """Whether it was told before anything was asked."""
        return self.question is None and all(answer.answers is None for answer in self.answers)

    @property
    def asked(self) -> str:
        return self.question.text.strip() if self.question is not None else ""

    @property
    def text(self) -> str:
        """A message a line."""
        return "\n".join(answer.text for answer in self.answers)


def exchanges(record: Record) -> tuple[Exchange, ...]:
    """Every question that was answered, in the order in which they were asked; a stray answer where it was given.

    First of all, and together, what was told before the first question.
    """
    questions = {entry.seq: entry for entry in record.entries if entry.kind in QUESTIONS}
    answers: dict[int, list[Entry]] = {}
    for entry in sorted(record.entries, key=lambda e: e.seq):
        if entry.kind is EntryKind.ANSWER and not entry.withdrawn and entry.text.strip():
            place = entry.seq if entry.answers is not None else _BEFORE
            place = entry.answers if entry.answers in questions else place
            answers.setdefault(place, []).append(entry)
    return tuple(Exchange(question=questions.get(place), answers=tuple(answers[place])) for place in sorted(answers))


def answers_of(record: Record) -> dict[int, Entry]:
    """Every answer that stands, by its `seq`."""
    return {answer.seq: answer for exchange in exchanges(record) for answer in exchange.answers}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """How much was asked and told."""

    questions: int
    """Main questions that were asked, answered or not; one that still waits does not count."""
    follow_ups: int
    words: int
    """In what stands: words taken back do not count, and of an edited answer the newest ones."""
    thinking_seconds: float
    """How long the person thought before they answered: each pause at most two minutes, speaking not counted."""


def figures(record: Record) -> Figures:
    """Counted over the record itself, since a session's counters know of no edit."""
    told = exchanges(record)
    answered = {exchange.question.seq for exchange in told if exchange.question is not None}
    passed = {e.seq for e in record.entries if not e.withdrawn and e.seq != record.session.open_question}
    asked = [e for e in record.entries if e.kind in QUESTIONS and e.seq in answered | passed]
    return Figures(
        questions=sum(entry.kind is EntryKind.QUESTION for entry in asked),
        follow_ups=sum(entry.kind is EntryKind.FOLLOW_UP for entry in asked),
        words=sum(len(exchange.text.split()) for exchange in told),
        thinking_seconds=sum(map(_pause, told)),
    )


def _pause(exchange: Exchange) -> float:
    if exchange.question is None:
        return 0.0
    first = exchange.answers[0]
    pause = (first.at - exchange.question.at).total_seconds() - first.spoken_seconds
    return max(0.0, min(LONGEST_THOUGHT.total_seconds(), pause))
