"""Read times of day and days of the week as people write them, in every language that the bot speaks.

Strict where it matters: a word that is not known makes the whole not understood, so that "every other Monday" is never
taken for "every Monday".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import time
from functools import cache

from core.languages import LANGUAGES, fold
from core.languages.lexicon import any_word, entries, lexicon

LONGEST = 200  # characters of what a person writes that are looked at
WEEK = frozenset(range(7))
_DASHES = str.maketrans("–—−", "---")


def _any_of(key: str) -> re.Pattern[str]:
    """Return a pattern for any of the words under a key, as whole words."""
    return re.compile(rf"\b{any_word('timing', key)}\b")


_DOTTED = re.compile(r"\b([ap])\.\s?m\b\.?")
_PARTS = {
    "am": re.compile(r"(?<=\d)\s?am\b"),
    "pm": re.compile(r"(?<=\d)\s?pm\b"),
    **{part: _any_of(part) for part in ("morning", "afternoon", "evening", "night")},
}
USUAL = {"morning": time(10), "afternoon": time(15), "evening": time(19)}
"""The time that is meant where only a part of the day is named."""
_SECOND_HALF = {"pm": range(1, 12), "afternoon": range(1, 9), "evening": range(3, 12), "night": range(6, 12)}
"""The hours of a twelve-hour clock that are after noon, where this part of the day is named."""
_COUNTED = re.compile(rf"\d\s?{any_word('timing', 'counted')}\b")
"""Counts such as "every 2 nights", which is no time of day."""
_WORDED = {time(12): _any_of("noon"), time(0): _any_of("midnight")}
_HOURS = any_word("timing", "hours")
_CLOCK = re.compile(
    rf"(?P<at>\b{any_word('timing', 'at')}\s+)?(?<![\d:.])(?P<hour>\d{{1,2}})"
    rf"(?:\s?(?:[:.-]|{_HOURS})\s?(?P<minute>\d{{2}})(?!\d))?(?![\d:])\s?(?P<unit>{_HOURS}\b)?(?P<last>$)?"
)


@dataclass(frozen=True, slots=True)
class SpokenTime:
    at: time
    certain: bool  # False where a twelve-hour clock may be meant and nothing says which half of the day
    rest: str  # the text without it


def normalize_text(text: str) -> str:
    """Return small letters, one way of writing each of them, and single spaces."""
    flat = fold(text[:LONGEST]).translate(_DASHES)
    return _DOTTED.sub(r"\1m", " ".join(flat.split()))


def parse_clock_time(text: str, *, bare: bool = False) -> SpokenTime | None:
    """Return the time of day that a plain text names; `bare`: also where a number at its end is nothing but that."""
    if _COUNTED.search(text):
        return None
    for at, worded in _WORDED.items():
        if found := worded.search(text):
            return SpokenTime(at, certain=True, rest=_without(text, found))
    part, rest = "", text
    for name, pattern in _PARTS.items():
        if named := pattern.search(text):
            part, rest = name, _without(text, named)
            break
    for found in _CLOCK.finditer(rest):
        alone = bare and found["last"] is not None and not rest[: found.start()].endswith(("+", "-"))
        if part or found["at"] or found["minute"] or found["unit"] or alone:
            hour, minute = int(found["hour"]), int(found["minute"] or 0)
            certain = bool(part) or hour > 12 or found["hour"].startswith("0")
            if hour == 12 and part not in {"", "pm", "afternoon"}:
                hour = 0
            elif hour in _SECOND_HALF.get(part, ()):
                hour += 12
            if hour > 23 or minute > 59:
                return None
            return SpokenTime(time(hour, minute), certain=certain, rest=_without(rest, found))
    return SpokenTime(USUAL[part], certain=True, rest=rest) if part in USUAL else None


def _without(text: str, found: re.Match[str]) -> str:
    return " ".join((text[: found.start()] + " " + text[found.end() :]).split())


_WHOLE = {WEEK: _any_of("every_day"), frozenset(range(5)): _any_of("workdays"), frozenset({5, 6}): _any_of("weekend")}
_WEEKLY = _any_of("weekly")
_FROM, _TO, _TO_AFTER_FROM = (frozenset(entries("timing", key)) for key in ("from", "to", "to_after_from"))
_FILLING = frozenset({"&", "+", "-", *entries("timing", "filling")})
"""Words between the days that change nothing."""
_SPLIT = re.compile(r"[\s,;/!()«»\"']+")
_JOINED = re.compile(r"(?<=[^\W\d])\s?-\s?(?=[^\W\d])")


def parse_weekdays(text: str) -> frozenset[int] | None:
    """Return the days of the week (0 is Monday) that a text names, maybe no days; None where it has other words."""
    found: set[int] = set()
    text = _WEEKLY.sub(" ", text)
    for days, pattern in _WHOLE.items():
        text, count = pattern.subn(" ", text)
        found |= days if count else set()
    words = [word for part in _SPLIT.split(_JOINED.sub(" - ", text)) if (word := part.strip(".:"))]
    last: int | None = None
    for place, word in enumerate(words):
        day = parse_weekday(word)
        if day is not None:
            if last is not None and _is_span(words, place):
                found |= {(last + n) % 7 for n in range((day - last) % 7)}
            found.add(day)
            last = day
        elif word not in _FILLING and not _is_span(words, place + 1):
            return None
    return frozenset(found)


def _is_span(words: list[str], end: int) -> bool:
    """Return whether the word before `end` makes a span of it and the day before."""
    if not 2 <= end < len(words) or parse_weekday(words[end]) is None or parse_weekday(words[end - 2]) is None:
        return False
    if words[end - 1] in _TO_AFTER_FROM:
        return end >= 3 and words[end - 3] in _FROM
    return words[end - 1] == "-" or words[end - 1] in _TO


def parse_weekday(word: str) -> int | None:
    """Return the day of the week (0 is Monday) that a plain word means, in any case and number."""
    stems = _day_stems().items()
    declined = (day for stem, (day, longest) in stems if word.startswith(stem) and len(word) <= longest)
    return _day_names().get(word, next(declined, None))


@cache
def _day_names() -> Mapping[str, int]:
    weeks = (lexicon("timing", language)["day_names"] for language in LANGUAGES)
    names = {name: day for week in weeks for day, also in enumerate(week) for name in also}
    return names | {name.rstrip("."): day for day, name in _calendar("wide", "abbreviated", "short")}


@cache
def _day_stems() -> Mapping[str, tuple[int, int]]:
    """Map the stem of a day's name to the day, and to how long a form of the name is at most."""
    stems: dict[str, tuple[int, int]] = {}
    for day, name in _calendar("wide"):
        stem = name.rstrip("".join(entries("timing", "endings")))
        stems[stem] = (day, len(name) + (2 if stem == name else 1))
    return stems


def _calendar(*widths: str) -> Iterable[tuple[int, str]]:
    from babel import Locale  # commands that only list or look don't need it

    for language in LANGUAGES:
        days = Locale.parse(language).days
        for context in ("format", "stand-alone"):
            for width in widths:
                for day, name in days[context].get(width, {}).items():
                    yield int(day), normalize_text(str(name))
