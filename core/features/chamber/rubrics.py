"""What a run is scored by, as a judge is told it, and what judges made of a run, as it is kept. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from core.contracts.frozen import Frozen
from core.features.chamber.messages import Speaker, Utterance
from core.features.chamber.setup import ChamberCriterion, ChamberRubric, ModelService, Setup
from core.text.quoting import quote_in_tag

PRIME_AS_JUDGE = "prime"
"""The name in the table of scores, where Prime's model scores."""


class Without(StrEnum):
    """Why a criterion has no score."""

    NOT_SHOWN = "not-shown"
    """The judge says that too little was shown."""
    NO_LEVEL = "no-level"
    """What it gave is none of the levels."""
    NO_QUOTE = "no-quote"
    """Nothing that it quoted stands where it said it does."""
    NO_ANSWER = "no-answer"
    """It gave nothing that could be read, or left the criterion out."""
    FAILED = "failed"


class TrueQuote(Frozen):
    """Public words of the Candidate, as they stand in the utterance `seq`."""

    seq: int
    text: str


class CriterionScore(Frozen):
    """One judge's of one criterion. With a score there is a quote."""

    score: int | None = None
    quotes: tuple[TrueQuote, ...] = ()
    why: str = ""
    without: Without | None = None
    struck: int = 0
    """Quotes that do not stand where the judge said they do."""


class Scores(Frozen):
    """One judge's scores of a run: a row of the table of scores, as `model_dump_json` writes it."""

    judge: str
    model: str = ""
    criteria: Mapping[str, CriterionScore]
    """By id; all of the rubric."""
    up_to: int = 0
    """The last utterance that was read."""
    parts: int = 1
    """In which a long transcript was read, before the whole was scored by what each had shown."""
    left_out: int = 0
    """Characters in the midst of very long utterances that the judge was not shown."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost_micros: int = 0
    failed: str = ""
    """The code of the error, where the judge could not be asked."""

    def score(self, criterion: str) -> int | None:
        found = self.criteria.get(criterion)
        return None if found is None else found.score


def scores_in(bodies: Mapping[str, str]) -> tuple[Scores, ...]:
    """Read the stored scores of one run; what cannot be read is left out."""
    found: list[Scores] = []
    for body in bodies.values():
        try:
            found.append(Scores.model_validate_json(body))
        except ValueError:
            continue
    return tuple(found)


def missing_scores(judge: str, rubric: ChamberRubric, why: Without, *, model: str = "", failed: str = "") -> Scores:
    none = {each.id: CriterionScore(without=why) for each in rubric.criteria}
    return Scores(judge=judge, model=model, criteria=none, failed=failed)


def is_rubric_satisfied(scores: Iterable[Scores], rubric: ChamberRubric) -> bool:
    """Return whether every judge, of at least one, gave every criterion a score that is enough."""
    judged = tuple(scores)
    for criterion in rubric.criteria:
        for one in judged:
            score = one.score(criterion.id)
            if score is None or (criterion.enough is not None and score < criterion.enough):
                return False
    return bool(judged)


def is_check_due(rubric: ChamberRubric, said: Sequence[Utterance]) -> bool:
    """Return whether it is looked at after the last of `said` whether the rubric is satisfied."""
    if rubric.every is None or not said or said[-1].speaker is not Speaker.CANDIDATE:
        return False
    return said[-1].turn % rubric.every == 0


def judges_of(setup: Setup) -> Iterator[tuple[str, ModelService]]:
    """Yield the judges by name; where none is named, Prime's model."""
    if setup.rubric is not None:
        yield from ((each.name, each) for each in setup.judges)
        if not setup.judges and setup.prime is not None:
            yield PRIME_AS_JUDGE, setup.prime


def format_criteria(criteria: Iterable[ChamberCriterion]) -> str:
    """Return criteria with their levels from the lowest on, for a prompt."""
    lines = []
    for criterion in criteria:
        levels = sorted(criterion.levels, key=lambda each: each.score)
        lines += [f'<criterion id="{criterion.id}">', quote_in_tag("asks", criterion.asks)]
        lines += [quote_in_tag("level", each.means, score=each.score) for each in levels]
        lines.append("</criterion>")
    return "\n".join(lines)
