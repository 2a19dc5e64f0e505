"""The review of what was handed in: the model's, where the code and the run bear it out; else the rules' words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.errors import ModelError
from core.contracts.fences import fence_code
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.sandbox import Ended, ProgramRun
from core.contracts.script import primary_language
from core.interviews.message_check import CheckContext, broken_laws, describe_broken_laws
from core.interviews.scripted_base.books import FilledIn
from core.interviews.technical.code_submissions import (
    CODE,
    FILE_NAMES,
    READ_LANGUAGES,
    REVIEW,
    RUN,
    CodeLanguage,
    CodeSubmission,
    Metrics,
    ReviewRemark,
    ReviewSeen,
    RunSeen,
    SubmissionRemarks,
    finding_name,
    finding_numbers,
    stored_finding,
)
from core.interviews.technical.course import TechnicalPrompts
from core.interviews.technical.exercises.exercise import PROGRAMMING, Exercise, Programming
from core.interviews.technical.harness import CaseOutcome
from core.interviews.technical.injection import is_injection
from core.interviews.technical.state import load
from core.interviews.technical.subject import subject_in
from core.languages import fold
from core.languages.lexicon import any_of
from core.languages.messages import match_locale, say
from core.text.quoting import one_line, quote_in_tag, quoted_list, shorten_middle
from core.text.text import Secret

MOST_TOLD: Final = 3  # failed cases that are told one by one
LONGEST_OUTPUT: Final = 1_000  # characters
MOST_LINES: Final = 20
_LONGEST_LINE: Final = 200
_COMPLEX: Final = 10
"""McCabe's own limit of what can be followed."""
_LIMITS: Final = frozenset({Ended.TIME, Ended.MEMORY, Ended.OUTPUT})
_LIMITED: Final = frozenset({CaseOutcome.TIME, CaseOutcome.MEMORY, CaseOutcome.OUTPUT})
_COMPILED: Final = frozenset({Programming.CPP, Programming.JAVA, Programming.GO})
_HERE: Final = {
    "input": re.compile(r"EOF when reading|EOFError|NoSuchElementException|No line found"),
    "packages": re.compile(r"ModuleNotFoundError|Cannot find module|cannot find package|no required module"),
    "alone": re.compile(r"PermissionError|not permitted|Permission denied|\bEPERM\b|\bEACCES\b"),
}
_TO_SEND_ANEW: Final = frozenset({"unreadable", "unfetched", "too-long", "empty", "broke"})
_LONGEST: Final = 240
_PLACE = r"{name}[\"']?(?:, line |[:(])(\d{{1,6}})"
_TELLS = re.compile(
    r"^(?:what\(\):|panic: |fatal error: |Exception in thread|(?:Uncaught )?[\w.$]*(?:Error|Exception)\b)"
)
"""The beginning of the line that says what went wrong, in a language that does not say it last."""
_BEFORE = re.compile(r"^(?:what\(\):\s*|Exception in thread \"[^\"]*\" |Uncaught )")


def describe_run(findings: Mapping[str, str], number: int, language: str) -> SubmissionRemarks:
    """Say what happened and ask about it, by rules. Ask nothing where there was nothing to read either."""
    tag = match_locale(language)
    code, seen = stored_finding(findings, CODE, number, CodeSubmission), stored_finding(findings, RUN, number, RunSeen)
    if code is None or seen is None:
        return SubmissionRemarks(words=say(tag, "technical-not-run-broke"))
    source = code.source or seen.source
    if not seen.ran:
        asks = "" if seen.why_not in _TO_SEND_ANEW else say(tag, "technical-ask-read")
        why = say(tag, f"technical-not-run-{seen.why_not or 'broke'}")
        measured = _measured(seen.metrics, tag) if asks else ""
        return SubmissionRemarks(words="\n".join(filter(None, (why, measured))), question=asks)
    if seen.ended is Ended.NOT_COMPILED and not _misses(seen):
        told = [*_error(seen, code, tag)]
    else:
        told = [*(_of_cases(seen, code, tag) if seen.cases else _of_program(seen, code, tag))]
    lines = source.split("\n")
    if seen.error_line is not None and 1 <= seen.error_line <= len(lines) and lines[seen.error_line - 1].strip():
        told.append(say(tag, "technical-at-line", line=seen.error_line))
        told.append(fence_code(lines[seen.error_line - 1].strip()[:_LONGEST_LINE]))
    elif seen.ended is Ended.FINISHED:
        told.append(_measured(seen.metrics, tag))
    words = "\n".join(filter(None, told))
    if _misses(seen):
        return SubmissionRemarks(words=words)
    # What the exercise wants to be thought about, one thing at a time; where nothing passes, something else is wrong.
    remark = next((case.remark for case in seen.cases if not case.passed and case.remark), "")
    first, second = (say(tag, f"technical-ask-{_asks(seen)}{each}") for each in ("", "-else"))
    return SubmissionRemarks(
        words=words,
        remark=say(tag, "technical-remark", remark=remark) if remark and seen.passed else "",
        question=first,
        otherwise=second,
        solved=seen.solved,
    )


