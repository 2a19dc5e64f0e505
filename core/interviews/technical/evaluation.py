"""The evaluation: scores with their evidence, checked to the letter; without a model what the runs alone can say.

It is for the candidate. No score is given without evidence, and none where there is too little to go by.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Final

import structlog
from pydantic import BeforeValidator

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.errors import BudgetSpent, ModelAbsent
from core.contracts.ports import LanguageModel
from core.interviews.scripted_base.books import FilledIn
from core.interviews.technical.code_submissions import EVALUATION
from core.interviews.technical.evaluation_prompt import evaluation_prompt, without_comments
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.injection import LEFT_OUT, is_injection
from core.interviews.technical.prompt import TechnicalPrompts
from core.interviews.technical.rubric import LEVELS, RubricCriterion, TechnicalRubric
from core.interviews.technical.score_bounds import (
    ENOUGH_WORDS,
    Handed,
    ReviewMaterial,
    RunsSay,
    bounded_score,
    judge_by_rules,
    review_material,
    scores_by_runs,
)
from core.interviews.technical.state import load
from core.interviews.technical.subject import Stored
from core.languages import fold
from core.languages.lexicon import any_of
from core.text.quoting import shorten_middle
from core.text.text import count_beginning_words

log = structlog.get_logger()
_FEWEST_QUOTED: Final = 3
"""Words of a quote."""
_MOST_EVIDENCE: Final = 3
_MOST_POINTS: Final = 4
_MOST_PLANNED: Final = 6
_LONGEST: Final = 400
_DAYS: Final = re.compile(r"\d{1,2}(?:\s?[-–—]\s?\d{1,2})?")
_DASH: Final = re.compile(r"\s?[-–—]\s?")
_NOT_OURS: Final = re.compile(rf"https?:|www\.|\b{any_of('technical', 'hiring')}\b")
"""Links, and words about hiring."""


class Evidence(Stored):
    """A sentence of an answer, or a line of code, to the letter."""

    text: str
    entry: int | None = None
    submission: int | None = None
    line: int | None = None


class Score(Stored):
    criterion: str
    score: int | None = None
    """1 to 5; None for no score."""
    without: str = ""
    """The reason why there is none: "too-little", "no-code", "no-evidence" or "no-model"."""
    why: str = ""
    evidence: tuple[Evidence, ...] = ()


class Remark(Stored):
    says: str
    evidence: tuple[Evidence, ...] = ()


class Planned(Stored):
    days: str
    does: str


class Evaluation(Stored):
    """The finding `EVALUATION`."""

    scores: tuple[Score, ...] = ()
    strengths: tuple[Remark, ...] = ()
    work_on: tuple[Remark, ...] = ()
    plan: tuple[Planned, ...] = ()
    by_model: bool = False
    away: bool = False
    """There is a model, and it could not be reached."""
    of: str = ""
    """The `digest` of what was weighed."""


def _whole(value: object) -> object:
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    return int(value) if isinstance(value, float) and value == int(value) else value if isinstance(value, int) else None


class _QuoteSaid(FilledIn):
    quote: str = ""
    entry: Annotated[int | None, BeforeValidator(_whole)] = None


class _LineSaid(FilledIn):
    submission: Annotated[int | None, BeforeValidator(_whole)] = None
    line: Annotated[int | None, BeforeValidator(_whole)] = None
    text: str = ""


class _RemarkSaid(FilledIn):
    says: str = ""
    quotes: tuple[_QuoteSaid, ...] = ()
    lines: tuple[_LineSaid, ...] = ()


class _ScoreSaid(FilledIn):
    criterion: str = ""
    score: Annotated[int | None, BeforeValidator(_whole)] = None
    why: str = ""
    quotes: tuple[_QuoteSaid, ...] = ()
    lines: tuple[_LineSaid, ...] = ()


class _PlannedSaid(FilledIn):
    days: str = ""
    does: str = ""


class EvaluationSaid(FilledIn):
    """The answer of a model."""

    scores: tuple[_ScoreSaid, ...] = ()
    strengths: tuple[_RemarkSaid, ...] = ()
    work_on: tuple[_RemarkSaid, ...] = ()
    plan: tuple[_PlannedSaid, ...] = ()


async def evaluate_interview(
    prompts: TechnicalPrompts,
    rubric: TechnicalRubric,
    exercises: Mapping[str, Exercise],
    situation: ChoreSituation,
    model: LanguageModel,
) -> ChoreResult:
    """Evaluate a whole interview. Raises ModelError when it must be tried again."""
    record = situation.record
    if record is None:
        raise ValueError("an evaluation is about the whole of an interview")
    weighed = review_material(record, exercises)
    said = None
    if not model.offline and (weighed.words >= ENOUGH_WORDS or weighed.handed):
        try:
            prompt = await asyncio.to_thread(evaluation_prompt, prompts, rubric, record, weighed, situation.about)
            said = await model.ask(prompt, EvaluationSaid)
        except (ModelAbsent, BudgetSpent) as error:
            log.info("evaluated-by-rule", session=record.session.id, error=error.code)
    return ChoreResult(finding=combine_evaluation(said, rubric, exercises, situation, weighed).model_dump_json())


def evaluation_in(findings: Mapping[str, str]) -> Evaluation | None:
    """Return the evaluation that is kept with a session; None where none can be read."""
    try:
        return Evaluation.model_validate_json(findings.get(EVALUATION, ""))
    except ValueError:
        return None


def combine_evaluation(
    said: EvaluationSaid | None,
    rubric: TechnicalRubric,
    exercises: Mapping[str, Exercise],
    situation: ChoreSituation,
    weighed: ReviewMaterial,
) -> Evaluation:
    """Return what is borne out of a model's words, and the rest by rules; all by rules where it said nothing."""
    session = situation.session
    state = load(session.state, situation.scripts.speak(session.language), None)
    found = check_evaluation(
        said or EvaluationSaid(), rubric, weighed, scores_by_runs(weighed), by_model=said is not None
    )
    ruled = judge_by_rules(weighed, [exercises[each] for each in state.given if each in exercises], session.language)
    updates: dict[str, object] = {"of": weighed.digest}
    if said is None:
        updates["strengths"] = tuple(Remark(says=each) for each in ruled.strengths)
        updates["work_on"] = tuple(Remark(says=each) for each in ruled.work_on)
    if not found.plan:
        updates["plan"] = tuple(Planned(days=days, does=does) for days, does in ruled.plan)
    return found.model_copy(update=updates)


