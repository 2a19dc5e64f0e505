"""Taking the thoughts out of what a model wrote, by the patterns of its own side.

Where it is in doubt, words are private: what is not closed, what was not opened, what a regex of the operator's could
not be tried on in time. In time linear in the text but for such a regex, which is stopped.
"""

from __future__ import annotations

import operator
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from time import thread_time
from typing import NamedTuple

import regex

from core.features.chamber.messages import Public
from core.features.chamber.thought_patterns import (
    Aside,
    Asides,
    Belongs,
    Extent,
    OwnExtractor,
    OwnRegex,
    Patterns,
    Taking,
    assign_characters,
    fences,
    gaps_between,
    merge_spans,
)

_WHITE = re.compile(r"[ \t\r\n]++")
_LEANS = frozenset(",.;!?…)»”")
"""What stands close to the word before it."""
_OURS = -1


class Swap(NamedTuple):
    """A text in the place of a stretch."""

    start: int
    end: int
    text: str


class Remainder:
    """The rest of a reply, which knows where in the reply each character stood."""

    def __init__(self, parts: Sequence[tuple[int, str]]) -> None:
        self._parts = parts
        """Stretches with their places in the reply; white space of ours has none."""
        self._offsets = [0, *accumulate(len(words) for _, words in parts)]
        self.text = "".join(words for _, words in parts)

    @classmethod
    def of(cls, reply: str) -> Remainder:
        return cls([(0, reply)])

    def without(self, spans: Sequence[Extent]) -> Remainder:
        """Return the rest without these spans, in order and apart, with white space as if they had never been there."""
        joints = [Swap(start, end, _glue(self.text, start, end)) for start, end in spans]
        left = self.swapped(joints)
        return left.swapped(_tidied(left.text, _seams(joints)))

    def in_reply(self, taking: Taking) -> Taking | None:
        """Return the same by places in the reply; None where it takes nothing but white space of ours."""
        start, end = self._first_place(taking.start), self._end_place(taking.end)
        if start >= end:
            return None
        first, last = self._first_place(taking.first), self._end_place(taking.last)
        if not start <= first < last <= end:
            first = last = end
        return taking._replace(start=start, first=first, last=last, end=end)

    def _first_place(self, at: int) -> int:
        """Return where in the reply the first character at or after a place was."""
        number = bisect_right(self._offsets, at) - 1
        while number < len(self._parts):
            place, _ = self._parts[number]
            if place != _OURS:
                return place + max(0, at - self._offsets[number])
            number += 1
        return self._end_place(at)

    def _end_place(self, at: int) -> int:
        """Return where in the reply the last character before a place ended."""
        number = bisect_right(self._offsets, at - 1) - 1
        while number >= 0:
            place, words = self._parts[number]
            if place != _OURS:
                return place + min(len(words), at - self._offsets[number])
            number -= 1
        return 0

    def swapped(self, swaps: Iterable[Swap]) -> Remainder:
        """Return the rest with other stretches in the place of some, which are in order and apart."""
        parts: list[tuple[int, str]] = []
        at = number = 0
        for start, end, text in (*swaps, Swap(len(self.text), len(self.text), "")):
            while at < start:
                while self._offsets[number + 1] <= at:
                    number += 1
                (place, words), offset = self._parts[number], self._offsets[number]
                until = min(start, offset + len(words))
                parts.append((place if place == _OURS else place + at - offset, words[at - offset : until - offset]))
                at = until
            if text:
                parts.append((_OURS, text))
            at = end
        return Remainder(parts)


def join_spans(text: str, spans: Sequence[Extent]) -> str:
    """Join stretches of a text, which are in order and apart, and tidy the result."""
    if all(text[start:end].isspace() for start, end in spans):
        return ""
    if len(spans) == 1 and "\n" not in text[spans[0].start : spans[0].end]:
        return text[spans[0].start : spans[0].end].strip()
    joints = [Swap(left.end, right.start, _glue(text, left.end, right.start)) for left, right in pairwise(spans)]
    begin = spans[0].start
    inside = [Swap(start - begin, end - begin, glue) for start, end, glue in joints]
    whole = _put(text[begin : spans[-1].end], inside)
    return _put(whole, _tidied(whole, _seams(inside)))


def _put(text: str, swaps: Iterable[Swap]) -> str:
    words: list[str] = []
    at = 0
    for start, end, instead in swaps:
        words += (text[at:start], instead)
        at = end
    return "".join((*words, text[at:]))


def _seams(joints: Iterable[Swap]) -> list[int]:
    """Return the places in the remaining text where something was taken out."""
    seams: list[int] = []
    shorter = 0
    for start, end, glue in joints:
        seams.append(start - shorter)
        shorter += end - start - len(glue)
    return seams


def _glue(text: str, start: int, end: int) -> str:
    """Return what keeps apart what stood on both sides of a stretch: a word and a word, or two halves of a tag."""
    before, behind = text[start - 1 : start] if start else "", text[end : end + 1]
    if not before.strip() or not behind.strip() or behind in _LEANS:
        return ""
    return "\n" if "\n" in text[start:end] else " "


def _tidied(text: str, seams: Sequence[int]) -> Iterator[Swap]:
    """Yield the white space to change, leaving fenced code alone."""
    code = ((block.start, block.end) for block in fences(text))
    for gap in gaps_between(code, len(text)):
        for run in _WHITE.finditer(text, gap.start, gap.end):
            start, end = run.span()
            number = bisect_right(seams, end) - 1
            seam = seams[number] - start if number >= 0 and seams[number] >= start else None
            tidy = "" if start == 0 or end == len(text) else _tidy(run[0], seam)
            if tidy != run[0]:
                yield Swap(start, end, tidy)


