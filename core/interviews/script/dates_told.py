"""Read dates as people say and write them, as far as they tell: a day, a month of a year, or a year."""

from __future__ import annotations

import re
from datetime import date

from core.interviews.script.numbers_told import flatten
from core.languages.lexicon import any_of, entries, languages_with, lexicon

_YEAR = r"(?:1[5-9]|20)\d\d"
_ISO = re.compile(rf"\b({_YEAR})-(\d\d)(?:-(\d\d))?\b")
_FIGURES = re.compile(rf"\b(\d{{1,2}})([./-])(\d{{1,2}})\2({_YEAR})\b")
_MONTH_FIGURES = re.compile(rf"(?<![\d./-])(\d{{1,2}})[./]({_YEAR})\b")
_ONLY_YEAR = re.compile(rf"(?<![\d./-]){_YEAR}(?!\d|[-']?{any_of('dates', 'decade_endings')}\b)")
_SPAN = re.compile(rf"\b{_YEAR}\s*[-–—]\s*{_YEAR}\b")
_DAY = rf"(\d{{1,2}})(?:-?{any_of('dates', 'day_endings')})?"
_BEFORE_MONTH = re.compile(rf"\b{_DAY}(?: {any_of('dates', 'before_month')})? \Z")
_AFTER_MONTH = re.compile(rf"\.?,? (?:{_DAY}(?!\d),? )?(?:{any_of('dates', 'before_year')} )?({_YEAR})")


_MONTHS = {
    name: number
    for tag in languages_with("dates")
    for number, names in enumerate(lexicon("dates", tag)["months"], 1)
    for name in names
}
"""The numbers of the months by their names."""
_SHORT_YEARS = tuple(
    re.compile(rf"(?<!\w){form}(?![\w-])".replace("{year}", r"([3-9]\d)"))
    for form in (written.replace("-", "-?") for written in entries("dates", "short_years"))
)


def parse_answer_date(text: str, *, day_first: bool) -> str:
    """Return the one date in an answer, in ISO as far as it was told; empty where there is none, or more than one.

    `day_first`: "5.3.1961" is the fifth of March; where that is not so and both may be a month, nobody knows.
    """
    found = {each for each in _found(flatten(text), day_first) if each}
    longest = {each for each in found if not any(other != each and other.startswith(each) for other in found)}
    return longest.pop() if len(longest) == 1 else ""


def _found(text: str, day_first: bool) -> list[str]:
    if _SPAN.search(text):
        return []
    full = [_iso(int(y), int(m), int(d) if d else 0) for y, m, d in _ISO.findall(text)]
    full += [_figures(int(a), int(b), int(y), day_first or mark == ".") for a, mark, b, y in _FIGURES.findall(text)]
    if full:
        return full if all(full) else []
    full += [_iso(int(y), int(m), 0) for m, y in _MONTH_FIGURES.findall(text)]
    # "5 March 1961", "March 5th, 1961", "in March of 1961".
    for month in re.finditer(r"[^\W\d_]{3,}", text):
        number = _MONTHS.get(month.group())
        if number is None:
            continue
        before = _BEFORE_MONTH.search(text[: month.start()])
        after = _AFTER_MONTH.match(text[month.end() :])
        if after is not None:
            day = before[1] if before is not None else after[1]
            full.append(_iso(int(after[2]), number, int(day) if day else 0))
    if "" in full:  # a day that there is not: what else stands there is no date either
        return []
    years = _ONLY_YEAR.findall(text)
    if not years and not full:
        years = [f"19{year}" for pattern in _SHORT_YEARS for year in pattern.findall(text)]
    return [*full, *years]


def _figures(first: int, second: int, year: int, day_first: bool) -> str:
    if first > 12 or (day_first and second <= 12):
        return _iso(year, second, first)
    return _iso(year, first, second) if second > 12 or first == second else ""


def _iso(year: int, month: int, day: int) -> str:
    try:
        whole = date(year, month, day or 1).isoformat()
    except ValueError:
        return ""
    return whole if day else whole[:7]
