"""The evaluation: scores with their evidence, checked to the letter; without a model what the runs alone can say."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import structlog
from pydantic import BeforeValidator

from core.contracts.about import About
from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.errors import BudgetSpent, ModelAbsent
from core.contracts.fences import fenced_passages
from core.contracts.frozen import Frozen
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.sandbox import Ended
from core.contracts.script import primary_language
from core.contracts.session import EntryKind, Record, Role
from core.documents.exchanges import answers_of
from core.documents.visibility import visible_record
from core.interviews.scripted_base.books import FilledIn
from core.interviews.technical.code_submissions import (
    CODE,
    EVALUATION,
    RUN,
    CodeLanguage,
    CodeSubmission,
    ReadLanguage,
    RunSeen,
    finding_numbers,
    stored_finding,
)
from core.interviews.technical.course import TechnicalPrompts, inside_notes
from core.interviews.technical.exercises.exercise import IN_WORDS, Exercise, ExerciseLevel, Programming
from core.interviews.technical.injection import LEFT_OUT, is_injection, strip_injections
from core.interviews.technical.rubric import LEVELS, RubricCriterion, TechnicalRubric
from core.interviews.technical.state import load
from core.interviews.technical.subject import subject_in
from core.languages import FALLBACK, fold
from core.languages.lexicon import any_of, own_lexicon
from core.languages.messages import match_locale, say
from core.text.quoting import (
    LONGEST_QUESTION,
    one_line,
    plain_tag,
    quote_in_tag,
    quoted_list,
    said_by_another,
    shorten_middle,
)
from core.text.text import count_beginning_words

log = structlog.get_logger()
ENOUGH_WORDS: Final = 60
"""Words of all answers under which they are too little to go by."""
FEWEST_WORDS: Final = 6  # words of an answer that is no mere yes
APART: Final = 1
"""The distance that a model's score may have from what the runs say."""
PLAIN: Final = 3
"""The highest score that words alone bear out, and code of which half of the tests fail."""
_MOST: Final = 4
_FEWEST_ANSWERS: Final = 3
"""Answers under which it is not said how many of them had grounds."""
_PLAN_DAYS: Final = ("1–3", "4–6", "7–9", "10–12", "13–14")


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed:
    number: int
    code: CodeSubmission
    source: str
    """The code; empty where its message was changed since, and for a file that could not be read."""
    seen: RunSeen | None
    exercise: Exercise | None
    hints: int = 0
    """Hints of the exercise that were given in the whole interview."""

    @property
    def passed(self) -> float:
        return 0.0 if self.seen is None or not self.seen.cases else self.seen.passed / len(self.seen.cases)

    @property
    def works(self) -> bool:
        """True where half of its tests passed, or a program of their own ran to its end."""
        if self.seen is None or not self.seen.ran:
            return False
        return self.passed >= 0.5 if self.seen.cases else self.seen.ended is Ended.FINISHED and not self.seen.exit_code


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewMaterial:
    answers: Mapping[int, str]
    """The answers without code, by their `seq`."""
    handed: tuple[Handed, ...]
    language: str = FALLBACK

    @property
    def words(self) -> int:
        return sum(count_beginning_words(text) for text in self.answers.values())

    @property
    def best(self) -> tuple[Handed, ...]:
        """The code that passed most of each exercise's tests, and the last code of their own."""
        found: dict[str, Handed] = {}
        for each in self.handed:
            before = found.get(each.code.exercise)
            if before is None or each.passed >= before.passed:
                found[each.code.exercise] = each
        return tuple(found.values())

    @property
    def digest(self) -> str:
        code = [(each.number, each.source, each.passed) for each in self.handed]
        return hashlib.sha256(json.dumps([sorted(self.answers.items()), code]).encode()).hexdigest()[:16]

    @property
    def grounds(self) -> tuple[int, int]:
        """The number of answers that have grounds, and of those that are no mere yes."""
        told = [seq for seq, text in self.answers.items() if count_beginning_words(text) >= FEWEST_WORDS]
        return sum(map(self.grounded, told)), len(told)

    def grounded(self, seq: int) -> bool:
        """Tell whether an answer has a reason, a number or a decision; every answer has in a language without rules."""
        words = own_lexicon("technical", primary_language(self.language)).get("grounds")
        return not words or bool(re.search(rf"\d|\b(?:{'|'.join(words)})\b", fold(self.answers.get(seq, ""))))


