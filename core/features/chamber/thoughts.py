"""Taking the thoughts out of what a model wrote, by the patterns of its own side.

Where it is in doubt, words are private: what is not closed, what was not opened, what a regex of the operator's could
not be tried on in time. In time linear in the text but for such a regex, which is stopped.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from time import thread_time

import regex

from core.features.chamber.code_and_quotes import Aside, Asides
from core.features.chamber.messages import Public
from core.features.chamber.public_text import Remainder, join_spans
from core.features.chamber.thought_patterns import (
    ExtractorConfig,
    OwnExtractor,
    OwnRegex,
    PatternConfig,
    Patterns,
    RegexConfig,
    TagConfig,
)
from core.features.chamber.thought_spans import Belongs, Taking, assign_characters, merge_spans

__all__ = [
    "Aside",
    "Belongs",
    "Extraction",
    "ExtractorConfig",
    "PatternConfig",
    "Patterns",
    "RegexConfig",
    "Strand",
    "TagConfig",
    "extract_thoughts",
]

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
