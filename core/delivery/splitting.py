"""Cut a text into messages, by UTF-16 units as chat platforms count, and remember how far those of several parts came.

Positions are indices of Python characters throughout; only lengths are UTF-16.
"""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

import regex

from core.contracts.messages import Receipt

_SPACES = re.compile(r"\s+")
_SENTENCE_END = re.compile(r"""[.!?…。！？]["'’”»)\]]*\Z""")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_CHARACTER = regex.compile(r"\X")
"""As a reader sees it."""
_CLOSERS = 4
"""How far back a full stop may stand behind closing quotes and brackets."""
_UNSEEN = {"Cc", "Cf", "Zs", "Zl", "Zp"}
_BLANKS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Characters that look like nothing although they are letters or symbols."""


def utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def replace_surrogates(text: str) -> str:
    """Return the text with lone surrogates replaced one for one: they cannot be sent, or stored, as UTF-8."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def split_text(text: str, limit: int) -> list[tuple[int, int]]:
    """Return stretches `text[start:end]` of at most `limit` UTF-16 units each, in order; the text must be well formed.

    A cut is made at the last end of a paragraph in the second half of what fits, else of a line, of a sentence, of a
    word; else at the last white space that fits; else between two characters as a reader sees them. Left out is white
    space only, at both ends and at each cut; alone it gives no piece.
    """
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    found: list[tuple[int, int]] = []
    while start < end:
        window = text[start : min(end, start + limit)].encode("utf-16-le", "surrogatepass")
        reach = start + max(1, len(window[: 2 * limit].decode("utf-16-le", "ignore")))
        if reach == end:
            found.append((start, end))
            break
        cut, following = _cut(text, start, reach)
        found.append((start, cut))
        start = following
    return found


def _cut(text: str, start: int, reach: int) -> tuple[int, int]:
    """Return the end of the piece, and the beginning of the next."""
    half = start + (reach - start) // 2
    best: dict[int, tuple[int, int]] = {}
    anywhere: tuple[int, int] | None = None
    for run in _runs(text, start, reach):
        anywhere = run
        if run[0] >= half:
            best[_rank(text, start, run)] = run
    if best:
        return best[min(best)]
    if anywhere:
        return anywhere
    ends = [found.end() for found in _CHARACTER.finditer(text, start, reach + 1) if found.end() <= reach]
    cut = ends[-1] if ends else reach
    return cut, cut


def _runs(text: str, start: int, reach: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of white space that a piece from `start` can end at; the last may go on behind `reach`."""
    for found in _SPACES.finditer(text, start + 1, reach + 1):
        run = _SPACES.match(text, found.start())
        # An accent may stand on the last of the blanks.
        last = run and _CHARACTER.match(text, run.end() - 1)
        if run and last and last.end() == run.end():
            yield run.span()


def _rank(text: str, start: int, run: tuple[int, int]) -> int:
    """Return 0 for the end of a paragraph, 1 of a line, 2 of a sentence, 3 of a word."""
    lines = text.count("\n", *run)
    if lines:
        return 0 if lines > 1 else 1
    before = text[max(start, run[0] - _CLOSERS) : run[0]]
    return 2 if _SENTENCE_END.search(before) else 3


def is_blank(text: str) -> bool:
    """Return whether there is nothing in it that a reader could see."""
    return all(character in _BLANKS or unicodedata.category(character) in _UNSEEN for character in text)


@dataclass(slots=True, kw_only=True)
class PartsSent:
    """How far one message has come: the parts that the platform confirmed."""

    confirmed: int = 0
    receipt: Receipt = field(default_factory=Receipt)
    """Of the whole message: the position of its first part, the id and the time of the last."""

    def add(self, ref: str, position: str, sent_at: datetime | None) -> None:
        """Note that one more part was confirmed."""
        self.confirmed += 1
        self.receipt = Receipt(ref=ref, position=self.receipt.position or position, sent_at=sent_at)


class Remembered:
    """The progress of the latest `limit` messages, in memory."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._progress: OrderedDict[str, PartsSent] = OrderedDict()

    def of(self, key: str) -> PartsSent:
        """Return the progress of the message with this key, to be added to; a new one where none is remembered."""
        progress = self._progress.setdefault(key, PartsSent())
        self._progress.move_to_end(key)
        while len(self._progress) > self._limit:
            self._progress.popitem(last=False)
        return progress
