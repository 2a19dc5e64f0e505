"""The review of what was handed in: the model's, where the code and the run bear it out; else the rules' words.

A review that breaks a law, or that the run contradicts, is asked for once more, with what is wrong in it named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.errors import ModelError
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.sandbox import Ended
from core.contracts.script import primary_language
from core.interviews.message_check import CheckContext, broken_laws, describe_broken_laws
from core.interviews.scripted_base.books import FilledIn
from core.interviews.technical.code_submissions import (
    CODE,
    REVIEW,
    RUN,
    CodeSubmission,
    ReviewRemark,
    ReviewSeen,
    RunSeen,
    SubmissionRemarks,
    finding_name,
    finding_numbers,
    stored_finding,
)
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.harness import CaseOutcome
from core.interviews.technical.injection import is_injection
from core.interviews.technical.prompt import TechnicalPrompts
from core.interviews.technical.run_words import describe_run
from core.interviews.technical.state import load
from core.interviews.technical.subject import subject_in
from core.languages import fold
from core.languages.lexicon import any_of
from core.languages.messages import match_locale, say
from core.text.quoting import quote_in_tag, quoted_list, shorten_middle
from core.text.text import Secret

MOST_POINTS: Final = 4
_CODE_ROOM: Final = 16_000
_RUN_ROOM: Final = 3_000
_ALL_PASS, _SOME_FAIL, _COUNTED, _IS_RIGHT, _NOT_COMPILED, _VERDICT = (
    re.compile(any_of("technical", key))
    for key in ("all_pass", "some_fail", "counted", "is_right", "not_compiled", "verdict")
)
"""Claims that a run can contradict: `_COUNTED` is a number of tests, of a total, that passed or failed. `_VERDICT` is a
verdict on the person, which no review gives; whoever reads one has been told to give it."""


class PointSaid(FilledIn):
    line: int = 0
    says: str = ""


class ReviewSaid(FilledIn):
    """The answer of a model."""

    summary: str = ""
    points: tuple[PointSaid, ...] = ()
    question: str = ""


async def review_submission(
    prompts: TechnicalPrompts, exercises: Mapping[str, Exercise], situation: ChoreSituation, model: LanguageModel
) -> ChoreResult:
    """Review what was handed in last. Never raises ModelError: somebody waits, so it goes on by rules."""
    number = max(finding_numbers(situation.findings, CODE), default=0)
    code = stored_finding(situation.findings, CODE, number, CodeSubmission)
    seen = stored_finding(situation.findings, RUN, number, RunSeen)
    if code is None or seen is None:
        return ChoreResult()
    source = code.source or seen.source
    state = load(situation.session.state, situation.scripts.speak(situation.session.language), None)
    earlier = (
        stored_finding(situation.findings, REVIEW, n, ReviewSeen) for n in finding_numbers(situation.findings, REVIEW)
    )
    context = CheckContext(
        language=primary_language(situation.session.language),
        asked=(*state.asked, *(each.question for each in earlier if each is not None and each.question)),
        closed=state.closed,
        theirs=f"{code.said}\n{source}",
        technical=True,
        secret=Secret(prompts.review.template),
    )
    prompt = _prompt(prompts, situation, code, seen, exercises.get(code.exercise))
    review = ReviewSeen()
    try:
        said = await model.ask(prompt, ReviewSaid)
        if wrong := review_faults(said, source, seen, context):
            again = f"{quote_in_tag('your_answer', said.model_dump_json())}\nThis can't be said: {'; '.join(wrong)}."
            said = await model.ask(
                replace(prompt, user=f"{prompt.user}\n{again} Answer once more, without that."), ReviewSaid
            )
            wrong = review_faults(said, source, seen, context)
        if not wrong:
            lines = source.split("\n")
            points = tuple(
                ReviewRemark(line=each.line, quote=lines[each.line - 1].strip(), says=each.says.strip())
                for each in said.points[:MOST_POINTS]
            )
            review = ReviewSeen(
                summary=said.summary.strip(), points=points, question=said.question.strip(), by_model=True
            )
    except ModelError:
        pass
    return ChoreResult(findings=((finding_name(REVIEW, number), review.model_dump_json()),))


def review_faults(said: ReviewSaid, source: str, seen: RunSeen, context: CheckContext) -> tuple[str, ...]:
    """Say what of a review can't be said: laws that it breaks, lines that aren't there, what the run contradicts."""
    points = said.points[:MOST_POINTS]
    texts = [text for text in (said.summary, *(each.says for each in points), said.question) if text.strip()]
    lines = source.split("\n")
    found = [
        f"line {each.line} is blank, or isn't there"
        for each in points
        if not (1 <= each.line <= len(lines) and lines[each.line - 1].strip())
    ]
    found += [
        f"“{text}” isn't what the run showed, gives a verdict, writes the code for them or speaks to the reader"
        for text in texts
        if not is_supported(text, seen)
    ]
    if laws := broken_laws("\n".join(texts), context):
        found.append(describe_broken_laws(laws, context.closed))
    return tuple(found)


def _prompt(
    prompts: TechnicalPrompts, situation: ChoreSituation, code: CodeSubmission, seen: RunSeen, exercise: Exercise | None
) -> Prompt:
    language = primary_language(situation.session.language)
    source = code.source or seen.source
    numbered = "\n".join(f"{n}: {line}" for n, line in enumerate(source.split("\n"), 1))
    parts = [
        "" if exercise is None else quote_in_tag("exercise", exercise.wording(match_locale(language)).statement),
        quote_in_tag("code", shorten_middle(numbered, _CODE_ROOM), language=code.language.value),
        quote_in_tag("said_with_it", code.said) if code.said else "",
        quoted_list("run", _run(seen), _RUN_ROOM),
        quote_in_tag("measures", seen.metrics.model_dump_json(exclude_defaults=True)),
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
        yield quote_in_tag("note", "It could not be run here: read it.")
        return
    yield quote_in_tag("ended", "" if seen.ended is None else seen.ended.value, exit_code=seen.exit_code)
    if seen.cases:
        yield quote_in_tag("tests", f"{seen.passed} of {len(seen.cases)} passed")
    for case in seen.cases:
        if not case.passed and case.outcome is not CaseOutcome.NOT_RUN:
            told = "; ".join(filter(None, (case.call, case.about, f"got {case.got}" if case.got else "", case.error)))
            yield quote_in_tag("failed", told, outcome=case.outcome.value)
    if seen.err.strip():
        yield quote_in_tag("errors", shorten_middle(seen.err, 1_000))
    if seen.out.strip():
        yield quote_in_tag("printed", shorten_middle(seen.out, 600))


def review_told(findings: Mapping[str, str], number: int, language: str) -> SubmissionRemarks:
    """Return what follows the result of a run; the rules' words where the model has none."""
    by_rule = describe_run(findings, number, language)
    seen = stored_finding(findings, REVIEW, number, ReviewSeen)
    if seen is None or not (seen.summary or seen.points):
        question = by_rule.question if seen is None else seen.question or by_rule.question
        return replace(by_rule, words=by_rule.remark, question=question)
    tag = match_locale(language)
    points = (say(tag, "technical-point", line=each.line, says=each.says) for each in seen.points)
    words = "\n".join(filter(None, (seen.summary, *points)))
    return replace(by_rule, words=words, question=seen.question or by_rule.question)


def is_supported(words: str, seen: RunSeen) -> bool:
    """Tell whether there are words, about the code alone, that do not contradict the run."""
    if not words.strip() or "```" in words or is_injection(words):
        return False
    words = fold(words)
    if _VERDICT.search(words):
        return False
    compiled = seen.ran and seen.ended is not Ended.NOT_COMPILED
    if _NOT_COMPILED.search(words) and compiled and seen.error_line is None:
        return False
    bad_end = bool(seen.cases) or seen.ended is not Ended.FINISHED or seen.exit_code != 0
    if _IS_RIGHT.search(words) and seen.ran and not seen.solved and bad_end:
        return False
    if _ALL_PASS.search(words) and not seen.solved:
        return False
    if _SOME_FAIL.search(words) and (seen.solved or not seen.cases):
        return False
    for found in _COUNTED.finditer(words):
        some, every = (int(each) for each in found.groups() if each is not None)
        if every != len(seen.cases) or some not in {seen.passed, every - seen.passed}:
            return False
    return True