def _asks(seen: RunSeen) -> str:
    if seen.solved:
        return "solved"
    if seen.ended in _LIMITS or any(case.outcome in _LIMITED for case in seen.cases):
        return "limit"
    if seen.ended is Ended.NOT_COMPILED:
        return "syntax"
    if seen.error_line is not None:
        return "error"
    if seen.cases:
        return "broke" if _all(seen, CaseOutcome.NOT_RUN) else "failed"
    return "program" if seen.exit_code == 0 else "broke"


def _all(seen: RunSeen, outcome: CaseOutcome) -> bool:
    return all(case.outcome is outcome for case in seen.cases)


def _misses(seen: RunSeen) -> bool:
    """Tell whether the exercise's function is missing or declared otherwise; there is nothing to talk about then."""
    return any(case.outcome in {CaseOutcome.MISSING, CaseOutcome.SIGNATURE} for case in seen.cases)


def _of_cases(seen: RunSeen, code: CodeSubmission, tag: str) -> Iterator[str]:
    """Yield how many passed, and what failed: a shown case with its values, a hidden one by what it is about."""
    if declared := next((case for case in seen.cases if case.outcome is CaseOutcome.SIGNATURE and case.shown), None):
        yield from _signature(declared.expected, declared.got, code.language, tag)
        return
    if _misses(seen):
        call = next((case.call for case in seen.cases if case.call), "")
        yield say(tag, "technical-missing", name=call.partition("(")[0])
        return
    if _all(seen, CaseOutcome.NOT_RUN):
        ended = seen.ended if seen.ended in {*_LIMITS, Ended.KILLED} else None
        yield say(tag, "technical-before-tests" if ended is None else f"technical-{ended.value}")
        yield from _error(seen, code, tag)
        return
    yield say(tag, "technical-passed", passed=seen.passed, total=len(seen.cases))
    failed = [case for case in seen.cases if not case.passed and case.outcome is not CaseOutcome.NOT_RUN]
    failed.sort(key=lambda case: not case.shown)
    for case in failed[:MOST_TOLD]:
        about = case.call or case.about or say(tag, "technical-a-case", number=case.number)
        if case.outcome is CaseOutcome.WRONG and case.shown:
            words = say(tag, "technical-got", call=case.call, expected=case.expected, got=case.got or "–")
        elif case.outcome is CaseOutcome.RAISED:
            words = say(tag, "technical-raised", about=about, error=case.error)
        else:
            words = say(tag, f"technical-case-{case.outcome.value}", about=about)
        yield f"– {words}"
    if len(failed) > MOST_TOLD:
        yield say(tag, "technical-more-failed", count=len(failed) - MOST_TOLD)
    if missed := sum(case.outcome is CaseOutcome.NOT_RUN for case in seen.cases):
        yield say(tag, "technical-not-reached", count=missed)


def _signature(wanted: str, written: str, language: CodeLanguage, tag: str) -> Iterator[str]:
    """Say how the function is called, and which of its types are others."""
    yield say(tag, "technical-signature", wanted=wanted, written=written)
    types = PROGRAMMING.get(language, {}).get("types", {})
    whole = str(types.get("int", ""))
    if re.search(rf"\b{whole}\b", wanted) and (other := _other_whole(written, whole)):
        yield say(tag, "technical-signature-whole", wanted=whole, written=other)
    if "[]" in wanted and (lists := re.search(r"\b(?:\w*List|Collection|Iterable)<[^>]*>", written)):
        arrays = next(iter(re.findall(r"\w+(?:\[\])+", wanted)), "")
        yield say(tag, "technical-signature-list", wanted=arrays, written=lists[0])


def _other_whole(written: str, whole: str) -> str:
    """Return the name of another type of whole numbers that a declaration has."""
    found = re.findall(r"\b(?:u?int(?:8|16|32|64)?(?:_t)?|Integer|short|long long|long)\b", written)
    return next((each for each in found if each != whole), "")


