"""Times of day and days of the week as people write them, in every language that the bot speaks.

Strict where it matters: a word that is not known makes the whole not understood, so that "every other Monday" is never
taken for "every Monday".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import time
from functools import cache

from babel import Locale

from core.languages import LANGUAGES

LONGEST = 200
"""Characters of what a person writes that are looked at."""
WEEK = frozenset(range(7))

_NO = re.compile(r"off|none|no|never|stop|нет|не надо|выкл|выключи(?:ть)?|отключи(?:ть)?|убрать|без")
_DOTTED = re.compile(r"\b([ap])\.\s?m\b\.?")
_PARTS = {
    "am": re.compile(r"(?<=\d)\s?am\b"),
    "pm": re.compile(r"(?<=\d)\s?pm\b"),
    "morning": re.compile(r"\b(?:in the )?mornings?\b|\bутр(?:о|а|ом|ам)\b"),
    "afternoon": re.compile(r"\b(?:in the )?afternoons?\b|\bдня\b|\bднем\b"),
    "evening": re.compile(r"\b(?:in the )?evenings?\b|\bвечер(?:а|ом|ам)?\b"),
    "night": re.compile(r"\b(?:at |in the )?nights?\b|\bноч(?:и|ью|ам|ь)\b"),
}
USUAL = {"morning": time(10), "afternoon": time(15), "evening": time(19)}
"""What is meant where only a part of the day is named."""
_SECOND_HALF: Mapping[str, range] = {
    "pm": range(1, 12),
    "afternoon": range(1, 9),
    "evening": range(3, 12),
    "night": range(6, 12),
}
"""The hours of a twelve-hour clock that are after noon, where this part of the day is named."""
_COUNTED = re.compile(r"\d\s?(?:mornings|afternoons|evenings|nights)\b")
"""As in "every 2 nights", which is no time of day."""
_WORDED = {time(12): re.compile(r"\b(?:noon|midday|полдень)\b"), time(0): re.compile(r"\b(?:midnight|полночь)\b")}
_CLOCK = re.compile(
    r"(?P<at>\b(?:at|в|во|к)\s+)?(?<![\d:.])(?P<hour>\d{1,2})"
    r"(?:\s?[:.hч-]\s?(?P<minute>\d{2})(?!\d))?(?![\d:])\s?(?P<unit>o'?clock\b|h\b|часов\b|часа\b|час\b|ч\b)?"
)


@dataclass(frozen=True, slots=True)
class SpokenTime:
    at: time
    certain: bool
    """False where a twelve-hour clock may be meant and nothing says which half of the day."""
    rest: str
    """The text without it."""


def normalize_text(text: str) -> str:
    """Small letters, one way of writing each of them, single spaces."""
    flat = unicodedata.normalize("NFKC", text[:LONGEST]).casefold().replace("ё", "е").replace("’", "'")
    flat = flat.replace("–", "-").replace("—", "-").replace("−", "-")
    return _DOTTED.sub(r"\1m", " ".join(flat.split()))


def is_declined(text: str) -> bool:
    """They want none of it."""
    return _NO.fullmatch(normalize_text(text).strip(" .!")) is not None


def parse_clock_time(text: str) -> SpokenTime | None:
    if _COUNTED.search(text):
        return None
    for at, worded in _WORDED.items():
        if found := worded.search(text):
            return SpokenTime(at, certain=True, rest=_without(text, found))
    part, rest = _part_of_day(text)
    for found in _CLOCK.finditer(rest):
        if part or found["at"] or found["minute"] or found["unit"]:
            return _said(found, part, rest)
    return SpokenTime(USUAL[part], certain=True, rest=rest) if part in USUAL else None


def _part_of_day(text: str) -> tuple[str, str]:
    """Its name, and the text without it; the name is empty where none is told."""
    for name, pattern in _PARTS.items():
        if found := pattern.search(text):
            return name, _without(text, found)
    return "", text


def _said(found: re.Match[str], part: str, text: str) -> SpokenTime | None:
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    certain = bool(part) or hour > 12 or found["hour"].startswith("0")
    if hour == 12 and part not in {"", "pm", "afternoon"}:
        hour = 0
    elif hour in _SECOND_HALF.get(part, ()):
        hour += 12
    if hour > 23 or minute > 59:
        return None
    return SpokenTime(time(hour, minute), certain=certain, rest=_without(text, found))


def _without(text: str, found: re.Match[str]) -> str:
    return " ".join((text[: found.start()] + " " + text[found.end() :]).split())


_WHOLE = {
    WEEK: re.compile(
        r"\b(?:daily|ежедневно|(?:every|each) ?day|каждый день|все дни"
        r"|(?:once |one |один |по одному )?(?:(?:question|вопрос|вопросу) )?(?:a day|per day|в день))\b"
    ),
    frozenset(range(5)): re.compile(
        r"\b(?:week ?days?|work ?days?|working days|будн(?:и|ям|ями|ие дни|им дням)|рабочи(?:е|м) дн(?:и|ям))\b"
    ),
    frozenset({5, 6}): re.compile(r"\b(?:week ?ends?|выходн(?:ые|ым|ых)(?: дни| дням)?)\b"),
}
_ABBREVIATED = {"tues": 1, "weds": 2, "thur": 3, "thurs": 3, "втр": 1, "срд": 2, "чтв": 3, "птн": 4, "сбт": 5, "вск": 6}
_TO = frozenset({"-", "to", "through", "thru", "till", "until", "до"})
_SKIPPED = re.compile(r"\b(?:once a week|once weekly|weekly|раз в неделю|по одному вопросу|один раз)\b")
_FILLING = re.compile(
    r"|on|at|in|from|and|every|each|the|please|one|questions?|me|ask|per|by|[&+-]"
    r"|по|во?|и|со?|кажд(?:ый|ую|ое|ая)|один|одному|вопросу?|пожалуйста|мне|спрашивай(?:те)?"
)
"""Words between the days that change nothing."""
_SPLIT = re.compile(r"[\s,;/!()«»\"']+")
_JOINED = re.compile(r"(?<=[^\W\d])\s?-\s?(?=[^\W\d])")


def parse_weekdays(text: str) -> frozenset[int] | None:
    """The days of the week (0 is Monday) that a plain text names; none where it names none, None for other words."""
    found: set[int] = set()
    text = _SKIPPED.sub(" ", text)
    for days, pattern in _WHOLE.items():
        text, count = pattern.subn(" ", text)
        found |= days if count else set()
    words = [word for part in _SPLIT.split(_JOINED.sub(" - ", text)) if (word := part.strip(".:"))]
    named = _named(words)
    return None if named is None else frozenset(found | named)


def _named(words: list[str]) -> set[int] | None:
    """The days among words, spans of them filled; None where a word is neither a day nor without meaning."""
    found: set[int] = set()
    last: int | None = None
    for place, word in enumerate(words):
        day = parse_weekday(word)
        if day is not None:
            if last is not None and _is_span(words, place):
                found |= {(last + n) % 7 for n in range((day - last) % 7)}
            found.add(day)
            last = day
        elif not _FILLING.fullmatch(word) and not _is_span(words, place + 1):
            return None
    return found


def _is_span(words: list[str], end: int) -> bool:
    """Before the word at `end` stands what makes a span of it and the day before."""
    if not 2 <= end < len(words) or parse_weekday(words[end]) is None or parse_weekday(words[end - 2]) is None:
        return False
    if words[end - 1] == "по":
        return end >= 3 and words[end - 3] in {"с", "со"}
    return words[end - 1] in _TO


def parse_weekday(word: str) -> int | None:
    """The day of the week (0 is Monday) that a plain word means, in whichever case and number."""
    exact = _day_names().get(word)
    if exact is not None:
        return exact
    for stem, (day, longest) in _day_stems().items():
        if word.startswith(stem) and len(word) <= longest:
            return day
    return None


@cache
def _day_names() -> Mapping[str, int]:
    names = dict(_ABBREVIATED)
    for day, name in _calendar("wide", "abbreviated", "short"):
        names[name.rstrip(".")] = day
    return names


@cache
def _day_stems() -> Mapping[str, tuple[int, int]]:
    """Stem of a day's name -> the day, and how long a form of the name is at most."""
    stems: dict[str, tuple[int, int]] = {}
    for day, name in _calendar("wide"):
        stem = name.rstrip("aeiouyаеиоуыьюяй")
        stems[stem] = (day, len(name) + (2 if stem == name else 1))
    return stems


def _calendar(*widths: str) -> Iterable[tuple[int, str]]:
    for language in LANGUAGES:
        days = Locale.parse(language).days
        for context in ("format", "stand-alone"):
            for width in widths:
                for day, name in days[context].get(width, {}).items():
                    yield int(day), normalize_text(str(name))
