"""Make text safe to print on a terminal, and typed text fit to be stored.

A terminal obeys what is printed on it: escape sequences move the cursor, rename the window or fill the clipboard. So
nothing is printed that has not passed through here, whoever wrote it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from core.contracts.messages import Span

_LINE_BREAK = re.compile("\r(?!\n)|[\v\f\x85\u2028\u2029]")
_HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")
_UNSEEN = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # control sequences: colours, cursor, screen
    # Strings for the terminal itself (title, clipboard, links). One without an end loses only its first character:
    # it must not swallow the words behind it.
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)"
    r"|[\x00-\x08\r\x0e-\x1f\x7f-\x9f]"
    r"|[\u202a-\u202e\u2066-\u2069]"  # what turns the reading order around for the rest of the line
)


def visible_text(text: str) -> str:
    """Return the text without anything that a terminal would obey but line breaks and tabs."""
    return _UNSEEN.sub("", _with_plain_breaks(text))


def visible_spans(text: str, spans: Sequence[Span]) -> tuple[str, tuple[Span, ...]]:
    """Return the same as `visible_text`, with the spans moved so that they still cover the same words."""
    text = _with_plain_breaks(text)
    removed = [match.span() for match in _UNSEEN.finditer(text)]
    starts = [start for start, _ in removed]
    lost = [0]
    for start, end in removed:
        lost.append(lost[-1] + end - start)

    def moved(position: int) -> int:
        before = bisect_left(starts, position)
        inside = max(0, removed[before - 1][1] - position) if before else 0
        return position - lost[before] + inside

    clean = tuple(replace(span, start=moved(span.start), end=moved(span.end)) for span in spans)
    return _UNSEEN.sub("", text), clean


def storable_text(typed: str) -> str:
    """Return typed text without what no database keeps: NUL and lone surrogates."""
    return _HALF_A_CHARACTER.sub("\ufffd", typed.replace("\0", "").replace("\r\n", "\n"))


def _with_plain_breaks(text: str) -> str:
    """Replace every kind of line break by a newline, one for one, so that offsets stay right."""
    return _HALF_A_CHARACTER.sub("\ufffd", _LINE_BREAK.sub("\n", text))
