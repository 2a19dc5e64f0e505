"""Code that was handed in, and what became of it: findings of the session, by number, that only ever grow.

`code-1` is what was handed in first, `run-1` what happened when it was run, `review-1` what is said of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from pydantic import ValidationError

from core.contracts.sandbox import Ended
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.harness import CaseSeen
from core.interviews.technical.subject import Stored

CODE: Final = "code"
RUN: Final = "run"
REVIEW: Final = "review"
EVALUATION: Final = "evaluation"
"""The finding of the whole, and the chore that makes it."""
LONGEST_CODE: Final = 60_000
"""Characters of one piece of code."""
SUFFIXES: Final[Mapping[str, Programming]] = {
    ".py": Programming.PYTHON,
    ".js": Programming.JAVASCRIPT,
    ".mjs": Programming.JAVASCRIPT,
    ".ts": Programming.TYPESCRIPT,
    ".cpp": Programming.CPP,
    ".cc": Programming.CPP,
    ".java": Programming.JAVA,
    ".go": Programming.GO,
}
FILE_NAMES: Final[Mapping[Programming, str]] = {
    Programming.PYTHON: "solution.py",
    Programming.JAVASCRIPT: "solution.js",
    Programming.TYPESCRIPT: "solution.ts",
    Programming.CPP: "solution.cpp",
    Programming.JAVA: "Solution.java",
    Programming.GO: "solution.go",
}
"""The name of a program in the messages of its language."""
FENCES: Final[Mapping[str, Programming]] = {
    "python": Programming.PYTHON,
    "python3": Programming.PYTHON,
    "py": Programming.PYTHON,
    "javascript": Programming.JAVASCRIPT,
    "js": Programming.JAVASCRIPT,
    "node": Programming.JAVASCRIPT,
    "typescript": Programming.TYPESCRIPT,
    "ts": Programming.TYPESCRIPT,
    "cpp": Programming.CPP,
    "c++": Programming.CPP,
    "cc": Programming.CPP,
    "java": Programming.JAVA,
    "go": Programming.GO,
    "golang": Programming.GO,
}
"""The names that people and apps write behind a fence."""


class CodeSubmission(Stored):
    """One piece of code, exactly as it was sent."""

    language: Programming
    source: str = ""
    """The code; empty for a file that was not read yet."""
    file_ref: str = ""
    """The platform's reference of a file; empty for code in a message."""
    name: str = ""
    """The name of the file."""
    exercise: str = ""
    """The id of the exercise that it is for; empty for code of their own."""
    place: str = ""
    """The id of the script's question that was open."""
    said: str = ""
    """The words around the code."""


class Metrics(Stored):
    """Measured without running it; zeros and empties where nothing can be measured."""

    lines: int = 0
    """Lines of code, without blank ones and comments."""
    functions: int = 0
    longest: int = 0
    """Lines of the longest function."""
    complexity: int = 0
    """The greatest cyclomatic complexity of a function (McCabe 1976)."""
    most_complex: str = ""
    """Its name."""
    remarks: tuple[str, ...] = ()
    """Remarks of a linter, such as "line 4: unused variable x"; at most a dozen."""


class RunSeen(Stored):
    source: str = ""
    """The content of a file; empty for code in a message, which `code-N` has."""
    ran: bool = False
    why_not: str = ""
    """The end of a key of words where not: no-sandbox, busy, unreadable, unfetched, empty, too-long, broke."""
    ended: Ended | None = None
    exit_code: int | None = None
    out: str = ""
    err: str = ""
    error_line: int | None = None
    """The line of their code at which it broke."""
    seconds: float = 0.0
    cases: tuple[CaseSeen, ...] = ()
    metrics: Metrics = Metrics()

    @property
    def passed(self) -> int:
        return sum(case.passed for case in self.cases)

    @property
    def solved(self) -> bool:
        return bool(self.cases) and self.passed == len(self.cases)


class ReviewRemark(Stored):
    """A remark of a review at a line that exists."""

    line: int
    quote: str
    """That line, without the blanks around it."""
    says: str


class ReviewSeen(Stored):
    summary: str = ""
    points: tuple[ReviewRemark, ...] = ()
    question: str = ""
    """A question about it; empty where nothing could be asked."""
    by_model: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionRemarks:
    words: str
    remark: str = ""
    """The remark of the exercise, where no model says more."""
    question: str = ""
    """Asked about it; empty where there is nothing to ask."""
    otherwise: str = ""
    """Another question, where that one was asked before."""
    solved: bool = False
    """True if it passes every test of its exercise."""


Kept = TypeVar("Kept", CodeSubmission, RunSeen, ReviewSeen)


def finding_name(name: str, number: int) -> str:
    """Return a name such as "code-1"."""
    return f"{name}-{number}"


def stored_finding(findings: Mapping[str, str], name: str, number: int, shape: type[Kept]) -> Kept | None:
    """Return the finding under a name and a number; None where there is none that can be read."""
    try:
        return shape.model_validate_json(findings.get(finding_name(name, number), ""))
    except ValidationError:
        return None


def finding_numbers(findings: Mapping[str, str], name: str) -> tuple[int, ...]:
    """Return the numbers of the findings of a name, ascending."""
    beginning = f"{name}-"
    ends = (key.removeprefix(beginning) for key in findings if key.startswith(beginning))
    return tuple(sorted(int(end) for end in ends if end.isdecimal()))


def guess_language(source: str, usual: Programming) -> Programming:
    """Guess the language of code whose fence names none: the usual one, unless it is clearly another."""
    signs = {
        Programming.CPP: ("#include", "std::"),
        Programming.JAVA: ("public class", "public static", "System.out"),
        Programming.GO: ("package main", "func ", ":="),
        Programming.PYTHON: ("def ", "import ", "print(", "elif "),
        Programming.JAVASCRIPT: ("function ", "const ", "let ", "=>", "console.log"),
    }
    counts = {language: sum(sign in source for sign in each) for language, each in signs.items()}
    best = max(counts, key=lambda language: counts[language])
    if counts.get(usual, 0) or usual is Programming.TYPESCRIPT or not counts[best]:
        return usual
    return best
