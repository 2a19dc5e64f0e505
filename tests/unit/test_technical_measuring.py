"""Code measured without running it: in every language, and whatever strangers have made of it."""

from __future__ import annotations

import pytest

from core.interviews.technical.code_submissions import Metrics
from core.interviews.technical.exercises.exercise import GENERAL, Programming
from core.interviews.technical.reading import MOST_REMARKS, compute_metrics, read_code_metrics
from core.readers.source_errors import SourceError

P = Programming
BRANCHES = {
    P.PYTHON: "def f(x):\n    if x:\n        return 1\n    while x:\n        x -= 1\n    return x\n",
    P.JAVASCRIPT: "function f(x) {\n  if (x) { return 1 }\n  while (x) { x -= 1 }\n  return x\n}\n",
    P.TYPESCRIPT: "function f(x: number): number {\n  if (x) { return 1 }\n  while (x) { x -= 1 }\n  return x\n}\n",
    P.CPP: "int f(int x) {\n  if (x) { return 1; }\n  while (x) { x -= 1; }\n  return x;\n}\n",
    P.JAVA: "class Solution {\n  int f(int x) {\n    if (x > 0) { return 1; }\n    while (x > 0) { x -= 1; }\n"
    "    return x;\n  }\n}\n",
    P.GO: "package main\n\nfunc f(x int) int {\n\tif x > 0 {\n\t\treturn 1\n\t}\n\tfor x > 0 {\n\t\tx--\n\t}\n"
    "\treturn x\n}\n",
}


@pytest.mark.parametrize("language", GENERAL)
def test_every_language_is_measured(language: Programming) -> None:
    found = compute_metrics(BRANCHES[language], language)
    assert (found.functions, found.complexity) == (1, 3)
    assert found.most_complex.endswith("f")
    assert found.lines


def test_what_is_unknown_unused_or_says_nothing_in_python() -> None:
    source = "import os\n\ndef f(a, b):\n    q = c\n    return a + b\n"
    assert compute_metrics(source, P.PYTHON).remarks == (
        "line 1: 'os' imported but unused",
        "line 4: undefined name 'c'",
        "line 4: local variable 'q' is assigned to but never used",
        "line 3: names of one letter: a, b, q",
    )
    assert compute_metrics("def f(x, i):\n    return x + i\n", P.PYTHON).remarks == ()
    assert compute_metrics("def f(:\n", P.PYTHON).remarks == ()
    assert len(compute_metrics("".join(f"import m{n}\n" for n in range(50)), P.PYTHON).remarks) == MOST_REMARKS


@pytest.mark.parametrize("language", Programming)
@pytest.mark.parametrize(
    "source",
    [
        "",
        "\0",
        "(" * 5_000,
        "{" * 5_000,
        '"' * 4_999,
        "/*" * 2_000,
        "#" * 9_999,
        "if x:" * 900,
        "\u202e\ufeff",
        "`" * 999,
    ],
)
def test_strange_code_is_measured_or_refused(language: Programming, source: str) -> None:
    try:
        found, kept = read_code_metrics(source.encode(), {"language": language.value})
    except SourceError:
        return
    assert isinstance(found, Metrics)
    assert kept == b""


def test_too_much_and_no_text_are_refused() -> None:
    for body in (b"x = 1\n" * 60_000, b"\xff\xfe\x00"):
        with pytest.raises(SourceError):
            read_code_metrics(body, {"language": "python"})
    with pytest.raises(SourceError):
        read_code_metrics(b"x", {"language": "cobol"})
