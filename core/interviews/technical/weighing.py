"""What can be said of an interview by rules: from runs and measures, and how far a model's scores may be from that."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from core.contracts.session import Record
from core.documents.exchanges import answers_of
from core.interviews.substance import words_told
from core.interviews.technical.exercises.exercise import Exercise, Level
from core.interviews.technical.handed import CODE, RUN, HandedIn, RunSeen, kept, numbers
from core.interviews.technical.state import TechnicalState

ENOUGH_WORDS: Final = 60
"""Words of all answers under which they are too little to go by."""
APART: Final = 1
"""So far a model's score may be from what the runs say."""
CODE_CRITERIA: Final = frozenset({"problem_solving", "code_quality"})
"""Criteria that the runs say something about."""
_FENCE = re.compile(r"^```.*?(?:^```[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed:
    """One piece of code with what became of it."""

    number: int
    code: HandedIn
    source: str
    seen: RunSeen | None
    exercise: Exercise | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What there is to go by."""

    answers: Mapping[int, str]
    """By the `seq` of an answer, without code."""
    handed: tuple[Handed, ...]

    @property
    def words(self) -> int:
        return sum(words_told(text) for text in self.answers.values())

    @property
    def best(self) -> tuple[Handed, ...]:
        """Of each exercise what passed most, of code of their own the last."""
        found: dict[str, Handed] = {}
        for each in self.handed:
            before = found.get(each.code.exercise)
            if before is None or _passed(each) >= _passed(before):
                found[each.code.exercise] = each
        return tuple(found.values())


def shown_in(record: Record, exercises: Mapping[str, Exercise]) -> Shown:
    """What documents may show of it."""
    answers = {seq: _FENCE.sub("", entry.text).strip() for seq, entry in answers_of(record).items()}
    return Shown(
        answers={seq: text for seq, text in answers.items() if text}, handed=tuple(_handed(record.findings, exercises))
    )


def _handed(findings: Mapping[str, str], exercises: Mapping[str, Exercise]) -> Iterable[Handed]:
    for number in numbers(findings, CODE):
        code = kept(findings, CODE, number, HandedIn)
        if code is not None:
            seen = kept(findings, RUN, number, RunSeen)
            source = code.source or ("" if seen is None else seen.source)
            yield Handed(number=number, code=code, source=source, seen=seen, exercise=exercises.get(code.exercise))


def _passed(each: Handed) -> float:
    seen = each.seen
    return 0.0 if seen is None or not seen.cases else seen.passed / len(seen.cases)


def by_runs(shown: Shown, state: TechnicalState) -> dict[str, int]:
    """Scores of the criteria that runs say something about; none where no exercise was run."""
    tried = [each for each in shown.best if each.seen is not None and each.seen.cases]
    if not tried:
        return {}
    mean = sum(map(_passed, tried)) / len(tried)
    solved = sum(_passed(each) == 1 for each in tried)
    hard = any(
        _passed(each) == 1 and each.exercise is not None and each.exercise.level is Level.SENIOR for each in tried
    )
    solving = 1 if mean == 0 else 2 if mean < 0.5 else 3 if not solved else 4 if mean == 1 or solved > 1 else 3
    solving = min(5, solving + (1 if hard and mean == 1 else 0))
    if state.struggles > 1 or state.hints > 1:
        solving = max(1, solving - 1)
    hardest = max((each.seen.metrics.complexity for each in tried if each.seen is not None), default=0)
    remarks = sum(len(each.seen.metrics.remarks) for each in tried if each.seen is not None)
    quality = 1 if mean == 0 else 2 if mean < 0.5 else 4
    quality -= (hardest > 10) + (remarks > 2)
    return {"problem_solving": solving, "code_quality": max(1, quality)}


def held(criterion: str, score: int, runs: Mapping[str, int]) -> int:
    """A model's score, held to what the runs say."""
    said = runs.get(criterion)
    return score if said is None else min(max(score, said - APART), said + APART)
