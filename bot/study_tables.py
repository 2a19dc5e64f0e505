"""All tables of a study, out of the database."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.studies import find_study, load_participations
from bot.study_codes import load_coding
from core.research.coding import Coded, Unit
from core.research.pseudonyms import Pseudonym, pseudonymise
from core.research.tables import (
    ParticipantRow,
    QuestionRow,
    TableRow,
    participant_rows,
    question_rows,
    study_answer_rows,
)
from core.store.store import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    answers: Sequence[TableRow]
    participants: Sequence[ParticipantRow]
    questions: Sequence[QuestionRow]
    coded: Sequence[Coded]
    seen: Mapping[str, Collection[Unit]]
    """By coder: the answers that they have looked at."""

    def with_pseudonyms(self, pseudonyms: Sequence[Pseudonym]) -> Tables:
        answers, coded = pseudonymise(self.answers, self.coded, pseudonyms)
        return replace(self, answers=answers, coded=coded)


def build_study_tables(c: Connection, name: str) -> Tables:
    """Raises ConfigurationError where there is no such study."""
    find_study(c, name)
    held = [*load_participations(c, name)]
    coding = load_coding(c, name, held)
    return Tables(
        answers=[*study_answer_rows(held)],
        participants=[*participant_rows(held)],
        questions=question_rows(held),
        coded=coding.coded,
        seen=coding.seen,
    )
