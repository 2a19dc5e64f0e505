"""What patterns take out of a text, and to which of them each character goes where several take it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from core.features.chamber.code_and_quotes import Extent


class Belongs(StrEnum):
    PUBLIC = "public"
    THOUGHT = "thought"
    DELIMITER = "delimiter"
    """Private too: a tag, or what a regex matches around its group."""


class Taking(NamedTuple):
    """A stretch that a pattern takes: all from `start` to `end` is private, and from `first` to `last` it is a thought.

    What one pattern takes in a text is nested or apart. A tuple, for a hostile text has a hundred thousand of them.
    """

    order: int
    """The pattern's place in the list."""
    start: int
    first: int
    last: int
    end: int
    is_tag: bool = False
    """What is not thought are tags, which no thought has in it, whoever takes the stretch."""


class TextSpan(NamedTuple):
    """A stretch of the text."""

    start: int
    end: int
    belongs: Belongs


class Shares(NamedTuple):
    """The outcome of `assign_characters`."""

    strands: list[TextSpan]
    """The text from its beginning to its end."""
    thoughts: list[list[Extent]]
    """For each taking, those that end first and are inner first: what of it is its thought."""


def assign_characters(takings: Sequence[Taking], length: int) -> Shares:
    """Give each character to one taking: of two nested ones to the inner, of two that cross to the earlier pattern.

    In time linear in the takings (times the patterns), but for the sorting.
    """
    ordered = sorted(set(takings), key=lambda taking: (taking.end, -taking.start, taking.order))
    thoughts: dict[Taking, list[Extent]] = {taking: [] for taking in ordered}
    strands: list[TextSpan] = []
    for start, end, active in _stretches(ordered, length):
        owner: Taking | None = None
        for taking in active:
            if owner is None:
                owner = taking
                continue
            is_inside = owner.start <= taking.start and taking.end <= owner.end
            if is_inside and taking.end - taking.start < owner.end - owner.start:
                owner = taking
        belongs = Belongs.PUBLIC
        if owner is not None:
            around = (taking for taking in active if taking is owner or taking.is_tag)
            inside = all(taking.first <= start < taking.last for taking in around)
            belongs = Belongs.THOUGHT if inside else Belongs.DELIMITER
            if belongs is Belongs.THOUGHT:
                spans = thoughts[owner]
                if spans and spans[-1].end == start:
                    spans[-1] = Extent(spans[-1].start, end)
                else:
                    spans.append(Extent(start, end))
        if strands and strands[-1].belongs is belongs:
            strands[-1] = TextSpan(strands[-1].start, end, belongs)
        else:
            strands.append(TextSpan(start, end, belongs))
    return Shares(strands, list(thoughts.values()))


def merge_spans(takings: Iterable[Taking]) -> list[Extent]:
    """Return what is taken by any of them: in order and apart."""
    spans: list[Extent] = []
    for taking in sorted(takings, key=lambda taking: taking.start):
        if spans and taking.start <= spans[-1].end:
            spans[-1] = Extent(spans[-1].start, max(spans[-1].end, taking.end))
        else:
            spans.append(Extent(taking.start, taking.end))
    return spans


def _stretches(by_end: list[Taking], length: int) -> Iterator[tuple[int, int, list[Taking]]]:
    """Cut the text where anything begins or ends.

    Yields with each stretch the innermost taking of each pattern that has it, in the order of the list.
    """
    by_start = sorted(by_end, key=lambda taking: (taking.start, -taking.end))
    open_of: dict[int, list[Taking]] = {order: [] for order in sorted({taking.order for taking in by_end})}
    cuts = {0, length}
    for taking in by_end:
        cuts.update(taking[1:5])
    places = sorted(cuts)
    ended = begun = 0
    for start, end in pairwise(places):
        while ended < len(by_end) and by_end[ended].end <= start:
            open_of[by_end[ended].order].pop()
            ended += 1
        while begun < len(by_start) and by_start[begun].start <= start:
            open_of[by_start[begun].order].append(by_start[begun])
            begun += 1
        yield start, end, [stack[-1] for stack in open_of.values() if stack]
