"""Running what was handed in: the chore, and what is said of it.

The chore works off every piece of code that has no run yet, the one handed in first first, so that a process that died
over one leaves nothing behind: it is run again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import structlog

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.errors import NoSandbox, SandboxBusy
from core.contracts.sandbox import Program
from core.contracts.script import primary_language
from core.contracts.tools import ChoreAccess
from core.interviews.technical import harness
from core.interviews.technical.code_extraction import TEXT, code_in
from core.interviews.technical.code_submissions import (
    CODE,
    LONGEST_CODE,
    RUN,
    CodeSubmission,
    Metrics,
    RunSeen,
    finding_name,
    finding_numbers,
    stored_finding,
)
from core.interviews.technical.exercises.exercise import Exercise, Programming
from core.interviews.technical.run_words import error_line
from core.languages.messages import match_locale, say
from core.readers.source_errors import Heavy, SourceError

_KEPT: Final = 16_000
"""Characters of output, and of errors, that are kept."""
log = structlog.get_logger()


async def run_submission(
    exercises: Mapping[str, Exercise], situation: ChoreSituation, *, seconds: float
) -> ChoreResult:
    """Run what was not run yet. Somebody waits for it: what cannot be had or done now is said, and not tried later.

    `seconds`: the processor time that the sandbox gives a program.
    """
    tools = situation.tools
    if tools is None:
        raise ValueError("running code is a chore")
    findings: dict[str, str] = {}
    for number in finding_numbers(situation.findings, CODE):
        code = stored_finding(situation.findings, CODE, number, CodeSubmission)
        if code is None or finding_name(RUN, number) in situation.findings:
            continue
        try:
            seen = await _seen(code, exercises, tools, situation, seconds)
        except Exception as error:  # noqa: BLE001 - strangers' code: what breaks us once would break every try
            log.error("run-broke", session=situation.session.id, number=number, error=type(error).__name__)
            seen = RunSeen(why_not="broke")
        findings[finding_name(RUN, number)] = seen.model_dump_json()
    return ChoreResult(findings=tuple(findings.items()))


async def _seen(
    code: CodeSubmission,
    exercises: Mapping[str, Exercise],
    tools: ChoreAccess,
    situation: ChoreSituation,
    seconds: float,
) -> RunSeen:
    source = code.source
    if code.file_ref:
        try:
            body = await tools.file(code.file_ref, limit=4 * LONGEST_CODE)
            source = body.decode("utf-16" if body[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig")
            if "\0" in source:
                return RunSeen(why_not="unreadable")
            source = source.replace("\r\n", "\n").replace("\r", "\n")
            if code.name.lower().endswith(TEXT) and (found := code_in(source, 0, code.language, pending=False)):
                source = found.source
        except UnicodeDecodeError:
            return RunSeen(why_not="unreadable")
        except Heavy:
            return RunSeen(why_not="too-long")
        except SourceError:
            return RunSeen(why_not="unfetched")
    if len(source) > LONGEST_CODE:
        return RunSeen(why_not="too-long")
    if not source.strip():
        return RunSeen(why_not="empty")
    exercise = exercises.get(code.exercise)
    tried = None
    if exercise is not None and code.language in exercise.languages:
        tried = harness.build_trial(exercise, language=code.language, source=_as_named(code, source), seconds=seconds)
    seen = await _ran(code, source, tried, tools, situation)
    try:
        asked = {"language": code.language.value}
        measured, _ = await tools.readers.read("code-metrics", source.encode(), asked, person=situation.person.id)
        metrics = Metrics.model_validate(measured)
    except SourceError:
        metrics = Metrics()  # no review needs them
    return seen.model_copy(update={"source": source if code.file_ref else "", "metrics": metrics})


async def _ran(
    code: CodeSubmission, source: str, tried: harness.Trial | None, tools: ChoreAccess, situation: ChoreSituation
) -> RunSeen:
    language = situation.session.language
    program = Program(language=code.language, source=_as_named(code, source)) if tried is None else tried.program

    def show_queue(ahead: int) -> None:
        tools.show(say(match_locale(language), "technical-ahead", count=ahead))

    try:
        run = await tools.sandbox.run(program, person=situation.person.id, waiting=show_queue)
    except NoSandbox:
        return RunSeen(why_not="no-sandbox")
    except SandboxBusy:
        return RunSeen(why_not="busy")
    cases: tuple[harness.CaseSeen, ...] = ()
    out, err = run.out, run.err
    if tried is not None:
        cases = harness.case_results(run, tried, language=primary_language(language))
        out, err = harness.printed_output(run, tried), harness.program_error_text(run, tried)
    lines = [case.line for case in cases if case.line is not None and not case.passed]
    return RunSeen(
        ran=True,
        ended=run.ended,
        exit_code=run.exit_code,
        out=out[:_KEPT],
        err=err[-_KEPT:],
        error_line=lines[0] if lines else error_line(run, err, code.language, source),
        seconds=run.seconds,
        cases=cases,
    )


def _as_named(code: CodeSubmission, source: str) -> str:
    """Return Java with its class named as its file, since people name it otherwise; lines keep their numbers."""
    if code.language is not Programming.JAVA:
        return source
    found = re.search(r"^\s*public\s+(?:final\s+)?class\s+(\w+)", source, re.MULTILINE)
    if found is None or re.search(r"\bSolution\b", source):
        return source
    return re.sub(rf"\b{found[1]}\b", "Solution", source)
