"""Read answers to questions with set answers by rules, from their words, so that nothing else has to be kept.

Whoever reads the words again, after an edit for example, gets the value again. An answer that cannot be read has none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from core.contracts.closed_questions import OTHER, QuestionType, Value
from core.contracts.script import ScriptQuestion
from core.interviews.script.choices_told import chosen_options
from core.interviews.script.numbers_told import flatten, normalized_words, parse_numbers
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


def parse_value(question: ScriptQuestion, messages: Sequence[str], *, language: str) -> Value | None:
    """Return what was answered in these messages, the oldest first; None where nothing was said.

    The newest that can be read counts; of any options, what all of them name. Of an open question the value is empty.
    """
    told = [text for text in messages if text.strip()]
    if not told:
        return None
    read = [_read(question, text, language) for text in told]
    if question.type is QuestionType.CHOICES:
        found = {each for value in read for each in value.options}
        known = (*(option.id for option in question.options), OTHER)
        return Value(options=tuple(each for each in known if each in found))
    return next((value for value in reversed(read) if value), Value())


def _read(question: ScriptQuestion, text: str, language: str) -> Value:
    match question.type:
        case QuestionType.CHOICE | QuestionType.CHOICES:
            ids = chosen_options(text, question.options, several=question.type is QuestionType.CHOICES)
            return Value(options=ids or ((OTHER,) if question.other else ()))
        case QuestionType.SCALE:
            ends = zip(question.labels, (question.points[0], question.points[-1]), strict=False)
            said = normalized_words(text)
            for label, point in ends:
                if said == normalized_words(label):
                    return Value(number=float(point))
            found = _only(question, parse_numbers(text, out_of=float(question.points[-1])))
            return Value(number=found if found is None or found.is_integer() else None)
        case QuestionType.NUMBER:
            return Value(number=_only(question, parse_numbers(text)))
        case QuestionType.DATE:
            # A date begins with the day almost everywhere.
            day_first = language not in languages_with("dates") or bool(lexicon("dates", language)["day_first"])
            told = parse_answer_date(text, day_first=day_first)
            low, high = (str(each) if each is not None else "" for each in (question.min, question.max))
            before = told[: len(low)] < low[: len(told)]
            return Value(date="" if before or (high and told[: len(high)] > high[: len(told)]) else told)
        case QuestionType.OPEN:
            return Value()


def _only(question: ScriptQuestion, told: Sequence[float]) -> float | None:
    """Return the one number of an answer that can be meant."""
    points = question.points
    least = points[0] if points else question.min
    most = points[-1] if points else question.max
    fitting = {each for each in told if not is_beyond(each, least, most)}
    return fitting.pop() if len(fitting) == 1 else None


def is_beyond(number: float, least: object, most: object) -> bool:
    """Return whether a number is less than the least or more than the most, where these are numbers."""
    below = isinstance(least, int | float) and number < least
    return below or (isinstance(most, int | float) and number > most)


# --- dates as people say and write them, as far as they tell: a day, a month of a year, or a year -------------------


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
