"""Code that was handed in, and what became of it: `code-1`, `run-1` and `review-1` are findings of the session."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from core.contracts.fences import FencedPassage, fence_code, fenced_passages, has_open_fence
from core.contracts.frozen import Frozen
from core.contracts.messages import Attachment
from core.contracts.sandbox import Ended
from core.interviews.technical.exercises.exercise import PROGRAMMING, Exercise, Programming, Work, spell_name
from core.interviews.technical.harness import CaseSeen

CODE: Final = "code"
RUN: Final = "run"
REVIEW: Final = "review"
EVALUATION: Final = "evaluation"
LONGEST_CODE: Final = 60_000  # characters


class ReadLanguage(StrEnum):
    """Languages whose code is kept and read, and never run."""

    RUST = "rust"
    CSHARP = "csharp"
    KOTLIN = "kotlin"
    RUBY = "ruby"
    PHP = "php"
    YAML = "yaml"
    SHELL = "shell"


CodeLanguage = Programming | ReadLanguage
READ_LANGUAGES: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "read_languages.toml").read_text(encoding="utf-8")
)
SUFFIXES: Final = {end: Programming(name) for name, each in PROGRAMMING.items() for end in each["suffixes"]}
_READ_SUFFIXES: Final = {end: ReadLanguage(name) for name, each in READ_LANGUAGES.items() for end in each["suffixes"]}
_READ_FENCES: Final = {fence: ReadLanguage(name) for name, each in READ_LANGUAGES.items() for fence in each["fences"]}
FILE_NAMES: Final[Mapping[CodeLanguage, str]] = {
    **{Programming(name): each["file"] for name, each in PROGRAMMING.items()},
    **{ReadLanguage(name): each["file"] for name, each in READ_LANGUAGES.items()},
}
FENCES: Final = {fence: Programming(name) for name, each in PROGRAMMING.items() for fence in each["fences"]}


class CodeSubmission(Frozen):
    language: CodeLanguage
    source: str = ""
    """The code; empty for a file that was not read yet."""
    file_ref: str = ""
    """The platform's reference of a file; empty for code in a message."""
    name: str = ""
    exercise: str = ""
    place: str = ""
    said: str = ""


class Metrics(Frozen):
    """Measured without running it; zeros and empties where nothing can be measured."""

    lines: int = 0
    functions: int = 0
    longest: int = 0
    complexity: int = 0
    """The greatest cyclomatic complexity of a function (McCabe 1976)."""
    most_complex: str = ""
    remarks: tuple[str, ...] = ()
    """Remarks of a linter, such as "line 4: unused variable x"; at most a dozen."""


class RunSeen(Frozen):
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
    seconds: float = 0.0
    cases: tuple[CaseSeen, ...] = ()
    metrics: Metrics = Metrics()

    @property
    def passed(self) -> int:
        return sum(case.passed for case in self.cases)

    @property
    def solved(self) -> bool:
        return bool(self.cases) and self.passed == len(self.cases)


class ReviewRemark(Frozen):
    line: int
    quote: str
    says: str


class ReviewSeen(Frozen):
    summary: str = ""
    points: tuple[ReviewRemark, ...] = ()
    question: str = ""
    by_model: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionRemarks:
    words: str
    remark: str = ""
    """The remark of the exercise, where no model says more."""
    question: str = ""
    otherwise: str = ""
    """Another question, where that one was asked before."""
    solved: bool = False


Kept = TypeVar("Kept", bound=Frozen)


def finding_name(name: str, number: int) -> str:
    return f"{name}-{number}"


def stored_finding(findings: Mapping[str, str], name: str, number: int, shape: type[Kept]) -> Kept | None:
    """Return the finding under a name and a number; None where there is none that can be read."""
    try:
        return shape.model_validate_json(findings.get(finding_name(name, number), ""))
    except ValidationError:
        return None


def finding_numbers(findings: Mapping[str, str], name: str) -> tuple[int, ...]:
    beginning = f"{name}-"
    ends = (key.removeprefix(beginning) for key in findings if key.startswith(beginning))
    return tuple(sorted(int(end) for end in ends if end.isdecimal()))


def guess_language(source: str, usual: Programming) -> Programming:
    """Guess the language of code whose fence names none: the usual one, unless it is clearly another."""
    counts = {Programming(name): sum(sign in source for sign in each["signs"]) for name, each in PROGRAMMING.items()}
    best = max(counts, key=lambda language: counts[language])
    if counts.get(usual, 0) or usual is Programming.TYPESCRIPT or not counts[best]:
        return usual
    return best