# --- what of a model's answer is borne out ------------------------------------------------------------------------


def check_evaluation(
    said: EvaluationSaid,
    rubric: TechnicalRubric,
    weighed: ReviewMaterial,
    runs: Mapping[str, RunsSay],
    *,
    by_model: bool,
) -> Evaluation:
    """Return scores and remarks whose evidence is in the answers and the code, held to what the runs say."""
    by_id = {each.criterion.strip().lower().replace(" ", "_"): each for each in reversed(said.scores)}
    scores = tuple(_score(each, by_id.get(each.id), weighed, runs, by_model=by_model) for each in rubric.criteria)
    plan = [
        Planned(days=_DASH.sub("–", days[0]), does=does)
        for each in said.plan
        if (does := _told(each.does)) and (days := _DAYS.search(each.days))
    ]
    return Evaluation(
        scores=scores,
        strengths=tuple(remark for remark in _remarks(said.strengths, weighed) if remark.evidence)[:_MOST_POINTS],
        work_on=tuple(_remarks(said.work_on, weighed))[:_MOST_POINTS],
        plan=tuple(plan[:_MOST_PLANNED]),
        by_model=by_model,
    )


def _score(
    criterion: RubricCriterion,
    said: _ScoreSaid | None,
    weighed: ReviewMaterial,
    runs: Mapping[str, RunsSay],
    *,
    by_model: bool,
) -> Score:
    # There may be too little for a score, whatever anybody says.
    if criterion.evidence == ("code",):
        if not any(each.source.strip() for each in weighed.handed):
            return Score(criterion=criterion.id, without="no-code")
    elif weighed.words < ENOUGH_WORDS and not ("code" in criterion.evidence and weighed.handed):
        return Score(criterion=criterion.id, without="too-little")
    if not by_model:
        by_rule = runs.get(criterion.id)
        if by_rule is None:
            return Score(criterion=criterion.id, without="no-model")
        return Score(criterion=criterion.id, score=by_rule.score)
    if said is None or said.score is None or not 1 <= said.score <= LEVELS:
        return Score(criterion=criterion.id, without="too-little")
    evidence = _evidence(said.quotes, said.lines, weighed, criterion.evidence)
    if not evidence:
        return Score(criterion=criterion.id, without="no-evidence")
    works = {each.number for each in weighed.handed if each.works}
    lines = sum(each.submission in works for each in evidence)
    quotes = sum(each.entry is not None and weighed.grounded(each.entry) for each in evidence)
    # Where most answers have no grounds, one quote counts at most.
    with_grounds, told = weighed.grounds
    grounds = lines + (quotes if 2 * with_grounds >= told else min(quotes, 1))
    score = bounded_score(said.score, runs.get(criterion.id), grounds)
    # Reasons for a score that was changed would mislead.
    why = _told(said.why) if score == said.score else ""
    return Score(criterion=criterion.id, score=score, why=why, evidence=evidence)