def review_material(record: Record, exercises: Mapping[str, Exercise]) -> ReviewMaterial:
    """Collect what documents may show: nothing that was taken back or is kept back."""
    shown = answers_of(record)
    answers = {seq: text_without_code(entry.text) for seq, entry in shown.items()}
    # The lines of answers as they are, as they were before an edit, and of what was taken or is kept back. Of an answer
    # that has a passage kept back, what documents show stands and the rest is gone.
    standing, changed, gone = set[str](), set[str](), set[str]()
    for entry in record.entries:
        if entry.kind is EntryKind.ANSWER:
            hidden = entry.withdrawn or entry.kept_back
            left = _lines(shown[entry.seq].text) if entry.kept_back and entry.seq in shown else set[str]()
            standing.update(left)
            (gone if hidden else standing).update(_lines(entry.text) - left)
            for revision in entry.revisions[:-1]:
                (gone if hidden else changed).update(_lines(revision.text))
    said = [entry.text for entry in record.entries if entry.role is Role.INTERVIEWER]
    handed: list[Handed] = []
    for number in finding_numbers(record.findings, CODE):
        code = stored_finding(record.findings, CODE, number, CodeSubmission)
        if code is None:
            continue
        missing = _lines(code.source) - standing
        if missing & gone:
            continue
        seen = stored_finding(record.findings, RUN, number, RunSeen)
        source = "" if missing & changed else code.source or ("" if seen is None else seen.source)
        exercise = exercises.get(code.exercise)
        hints = () if exercise is None else exercise.wording(match_locale(record.session.language)).hints
        told = sum(any(hint in text for text in said) for hint in hints)
        handed.append(Handed(number=number, code=code, source=source, seen=seen, exercise=exercise, hints=told))
    return ReviewMaterial(
        answers={seq: text for seq, text in answers.items() if text},
        handed=tuple(handed),
        language=record.session.language,
    )


def text_without_code(text: str) -> str:
    return "\n".join(part.text.strip() for part in fenced_passages(text) if not part.is_code)


def _lines(text: str) -> set[str]:
    return set(filter(None, map(str.strip, text.splitlines())))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsSay:
    score: int
    most: int


def scores_by_runs(shown: ReviewMaterial) -> dict[str, RunsSay]:
    """Score the criteria that runs say something about; none where no exercise was run."""
    tried = [each for each in shown.best if each.seen is not None and each.seen.cases]
    if not tried:
        return {}
    shares = [each.passed for each in tried]
    mean, solved = sum(shares) / len(shares), shares.count(1.0)
    solving = 4 if mean == 1 or solved > 1 else 3
    if mean < 0.5:
        solving = 1 if mean == 0 else 2
    elif mean == 1 and any(each.exercise is not None and each.exercise.level is ExerciseLevel.SENIOR for each in tried):
        solving = LEVELS
    if any(each.hints > 1 for each in tried):
        solving = max(1, solving - 1)
    quality = 1 if mean == 0 else 2
    if mean >= 0.5:
        measures = [each.seen.metrics for each in tried if each.seen is not None]
        tangled = any(each.complexity > 10 for each in measures)
        careless = sum(len(each.remarks) for each in measures) > 2
        quality = 4 - tangled - careless
    return {
        "problem_solving": RunsSay(score=solving, most=min(solving + APART, LEVELS if solved else PLAIN)),
        "code_quality": RunsSay(score=quality, most=quality + APART),
    }


