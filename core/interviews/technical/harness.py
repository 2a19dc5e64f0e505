"""Tries somebody's code in the sandbox: `run` with their own input or the examples, `submit` with every case.

What is expected never enters the sandbox. The driver calls the function with the arguments of each case and tells what
came back behind a marker of its own run; comparing is done here. So a program that forges such lines has to know the
right answers to pass. Cases that are shown come first: whatever is printed once a hidden one has begun is shown to
nobody, since its values could be in it.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from core.contracts.frozen import Frozen
from core.contracts.sandbox import Ended, Program, ProgramRun, Sandbox
from core.interviews.technical.candidate_source import DRIVERS, adapt_source, call_of, own_errors, written_signature
from core.interviews.technical.exercises.exercise import (
    Case,
    Exercise,
    Programming,
    ValueType,
    Work,
    choose_language,
    matches_type,
    read_files,
    shown_call,
    shown_value,
    signature_line,
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
LONGEST_INPUT = 4_000  # characters
_LONGEST_PRINTED = 2_000
_PYTHON = (
    # No name of ours comes into the candidate's namespace.
    "__import__('builtins').exec(__import__('builtins').compile({text!r}, 'driver.py', 'exec'), {{"
    "'__name__': 'driver', '__builtins__': __import__('builtins'), "
    "'candidate': __import__('builtins').globals(), 'request': {request!r}}})\n"
)
_READ_WORDS = frozenset({Programming.CPP, Programming.JAVA})
_COMPILED = frozenset({Programming.CPP, Programming.JAVA, Programming.GO})
_WELL_KNOWN = re.compile(
    r"(?:Arithmetic|Assertion|Attribute|EOF|Eval|Import|Indentation|Index|IndexOutOfBounds|Internal|Key|Lookup|Memory"
    r"|ModuleNotFound|Name|NotImplemented|OS|OutOfMemory|Overflow|Permission|Range|Recursion|Reference|Runtime"
    r"|StackOverflow|Syntax|Timeout|Type|UnboundLocal|Unicode|Value|ZeroDivision)?Error"
    r"|(?:Arithmetic|ArrayIndexOutOfBounds|ArrayStore|ClassCast|ConcurrentModification|EmptyStack|IllegalArgument"
    r"|IllegalState|IndexOutOfBounds|InputMismatch|NegativeArraySize|NoSuchElement|NullPointer|NumberFormat|Runtime"
    r"|StringIndexOutOfBounds|UnsupportedOperation)?Exception|StopIteration|exception|panic"
    r"|bigint|boolean|function|number|object|string|symbol|undefined"
)
"""Names of exceptions, or of what else is thrown in JavaScript, that no candidate has put together."""


class CaseOutcome(StrEnum):
    PASSED = "passed"
    RETURNED = "returned"
    """It gave something back for an input of the candidate's own, of which nothing is expected."""
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
    SIGNATURE = "signature"
    """The function is there, and cannot be called with these arguments. `expected` is how it should be declared, `got`
    how it is.
    """
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
    printed: str = ""
    """What the program printed in the case, if it is shown."""

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
    source: str
    """The code as it was sent."""
    judged: bool = True
    """False where nothing is expected of what comes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What came of a run, as the candidate may see it."""

    run: ProgramRun
    cases: tuple[CaseSeen, ...]
    printed: str
    error: str
    """What the language said of the code."""

    @property
    def passed(self) -> bool:
        return all(each.passed for each in self.cases)


@dataclass(frozen=True, slots=True)
class _Told:
    missing: bool
    begun: frozenset[int]
    ends: Mapping[int, tuple[str, ...]]
    """Everything told of each case's end, which is one thing unless somebody forges."""
    printed: str
    """The output between those lines, up to the first hidden case."""
    printed_in: Mapping[int, str]
    """The part of it that was printed in each case."""


class InputMistakeError(ValueError):
    """An input that is not what the function takes."""

    def __init__(self, parameter: str, wanted: str) -> None:
        """`parameter`: the name of the first that is wrong; empty where there are too few or too many, or none can be
        read. `wanted`: its type, or all of them.
        """
        super().__init__(f"{parameter or 'the input'} has to be {wanted}")
        self.parameter = parameter
        self.wanted = wanted


