"""Finds a quotation in its text, so that nothing is given out as said but in the words of its source."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.languages.lexicon import lexicon

LONGEST_QUOTE = 2_000  # characters; nothing longer is a quotation
_MARKS = "\"'«»‹›“”„‟‘’‚‛`´ʼ＂＇「」『』"
_DASHES = "-‐‑‒–—―−"
_AROUND = f"{_MARKS} \t\r\n.,;:!?…{_DASHES}"
_SAME = str.maketrans(
    dict.fromkeys(_MARKS, '"')
    | dict.fromkeys(_DASHES, "-")
    | dict.fromkeys((chr(code) for code in range(0x3001) if chr(code).isspace()), " ")
)
"""Letters for which another may stand, one for one."""
_BLANKS = re.compile(" {2,}")
_MOST_PLACES = 1_000  # places that are looked at where a word may go on before or behind
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
"""Letters of the languages that leave no space between words."""


def in_quotation_marks(text: str, language: str) -> str:
    """Return words in quotation marks of a kind that they do not contain, if there is one. Plain text, no Markdown."""
    pairs = lexicon("grammar", language)["quotation_marks"]
    opening, closing = next((pair for pair in pairs if not set(pair) & set(text)), pairs[0])
    return f"{opening}{text}{closing}"


@dataclass(frozen=True, slots=True)
class _Flat:
    """A text in which one kind of mark, dash and blank stands for all, and the way back."""

    text: str
    flat: str
    ends: tuple[int, ...]  # where, in `flat`, blanks were left out; in order
    shifts: tuple[int, ...]  # how much further everything from there on stands in `text`

    def original(self, start: int, end: int) -> str:
        return self.text[start + self._shift(start) : end - 1 + self._shift(end - 1) + 1]

    def _shift(self, position: int) -> int:
        passed = bisect_right(self.ends, position)
        return self.shifts[passed - 1] if passed else 0


def _flattened(text: str) -> _Flat:
    composed = unicodedata.normalize("NFC", text)
    alike = composed.translate(_SAME)
    ends, shifts, shift = list[int](), list[int](), 0
    for blanks in _BLANKS.finditer(alike):
        ends.append(blanks.start() + 1 - shift)
        shift += len(blanks[0]) - 1
        shifts.append(shift)
    return _Flat(composed, _BLANKS.sub(" ", alike), tuple(ends), tuple(shifts))


def find_quotation(quote: str, text: str) -> str | None:
    """Return the words of `text` that `quote` stands for, as they stand there; None where there are none.

    White space, the kinds of quotation marks and of dashes, and the case of the first letter may differ; marks around
    the quotation are no part of it. Words are whole: "art" does not stand in "party". Linear in both.
    """
    return _standing(quote, _flattened(text))


def find_quotations(quotes: Iterable[str], text: str) -> Iterator[str | None]:
    """Yield the result of `find_quotation` for each quote, going through the text once."""
    whole = _flattened(text)
    return (_standing(quote, whole) for quote in quotes)


def _standing(quote: str, text: _Flat) -> str | None:
    wanted = unicodedata.normalize("NFC", quote).strip(_AROUND)
    if not 0 < len(wanted) <= LONGEST_QUOTE or not any(c.isalnum() for c in wanted):
        return None
    flat = _BLANKS.sub(" ", wanted.translate(_SAME))
    cases = dict.fromkeys(each for each in (flat[0], flat[0].lower(), flat[0].upper()) if len(each) == 1)
    places = [place for first in cases if (place := _place(first + flat[1:], text.flat)) is not None]
    return text.original(min(places), min(places) + len(flat)) if places else None


def _place(wanted: str, text: str) -> int | None:
    """Return where it stands first with whole words at both ends."""
    place = -1
    for _ in range(_MOST_PLACES):
        place = text.find(wanted, place + 1)
        if place < 0:
            return None
        before, after = text[place - 1 : place] if place else "", text[place + len(wanted) : place + len(wanted) + 1]
        if not (_goes_on(wanted[0], before) or _goes_on(wanted[-1], after)):
            return place
    return None


def _goes_on(end: str, beside: str) -> bool:
    """Return whether a word that has this end goes on beside it."""
    letters = beside != "" and all(character.isalnum() or character == "_" for character in (end, beside))
    return letters and not _UNSPACED.match(end)
