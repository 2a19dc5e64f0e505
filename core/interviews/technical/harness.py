"""Makes a program for the sandbox of an exercise and somebody's code, and results of cases of its run.

What is expected never enters the sandbox. The driver calls the function with the arguments of each case and tells what
came back behind a marker of its own run; comparing is done here. So a program that forges such lines has to know the
right answers to pass.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from core.contracts.frozen import Frozen
from core.contracts.sandbox import Ended, Program, ProgramRun
from core.interviews.technical.exercises.exercise import (
    Case,
    Exercise,
    Programming,
    ValueType,
    Work,
    choose_language,
    read_files,
    shown_call,
    shown_value,
    spell_name,
    type_name,
    values_match,
)
from core.languages import FALLBACK

CPU_SECONDS = 5.0
"""Processor time of a run by default; the sandbox's own limit."""
KEPT_FREE = 0.2  # the part of it that is not for cases
EACH_SECONDS = 1.5
"""Time of one case, where the language's driver can stop it."""
_LONGEST_ERROR = 400
_PYTHON = (
    "import builtins as _b\n"
    "_b.exec(_b.compile({text!r}, 'driver.py', 'exec'),"
    " {{'__name__': 'driver', '__builtins__': _b, 'candidate': _b.globals()}})\n"
)


class CaseOutcome(StrEnum):
    PASSED = "passed"
    WRONG = "wrong"
    CHANGED = "changed"
    """Right, but it changed what it was given, and is not to."""
    RAISED = "raised"
    TIME = "time"
    MEMORY = "memory"
    OUTPUT = "output"
    ENDED = "ended"
    """The program ended in the middle of it: it left, or it was stopped."""
    MISSING = "missing"
    NOT_RUN = "not-run"


class CaseSeen(Frozen):
    """The outcome of a case as the candidate may be told it, without values and output of a hidden one."""

    number: int
    """Counted from 1."""
    shown: bool
    outcome: CaseOutcome
    about: str = ""
    remark: str = ""
    call: str = ""
    """The call as it would be written; it and the next two fields are empty for a hidden case."""
    expected: str = ""
    got: str = ""
    error: str = ""
    """The name of an exception, and its message where the case is shown."""
    line: int | None = None

    @property
    def passed(self) -> bool:
        return self.outcome is CaseOutcome.PASSED


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    exercise: Exercise
    program: Program
    marker: str
    language: Programming
    """The language of what was handed in; a query and a repository run inside a program in Python."""


@dataclass(frozen=True, slots=True)
class _Told:
    missing: bool
    begun: frozenset[int]
    ends: Mapping[int, tuple[str, ...]]
    """Everything told of each case's end, which is one thing unless somebody forges."""
    printed: str
    """The output between those lines, except in hidden cases."""


def build_trial(exercise: Exercise, *, language: Programming, source: str, seconds: float = CPU_SECONDS) -> Trial:
    """Build a program that tries every case. `seconds`: the processor time that the sandbox gives it."""
    marker = f"case-{secrets.token_hex(8)}"
    shown_in = language
    language, source = _prepared(exercise, language, source)
    if language in {Programming.CPP, Programming.JAVA}:
        # They read no JSON: words with spaces between, before a list or a text its length.
        words = [marker, str(len(exercise.cases))]
        for case in exercise.cases:
            for value, kind in zip(case.args, exercise.takes, strict=True):
                words += _words(value, kind)
        stdin = " ".join(words) + "\n"
    else:
        request = {
            "marker": marker,
            "function": spell_name(exercise.function, language),
            "seconds": max(seconds - KEPT_FREE, KEPT_FREE),
            "each": min(EACH_SECONDS, seconds),
            "cases": [{"args": case.args, "shown": case.shown} for case in exercise.cases],
        }
        # The empty line is for code that asks for input: it gets nothing of this.
        stdin = "\n" + json.dumps(request)
    program = Program(language=language, source=source, driver=_driver(exercise, language), stdin=stdin)
    return Trial(exercise=exercise, program=program, marker=marker, language=shown_in)


def _prepared(exercise: Exercise, language: Programming, source: str) -> tuple[Programming, str]:
    """Return the program that defines the exercise's function by what was handed in, and its language."""
    match exercise.work:
        case Work.SQL:
            names = f"TABLES = {exercise.tables!r}\nQUERY = {source!r}\n"
            return Programming.PYTHON, names + _text("query.py")
        case Work.REPOSITORY:
            files = {**exercise.files, **read_files(source)}
            return Programming.PYTHON, f"FILES = {files!r}\n{_text('repository.py')}\n{exercise.adapter.python}"
        case Work.DESIGN:
            return language, f"{source}\n{getattr(exercise.adapter, language)}"
    return language, source


def case_results(run: ProgramRun, tried: Trial, *, language: str = FALLBACK) -> tuple[CaseSeen, ...]:
    """Return a result for each case, in their order; in words of that language, where the exercise has it."""
    told = _told(run.out, tried)
    programming = tried.language
    results: list[CaseSeen] = []
    for number, case in enumerate(tried.exercise.cases):
        end = _end(told.ends.get(number, ()))
        outcome = _outcome(number, case, end, told, run, tried.exercise)
        failed = outcome not in {CaseOutcome.PASSED, CaseOutcome.NOT_RUN, CaseOutcome.MISSING}
        shown: dict[str, str] = {}
        error, line = str(end.get("raised") or "")[:100], end.get("line")
        if case.shown:
            shown = {
                "call": shown_call(tried.exercise, case.args, programming),
                "expected": shown_value(case.expected, programming),
                "got": shown_value(end["value"], programming) if "value" in end else str(end.get("strange") or ""),
            }
            error = ": ".join(filter(None, (error, str(end.get("message") or ""))))
        seen = CaseSeen(
            number=number + 1,
            shown=case.shown,
            outcome=outcome,
            about=case.about.get(choose_language(case.about, language), ""),
            remark=case.remark.get(choose_language(case.remark, language), "") if failed else "",
            error=error[:_LONGEST_ERROR],
            line=line if isinstance(line, int) and line > 0 else None,
            **shown,
        )
        results.append(seen)
    return tuple(results)


