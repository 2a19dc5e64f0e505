"""Technical interviews that are over: their records, and models that weigh them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from core.contracts.about import About
from core.contracts.chore import ChoreSituation
from core.contracts.sandbox import Ended
from core.contracts.script import ScriptSet
from core.contracts.script_files import load_scripts
from core.contracts.session import Record, Status
from core.interviews.technical import SCRIPTS
from core.interviews.technical.code_submissions import CodeSubmission, Metrics, RunSeen
from core.interviews.technical.course import TechnicalPrompts
from core.interviews.technical.evaluation import (
    Evaluation,
    EvaluationSaid,
    check_evaluation,
    evaluate_interview,
    review_material,
    scores_by_runs,
)
from core.interviews.technical.exercises.exercise import BANK, Exercise, Programming, load_exercises
from core.interviews.technical.harness import CaseOutcome, CaseSeen
from core.interviews.technical.rubric import TechnicalRubric, load_rubric
from core.interviews.technical.state import TechnicalState
from core.interviews.technical.subject import Resume, TechnicalSubject
from tests.fakes.model import Reply, ScriptedModel
from tests.fakes.records import BEGAN, Conversation, record_of

CODE = "def first(items):\n    # the first of them\n    return items[0] if items else None\n"
ANSWERS = (
    "I built the invoicing service because the nightly run took three hours, and I decided to use a queue.",
    "We turned down a bigger machine, since the cost of it was twice that of two workers, and it would not grow.",
    "I measured it with a profiler first, and moved the sums into the database, which made it ten minutes.",
    "It broke once when a message came twice, so I gave each a key and wrote a test that sends everything twice.",
)


@cache
def rubric() -> TechnicalRubric:
    return load_rubric()


@cache
def scripts() -> ScriptSet:
    return load_scripts(SCRIPTS)


@cache
def prompts() -> TechnicalPrompts:
    return TechnicalPrompts.load()


@cache
def exercises() -> Mapping[str, Exercise]:
    return load_exercises(BANK)


def some_exercise() -> Exercise:
    return next(iter(exercises().values()))


def ran(*, passed: int = 0, total: int = 0, **more: Any) -> RunSeen:
    outcomes = [CaseOutcome.PASSED] * passed + [CaseOutcome.WRONG] * (total - passed)
    cases = [CaseSeen(number=n, shown=False, outcome=each, about="an edge") for n, each in enumerate(outcomes, start=1)]
    values = {"ran": True, "ended": Ended.FINISHED, "exit_code": 0, "metrics": Metrics(functions=1), **more}
    return RunSeen(cases=tuple(cases), **values)


def handed(*pieces: tuple[str, RunSeen | None], exercise: str | None = None) -> dict[str, str]:
    """Findings of code that was handed in, with what its runs showed."""
    found: dict[str, str] = {}
    for number, (source, seen) in enumerate(pieces, start=1):
        id_ = some_exercise().id if exercise is None else exercise
        code = CodeSubmission(language=Programming.PYTHON, source=source, exercise=id_)
        found[f"code-{number}"] = code.model_dump_json()
        if seen is not None:
            found[f"run-{number}"] = seen.model_dump_json()
    return found


def talk(*answers: str) -> Conversation:
    """A question for each answer; answers have even numbers."""
    told = Conversation()
    for answer in answers:
        told.answer(answer, told.ask("What was yours in it?"))
    return told


def over(
    told: Conversation | None = None,
    findings: dict[str, str] | None = None,
    *,
    language: str = "en",
    status: Status = Status.COMPLETED,
    **state: Any,
) -> Record:
    values = TechnicalState(**state).dump()
    return record_of(told or talk(*ANSWERS), findings=findings, language=language, status=status, state=values)


def of(record: Record, skills: Sequence[str] = ()) -> ChoreSituation:
    subject = TechnicalSubject(resume=Resume(skills=tuple(skills)))
    return ChoreSituation(
        person=record.person,
        session=record.session,
        scripts=scripts(),
        digest=record.digest,
        now=BEGAN,
        record=record,
        about=About(value=subject.model_dump_json()),
        findings=record.findings,
    )


def all_at(score: int, quotes: Sequence[tuple[str, int]] = (), lines: Sequence[tuple[int, int, str]] = ()) -> Reply:
    """The same score for every criterion, with the same evidence."""
    each = {
        "score": score,
        "why": "It was shown.",
        "quotes": [{"quote": quote, "entry": entry} for quote, entry in quotes],
        "lines": [{"submission": n, "line": line, "text": text} for n, line, text in lines],
    }
    return {"scores": [{"criterion": criterion.id, **each} for criterion in rubric().criteria]}


def weigh(record: Record, said: Reply) -> Evaluation:
    """What stands of a model's answer."""
    weighed = review_material(record, exercises())
    answer = EvaluationSaid.model_validate(said)
    return check_evaluation(answer, rubric(), weighed, scores_by_runs(weighed), by_model=True)


async def evaluation_by(record: Record, model: ScriptedModel, skills: Sequence[str] = ()) -> Evaluation:
    result = await evaluate_interview(prompts(), rubric(), exercises(), of(record, skills), model)
    return Evaluation.model_validate_json(result.finding or "")


def scores(evaluation: Evaluation) -> dict[str, int | None]:
    return {each.criterion: each.score for each in evaluation.scores}


def without(evaluation: Evaluation) -> dict[str, str]:
    return {each.criterion: each.without for each in evaluation.scores if each.score is None}
