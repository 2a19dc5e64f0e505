"""What is said of a run: short, plain, and with the place that an error names, in each language that can be run."""

from __future__ import annotations

import pytest

from core.contracts.fences import fenced_passages
from core.contracts.sandbox import Ended, ProgramRun
from core.interviews.technical.code_submissions import (
    CODE,
    RUN,
    CodeSubmission,
    Metrics,
    RunSeen,
    SubmissionRemarks,
    code_in,
)
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.harness import CaseOutcome, CaseSeen
from core.interviews.technical.review import LONGEST_OUTPUT, MOST_TOLD, describe_run, error_line, error_summary
from core.languages import LANGUAGES
from core.languages.messages import say

SOURCE = "def f(a):\n    return a[5]\n"
P = Programming


def told(
    seen: RunSeen, *, language: Programming = P.PYTHON, source: str = SOURCE, tag: str = "en"
) -> SubmissionRemarks:
    code = CodeSubmission(language=language, source=source)
    return describe_run({f"{CODE}-1": code.model_dump_json(), f"{RUN}-1": seen.model_dump_json()}, 1, tag)


def case(number: int, outcome: CaseOutcome, *, shown: bool = False, **more: str) -> CaseSeen:
    values = {"call": f"f([{number}])", "expected": "1", "got": "2"} if shown else {"about": f"kind {number}"}
    return CaseSeen(number=number, shown=shown, outcome=outcome, **{**values, **more})


def ran(*cases: CaseSeen, ended: Ended = Ended.FINISHED, exit_code: int | None = 0, **more: object) -> RunSeen:
    values = {"ran": True, "ended": ended, "exit_code": exit_code, "cases": cases, **more}
    return RunSeen.model_validate(values)


def test_a_shown_case_is_told_with_its_values_before_hidden_ones() -> None:
    seen = ran(case(1, CaseOutcome.WRONG), case(2, CaseOutcome.WRONG, shown=True), case(3, CaseOutcome.PASSED))
    assert told(seen).words.splitlines() == [
        "It ran, and passed 1 of 3 tests.",
        "– f([2]) should return 1, but returned 2.",
        "– kind 1: a different result was expected.",
    ]


def test_no_more_than_some_are_told_one_by_one() -> None:
    seen = ran(*(case(n, CaseOutcome.WRONG) for n in range(1, 10)), case(10, CaseOutcome.NOT_RUN), ended=Ended.TIME)
    lines = told(seen).words.splitlines()
    assert len(lines) == MOST_TOLD + 3
    assert lines[-2:] == [say("en", "technical-more-failed", count=6), say("en", "technical-not-reached", count=1)]
    assert told(seen).question == say("en", "technical-ask-limit")


def test_an_error_is_told_with_its_line() -> None:
    seen = ran(case(1, CaseOutcome.RAISED, shown=True, error="IndexError: list index out of range"), error_line=2)
    found = told(seen)
    assert "– f([1]): IndexError: list index out of range" in found.words
    assert found.words.endswith("The error came from line 2:\n```\nreturn a[5]\n```")
    assert found.question == say("en", "technical-ask-error")


def test_nothing_is_asked_of_code_without_its_function() -> None:
    found = told(ran(case(1, CaseOutcome.MISSING, shown=True), case(2, CaseOutcome.MISSING)))
    assert found == SubmissionRemarks(words=say("en", "technical-missing", name="f"))


def test_what_the_exercise_says_is_for_those_that_nearly_pass() -> None:
    failed = case(1, CaseOutcome.WRONG, remark="Mind the border.")
    assert told(ran(failed)).remark == ""
    assert told(ran(failed, case(2, CaseOutcome.PASSED))).remark == say(
        "en", "technical-remark", remark="Mind the border."
    )


def test_what_a_program_printed_is_cut_and_no_content_breaks_out_of_it() -> None:
    out = "```\nI am out\n\x1b[31m" + "x" * 2 * LONGEST_OUTPUT
    words = told(ran(out=out)).words
    assert len(words) < LONGEST_OUTPUT + 100
    shown = [each for each in fenced_passages(words) if each.is_code]
    assert [each.text.startswith("```\nI am out\n[31mx") for each in shown] == [True]
    assert len(told(ran(out="a\n" * 500)).words.splitlines()) < 30


def test_what_stands_out_of_the_measures_is_one_line() -> None:
    metrics = Metrics(complexity=12, most_complex="f", remarks=("line 1: unused x",))
    assert told(ran(case(1, CaseOutcome.PASSED), metrics=metrics)).words.count("\n") == 1
    # Beside an error it would be one thing too many.
    assert "12" not in told(ran(case(1, CaseOutcome.RAISED), error_line=2, metrics=metrics)).words


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("outcome", CaseOutcome)
def test_there_are_words_for_each_outcome(outcome: CaseOutcome, tag: str) -> None:
    for ended in Ended:
        found = told(ran(case(1, outcome), case(2, CaseOutcome.PASSED), ended=ended, err="E: x"), tag=tag)
        assert found.words
        assert "technical-" not in f"{found.words}{found.question}{found.otherwise}"


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("ended", Ended)
def test_there_are_words_for_each_end_of_a_program(ended: Ended, tag: str) -> None:
    for exit_code in (0, 1, None):
        found = told(ran(ended=ended, exit_code=exit_code), tag=tag)
        assert found.words
        assert "technical-" not in f"{found.words}{found.question}{found.otherwise}"