async def run(
    exercise: Exercise,
    *,
    language: Programming,
    source: str,
    sandbox: Sandbox,
    person: str,
    waiting: Callable[[int], None],
    given: Sequence[str] = (),
    seconds: float = CPU_SECONDS,
    spoken: str = FALLBACK,
) -> Tried:
    """Run code with the candidate's own inputs, each as `read_input` takes it, or with the examples if there are none.

    Raises InputMistakeError, and what `Sandbox.run` raises.
    """
    cases = tuple(case for case in exercise.cases if case.shown)
    if given:
        cases = tuple(Case(args=read_input(exercise, text, language), expected=None, shown=True) for text in given)
    tried = build_trial(
        exercise.model_copy(update={"cases": cases}),
        language=language,
        source=source,
        seconds=seconds,
        judged=not given,
    )
    return _seen(await sandbox.run(tried.program, person=person, waiting=waiting), tried, spoken)


async def submit(
    exercise: Exercise,
    *,
    language: Programming,
    source: str,
    sandbox: Sandbox,
    person: str,
    waiting: Callable[[int], None],
    seconds: float = CPU_SECONDS,
    spoken: str = FALLBACK,
) -> Tried:
    """Try code with every case. Raises what `Sandbox.run` raises.

    `spoken`: the people's language, in which cases say what they are about. `seconds`: the processor time of a run.
    """
    tried = build_trial(exercise, language=language, source=source, seconds=seconds)
    return _seen(await sandbox.run(tried.program, person=person, waiting=waiting), tried, spoken)


def _seen(run: ProgramRun, tried: Trial, spoken: str) -> Tried:
    return Tried(
        run=run,
        cases=case_results(run, tried, language=spoken),
        printed=printed_output(run, tried),
        error=program_error_text(run, tried),
    )


_TOKENS = re.compile(
    r"""(?P<double>"(?:\\.|[^"\\])*")|(?P<single>'(?:\\.|[^'\\])*')|\b(?P<word>True|False|None)\b|(?P<round>[()])""",
    re.DOTALL,
)
_AS_JSON = {"True": "true", "False": "false", "None": "null", "(": "[", ")": "]"}


def read_input(exercise: Exercise, text: str, language: Programming) -> tuple[Any, ...]:
    """Read arguments that a candidate wrote: `[2, 7], 9`, one a line, with their names, or as a whole call.

    Raises InputMistakeError.
    """
    names = "|".join(
        re.escape(spell_name(each.name, spelling)) for each in exercise.parameters for spelling in Programming
    )
    body = text.strip()
    if call := re.fullmatch(rf"{re.escape(spell_name(exercise.function, language))}\s*\((.*)\)\s*;?", body, re.DOTALL):
        body = call[1]
    lines = [line.strip().rstrip(",") for line in body.splitlines() if line.strip()]
    if len(lines) == len(exercise.parameters):
        body = ", ".join(lines)
    body = re.sub(rf"(^|,)\s*(?:{names})\s*[=:]\s*", r"\1", body)
    wanted = ", ".join(type_name(kind, language) for kind in exercise.takes)
    if len(body) > LONGEST_INPUT:
        raise InputMistakeError("", wanted)
    try:
        args = json.loads(f"[{_TOKENS.sub(_token_as_json, body)}]")
    except (ValueError, RecursionError):
        raise InputMistakeError("", wanted) from None
    if len(args) != len(exercise.parameters):
        raise InputMistakeError("", wanted)
    for value, parameter, kind in zip(args, exercise.parameters, exercise.takes, strict=True):
        if not matches_type(value, kind):
            raise InputMistakeError(spell_name(parameter.name, language), type_name(kind, language))
    return tuple(args)


def _token_as_json(found: re.Match[str]) -> str:
    if found["single"]:
        inside = re.sub(r"\\'", "'", found["single"][1:-1])
        return '"' + re.sub(r'(?<!\\)"', r"\"", inside) + '"'
    return found["double"] or _AS_JSON[found[0]]