def printed_output(run: ProgramRun, tried: Trial) -> str:
    return _told(run.out, tried).printed


def program_error_text(run: ProgramRun, tried: Trial) -> str:
    """Return what the language said of the code; nothing once a hidden case had begun, whose values could be in it."""
    told = _told(run.out, tried)
    if any(not tried.exercise.cases[number].shown for number in told.begun):
        return ""
    return _without(run.err, tried.marker)


@cache
def _text(name: str) -> str:
    return (Path(__file__).parent / "drivers" / name).read_text(encoding="utf-8")


def _driver(exercise: Exercise, language: Programming) -> str:
    match language:
        case Programming.PYTHON:
            return _PYTHON.format(text=_text("driver.py"))
        case Programming.JAVASCRIPT | Programming.TYPESCRIPT:
            return _text("driver.js")
        case Programming.CPP:
            return _filled("main.cpp", exercise, language, "{type} a{n}{{}}; driver::read(a{n});", "a{n}", "\n    ")
        case Programming.JAVA:
            return _filled("Main.java", exercise, language, "read({type}.class)", "({type}) args[{n}]", ", ")
        case Programming.GO:
            read = "var a{n} {type}\n\t\tif json.Unmarshal(each.Args[{n}], &a{n}) != nil {{\n\t\t\treturn\n\t\t}}"
            return _filled("main.go", exercise, language, read, "a{n}", "\n\t\t")
    raise ValueError(f"nothing runs in {language} by itself")


def _filled(name: str, exercise: Exercise, language: Programming, read: str, given: str, between: str) -> str:
    """Fill in a driver in a typed language: `read` makes an argument, `given` hands it on."""
    named = [{"n": n, "type": type_name(kind, language)} for n, kind in enumerate(exercise.takes)]
    function = spell_name(exercise.function, language)
    if language is Programming.JAVA:
        function = f"new Solution().{function}"
    call = f"{function}({', '.join(given.format(**each) for each in named)})"
    arguments = between.join(read.format(**each) for each in named)
    return _text(name).replace("@ARGUMENTS@", arguments).replace("@CALL@", call)


def _words(value: Any, kind: ValueType) -> Iterator[str]:
    match kind.name:
        case "list":
            yield str(len(value))
            for each in value:
                yield from _words(each, kind.element)
        case "str":
            yield f"{len(value.encode())} {value}"
        case "bool":
            yield str(int(value))
        case _:
            yield repr(value)


def _told(out: str, tried: Trial) -> _Told:
    lines = re.compile(rf"\n{tried.marker} (begin|end|missing) (\d{{1,3}})(?: (.*))?\n")
    begun: set[int] = set()
    ends: dict[int, tuple[str, ...]] = {}
    printed: list[str] = []
    missing, at, visible = False, 0, True
    cases = tried.exercise.cases
    for found in lines.finditer(out):
        printed += [out[at : found.start()]] if visible else []
        what, number, at = found[1], int(found[2]), found.end()
        visible = not (what == "begin" and number < len(cases) and not cases[number].shown)
        missing = missing or what == "missing"
        if what == "begin":
            begun.add(number)
        elif what == "end":
            ends[number] = (*ends.get(number, ()), found[3] or "")
    printed += [out[at:]] if visible else []
    valid = frozenset(number for number in begun if number < len(cases))
    return _Told(missing, valid, ends, _without("".join(printed), tried.marker))


def _without(text: str, marker: str) -> str:
    """Leave out lines with the marker: somebody shows what the driver was given."""
    return "".join(line for line in text.splitlines(keepends=True) if marker not in line)


def _end(ends: tuple[str, ...]) -> Mapping[str, Any]:
    """Return what is told of a case's end; empty where nothing is, or more than one thing, which no driver does."""
    if len(set(ends)) != 1:
        return {}
    try:
        end = json.loads(ends[0])
    except (ValueError, RecursionError):
        return {"strange": "something that is no value"}
    return end if isinstance(end, dict) else {}


def _outcome(
    number: int, case: Case, end: Mapping[str, Any], told: _Told, run: ProgramRun, exercise: Exercise
) -> CaseOutcome:
    if told.missing:
        return CaseOutcome.MISSING
    if number not in told.begun:
        return CaseOutcome.NOT_RUN
    if number not in told.ends:
        reached = {Ended.TIME: CaseOutcome.TIME, Ended.MEMORY: CaseOutcome.MEMORY, Ended.OUTPUT: CaseOutcome.OUTPUT}
        return reached.get(run.ended, CaseOutcome.ENDED)
    if end.get("late"):
        return CaseOutcome.TIME
    if end.get("exited"):
        return CaseOutcome.ENDED
    if "raised" in end:
        return CaseOutcome.RAISED
    if "value" not in end or not values_match(end["value"], case.expected, exercise.gives, exercise.compare):
        return CaseOutcome.WRONG
    return CaseOutcome.CHANGED if exercise.keeps_arguments and end.get("changed") else CaseOutcome.PASSED
