"""Which words of a reply are thoughts, while it comes in: for the operator's own screen, and for nothing else.

Tags alone are looked for, wherever they stand: regexes, and a closing whose opening never came, are known at the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from core.features.chamber.thought_patterns import Patterns, Tag, TagMark, folded

_LONGEST_TAG = 200
"""Characters; what is longer is shown before it ends."""
_UNFINISHED = re.compile(
    r"(?:\\?+<[^<>]*+|\\?+\[[^\[\]]*+|\\|(?:(?<=\n)[ \t>]*+)?:++[ \t]*+[\w-]*+[ \t\r]*+|(?<=\n)[ \t>]++)\Z"
)


class Shade(NamedTuple):
    text: str
    is_thought: bool
    """Tags too."""


class Dimming:
    """One reply as it comes in."""

    def __init__(self, patterns: Patterns) -> None:
        self._tags = patterns.tags
        self._text = "\n"
        """The last character that was shown and has a width, and what may be the beginning of a tag."""
        self._open: Counter[Tag] = Counter()
        self._containers: list[TagMark] = []

    def heard(self, piece: str) -> list[Shade]:
        """Return what can be shown now; the end of it may wait for what comes next."""
        self._text += piece
        plain = folded(self._text)
        unfinished = _UNFINISHED.search(plain.text, max(1, len(plain.text) - _LONGEST_TAG)) if self._tags else None
        return self._shown(len(self._text) if unfinished is None else plain.places[unfinished.start()])

    def ended(self) -> list[Shade]:
        """Return what was waiting when the reply ended."""
        return self._shown(len(self._text))

    def _shown(self, end: int) -> list[Shade]:
        text, end = self._text, max(1, end)
        shades = list(self._shades(end))
        plain = folded(text)
        self._text = text[plain.places[plain.at(end) - 1]] + text[end:]
        return [shade for shade in shades if shade.text]

    def _shades(self, end: int) -> Iterator[Shade]:
        at = 1
        for mark in self._tags.marks(self._text, 1, end) if self._tags else ():
            yield Shade(self._text[at : mark.start], self._is_thought())
            was_thought = self._is_thought()
            if mark.colons:
                if mark.opens:
                    self._containers.append(mark)
                elif self._containers and self._containers[-1].colons <= mark.colons:
                    self._containers.pop()
            elif mark.tag is not None:
                self._open[mark.tag] = max(0, self._open[mark.tag] + mark.opens - mark.closes)
            yield Shade(self._text[mark.start : mark.end], was_thought or self._is_thought() or mark.tag is not None)
            at = mark.end
        yield Shade(self._text[at:end], self._is_thought())

    def _is_thought(self) -> bool:
        return any(self._open.values()) or any(mark.tag is not None for mark in self._containers)
