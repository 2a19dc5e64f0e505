"""Code between fences in what a person wrote, as CommonMark has them, but for their indentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FENCED = re.compile(
    r"^(?P<fence>`{3,})[ \t]*(?P<language>[\w+#.-]{0,30})[^`\n]*\n(?P<code>.*?)(?:(?P<end>^(?P=fence)`*[ \t]*$\n?)|\Z)",
    re.MULTILINE | re.DOTALL,
)
_RUN = re.compile(r"`{3,}")


@dataclass(frozen=True, slots=True)
class FencedPassage:
    """A stretch of a text: words, or code without its fences."""

    text: str
    is_code: bool = False
    language: str = ""
    """Of code, as its fence names it, in small letters; may be empty."""


def fenced_passages(text: str) -> Iterator[FencedPassage]:
    """Yield the passages of a text in order, without blank ones. A fence that is never closed holds all the rest."""
    end = 0
    for found in _FENCED.finditer(text):
        if words := text[end : found.start()].strip():
            yield FencedPassage(words)
        yield FencedPassage(found["code"], is_code=True, language=found["language"].lower())
        end = found.end()
    if words := text[end:].strip():
        yield FencedPassage(words)


def has_open_fence(text: str) -> bool:
    """Return whether the last fence of a text is never closed."""
    ends = [found["end"] for found in _FENCED.finditer(text)]
    return bool(ends) and ends[-1] is None


def fence_code(code: str, language: str = "") -> str:
    """Put code between fences that nothing in it can end, adding a line break at its end where there is none."""
    fence = "`" * max(3, 1 + max(map(len, _RUN.findall(code)), default=0))
    ending = "" if code.endswith("\n") or not code else "\n"
    return f"{fence}{language}\n{code}{ending}{fence}"