def _remarks(said: Iterable[_RemarkSaid], weighed: ReviewMaterial) -> Iterator[Remark]:
    for each in said:
        if says := _told(each.says):
            yield Remark(says=says, evidence=_evidence(each.quotes, each.lines, weighed, ("answers", "code")))


def _told(text: str) -> str:
    """Return a model's words to the candidate without sentences about hiring, links, and orders that it repeats."""
    sentences = re.split(r"(?<=[.!?…])\s+", text.strip())
    kept = " ".join(each for each in sentences if not (_NOT_OURS.search(fold(each)) or is_injection(each)))
    return shorten_middle(" ".join(kept.split()), _LONGEST)


def _evidence(
    quotes: Iterable[_QuoteSaid], lines: Iterable[_LineSaid], weighed: ReviewMaterial, kinds: Collection[str]
) -> tuple[Evidence, ...]:
    """Return what is found where it is said to be, and speaks to nobody who weighs it; each once."""
    found: dict[str, Evidence] = {}
    for said in quotes if "answers" in kinds else ():
        # The model sees the mark in place of words that were left out for it, and may quote up to there.
        quote = " ".join(said.quote.replace(LEFT_OUT, " ").split()).strip(' "“”«»…')
        answer = " ".join(weighed.answers.get(said.entry or 0, "").split())
        if count_beginning_words(quote) >= _FEWEST_QUOTED and quote in answer and not is_injection(quote):
            found[quote[:_LONGEST]] = Evidence(text=quote[:_LONGEST], entry=said.entry)
    handed = {each.number: each for each in weighed.handed}
    for line in lines if "code" in kinds else ():
        if text := _line_of(handed.get(line.submission or 0), line):
            found[text[:_LONGEST]] = Evidence(text=text[:_LONGEST], submission=line.submission, line=line.line)
    return tuple(found.values())[:_MOST_EVIDENCE]


def _line_of(handed: Handed | None, said: _LineSaid) -> str:
    """Return the line without its comment, which claims and shows nothing; empty where the line isn't as said."""
    if handed is None:
        return ""
    lines, shown = handed.source.splitlines(), without_comments(handed.source, handed.code.language).splitlines()
    if said.line is None or not 1 <= said.line <= len(shown):
        return ""
    text = shown[said.line - 1].strip()
    if not text or said.text.strip() not in {text, lines[said.line - 1].strip()} or is_injection(text):
        return ""
    return text