def build_trial(
    exercise: Exercise, *, language: Programming, source: str, seconds: float = CPU_SECONDS, judged: bool = True
) -> Trial:
    """Build a program that tries every case. `seconds`: the processor time that the sandbox gives it."""
    marker = f"case-{secrets.token_hex(8)}"
    shown_in, handed_in = language, source
    language, source = _prepared(exercise, language, source)
    function = spell_name(exercise.function, language)
    ordered = sorted(enumerate(exercise.cases), key=lambda each: not each[1].shown)
    stdin, request = "\n", ""  # the empty line is for code that asks for input
    if language in _READ_WORDS:
        # They read no JSON: words with spaces between, before a list or a text its length.
        words = [marker, str(len(exercise.cases))]
        for number, case in ordered:
            words.append(str(number))
            for value, kind in zip(case.args, exercise.takes, strict=True):
                words += _words(value, kind)
        stdin = " ".join(words) + "\n"
    else:
        request = json.dumps(
            {
                "marker": marker,
                "names": list(
                    dict.fromkeys((function, *(spell_name(exercise.function, each) for each in Programming)))
                ),
                "seconds": max(seconds - KEPT_FREE, KEPT_FREE),
                "each": min(EACH_SECONDS, seconds),
                "cases": [{"number": number, "args": case.args, "shown": case.shown} for number, case in ordered],
            }
        )
    if language is Programming.GO:
        stdin, request = f"{request}\n", ""
    adapted = adapt_source(source, language, function)
    driver = _driver(exercise, language, source, request)
    program = Program(language=language, source=adapted, driver=driver, stdin=stdin)
    return Trial(exercise=exercise, program=program, marker=marker, source=handed_in, language=shown_in, judged=judged)


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
    unfit = _unfit(run, tried, told)
    results: list[CaseSeen] = []
    for number, case in enumerate(tried.exercise.cases):
        end = _end(told.ends.get(number, ()))
        if programming is Programming.GO and "value" in end:
            end = {**end, "value": _without_nil(end["value"], tried.exercise.gives)}
        outcome = unfit or _outcome(number, case, end, told, run, tried)
        failed = outcome not in {CaseOutcome.PASSED, CaseOutcome.RETURNED, CaseOutcome.NOT_RUN, CaseOutcome.MISSING}
        shown: dict[str, str] = {}
        error, line = str(end.get("raised") or "")[:100], end.get("line")
        if case.shown:
            shown = {
                "call": shown_call(tried.exercise, case.args, programming),
                "expected": shown_value(case.expected, programming) if tried.judged else "",
                "got": shown_value(end["value"], programming) if "value" in end else str(end.get("strange") or ""),
                "printed": told.printed_in.get(number, "")[:_LONGEST_PRINTED],
            }
            if outcome is CaseOutcome.SIGNATURE:
                shown["expected"] = signature_line(tried.exercise, programming)
                shown["got"] = written_signature(tried.source, programming, tried.exercise.function)
            error = ": ".join(filter(None, (error, str(end.get("message") or ""))))
        elif error:
            error = _safe_name(error, tried.source)
        seen = CaseSeen(
            number=number + 1,
            shown=case.shown,
            outcome=outcome,
            about=case.about.get(choose_language(case.about, language), ""),
            remark=case.remark.get(choose_language(case.remark, language), "") if failed else "",
            error=error[:_LONGEST_ERROR],
            line=line if isinstance(line, int) and 0 < line <= tried.source.count("\n") + 1 else None,
            **shown,
        )
        results.append(seen)
    return tuple(results)


def _unfit(run: ProgramRun, tried: Trial, told: _Told) -> CaseOutcome | None:
    """Tell whether it is only our call of the function that the compiler refused, and why it did."""
    language = Programming(tried.program.language)
    if told.missing:
        return CaseOutcome.MISSING
    if run.ended is not Ended.NOT_COMPILED or language not in _COMPILED or own_errors(run.err, language):
        return None
    written = written_signature(tried.source, language, tried.exercise.function)
    return CaseOutcome.SIGNATURE if written else CaseOutcome.MISSING


def _safe_name(name: str, source: str) -> str:
    """Return the name of an exception in a hidden case, unless a program could have made it of the case's values."""
    if _WELL_KNOWN.fullmatch(name) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", source):
        return name
    return "Exception"


def _without_nil(value: Any, kind: ValueType) -> Any:
    """Put an empty list where Go, to which it is the same, has none."""
    if kind.name != "list":
        return value
    return [_without_nil(each, kind.element) for each in value or []] if isinstance(value, list | None) else value


def printed_output(run: ProgramRun, tried: Trial) -> str:
    return _told(run.out, tried).printed


