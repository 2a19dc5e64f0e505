"""Code without its comments and docstrings: they claim, and show nothing."""

from __future__ import annotations

import re
from typing import Final

from core.interviews.technical.exercises.exercise import Programming

_STRING: Final = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
_PYTHON: Final = re.compile(
    r"(?P<doc>^[ \t]*[rRuUbBfF]{0,2}(?P<mark>\"\"\"|''')(?:\\.|(?!(?P=mark)).)*(?:(?P=mark)|\Z))"
    r"|(?:\"\"\"|''')(?:\\.|[^\\])*?(?:\"\"\"|'''|\Z)"
    rf"|{_STRING}|(?P<comment>#[^\n]*)",
    re.DOTALL | re.MULTILINE,
)
_LIKE_C: Final = re.compile(rf"{_STRING}|`(?:\\.|[^`\\])*`|(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))", re.DOTALL)


def without_comments(source: str, language: Programming) -> str:
    """Return the code with as many lines as before, those of comments empty."""
    pattern = _PYTHON if language is Programming.PYTHON else _LIKE_C
    left = pattern.sub(_kept, source)
    return "\n".join(line.rstrip() for line in left.split("\n"))


def _kept(found: re.Match[str]) -> str:
    """Keep a string whole, and only the line breaks of a comment."""
    is_comment = found["comment"] is not None or found.groupdict().get("doc") is not None
    return "\n" * found[0].count("\n") if is_comment else found[0]
