"""Running what was handed in: the chore, and what is said of it.

The chore works off every piece of code that has no run yet, the one handed in first first, so that a process that died
over one leaves nothing behind: it is run again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.errors import NoSandbox, SandboxBusy
from core.contracts.fences import fenced
from core.contracts.sandbox import Ended, Program, Run
from core.contracts.script import primary
from core.contracts.tools import Tools
from core.interviews.technical import harness
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.handed import (
    CODE,
    FILE_NAMES,
    LONGEST_CODE,
    RUN,
    CaseSeen,
    HandedIn,
    Metrics,
    RunSeen,
    Told,
    finding,
    kept,
    numbers,
)
from core.interviews.technical.harness import CaseResult, Outcome
from core.readers.source_errors import SourceError
from core.words import known, say

MOST_TOLD: Final = 4
"""Failed cases that are told one by one."""
LONGEST_OUTPUT: Final = 1_200
"""Characters of output that are said."""
_KEPT: Final = 16_000
"""Characters of output, and of errors, that are kept."""


# --- the chore ----------------------------------------------------------------------------------------------------


async def ran(exercises: Mapping[str, Exercise], situation: ChoreSituation) -> ChoreResult:
    """Run what was not run yet."""
    tools = situation.tools
    if tools is None:
        raise ValueError("running code is a chore")
    findings: dict[str, str] = {}
    for number in numbers(situation.findings, CODE):
        code = kept(situation.findings, CODE, number, HandedIn)
        if code is not None and finding(RUN, number) not in situation.findings:
            seen = await _seen(code, exercises, tools, situation)
            findings[finding(RUN, number)] = seen.model_dump_json()
    return ChoreResult(findings=tuple(findings.items()))


async def _seen(code: HandedIn, exercises: Mapping[str, Exercise], tools: Tools, situation: ChoreSituation) -> RunSeen:
    source = code.source
    if code.file_ref:
        try:
            source = (await tools.file(code.file_ref, limit=4 * LONGEST_CODE)).decode("utf-8-sig").replace("\r\n", "\n")
        except SourceError as error:
            if error.retryable:
                raise
            return RunSeen(why_not="unreadable")
        except UnicodeDecodeError:
            return RunSeen(why_not="unreadable")
        if len(source) > LONGEST_CODE:
            return RunSeen(why_not="too-long")
    of_file = source if code.file_ref else ""
    metrics = await _measured(code.model_copy(update={"source": source}), tools, situation.person.id)
    exercise = exercises.get(code.exercise)
    waiting = partial(_waits, tools, known(situation.session.language))
    try:
        if exercise is None or code.language not in exercise.languages:
            program = Program(language=code.language, source=source)
            run = await tools.sandbox.run(program, person=situation.person.id, waiting=waiting)
            return _of_own(run, code, source).model_copy(update={"source": of_file, "metrics": metrics})
        tried = harness.trial(exercise, language=code.language, source=source)
        run = await tools.sandbox.run(tried.program, person=situation.person.id, waiting=waiting)
    except NoSandbox:
        return RunSeen(why_not="no-sandbox", source=of_file, metrics=metrics)
    except SandboxBusy:
        return RunSeen(why_not="busy", source=of_file, metrics=metrics)
    seen = _of_exercise(run, tried, primary(situation.session.language))
    return seen.model_copy(update={"source": of_file, "metrics": metrics})


def _waits(tools: Tools, language: str, ahead: int) -> None:
    tools.show(say(language, "technical-ahead", count=ahead))


async def _measured(code: HandedIn, tools: Tools, person: str) -> Metrics:
    """Nothing where it cannot be: no review needs it."""
    try:
        asked = {"language": code.language.value}
        found, _ = await tools.readers.read("code-metrics", code.source.encode(), asked, person=person)
    except SourceError:
        return Metrics()
    return Metrics.model_validate(found)


def _of_own(run: Run, code: HandedIn, source: str) -> RunSeen:
    return RunSeen(
        ran=True,
        ended=run.ended,
        exit_code=run.exit_code,
        out=run.out[:_KEPT],
        err=run.err[-_KEPT:],
        error_line=_line_of(run.err, code, source),
        seconds=run.seconds,
    )


def _of_exercise(run: Run, tried: harness.Trial, language: str) -> RunSeen:
    cases = tuple(_case(result, language) for result in harness.results(run, tried))
    lines = [case.line for case in cases if case.line is not None]
    return RunSeen(
        ran=True,
        ended=run.ended,
        exit_code=run.exit_code,
        out=harness.printed(run, tried)[:_KEPT],
        err=harness.complaints(run, tried)[-_KEPT:],
        error_line=lines[0] if lines else None,
        seconds=run.seconds,
        cases=cases,
    )


def _case(result: CaseResult, language: str) -> CaseSeen:
    return CaseSeen(
        number=result.number,
        shown=result.shown,
        outcome=result.outcome,
        about=_in(result.about, language),
        remark=_in(result.remark, language),
        call=result.call,
        expected=result.expected,
        got=result.got,
        error=result.error,
        line=result.line,
    )


def _in(texts: Mapping[str, str], language: str) -> str:
    return texts.get(language) or texts.get("en") or next(iter(texts.values()), "")


def _line_of(err: str, code: HandedIn, source: str) -> int | None:
    """The last line of theirs that the language names."""
    name = re.escape(FILE_NAMES[code.language])
    found = re.findall(rf"{name}[\"']?(?:, line |:)(\d{{1,6}})", err)
    line = int(found[-1]) if found else 0
    return line if 1 <= line <= source.count("\n") + 1 else None


# --- what is said of it -------------------------------------------------------------------------------------------


def run_told(findings: Mapping[str, str], number: int, exercises: Mapping[str, Exercise], language: str) -> Told:
    """What happened, and a question about it, by rules. Nothing is asked where nothing could be run."""
    tag = known(language)
    code, seen = kept(findings, CODE, number, HandedIn), kept(findings, RUN, number, RunSeen)
    if code is None or seen is None:
        return Told(words=say(tag, "technical-not-run"))
    source = code.source or seen.source
    if not seen.ran:
        asks = "" if seen.why_not in {"unreadable", "too-long"} else say(tag, "technical-ask-read")
        return Told(words=say(tag, f"technical-not-run-{seen.why_not}"), question=asks)
    lines = [*(_of_cases(seen, tag) if seen.cases else _of_program(seen, tag)), *_where(seen, source, tag)]
    if measure := _measure_told(seen.metrics, tag):
        lines.append(measure)
    return Told(words="\n".join(lines), question=say(tag, f"technical-ask-{_asks(seen)}"), solved=seen.solved)


def _asks(seen: RunSeen) -> str:
    if seen.solved:
        return "solved"
    if seen.ended is Ended.NOT_COMPILED or seen.error_line is not None:
        return "error"
    if seen.ended in {Ended.TIME, Ended.MEMORY, Ended.OUTPUT} or any(
        case.outcome in {Outcome.TIME, Outcome.MEMORY, Outcome.OUTPUT} for case in seen.cases
    ):
        return "limit"
    return "failed" if seen.cases else "program"


def _of_cases(seen: RunSeen, tag: str) -> Iterator[str]:
    """How many passed, and what failed: a shown case with its values, a hidden one by what it is about."""
    if all(case.outcome is Outcome.MISSING for case in seen.cases):
        yield say(tag, "technical-missing")
        return
    if seen.ended is Ended.NOT_COMPILED:
        yield say(tag, "technical-not-compiled")
        return
    yield say(tag, "technical-passed", passed=seen.passed, total=len(seen.cases))
    failed = [case for case in seen.cases if not case.passed]
    for case in failed[:MOST_TOLD]:
        yield f"– {_failed(case, tag)}"
        if case.remark:
            yield f"  {case.remark}"
    if len(failed) > MOST_TOLD:
        yield say(tag, "technical-more-failed", count=len(failed) - MOST_TOLD)


def _failed(case: CaseSeen, tag: str) -> str:
    about = case.about or say(tag, "technical-a-case")
    match case.outcome:
        case Outcome.WRONG if case.shown:
            return say(tag, "technical-got", call=case.call, expected=case.expected, got=case.got or "–")
        case Outcome.RAISED:
            return say(tag, "technical-raised", about=case.call or about, error=case.error)
        case outcome:
            return say(tag, f"technical-case-{outcome.value}", about=case.call or about)


def _of_program(seen: RunSeen, tag: str) -> Iterator[str]:
    match seen.ended:
        case Ended.FINISHED:
            yield say(tag, "technical-ran" if seen.exit_code == 0 else "technical-broke")
        case ended:
            yield say(tag, f"technical-{(ended or Ended.KILLED).value}")
    if seen.out.strip():
        out = seen.out if len(seen.out) <= LONGEST_OUTPUT else f"{seen.out[:LONGEST_OUTPUT]}…"
        yield say(tag, "technical-printed")
        yield fenced(out)


def _where(seen: RunSeen, source: str, tag: str) -> Iterator[str]:
    """The last words of an error, and the line of theirs that it names."""
    said = [line.strip() for line in seen.err.splitlines() if line.strip()]
    if said and (seen.ended is Ended.NOT_COMPILED or seen.exit_code):
        compiler = next((line for line in said if "error" in line.lower()), said[-1])
        yield fenced((compiler if seen.ended is Ended.NOT_COMPILED else said[-1])[:300])
    lines = source.splitlines()
    if seen.error_line is not None and seen.error_line <= len(lines):
        yield say(tag, "technical-at-line", line=seen.error_line)
        yield fenced(lines[seen.error_line - 1][:200])


def _measure_told(metrics: Metrics, tag: str) -> str:
    """Only what stands out."""
    if metrics.complexity > 10:
        return say(tag, "technical-complex", name=metrics.most_complex, complexity=metrics.complexity)
    if metrics.remarks:
        return say(tag, "technical-linted", remark=metrics.remarks[0])
    return ""