def bounded_score(score: int, said: RunsSay | None, grounds: int) -> int:
    """Return a model's score as far as it is borne out.

    Keep it within `APART` of what the runs say, which is 2 at most where no exercise passed half of its tests;
    where none was solved, problem solving is `PLAIN` at most. More than that takes a piece of evidence with grounds: a
    quote of an answer with a reason, a number or a decision, or a line of code that works; `LEVELS` takes two of them.
    """
    near = score if said is None else min(max(score, said.score - APART), said.most)
    return min(near, PLAIN + min(grounds, 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    strengths: tuple[str, ...]
    work_on: tuple[str, ...]
    plan: tuple[tuple[str, str], ...]  # days, and what to do in them


def judge_by_rules(shown: ReviewMaterial, given: Sequence[Exercise], language: str) -> Ruled:
    """Judge an interview by its runs and its answers. `given`: exercises that were set."""
    tag = match_locale(language)
    tried = [each for each in shown.best if each.exercise is not None and each.seen is not None and each.seen.cases]
    sent = {each.code.exercise for each in shown.handed}
    untried = [each.wording(tag).title for each in given if each.id not in sent and each.work not in IN_WORDS]
    grounds = shown.grounds if shown.grounds[1] >= _FEWEST_ANSWERS else None
    strengths = [
        say(tag, "technical-rule-solved", title=_title(each, tag), total=len(each.seen.cases))
        for each in tried
        if each.seen is not None and each.seen.solved
    ]
    if grounds is not None and 2 * grounds[0] >= grounds[1]:
        strengths.append(say(tag, "technical-rule-grounds", count=grounds[0], total=grounds[1]))
    return Ruled(
        strengths=tuple(strengths)[:_MOST],
        work_on=tuple(_work_on(tried, untried, grounds, tag))[:_MOST],
        plan=tuple(_plan(tried, untried, grounds, tag)),
    )


def _title(handed: Handed, tag: str) -> str:
    return "" if handed.exercise is None else handed.exercise.wording(tag).title


def _work_on(
    tried: Iterable[Handed], untried: Iterable[str], grounds: tuple[int, int] | None, tag: str
) -> Iterator[str]:
    for each in tried:
        seen = each.seen
        failed = None if seen is None else next((case for case in seen.cases if not case.passed), None)
        if seen is not None and failed is not None:
            about = failed.remark or failed.about or failed.call
            passed, total = seen.passed, len(seen.cases)
            yield say(tag, "technical-rule-failed", title=_title(each, tag), passed=passed, total=total, about=about)
        if seen is not None and seen.metrics.complexity > 10:
            name, ways = seen.metrics.most_complex, seen.metrics.complexity
            yield say(tag, "technical-complex", name=name, complexity=ways)
    yield from (say(tag, "technical-rule-untried", title=title) for title in untried)
    if grounds is not None and 2 * grounds[0] < grounds[1]:
        yield say(tag, "technical-rule-no-grounds", count=grounds[0], total=grounds[1])


def _plan(
    tried: Iterable[Handed], untried: Sequence[str], grounds: tuple[int, int] | None, tag: str
) -> Iterator[tuple[str, str]]:
    """Plan two weeks of what was missing; nothing where nothing was shown at all."""
    failed = [_title(each, tag) for each in tried if each.seen is not None and not each.seen.solved]
    steps = [say(tag, "technical-plan-again", title=title) for title in [*failed, *untried][:1]]
    if failed:
        steps.append(say(tag, "technical-plan-edges"))
    if grounds is not None and grounds[0] < grounds[1]:
        steps.append(say(tag, "technical-plan-tell"))
    if steps or tried or grounds is not None:
        steps.append(say(tag, "technical-plan-once-more"))
    days = (*_PLAN_DAYS[: len(steps) - 1], _PLAN_DAYS[-1])
    yield from zip(days, steps, strict=False)


_CODE_ROOM: Final = 9_000
_CODES_ROOM: Final = 60_000
_ANSWER_ROOM: Final = 2_500
_TALK_ROOM: Final = 60_000
_EXERCISES_ROOM: Final = 8_000
_STRING: Final = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
_PYTHON: Final = re.compile(
    r"(?P<doc>^[ \t]*[rRuUbBfF]{0,2}(?P<mark>\"\"\"|''')(?:\\.|(?!(?P=mark)).)*(?:(?P=mark)|\Z))"
    r"|(?:\"\"\"|''')(?:\\.|[^\\])*?(?:\"\"\"|'''|\Z)"
    rf"|{_STRING}|(?P<comment>#[^\n]*)",
    re.DOTALL | re.MULTILINE,
)
_LIKE_SQL: Final = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|(?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z))", re.DOTALL)
_LIKE_PYTHON: Final = frozenset({Programming.PYTHON, ReadLanguage.RUBY, ReadLanguage.YAML, ReadLanguage.SHELL})
_LIKE_C: Final = re.compile(rf"{_STRING}|`(?:\\.|[^`\\])*`|(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))", re.DOTALL)


def evaluation_prompt(
    prompts: TechnicalPrompts,
    rubric: TechnicalRubric,
    record: Record,
    weighed: ReviewMaterial,
    given: Sequence[Exercise],
    about: About | None,
) -> Prompt:
    """Ask for the evaluation, without job and résumé, whose claims must move nothing.

    `given`: the exercises that were set.
    """
    language = primary_language(record.session.language)
    codes: list[str] = []
    room = _CODES_ROOM
    for each in reversed(weighed.handed):  # of very much code, the newest
        code = _code(each)
        room -= len(code)
        if room < 0:
            break
        codes.insert(0, code)
    criteria: list[str] = []
    for criterion in rubric.criteria:
        words, evidence = criterion.words(language), " and ".join(criterion.evidence)
        levels = " ".join(f"{number}: {text}" for number, text in enumerate(words.levels, 1))
        criteria.append(quote_in_tag("criterion", levels, id=criterion.id, name=words.name, evidence=evidence))
    exercises = (
        quote_in_tag("exercise", one_line("; ".join(inside_notes(each, language))), id=each.id, work=each.work)
        for each in given
    )
    parts = [
        quoted_list("rubric", criteria, 8_000),
        quoted_list("talk", _talk(record), _TALK_ROOM),
        quoted_list("exercises", exercises, _EXERCISES_ROOM),
        *codes,
    ]
    return Prompt(
        purpose=EVALUATION,
        system=prompts.evaluation.substitute(language=plain_tag(language), level=subject_in(about).level.value),
        user="\n".join(filter(None, parts)),
        tier=Tier.MAIN,
        max_tokens=3_000,
        session_id=record.session.id,
        timeout=120.0,
    )


def _talk(record: Record) -> Iterator[str]:
    """Yield what was said, without code, which is quoted separately and without its comments."""
    for entry in visible_record(record).entries:
        tag = "interviewer" if entry.role is Role.INTERVIEWER else "candidate"
        words = entry.text if entry.role is Role.INTERVIEWER else text_without_code(entry.text)
        if entry.withdrawn or not words.strip():
            continue
        if entry.asker:
            yield said_by_another("family_asks", strip_injections(words), entry.asker, LONGEST_QUESTION, n=entry.seq)
        else:
            yield quote_in_tag(tag, shorten_middle(strip_injections(words), _ANSWER_ROOM), n=entry.seq)


def _code(handed: Handed) -> str:
    """Quote the code with its lines and the result of its run, but nothing that it printed or threw: they word that."""
    lines = strip_injections(without_comments(handed.source, handed.code.language)).splitlines()
    numbered = "\n".join(f"{n}: {line}" for n, line in enumerate(lines, 1) if line)
    seen = handed.seen
    run = "not run" if seen is None or not seen.ran else str(seen.ended)
    cases = () if seen is None else seen.cases
    about: dict[str, object] = {
        "submission": handed.number,
        "exercise": "" if handed.exercise is None else handed.exercise.id,
        "hints": handed.hints,
        "run": run,
        "tests": f"{sum(case.passed for case in cases)} of {len(cases)}" if cases else "",
        "failed": "; ".join(dict.fromkeys(case.about for case in cases if not case.passed and case.about)),
        "complexity": 0 if seen is None else seen.metrics.complexity,
    }
    return quote_in_tag("code", shorten_middle(numbered, _CODE_ROOM), **about)


def without_comments(source: str, language: CodeLanguage) -> str:
    """Return the code with as many lines as before, those of comments empty."""
    pattern = _PYTHON if language in _LIKE_PYTHON else _LIKE_SQL if language is Programming.SQL else _LIKE_C
    left = pattern.sub(_kept, source)
    return "\n".join(line.rstrip() for line in left.split("\n"))


def _kept(found: re.Match[str]) -> str:
    """Keep a string whole, and only the line breaks of a comment."""
    is_comment = found["comment"] is not None or found.groupdict().get("doc") is not None
    return "\n" * found[0].count("\n") if is_comment else found[0]


_FEWEST_QUOTED: Final = 3  # words
_MOST_EVIDENCE: Final = 3
_MOST_POINTS: Final = 4
_MOST_PLANNED: Final = 6
_LONGEST: Final = 400
_DAYS: Final = re.compile(r"\d{1,2}(?:\s?[-–—]\s?\d{1,2})?")
_DASH: Final = re.compile(r"\s?[-–—]\s?")
_NOT_OURS: Final = re.compile(rf"https?:|www\.|\b{any_of('technical', 'hiring')}\b")


class Evidence(Frozen):
    """A sentence of an answer, or a line of code, to the letter."""

    text: str
    entry: int | None = None
    submission: int | None = None
    line: int | None = None


class Score(Frozen):
    criterion: str
    score: int | None = None
    """1 to 5; None for no score."""
    without: str = ""
    """The reason why there is none: "too-little", "no-code", "no-evidence" or "no-model"."""
    why: str = ""
    evidence: tuple[Evidence, ...] = ()


class Remark(Frozen):
    says: str
    evidence: tuple[Evidence, ...] = ()


class Planned(Frozen):
    days: str
    does: str


class Evaluation(Frozen):
    """The finding `EVALUATION`."""

    scores: tuple[Score, ...] = ()
    strengths: tuple[Remark, ...] = ()
    work_on: tuple[Remark, ...] = ()
    plan: tuple[Planned, ...] = ()
    by_model: bool = False
    away: bool = False
    of: str = ""


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
            given = given_exercises(situation, exercises)
            prompt = await asyncio.to_thread(
                evaluation_prompt, prompts, rubric, record, weighed, given, situation.about
            )
            said = await model.ask(prompt, EvaluationSaid)
        except (ModelAbsent, BudgetSpent) as error:
            log.info("evaluated-by-rule", session=record.session.id, error=error.code)
    return ChoreResult(finding=combine_evaluation(said, rubric, exercises, situation, weighed).model_dump_json())


def given_exercises(situation: ChoreSituation, exercises: Mapping[str, Exercise]) -> tuple[Exercise, ...]:
    """Return the exercises that were set in an interview, in their order."""
    session = situation.session
    state = load(session.state, situation.scripts.speak(session.language), None)
    return tuple(exercises[each] for each in state.given if each in exercises)


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
    found = check_evaluation(
        said or EvaluationSaid(), rubric, weighed, scores_by_runs(weighed), by_model=said is not None
    )
    ruled = judge_by_rules(weighed, given_exercises(situation, exercises), session.language)
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