def _of_program(seen: RunSeen, code: CodeSubmission, tag: str) -> Iterator[str]:
    # As much as fits into a chat, without characters that no screen shows.
    whole = "".join(c for c in seen.out if c.isprintable() or c in "\n\t").strip("\n").rstrip()
    out = "\n".join(whole[:LONGEST_OUTPUT].split("\n")[:MOST_LINES])
    out = out if out == whole else f"{out}…"
    if seen.ended in {None, Ended.FINISHED}:
        ran = "technical-ran" if out else "technical-ran-silent"
        yield say(tag, ran if seen.exit_code == 0 else "technical-broke")
    elif seen.ended is not None:
        yield say(tag, f"technical-{seen.ended.value}")
    if out:
        yield say(tag, "technical-printed")
        yield fence_code(out)
    if seen.exit_code != 0:
        yield from _error(seen, code, tag)


def _error(seen: RunSeen, code: CodeSubmission, tag: str) -> Iterator[str]:
    compiled = seen.ended is not Ended.NOT_COMPILED
    if not compiled:
        yield say(tag, "technical-not-compiled" if code.language in _COMPILED else "technical-no-syntax")
    if words := error_summary(seen.err, code.language, compiled=compiled):
        yield fence_code(words)
        # Some errors come from the place where code is run, and not from the code.
        yield next((say(tag, f"technical-here-{name}") for name, signs in _HERE.items() if signs.search(words)), "")


def _measured(metrics: Metrics, tag: str) -> str:
    """Name a measure only where it is unusual."""
    if metrics.complexity > _COMPLEX:
        return say(tag, "technical-complex", name=metrics.most_complex, complexity=metrics.complexity)
    return say(tag, "technical-linted", remark=metrics.remarks[0]) if metrics.remarks else ""


def error_line(run: ProgramRun, err: str, language: CodeLanguage, source: str) -> int | None:
    """Return the line of the source where it broke; None where nothing says so."""
    place = re.compile(_PLACE.format(name=re.escape(FILE_NAMES[language])))
    lines = err.splitlines()
    if run.ended is Ended.NOT_COMPILED:
        lines = [line for line in lines if "error" in line.lower() and place.search(line)] or lines
    found = [found[1] for line in lines for found in place.finditer(line)]
    # Python names the innermost call last, all others name it first.
    line = int(found[-1 if language is Programming.PYTHON else 0]) if found else 0
    return line if 1 <= line <= source.count("\n") + 1 else None


def error_summary(err: str, language: CodeLanguage, *, compiled: bool) -> str:
    """Return in one line what went wrong, as the language puts it; empty where it says nothing."""
    said = [line.strip() for line in err.splitlines() if line.strip() and not line.startswith("Node.js v")]
    if not said:
        return ""
    name = FILE_NAMES[language]
    if not compiled:
        named = [line for line in said if name in line]
        words = next((line for line in named if "error" in line.lower()), next(iter(named), said[0]))
        words = re.sub(rf"^.*?{re.escape(name)}[:\d(),]*\s*(?:-\s*)?", "", words)
        words = words if words and language is not Programming.PYTHON else said[-1]
    elif language is Programming.PYTHON:
        words = said[-1]
    else:
        words = next((line for line in said if _TELLS.match(line)), said[-1])
    return one_line(_BEFORE.sub("", words))[:_LONGEST]


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
        quoted_list("run", _run(seen, code.language), _RUN_ROOM),
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


def _run(seen: RunSeen, language: CodeLanguage) -> Iterator[str]:
    if language in READ_LANGUAGES:
        name = READ_LANGUAGES[language]["name"]
        yield quote_in_tag("note", f"Code in {name} is read here and never run: don't say what it prints or passes.")
        return
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
    compiled = seen.ran and seen.ended is not Ended.NOT_COMPILED
    bad_end = bool(seen.cases) or seen.ended is not Ended.FINISHED or seen.exit_code != 0
    refuted = {
        _VERDICT: True,
        _NOT_COMPILED: compiled and seen.error_line is None,
        _IS_RIGHT: seen.ran and not seen.solved and bad_end,
        _ALL_PASS: not seen.solved,
        _SOME_FAIL: seen.solved or not seen.cases,
    }
    if any(is_false and claim.search(words) for claim, is_false in refuted.items()):
        return False
    for found in _COUNTED.finditer(words):
        some, every = (int(each) for each in found.groups() if each is not None)
        if every != len(seen.cases) or some not in {seen.passed, every - seen.passed}:
            return False
    return True
