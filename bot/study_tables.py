"""All tables of a study, out of the database."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.studies import named_study, participations
from bot.study_codes import coding_of
from core.research.coding import Coded, Unit
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
    coded: Sequence[Coded]
    seen: Mapping[str, Collection[Unit]]
    """By coder: the answers that they have looked at."""

    def with_pseudonyms(self, pseudonyms: Sequence[Pseudonym]) -> Tables:
        answers, coded = hidden(self.answers, self.coded, pseudonyms)
        return replace(self, answers=answers, coded=coded)


def tables(c: Connection, name: str) -> Tables:
    """Raises ConfigurationError where there is no such study."""
    named_study(c, name)
    held = [*participations(c, name)]
    coding = coding_of(c, name, held)
    return Tables(
        answers=[*answer_rows(held)],
        participants=[*participant_rows(held)],
        questions=question_rows(held),
        coded=coding.coded,
        seen=coding.seen,
    )