def program_error_text(run: ProgramRun, tried: Trial) -> str:
    """Return what the language said of the code; nothing once a hidden case had begun, whose values could be in it."""
    told = _told(run.out, tried)
    if any(not tried.exercise.cases[number].shown for number in told.begun):
        return ""
    language = Programming(tried.program.language)
    said = _without(run.err, tried.marker)
    if run.ended is Ended.NOT_COMPILED and language in _COMPILED:
        return own_errors(said, language)
    return "".join(line for line in said.splitlines(keepends=True) if DRIVERS.get(language, tried.marker) not in line)


@cache
def _text(name: str) -> str:
    return (Path(__file__).parent / "drivers" / name).read_text(encoding="utf-8")


def _driver(exercise: Exercise, language: Programming, source: str, request: str) -> str:
    match language:
        case Programming.PYTHON:
            return _PYTHON.format(text=_text("driver.py"), request=request)
        case Programming.JAVASCRIPT | Programming.TYPESCRIPT:
            named = ", ".join(f"() => {name}" for name in json.loads(request)["names"])
            return _text("driver.js").replace("@NAMED@", named).replace("@REQUEST@", request)
        case Programming.CPP:
            read = "raconteur::type_{n} raconteur_a{n} = raconteur_taken<raconteur::type_{n}>();"
            return _filled("main.cpp", exercise, language, source, read, "raconteur_a{n}", "\n    ")
        case Programming.JAVA:
            return _filled(
                "RaconteurDriver.java", exercise, language, source, "read({type}.class)", "({type}) args[{n}]", ", "
            )
        case Programming.GO:
            read = (
                "var raconteurA{n} {type}\n"
                "\t\tif raconteurJSON.Unmarshal(raconteurEach.Args[{n}], &raconteurA{n}) != nil {{\n"
                "\t\t\treturn\n\t\t}}"
            )
            return _filled("main.go", exercise, language, source, read, "raconteurA{n}", "\n\t\t")
    raise ValueError(f"nothing runs in {language} by itself")


def _filled(
    name: str, exercise: Exercise, language: Programming, source: str, read: str, given: str, between: str
) -> str:
    """Fill in a driver in a typed language: `read` makes an argument, `given` hands it on."""
    named = [{"n": n, "type": type_name(kind, language)} for n, kind in enumerate(exercise.takes)]
    function = call_of(source, language, spell_name(exercise.function, language))
    call = f"{function}({', '.join(given.format(**each) for each in named)})"
    arguments = between.join(read.format(**each) for each in named)
    types = "\n".join("typedef {type} type_{n};".format(**each) for each in named)
    return _text(name).replace("@TYPES@", types).replace("@ARGUMENTS@", arguments).replace("@CALL@", call)


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
    printed_in: dict[int, str] = {}
    missing, at, visible, within = False, 0, True, -1
    cases = tried.exercise.cases
    for found in lines.finditer(out):
        if visible and (said := out[at : found.start()]):
            printed.append(said)
            printed_in[within] = printed_in.get(within, "") + said
        what, number, at = found[1], int(found[2]), found.end()
        within = number if what == "begin" else -1
        visible = visible and not (what == "begin" and number < len(cases) and not cases[number].shown)
        missing = missing or what == "missing"
        if what == "begin":
            begun.add(number)
        elif what == "end":
            ends[number] = (*ends.get(number, ()), found[3] or "")
    if visible:
        printed.append(out[at:])
        printed_in[within] = printed_in.get(within, "") + out[at:]
    valid = frozenset(number for number in begun if number < len(cases))
    of_cases = {number: _without(said, tried.marker) for number, said in printed_in.items()}
    return _Told(missing, valid, ends, _without("".join(printed), tried.marker), of_cases)


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
    number: int, case: Case, end: Mapping[str, Any], told: _Told, run: ProgramRun, tried: Trial
) -> CaseOutcome:
    exercise = tried.exercise
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
    if not tried.judged:
        return CaseOutcome.RETURNED if end else CaseOutcome.WRONG
    if "value" not in end or not values_match(end["value"], case.expected, exercise.gives, exercise.compare):
        return CaseOutcome.WRONG
    return CaseOutcome.CHANGED if exercise.keeps_arguments and end.get("changed") else CaseOutcome.PASSED
