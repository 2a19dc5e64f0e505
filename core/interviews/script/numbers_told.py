"""Read numbers as people say and write them: in words in each of our languages, in figures in any."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.languages import fold
from core.languages.lexicon import any_of, entries, languages_with, lexicon
from core.text.text import tokens

_FRACTIONS = re.compile("[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079\u2150-\u215e]")
"""Folding would make figures of them, which join those before them."""
_HALF = re.compile(rf"\b{any_of('numbers', 'and_a_half')}\b")
_SPACED = r"(?<![\w.,])[-−]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)"
_DIGITS = re.compile(rf"{_SPACED}|(?<![\w.])[-−]?\d+(?:[.,:/]\d+)*(?:-?[^\W\d_]{{1,4}}\b)?")
_ORDINAL = re.compile(rf"-?(?!{any_of('numbers', 'thousands')}\Z)[^\W\d_]{{1,4}}\Z")
"""The ending of a number, or its unit; "thousand" is neither."""
_INEXACT = re.compile(rf"\b{any_of('numbers', 'before_a_bound')}\s+\Z")
_AND_MORE = re.compile(rf"\+|[\s-]*{any_of('numbers', 'after_a_bound')}\b")
_OUT_OF = re.compile(rf"\s*(?:/|\b{any_of('numbers', 'out_of')}\b)\s*\Z")
LONGEST = 400
"""Characters of an answer in which a number is looked for: behind that it is a story."""
_TEENS = 20


_WORDS = {
    word: float(number)
    for tag in languages_with("numbers")
    for number, words in lexicon("numbers", tag)["words"].items()
    for word in words
}
_JOINING = {
    word: tuple(parts)
    for tag in languages_with("numbers")
    for word, parts in lexicon("numbers", tag)["joining"].items()
}
"""The words that join parts of a number, with the parts after which they do."""


def parse_numbers(text: str, *, out_of: float | None = None) -> list[float]:
    """Return the numbers in an answer, in its order, without those that are only a bound ("more than five", "not two").

    `out_of`: where that many are the most, it is no answer in "seven out of ten".
    """
    flat = flatten(text)
    if flat.strip(" .!,") in entries("numbers", "none"):
        return [0.0]
    found: list[float] = []
    before = 0
    for start, end, number in _spots(flat):
        behind, ahead = flat[before:start], flat[:start]
        before = end
        if found and out_of is not None and number == out_of and _OUT_OF.search(behind):
            continue
        if _INEXACT.search(ahead) or _AND_MORE.match(flat[end:]):
            continue
        found.append(number)
    return found


def flatten(text: str) -> str:
    """Return an answer folded, with one space between words."""
    return " ".join(fold(_FRACTIONS.sub(" ", text[:LONGEST])).split())


def _spots(text: str) -> Iterator[tuple[int, int, float]]:
    """Yield the start, the end and the value of each number."""
    for found in _DIGITS.finditer(text):
        (start, end), written = found.span(), found.group()
        if "/" in written and len(parts := written.split("/")) == 2 and all(each.isdigit() for each in parts):
            yield start, start + len(parts[0]), float(parts[0])
            yield start + len(parts[0]) + 1, end, float(parts[1])
        elif (number := _digits(written)) is not None:
            yield from _with_half(text, start, end, number)
    for start, end, number in _spelled(text):
        yield from _with_half(text, start, end, number)


def _with_half(text: str, start: int, end: int, number: float) -> Iterator[tuple[int, int, float]]:
    half = _HALF.match(text[end:].lstrip())
    yield start, end, number + 0.5 if half is not None else number


def _digits(written: str) -> float | None:
    plain = _ORDINAL.sub("", written).replace("−", "-")
    plain = re.sub(r"\s", "", plain)
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        return float(plain.replace(",", ""))
    if re.fullmatch(r"[-−]?\d+[.,]\d+", plain):
        return float(plain.replace(",", "."))
    return float(plain) if re.fullmatch(r"-?\d{1,12}", plain) else None


def _spelled(text: str) -> Iterator[tuple[int, int, float]]:
    """Yield numbers in words: "twenty-three", "a hundred and five"."""
    parts: list[float] = []
    start = end = 0
    for found in re.finditer(r"[^\W\d_]+", text):
        word = found.group()
        if parts and parts[-1] in _JOINING.get(word, ()):
            continue
        value = _WORDS.get(word)
        close = text[end : found.start()].strip(" -") in {"", *_JOINING}
        joined = value is not None and bool(parts) and close and _joins(parts[-1], value)
        if parts and not joined:
            yield start, end, _sum(parts)
            parts = []
        if value is not None:
            start = start if parts else found.start()
            parts.append(value)
            end = found.end()
    if parts:
        yield start, end, _sum(parts)


def _joins(last: float, value: float) -> bool:
    """Tell whether a word continues the number before it: "two" "hundred", "twenty" "three"."""
    if value in {100, 1000}:
        return last < value
    return (last >= _TEENS and last < 100 and 0 < value < 10) or (last >= 100 and 0 < value < last)


def _sum(parts: list[float]) -> float:
    total = now = 0.0
    for part in parts:
        if part == 1000:
            total, now = total + (now or 1) * part, 0
        elif part == 100 and 0 < now < 100:
            now *= part
        else:
            now += part
    return total + now


def normalized_words(text: str) -> tuple[str, ...]:
    """Return the words of a text in one form, for a comparison."""
    return tuple(tokens(text))
