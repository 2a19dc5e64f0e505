"""All tables of a study, out of the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.studies import named_study, participations
from core.research.hiding import hidden
from core.research.pseudonyms import Pseudonym
from core.research.tables import (
    AnswerRow,
    ParticipantRow,
    QuestionRow,
    answer_rows,
    participant_rows,
    question_rows,
)
from core.store.store import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    answers: Sequence[AnswerRow]
    participants: Sequence[ParticipantRow]
    questions: Sequence[QuestionRow]

    def with_pseudonyms(self, pseudonyms: Sequence[Pseudonym]) -> Tables:
        answers, _ = hidden(self.answers, (), pseudonyms)
        return replace(self, answers=answers)


def tables(c: Connection, name: str) -> Tables:
    """Raises ConfigurationError where there is no such study."""
    named_study(c, name)
    held = [*participations(c, name)]
    return Tables(answers=[*answer_rows(held)], participants=[*participant_rows(held)], questions=question_rows(held))
