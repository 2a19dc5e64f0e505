"""Code measured without running it. Loaded in the reader processes alone: strangers wrote it, and parsers read it.

Cyclomatic complexity as McCabe has it ("A Complexity Measure", 1976), counted by lizard for all six languages; what is
unused or unknown in Python by pyflakes, and names that say nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import JsonValue

from core.interviews.technical.code_submissions import FILE_NAMES, LONGEST_CODE, Metrics
from core.interviews.technical.exercises.exercise import Programming
from core.readers.source_errors import Heavy, Unreadable

MOST_REMARKS: Final = 12
_LONGEST_NAME: Final = 60
_USUAL: Final = frozenset("_ijkmnxyz")
"""Names of one letter that everybody knows: counters, sizes, places."""
_SEVERAL: Final = 3
_LONGEST_REMARK: Final = 160


def prepare() -> None:
    """Load what reads code; lizard looks for its languages late."""
    for language in Programming:
        compute_metrics("x = 1\n", language)


def read_code_metrics(body: bytes, asked: Mapping[str, JsonValue]) -> tuple[Metrics, bytes]:
    """Measure code for "code-metrics", whose request has `language`. Raises a SourceError."""
    if len(body) > 4 * LONGEST_CODE:
        raise Heavy("There is too much code in it.")
    try:
        source, language = body.decode(), Programming(str(asked.get("language")))
        return compute_metrics(source, language), b""
    except (ValueError, RecursionError) as error:
        raise Unreadable("It cannot be measured.") from error


def compute_metrics(source: str, language: Programming) -> Metrics:
    """Measure code. Raises RecursionError where it is nested too deeply, ValueError where it is no program."""
    import lizard

    found = lizard.analyze_file.analyze_source_code(FILE_NAMES[language], source)
    functions = found.function_list
    hardest = max(functions, key=lambda each: each.cyclomatic_complexity, default=None)
    return Metrics(
        lines=found.nloc,
        functions=len(functions),
        longest=max((each.length for each in functions), default=0),
        complexity=0 if hardest is None else hardest.cyclomatic_complexity,
        most_complex="" if hardest is None else hardest.name[:_LONGEST_NAME],
        remarks=tuple(_remarks(source)) if language is Programming.PYTHON else (),
    )


def _remarks(source: str) -> Iterable[str]:
    from pyflakes.checker import Checker

    try:
        tree = ast.parse(source)
    except SyntaxError:
        return []  # the run tells it, with its line
    messages: list[Any] = sorted(Checker(tree).messages, key=lambda each: each.lineno)
    told = [f"line {each.lineno}: {each.message % each.message_args}" for each in messages]
    short: dict[str, int] = {}
    for node in ast.walk(tree):
        assigned = node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""
        name = node.arg if isinstance(node, ast.arg) else assigned
        if len(name) == 1 and name not in _USUAL:
            short.setdefault(name, getattr(node, "lineno", 1))
    if len(short) >= _SEVERAL:
        told.append(f"line {min(short.values())}: names of one letter: {', '.join(sorted(short))}")
    return [remark[:_LONGEST_REMARK] for remark in told][:MOST_REMARKS]