PYTHON_ERROR = """Traceback (most recent call last):
  File "solution.py", line 4, in <module>
  File "solution.py", line 2, in f
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
IndexError: list index out of range
"""
NODE_ERROR = """solution.js:2
  return a.b.c
             ^

TypeError: Cannot read properties of undefined
    at f (solution.js:2:14)
    at Object.<anonymous> (solution.js:4:1)

Node.js v18.19.1
"""
JAVA_ERROR = """Exception in thread "main" java.lang.ArithmeticException: / by zero
\tat Solution.f(Solution.java:3)
\tat Solution.main(Solution.java:9)
"""
GO_ERROR = """panic: runtime error: index out of range [4] with length 0

goroutine 1 [running]:
main.main()
\t/w/solution.go:3 +0x1d
exit status 2
"""
CPP_REFUSED = """solution.cpp: In function 'int main()':
solution.cpp:2:25: error: 'y' was not declared in this scope
    2 | int main(){ return y; }
solution.cpp:9:1: error: expected '}'
"""
JAVA_REFUSED = "Solution.java:2: error: cannot find symbol\n  symbol: variable y\n1 error\n"
GO_REFUSED = "# command-line-arguments\n./solution.go:2:15: x declared but not used\n"


@pytest.mark.parametrize(
    ("language", "err", "compiled", "line", "words"),
    [
        (P.PYTHON, PYTHON_ERROR, True, 2, "IndexError: list index out of range"),
        (P.JAVASCRIPT, NODE_ERROR, True, 2, "TypeError: Cannot read properties of undefined"),
        (P.JAVA, JAVA_ERROR, True, 3, "java.lang.ArithmeticException: / by zero"),
        (P.GO, GO_ERROR, True, 3, "panic: runtime error: index out of range [4] with length 0"),
        (P.CPP, CPP_REFUSED, False, 2, "error: 'y' was not declared in this scope"),
        (P.JAVA, JAVA_REFUSED, False, 2, "error: cannot find symbol"),
        (P.GO, GO_REFUSED, False, 2, "x declared but not used"),
        (P.CPP, "terminate called\n  what():  out of range\n", True, None, "out of range"),
        (P.PYTHON, 'File "solution.py", line 99, in x\nE', True, None, "E"),
        (P.PYTHON, "", True, None, ""),
    ],
)
def test_the_line_and_the_words_of_an_error(
    language: Programming, err: str, *, compiled: bool, line: int | None, words: str
) -> None:
    ended = Ended.FINISHED if compiled else Ended.NOT_COMPILED
    run = ProgramRun(ended=ended, exit_code=1, out="", err=err, cut=False, seconds=0.0, layer="")
    assert error_line(run, err, language, "\n" * 12) == line
    assert error_summary(err, language, compiled=compiled) == words


def heard(answer: str, before: str = "", *, pending: bool = False, usual: Programming = P.PYTHON) -> tuple[str, str]:
    whole = f"{before}\n{answer}" if before else answer
    found = code_in(whole, len(before), usual, pending=pending)
    return ("", "") if found is None else (f"{found.language.value}: {found.source}", found.said)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("```py\n  x = 1\n```", ("python:   x = 1\n", "")),
        ("Before\n```python3.12\nx = 1\n```\nbehind", ("python: x = 1\n", "Before\nbehind")),
        ("```js\nlet x\n```\nthen\n```\ny()\n```", ("javascript: let x\ny()\n", "then")),
        ("```\n#include <x>\nstd::y\n```", ("cpp: #include <x>\nstd::y\n", "")),
        ("```python\nx = 1", ("python: x = 1", "")),
        ("````\n```\nx = 1\n````", ("python: ```\nx = 1\n", "")),
        ("```\n\n```", ("", "")),
        ("```", ("", "")),
        ("```rust\nfn main() {}\n```", ("rust: fn main() {}\n", "")),
        ("x = 1", ("", "")),
    ],
)
def test_code_in_a_message(answer: str, expected: tuple[str, str]) -> None:
    assert heard(answer) == expected


def test_code_in_pieces() -> None:
    half = "x = 1\n" * 600
    long = f"```python\n{half}```"
    assert heard("```python\ny = 2\n```", long, pending=True)[0] == f"python: {half}y = 2\n"
    # It was told of by now, or is a word about it.
    assert heard("```python\ny = 2\n```", long)[0] == "python: y = 2\n"
    assert heard("Better:\n```python\ny = 2\n```", long, pending=True)[0] == "python: y = 2\n"
    assert heard("y = 2\n```", "```python\nx = 1")[0] == "python: x = 1\ny = 2\n"
    assert heard("```python\ny = 2\n```", "```python\nx = 1")[0] == "python: y = 2\n"
    assert heard("I have sent it.", "```python\nx = 1") == ("", "")
    cut = f"```python\n{half}"
    assert heard("y = 2", cut, pending=True)[0] == f"python: {half}\ny = 2"
    assert heard("That was it.", cut) == ("", "")


@pytest.mark.parametrize(
    ("language", "wanted", "written", "says"),
    [
        (P.JAVA, "long[] f(long[] a)", "int[] f(int[] a)", "Whole numbers are long here, not int."),
        (P.CPP, "long long f(long long a)", "int f(int a)", "Whole numbers are long long here, not int."),
        (P.GO, "func f(a int) int", "func f(a int64) int64", "Whole numbers are int here, not int64."),
        (P.JAVA, "String[] f(String[] a)", "f(List<String> a)", "A list comes as String[] here, not as List<String>."),
    ],
)
def test_a_declaration_that_does_not_fit_is_explained(
    language: Programming, wanted: str, written: str, says: str
) -> None:
    declared = case(1, CaseOutcome.SIGNATURE, shown=True, expected=wanted, got=written)
    found = told(ran(declared, case(2, CaseOutcome.SIGNATURE), ended=Ended.NOT_COMPILED), language=language)
    assert found.words.splitlines() == [say("en", "technical-signature", wanted=wanted, written=written), says]
    assert found.question == ""
