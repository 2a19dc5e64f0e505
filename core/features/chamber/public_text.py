"""What is left of a text from which stretches were taken: joined so that nothing new is read in it, and tidied."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from core.features.chamber.code_and_quotes import Extent, fences, gaps_between
from core.features.chamber.thought_spans import Taking

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
