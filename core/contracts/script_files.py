"""Scripts as files: TOML into a script, with a line for each mistake.

The parser tells the line of what is no TOML. Of what is TOML and no script the lines are found here: a statement ends
where what has been read since its beginning is TOML by itself.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from core.contracts.closed_questions import Condition, Option, QuestionType
from core.contracts.script import Chapter, InterviewLimits, Screening, Script, ScriptQuestion, ScriptSet

LARGEST = 256_000
"""Bytes of a file; a script of 500 questions has a third of it."""
MOST_MISTAKES = 20
_DOUBTS = 400
"""Lines that may look like the beginning of a statement and be none, before the lines are no longer looked for."""
_BEGINS = re.compile(
    r"""\s*(?:\[\[?\s*(?P<table>[\w."'\s-]+?)\s*\]\]?\s*(?:\#.*)?$|(?P<key>[\w-]+|"[^"\n]*")\s*[.=])"""
)

At = tuple[str | int, ...]
"""Keys and numbers that lead to a value: ("chapters", 0, "questions", 2, "text")."""


@dataclass(frozen=True, slots=True, order=True)
class ScriptMistake:
    file: str
    line: int
    """1 for the first; 0 where it is about the whole."""
    text: str
    """What is wrong, and how it is mended."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class ScriptMistakes(ValueError):
    """A script cannot be used."""

    def __init__(self, mistakes: Iterable[ScriptMistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(str(each) for each in self.mistakes[:MOST_MISTAKES]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptSource:
    """A file, taken apart."""

    file: str
    data: Mapping[str, Any]
    lines: Callable[[], Mapping[At, int]]
    """Tells where each table and each key begins; only a mistake asks for it."""

    def mistake(self, at: At, text: str) -> ScriptMistake:
        """Return a mistake at the line of that place, else of what it stands in."""
        lines = self.lines()
        size = next((n for n in range(len(at), 0, -1) if at[:n] in lines), 0)
        return ScriptMistake(self.file, lines.get(at[:size], 1), text)


def read_script_text(path: Path) -> str:
    """Return the text of a file. Raises ScriptMistakes, and OSError."""
    if path.stat().st_size > LARGEST:
        raise ScriptMistakes([ScriptMistake(path.name, 0, f"the file is larger than {LARGEST // 1000} kB: split it")])
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScriptMistakes([ScriptMistake(path.name, 0, "the file is no UTF-8 text: save it as UTF-8")]) from error


def read_script(path: Path) -> Script:
    """Read a script that names its kind and its language itself. Raises ScriptMistakes, and OSError."""
    return _script_in(read_script_text(path), path.name)


@lru_cache(maxsize=32)
def _script_in(text: str, file: str) -> Script:
    """Make the script of a file. It is kept, since whatever holds interviews asks for the same few again."""
    return script_of(toml_source(text, file))


def toml_source(text: str, file: str) -> ScriptSource:
    """Parse a file's text. Raises ScriptMistakes."""
    text = text.replace("\r\n", "\n")
    try:
        return ScriptSource(file=file, data=tomllib.loads(text), lines=partial(_lines, text))
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"^(.*) \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        said, line = (found[1], int(found[2] or text.count("\n") + 1)) if found else (str(error), 0)
        raise ScriptMistakes([ScriptMistake(file, line, f"this is no TOML: {said[:1].lower()}{said[1:]}")]) from error
    except RecursionError as error:
        raise ScriptMistakes([ScriptMistake(file, 0, "lists stand within lists too deep")]) from error


def script_of(source: ScriptSource, **given: str) -> Script:
    """Make the script; `given` are values that are not in the file. Raises ScriptMistakes."""
    try:
        return Script.model_validate({**source.data, **given})
    except ValidationError as error:
        errors = error.errors(include_url=False)
        places = [tuple(each["loc"]) for each in errors]
        # A list with nothing but mistakes in it is called empty, too.
        within = {other[:size] for other in places for size in range(len(other))}
        own = [each for each, at in zip(errors, places, strict=True) if each["type"] != "too_short" or at not in within]
        found = (source.mistake(tuple(each["loc"]), _said(each)) for each in own)
        raise ScriptMistakes(sorted(dict.fromkeys(found))) from error


# --- lines ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _lines(text: str) -> dict[At, int]:
    """Return where each table and each key begins; in a file that makes a riddle of it only the first ones."""
    found: dict[At, int] = {}
    numbers: dict[At, int] = {}
    within: At = ()
    for line, begins in _statements(text):
        if (table := begins["table"]) is None:
            found.setdefault((*within, begins["key"].strip('"')), line)
            continue
        names = [each.strip(" \"'") for each in table.split(".")]
        within = ()
        for place, name in enumerate(names, 1):
            within = (*within, name)
            if place == len(names) and "[[" in begins.group():
                numbers[within] = numbers.get(within, -1) + 1
            if within in numbers:
                within = (*within, numbers[within])
        found.setdefault(within, line)
    return found


def _statements(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the line of each statement, and how it begins."""
    open_lines: list[str] = []
    doubts = 0
    for number, line in enumerate(text.split("\n"), 1):
        begins = _BEGINS.match(line)
        if begins is not None and doubts < _DOUBTS:
            try:
                tomllib.loads("\n".join(open_lines))
            except tomllib.TOMLDecodeError:
                doubts += 1
            else:
                open_lines = []
                yield number, begins
        open_lines.append(line)


# --- words for mistakes ---------------------------------------------------------------------------------------------

_MODELS: Mapping[str, type[BaseModel]] = {
    "chapters": Chapter,
    "questions": ScriptQuestion,
    "options": Option,
    "limits": InterviewLimits,
    "screening": Screening,
    **dict.fromkeys(("when", "all", "any", "not"), Condition),
}
_NOT = {
    "string_type": "is a text, in quotation marks",
    "tuple_type": "is a list, in square brackets",
    "bool_type": "is true or false, without quotation marks",
    "bool_parsing": "is true or false, without quotation marks",
    "int_type": "is a whole number",
    "int_parsing": "is a whole number",
    "int_from_float": "is a whole number",
    "model_type": "is a table: { … } or a heading in brackets",
    "model_attributes_type": "is a table: { … } or a heading in brackets",
    "string_too_short": "is empty",
    "too_short": "is empty: at least one is needed",
    "finite_number": "is a number",
    "float_type": "is a number",
    "float_parsing": "is a number",
}


def _said(error: ErrorDetails) -> str:
    at, kind, context = error["loc"], error["type"], error.get("ctx", {})
    names = [each for each in at if isinstance(each, str) and each not in {"float", "constrained-float", "str"}]
    key = names[-1] if names else ""
    if kind == "extra_forbidden":
        within = names[:-1]
        model = _MODELS.get(within[-1], Script) if within else Script
        known = [field.alias or name for name, field in model.model_fields.items()]
        near = difflib.get_close_matches(key, known, n=1)
        mend = f"did you mean `{near[0]}`?" if near else f"there are: {', '.join(known)}"
        return f"there is no key `{key}` here; {mend}"
    if kind == "missing":
        return f"`{key}` is missing"
    if kind == "enum":
        return f"`{key}` is one of: {', '.join(QuestionType)}"
    if kind == "string_pattern_mismatch":
        return f"`{key}` is of small letters a to z, digits and hyphens, as in first-job"
    if kind == "string_too_long":
        return f"`{key}` is longer than {context.get('max_length')} characters"
    if kind in {"greater_than_equal", "less_than_equal"}:
        least = kind == "greater_than_equal"
        return f"`{key}` is {context.get('ge' if least else 'le')} at {'least' if least else 'most'}"
    if kind in _NOT:
        return f"`{key}` {_NOT[kind]}"
    return str(error["msg"]).removeprefix("Value error, ")


def load_scripts(files: Sequence[Path]) -> ScriptSet:
    """Read one script's files, one per language. Raises ValueError (or OSError) naming the file and line at fault."""
    scripts = {(script := read_script(path)).language: script for path in files}
    kinds = {s.kind for s in scripts.values()}
    if len(kinds) != 1:
        names = ", ".join(map(str, files))
        raise ValueError(f"{names}: one kind of interview was expected, found {sorted(kinds) or 'no script'}")
    return ScriptSet(kind=kinds.pop(), scripts=scripts)