TEXT: Final = ".txt"
_CUT_AT: Final = 3_500
"""Characters of a passage from which on an app may have cut a long message there (Telegram's do at 4,096)."""
_CUT_OPEN: Final = 1_500
"""The same of code whose fence was not closed yet, which says by itself that something is to come."""
_LONGEST_SAID: Final = 1_500
_FEWEST_LINES: Final = 2
_HEAD = re.compile(
    r"\s*(?:(?:async\s+)?def|(?:export\s+)?(?:async\s+)?function|func|const|let|var)\s+(?P<name>\w+)\s*[(=:]"
)
_TYPED_HEAD = re.compile(r"\s*(?:[\w:<>\[\],*&]+\s+){1,4}?(?P<name>\w+)\s*\([^()]*\)\s*(?:const\s*)?\{?\s*$")
"""Heads in C++ and Java, where words in front could be anybody's."""
_BEGINS = re.compile(r"\s*(?:from|import|class|def|function|const|let|var|public|package|func|using|struct|#|//|/\*|@)")
_QUERY = re.compile(r"^(?:select|with)\b(?=[^\n]*(?:\n|\bfrom\b))", re.MULTILINE | re.IGNORECASE)
_FENCE = re.compile(r"^`{3,}(.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    language: CodeLanguage
    source: str
    said: str


def code_in(answer: str, heard: int, usual: Programming, *, pending: bool) -> Found | None:
    """Return the code in an answer behind its first `heard` characters; None where none could be meant.

    `pending`: what was handed in before it is still being run, so that this may be its second half. `usual`: the
    language where a fence names none, and nothing in the code speaks against it.
    """
    fresh, before = answer[heard:], answer[:heard]
    earlier: Sequence[FencedPassage] = ()
    begun = [passage for passage in fenced_passages(before) if passage.is_code] if has_open_fence(before) else []
    fences: list[str] = _FENCE.findall(fresh)
    # The first fence ends what was begun before it if no other fence is left for it to open.
    closes = len(fences) % 2 == 1 and not fences[0].strip()
    if begun and (closes or (pending and len(begun[-1].text) >= _CUT_OPEN and not fences)):
        every = tuple(fenced_passages(answer))
        found = every[[place for place, passage in enumerate(every) if passage.is_code][len(begun) - 1] :]
    else:
        found = tuple(fenced_passages(fresh.lstrip("\n")))
        if pending and found and found[0].is_code:
            # The pieces at the end that are as long as an app cuts them.
            backwards = reversed(tuple(fenced_passages(before)))
            earlier = [*takewhile(lambda each: each.is_code and len(each.text) >= _CUT_AT, backwards)][::-1]
    # Code in another language, output and the like are words of the answer.
    programs = (each for each in found if each.is_code and (not each.language or _named(each) in FENCES))
    code = [*earlier, *programs]
    source = code[0].text if len(code) == 1 else "".join(_ended(each.text) for each in code)
    if not source.strip():
        return _code_to_read(found)
    named = next((FENCES[name] for each in code if (name := _named(each)) in FENCES), None)
    said = "\n".join(each.text for each in found if not each.is_code)
    return Found(language=named or guess_language(source, usual), source=source, said=said[:_LONGEST_SAID])


def _code_to_read(found: Sequence[FencedPassage]) -> Found | None:
    """Return code in a language that cannot be run; a second one beside it is words."""
    read = [each for each in found if each.is_code and each.text.strip() and _named(each) in _READ_FENCES]
    if not read:
        return None
    language = _READ_FENCES[_named(read[0])]
    code = [each for each in read if _READ_FENCES[_named(each)] is language]
    others = (each for each in found if each not in code)
    said = "\n".join(fence_code(each.text, each.language) if each.is_code else each.text for each in others)
    return Found(language=language, source="".join(_ended(each.text) for each in code), said=said[:_LONGEST_SAID])


def bare_code(text: str, exercise: Exercise, usual: Programming) -> Found | None:
    """Return code pasted without fences, from a message that defines the function of the open exercise."""
    if exercise.work is Work.SQL:
        begins = _QUERY.search(text)
        said = "" if begins is None else text[: begins.start()].strip()
        return None if begins is None else Found(language=Programming.SQL, source=text[begins.start() :], said=said)
    if exercise.work is Work.REPOSITORY:
        first = text.find("# file: ")
        if first < 0:
            return None
        return Found(language=Programming.PYTHON, source=text[first:], said=text[:first].strip()[:_LONGEST_SAID])
    names = {spell_name(exercise.function, language) for language in exercise.languages}
    lines = text.splitlines(keepends=True)
    typed = usual in {Programming.CPP, Programming.JAVA}
    heads = ((n, _HEAD.match(line) or (_TYPED_HEAD.match(line) if typed else None)) for n, line in enumerate(lines))
    defined = next((n for n, head in heads if head is not None and head["name"] in names), None)
    if defined is None or len(lines) - defined < _FEWEST_LINES:
        return None
    first = next(n for n, line in enumerate(lines) if n == defined or _BEGINS.match(line))
    source, said = "".join(lines[first:]), "".join(lines[:first]).strip()
    return Found(language=guess_language(source, usual), source=_ended(source), said=said[:_LONGEST_SAID])


def file_code_language(file: Attachment, usual: CodeLanguage | None = None) -> CodeLanguage | None:
    """Tell a file's language by its name. `usual`: that of a text file, which Discord's apps make of long messages."""
    name = file.name.lower()
    suffixes: Mapping[str, CodeLanguage] = {**SUFFIXES, **_READ_SUFFIXES}
    known = next((language for suffix, language in suffixes.items() if name.endswith(suffix)), None)
    return usual if known is None and name.endswith(TEXT) else known


def _named(passage: FencedPassage) -> str:
    """Return the name of a passage's language without its version: "python" for "python3.12"."""
    name = passage.language
    return name if name in FENCES or name in _READ_FENCES else re.sub(r"[\d.]+$", "", name)


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else f"{text}\n"
