"""Messages of a language or its compiler about code: at which of its lines, and in which words. Pure."""

from __future__ import annotations

import re
from typing import Final

from core.contracts.sandbox import Ended, ProgramRun
from core.interviews.technical.code_submissions import FILE_NAMES
from core.interviews.technical.exercises.exercise import Programming
from core.text.quoting import one_line

_LONGEST: Final = 240
_PLACE = r"{name}[\"']?(?:, line |[:(])(\d{{1,6}})"
_TELLS = re.compile(
    r"^(?:what\(\):|panic: |fatal error: |Exception in thread|(?:Uncaught )?[\w.$]*(?:Error|Exception)\b)"
)
"""The beginning of the line that says what went wrong, in a language that does not say it last."""
_BEFORE = re.compile(r"^(?:what\(\):\s*|Exception in thread \"[^\"]*\" |Uncaught )")


def error_line(run: ProgramRun, err: str, language: Programming, source: str) -> int | None:
    """Return the line of the source where it broke; None where nothing says so."""
    place = re.compile(_PLACE.format(name=re.escape(FILE_NAMES[language])))
    lines = err.splitlines()
    if run.ended is Ended.NOT_COMPILED:
        lines = [line for line in lines if "error" in line.lower() and place.search(line)] or lines
    found = [found[1] for line in lines for found in place.finditer(line)]
    # Python names the innermost call last, all others name it first.
    line = int(found[-1 if language is Programming.PYTHON else 0]) if found else 0
    return line if 1 <= line <= source.count("\n") + 1 else None


def error_summary(err: str, language: Programming, *, compiled: bool) -> str:
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
