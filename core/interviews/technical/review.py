"""The review of what was handed in: the model's, as far as the code and the run bear it out; else the rules' words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.errors import ModelError
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.script import primary
from core.interviews.guard import GuardContext, GuardLimits, Secret, guard
from core.interviews.quoting import cut, quoted, shortened
from core.interviews.scripted_base.decision import FilledIn
from core.interviews.scripted_base.prompting import listed
from core.interviews.technical.claims import borne_out
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.handed import (
    CODE,
    REVIEW,
    RUN,
    HandedIn,
    Point,
    ReviewSeen,
    RunSeen,
    Told,
    finding,
    kept,
    numbers,
)
from core.interviews.technical.harness import Outcome
from core.interviews.technical.prompt import TechnicalPrompts
from core.interviews.technical.run_words import run_told
from core.interviews.technical.subject import subject_in
from core.words import known, say

MOST_POINTS: Final = 4
LIMITS: Final = GuardLimits(question=45, message=110)
_CODE_ROOM: Final = 16_000
_RUN_ROOM: Final = 3_000
_LONGEST_SUMMARY: Final = 700
_LONGEST_POINT: Final = 300


class PointSaid(FilledIn):
    line: int = 0
    says: str = ""


class ReviewSaid(FilledIn):
    """What a model answers."""

    summary: str = ""
    points: tuple[PointSaid, ...] = ()
    question: str = ""


async def reviewed(
    prompts: TechnicalPrompts, exercises: Mapping[str, Exercise], situation: ChoreSituation, model: LanguageModel
) -> ChoreResult:
    """The review of what was handed in last."""
    number = max(numbers(situation.findings, CODE), default=0)
    code = kept(situation.findings, CODE, number, HandedIn)
    seen = kept(situation.findings, RUN, number, RunSeen)
    if code is None or seen is None:
        return ChoreResult()
    source = code.source or seen.source
    try:
        said = await model.ask(_prompt(prompts, situation, code, seen, exercises.get(code.exercise)), ReviewSaid)
    except ModelError:
        # Somebody waits for it: it goes on by rules, as an interview does.
        return ChoreResult(findings=((finding(REVIEW, number), ReviewSeen().model_dump_json()),))
    earlier = (kept(situation.findings, REVIEW, n, ReviewSeen) for n in numbers(situation.findings, REVIEW))
    context = GuardContext(
        language=primary(situation.session.language),
        asked=tuple(each.question for each in earlier if each is not None and each.question),
        limits=LIMITS,
        told=source,
        secret=Secret(prompts.review.template),
    )
    review = checked(said, source, seen, context)
    return ChoreResult(findings=((finding(REVIEW, number), review.model_dump_json()),))


def checked(said: ReviewSaid, source: str, seen: RunSeen, context: GuardContext) -> ReviewSeen:
    """What of it is borne out: points at lines that are there, nothing against what the run showed, one question."""
    lines = source.split("\n")
    points = tuple(
        Point(line=each.line, quote=lines[each.line - 1].strip(), says=cut(each.says, _LONGEST_POINT))
        for each in said.points
        if 1 <= each.line <= len(lines) and lines[each.line - 1].strip() and borne_out(each.says, seen)
    )
    sentences = re.split(r"(?<=[.!?…])\s+", said.summary.strip())
    summary = cut(" ".join(each for each in sentences if borne_out(each, seen)), _LONGEST_SUMMARY)
    asked = guard(said.question, context)
    question = asked.question if borne_out(asked.question, seen) else ""
    return ReviewSeen(summary=summary, points=points[:MOST_POINTS], question=question, by_model=True)


def _prompt(
    prompts: TechnicalPrompts, situation: ChoreSituation, code: HandedIn, seen: RunSeen, exercise: Exercise | None
) -> Prompt:
    language = primary(situation.session.language)
    source = code.source or seen.source
    numbered = "\n".join(f"{n}: {line}" for n, line in enumerate(source.split("\n"), 1))
    parts = [
        "" if exercise is None else quoted("exercise", exercise.wording(known(language)).statement),
        quoted("code", shortened(numbered, _CODE_ROOM), language=code.language.value),
        quoted("said_with_it", code.said) if code.said else "",
        listed("run", _run(seen), _RUN_ROOM),
        quoted("measures", seen.metrics.model_dump_json(exclude_defaults=True)),
    ]
    return Prompt(
        purpose="code-review",
        system=prompts.review.substitute(language=language, level=subject_in(situation.about).level.value),
        user="\n".join(filter(None, parts)),
        tier=Tier.MAIN,
        max_tokens=900,
        session_id=situation.session.id,
        timeout=60.0,
    )


def _run(seen: RunSeen) -> Iterator[str]:
    if not seen.ran:
        yield quoted("note", "It could not be run here: read it.")
        return
    yield quoted("ended", "" if seen.ended is None else seen.ended.value, exit_code=seen.exit_code)
    if seen.cases:
        yield quoted("tests", f"{seen.passed} of {len(seen.cases)} passed")
    for case in seen.cases:
        if not case.passed and case.outcome is not Outcome.NOT_RUN:
            told = "; ".join(filter(None, (case.call, case.about, f"got {case.got}" if case.got else "", case.error)))
            yield quoted("failed", told, outcome=case.outcome.value)
    if seen.err.strip():
        yield quoted("errors", shortened(seen.err, 1_000))
    if seen.out.strip():
        yield quoted("printed", shortened(seen.out, 600))


def review_told(findings: Mapping[str, str], number: int, language: str) -> Told:
    """What is said of it after what the run showed was said; the rules' words where the model has none."""
    by_rule = run_told(findings, number, language)
    seen = kept(findings, REVIEW, number, ReviewSeen)
    if seen is None or not (seen.summary or seen.points):
        question = by_rule.question if seen is None else seen.question or by_rule.question
        return replace(by_rule, words=by_rule.remark, question=question)
    tag = known(language)
    points = (say(tag, "technical-point", line=each.line, says=each.says) for each in seen.points)
    words = "\n".join(filter(None, (seen.summary, *points)))
    return replace(by_rule, words=words, question=seen.question or by_rule.question)