def _tidy(white: str, seam: int | None) -> str:
    """Return white space between two words, tidied. `seam`: the place in it where something was taken out."""
    last = white.rfind("\n")
    if last < 0:
        return white if seam is None else " "
    ends = min(2, white.count("\n")) * ("\r\n" if "\r\n" in white else "\n")
    return ends if seam is not None and seam > last else ends + white[last + 1 :]


SECONDS = 0.5
"""Of computing, for the regexes of one side on one reply."""
ROUNDS = 16
"""How often what is left is looked through again: taking one thought out may show another."""

_BROKEN = (TimeoutError, MemoryError, RecursionError, RuntimeError, regex.error)


@dataclass(frozen=True, slots=True)
class Strand:
    """A stretch of a reply, and whose it is."""

    text: str
    belongs: Belongs


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    public: Public
    """The reply as it is where nothing was taken out of it; else tidied: no white space at its ends or before the
    ends of lines, no two empty lines, fenced code as it was."""
    thoughts: str
    """What was thought, blank lines between; a thought within another stands before it. Empty ones are left out."""
    warnings: tuple[str, ...] = ()
    """Sentences of ours, for the log of this side."""
    failed: bool = False
    """All was taken for thoughts, because a pattern could not be tried."""
    pieces: tuple[Strand, ...] = ()
    """The reply from its beginning to its end, each character once."""


class _Untried(Exception):
    """A pattern could not be tried; what went wrong, as a warning."""


class _Patience:
    """The time that regexes have on one reply; only theirs is counted, and only when this thread computes."""

    def __init__(self) -> None:
        self._seconds = SECONDS
        self._began = 0.0

    def __enter__(self) -> None:
        self._began = thread_time()

    def __exit__(self, *_: object) -> None:
        self._seconds -= thread_time() - self._began

    def left(self) -> float:
        """Return the seconds that are left, more than none. Raises TimeoutError."""
        seconds = self._seconds - (thread_time() - self._began)
        if seconds <= 0:
            raise TimeoutError
        return seconds


def extract_thoughts(text: str, patterns: Patterns) -> Extraction:
    """Take one reply apart. To be called in a thread where the patterns have regexes or classes: regexes may compute
    for `SECONDS` and let other threads run meanwhile, classes as long as they like. Raises nothing for whatever
    text."""
    left = Remainder.of(text)
    takings: list[Taking] = []
    warnings: dict[str, None] = {}
    patience = _Patience()
    not_in = frozenset[Aside]().union(*(each.not_in for each in patterns.regexes))
    if patterns.tags is not None:
        not_in |= patterns.tags.not_in
    try:
        by_classes = [taking for own in patterns.extractors for taking in _taken_by_class(text, own)]
        for _ in range(ROUNDS):
            asides = Asides(left.text, not_in)
            found: list[Taking] = []
            if patterns.tags is not None:
                found, warned = patterns.tags.takings(left.text, asides)
                warnings |= dict.fromkeys(warned)
            for own in patterns.regexes:
                found += _matched(left.text, own, asides, patience)
            found, by_classes = [*found, *by_classes], []
            if not found:
                shares = assign_characters(takings, len(text))
                thoughts = (join_spans(text, spans) for spans in shares.thoughts)
                return Extraction(
                    public=Public(left.text),
                    thoughts="\n\n".join(filter(None, thoughts)),
                    warnings=tuple(warnings),
                    pieces=tuple(Strand(text[start:end], belongs) for start, end, belongs in shares.strands),
                )
            takings += [known for each in found if (known := left.in_reply(each)) is not None]
            left = left.without(merge_spans(found))
        raise _Untried("Taking thoughts out went on showing others")
    except _Untried as error:
        warnings[f"{error}: the whole reply is taken for thoughts."] = None
        pieces = (Strand(text, Belongs.THOUGHT),) if text else ()
        return Extraction(
            public=Public(""), thoughts=text.strip(), warnings=tuple(warnings), failed=True, pieces=pieces
        )


def _matched(text: str, own: OwnRegex, asides: Asides, patience: _Patience) -> list[Taking]:
    takings: list[Taking] = []
    behind = 0
    try:
        with patience:
            for found in own.compiled.finditer(text, concurrent=True, timeout=patience.left()):
                first, last = next((s for s in found.regs[1:] if s != (-1, -1)), found.span())
                # A group within a look-around may stand outside of the match.
                start, end = max(behind, min(found.start(), first)), max(found.end(), last)
                if start < end and not asides.hold(start, end, own.not_in):
                    takings.append(Taking(own.order, start, max(start, first), max(start, last), end))
                    behind = end
                patience.left()
    except _BROKEN as error:
        cause = "took too long" if isinstance(error, TimeoutError) else "failed"
        raise _Untried(_sentence(f"{own} {cause}")) from error
    return takings


def _taken_by_class(text: str, own: OwnExtractor) -> list[Taking]:
    """Return what the operator's own class takes, with overlapping stretches merged."""
    try:
        spans = [(operator.index(begin), operator.index(end)) for begin, end in own.made.thoughts(text)]
        if any(not 0 <= begin <= end <= len(text) for begin, end in spans):
            raise ValueError("a stretch that the reply does not have")
    except Exception as error:  # code of others, whose message may hold words of the reply
        raise _Untried(_sentence(f"{own} failed ({type(error).__name__})")) from error
    takings = (Taking(own.order, begin, begin, end, end) for begin, end in spans if begin < end)
    return [Taking(own.order, begin, begin, end, end) for begin, end in merge_spans(takings)]


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]
