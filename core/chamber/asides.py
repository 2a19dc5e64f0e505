"""Code and quotations in what a model wrote: where a tag may be spoken of instead of used.

Whatever stands in one is left in public, so that the strict reading is taken of what can be read in two ways: a fence
that is never closed, an odd quotation mark, code over several lines are none. All in time linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

NESTED = 1_000
"""Columns of an indentation: any."""
_BLOCK = 3
"""Columns by which a block of CommonMark may be indented."""

_FENCE = re.compile(r"^(?P<indent>[ \t]*+)(?P<marks>`{3,}+|~{3,}+)(?P<rest>[^\n]*+)", re.MULTILINE)
_TICKS = re.compile(r"`++")
_BLANK_LINE = re.compile(r"\n[ \t\r]*+\n")
_QUOTE_LINE = re.compile(r"^ {0,3}+>[^\n]*+", re.MULTILINE)
_CURVED = re.compile(r"“[^“”\n]*+”|«[^«»\n]*+»|„[^„“”\n]*+[“”]")
_WITH_STRAIGHT = re.compile(r'^[^\n"]*+"[^\n]*+', re.MULTILINE)


class Aside(StrEnum):
    CODE = "code"
    """Fenced, or between backticks."""
    QUOTES = "quotes"
    """A line that begins with `>`, or what stands between quotation marks on one line."""


class Extent(NamedTuple):
    start: int
    end: int


class Fence(NamedTuple):
    """A block of code with its fences, from the beginning of a line, without the last line end."""

    start: int
    end: int
    is_closed: bool


class Asides:
    """Those of one text that are asked for."""

    def __init__(self, text: str, wanted: Collection[Aside]) -> None:
        read = {Aside.CODE: _code, Aside.QUOTES: _quotes}
        self._ends = {aside: _apart(read[aside](text)) for aside in wanted}
        self._starts = {aside: [span.start for span in spans] for aside, spans in self._ends.items()}

    def hold(self, start: int, end: int, kinds: Collection[Aside]) -> bool:
        """Whether one aside of these kinds holds the whole of a stretch."""
        for kind in kinds:
            at = bisect_right(self._starts[kind], start) - 1
            if at >= 0 and end <= self._ends[kind][at].end:
                return True
        return False


def fences(text: str, *, deepest: int = NESTED) -> Iterator[Fence]:
    """The blocks of fenced code whose first line is indented by `deepest` columns at most; the last may stay open."""
    opened: re.Match[str] | None = None
    for line in _FENCE.finditer(text):
        if opened is None:
            if _indent(line) <= deepest and not (line["marks"][0] == "`" and "`" in line["rest"]):
                opened = line
        elif _closes(line, opened, deepest):
            yield Fence(opened.start(), line.end(), is_closed=True)
            opened = None
    if opened is not None:
        yield Fence(opened.start(), len(text), is_closed=False)


def _closes(line: re.Match[str], opened: re.Match[str], deepest: int) -> bool:
    """Whether a line closes a block: it has such marks, as many or more, nothing behind them, and stands no deeper."""
    alike = line["marks"].startswith(opened["marks"]) and not line["rest"].strip()
    return alike and _indent(line) <= min(deepest, _indent(opened) + _BLOCK)


def _indent(line: re.Match[str]) -> int:
    return len(line["indent"].expandtabs(4))


def gaps(spans: Iterable[tuple[int, int]], length: int) -> Iterator[Extent]:
    """What lies before, between and behind spans that are in order and apart."""
    at = 0
    for start, end in spans:
        yield Extent(at, start)
        at = end
    yield Extent(at, length)


def _apart(spans: Iterable[Extent]) -> list[Extent]:
    """In order, those that overlap made one."""
    apart: list[Extent] = []
    for span in sorted(spans):
        if apart and span.start < apart[-1].end:
            apart[-1] = Extent(apart[-1].start, max(span.end, apart[-1].end))
        else:
            apart.append(span)
    return apart


# --- code ---------------------------------------------------------------------------------------------------------


class _Ticks(NamedTuple):
    start: int
    end: int
    opens: int
    """How many backticks a code would begin with: a backslash takes the first away."""
    line: int
    paragraph: int


def _code(text: str) -> Iterator[Extent]:
    blocks = list(fences(text, deepest=_BLOCK))
    yield from (Extent(block.start, block.end) for block in blocks if block.is_closed)
    for gap in gaps(((block.start, block.end) for block in blocks), len(text)):
        runs = list(_ticks(text, gap))
        # A reader of Markdown sees paragraphs, and where one ends is not always clear: both readings must agree.
        pairs = _pairs(runs, lambda run: run.line) & _pairs(runs, lambda run: run.paragraph)
        yield from (Extent(runs[first].start, runs[last].end) for first, last in pairs)


def _ticks(text: str, gap: Extent) -> Iterator[_Ticks]:
    at, line, paragraph = gap.start, 0, 0
    for found in _TICKS.finditer(text, gap.start, gap.end):
        start, end = found.span()
        line += text.count("\n", at, start)
        paragraph += _BLANK_LINE.search(text, at, start) is not None
        before = start
        while before > at and text[before - 1] == "\\":
            before -= 1
        yield _Ticks(start, end, end - start - (start - before) % 2, line, paragraph)
        at = end


def _pairs(runs: list[_Ticks], place: Callable[[_Ticks], int]) -> set[tuple[int, int]]:
    """The runs of backticks that begin and end a code, by their numbers, where code cannot leave its `place`."""
    ends: list[int | None] = [None] * len(runs)
    following: dict[tuple[int, int], int] = {}
    for number in range(len(runs) - 1, -1, -1):
        run = runs[number]
        ends[number] = following.get((place(run), run.opens))
        following[place(run), run.end - run.start] = number
    pairs: set[tuple[int, int]] = set()
    number = 0
    while number < len(runs):
        end = ends[number]
        if end is not None:
            pairs.add((number, end))
        number = number + 1 if end is None else end + 1
    return pairs


# --- quotes -------------------------------------------------------------------------------------------------------


def _quotes(text: str) -> Iterator[Extent]:
    yield from (Extent(*line.span()) for line in _QUOTE_LINE.finditer(text))
    yield from (Extent(*quoted.span()) for quoted in _CURVED.finditer(text))
    for line in _WITH_STRAIGHT.finditer(text):
        marks = [line.start() + at for at, character in enumerate(line[0]) if character == '"']
        if len(marks) % 2 == 0:
            pairs = zip(marks[::2], marks[1::2], strict=True)
            yield from (Extent(first, last + 1) for first, last in pairs if _is_quotation(text, first, last))


def _is_quotation(text: str, first: int, last: int) -> bool:
    """Whether two straight marks stand as an opening one and a closing one do."""
    before, behind = text[first - 1 : first], text[last + 1 : last + 2]
    inside = text[first + 1 : last]
    return not before.isalnum() and not behind.isalnum() and inside == inside.strip() != ""
