"""Code and quotations in what a model wrote: where a tag may be spoken of instead of used.

Whatever stands in one is left in public, so that what can be read in two ways is none: behind a fence that is never
closed nothing is code, on a line with an odd quotation mark nothing is a quotation. All in time linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

_FENCE = re.compile(
    r"^(?P<before>[ \t]*+(?:(?:[-*+>]|\d{1,9}+[.)])[ \t]*+)*+)(?P<marks>`{3,}+|~{3,}+)(?P<rest>[^\n]*+)", re.MULTILINE
)
_DEEPEST = 3
"""Columns by which a block may be indented."""
_LONE_RETURN = re.compile(r"\r(?!\n)")
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
    is_sure: bool
    """It is one however the lists and quotations around it are read; none that is never closed."""


class Asides:
    """The asides of one text, of the wanted kinds."""

    def __init__(self, text: str, wanted: Collection[Aside]) -> None:
        text = _LONE_RETURN.sub("\n", text)
        read = {Aside.CODE: _code, Aside.QUOTES: _quotes}
        self._ends: dict[Aside, list[Extent]] = {}
        for aside in wanted:
            apart = self._ends[aside] = []
            for span in sorted(read[aside](text)):
                if apart and span.start < apart[-1].end:
                    apart[-1] = Extent(apart[-1].start, max(span.end, apart[-1].end))
                else:
                    apart.append(span)
        self._starts = {aside: [span.start for span in spans] for aside, spans in self._ends.items()}

    def hold(self, start: int, end: int, kinds: Collection[Aside]) -> bool:
        """Return whether one aside of these kinds holds the whole of a stretch."""
        for kind in kinds:
            at = bisect_right(self._starts[kind], start) - 1
            if at >= 0 and end <= self._ends[kind][at].end:
                return True
        return False


def fences(text: str) -> Iterator[Fence]:
    """Yield the blocks of fenced code, those in lists and quotations too; the last may stay open."""
    opened: re.Match[str] | None = None
    for line in _FENCE.finditer(text):
        if opened is None:
            if not (line["marks"][0] == "`" and "`" in line["rest"]):
                opened = line
            continue
        # It closes with such marks, as many or more and nothing behind them, where it stands no deeper.
        closes = line["marks"].startswith(opened["marks"]) and not line["rest"].strip()
        indent = line["before"]
        if closes and not indent.strip(" \t>") and _columns(indent) <= _columns(opened["before"]) + _DEEPEST:
            depth = _columns(opened["before"])
            is_sure = depth <= _DEEPEST and not opened["before"].strip() and not indent.strip()
            if is_sure and depth > 0:
                # It may be part of a list, and would end with it.
                inside = [each for each in text[opened.start() : line.start()].split("\n") if each.strip()]
                deep = all(_columns(each[: -len(each.lstrip())]) >= depth for each in inside)
                is_sure = deep and _columns(indent) == depth
            yield Fence(opened.start(), line.end(), is_sure)
            opened = None
    if opened is not None:
        yield Fence(opened.start(), len(text), is_sure=False)


def _columns(text: str) -> int:
    return len(text.expandtabs(4))


def gaps_between(spans: Iterable[tuple[int, int]], length: int) -> Iterator[Extent]:
    """Yield what lies before, between and behind spans that are in order and apart."""
    at = 0
    for start, end in spans:
        yield Extent(at, start)
        at = end
    yield Extent(at, length)


# --- code ---------------------------------------------------------------------------------------------------------


class _Ticks(NamedTuple):
    start: int
    end: int
    opens: int
    """How many backticks a code would begin with: a backslash takes the first away."""
    line: int
    paragraph: int


def _code(text: str) -> Iterator[Extent]:
    blocks: list[Extent] = []
    end = len(text)
    for start, until, is_sure in fences(text):
        if not is_sure:  # nor is anything behind it: what seems to open a block there may close one
            end = start
            break
        blocks.append(Extent(start, until))
    yield from blocks
    for gap in gaps_between(blocks, end):
        yield from _inline(list(_ticks(text, gap)))


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


def _inline(runs: list[_Ticks]) -> Iterator[Extent]:
    """Return the code that begins and ends on one line.

    A paragraph in which a backtick stands alone has none: it might begin or end a code with one of another line.
    """
    ends = _ends(runs)
    codes: list[tuple[_Ticks, _Ticks]] = []
    unclear: set[int] = set()
    number = 0
    while number < len(runs):
        end = ends[number]
        if end is None:
            unclear.add(runs[number].paragraph)
            number += 1
        else:
            codes.append((runs[number], runs[end]))
            number = end + 1
    return (Extent(first.start, last.end) for first, last in codes if first.paragraph not in unclear)


def _ends(runs: list[_Ticks]) -> list[int | None]:
    """Return for each run that could begin a code the number of the one on the same line that would end it."""
    ends: list[int | None] = [None] * len(runs)
    following: dict[tuple[int, int], int] = {}
    for number in range(len(runs) - 1, -1, -1):
        run = runs[number]
        ends[number] = following.get((run.line, run.opens))
        following[run.line, run.end - run.start] = number
    return ends


# --- quotes -------------------------------------------------------------------------------------------------------


def _quotes(text: str) -> Iterator[Extent]:
    yield from (Extent(*line.span()) for line in _QUOTE_LINE.finditer(text))
    yield from (Extent(*quoted.span()) for quoted in _CURVED.finditer(text))
    for line in _WITH_STRAIGHT.finditer(text):
        marks = [line.start() + at for at, character in enumerate(line[0]) if character == '"']
        if len(marks) % 2 == 0:
            for first, last in zip(marks[::2], marks[1::2], strict=True):
                before, inside, behind = text[first - 1 : first], text[first + 1 : last], text[last + 1 : last + 2]
                # They are placed like an opening and a closing mark.
                if not before.isalnum() and not behind.isalnum() and inside == inside.strip() != "":
                    yield Extent(first, last + 1)
