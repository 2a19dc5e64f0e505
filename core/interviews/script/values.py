"""Read answers to questions with set answers by rules, from their words, so that nothing else has to be kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date

from core.contracts.closed_questions import OTHER, Option, QuestionType, Value
from core.contracts.script import ScriptQuestion
from core.languages import fold
from core.languages.lexicon import any_of, entries, languages_with, lexicon
from core.text.text import stems, tokens

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


_YES, _NO, _NOT, _LAST, _AROUND, _NONE = (
    frozenset(entries("choices", key)) for key in ("yes", "no", "not", "last", "around", "none")
)
_PLACES = {
    word: place
    for tag in languages_with("choices")
    for place, words in enumerate(lexicon("choices", tag)["places"], 1)
    for word in words
}
_NEAR = 0.75
"""Share of an option's words that must be said, where they stand apart or have other endings."""


def says_none(text: str) -> bool:
    """Return whether the whole answer is that none of the options is meant, or that they will not say."""
    return " ".join(normalized_words(text)) in _NONE


def chosen_options(text: str, options: Sequence[Option], *, several: bool) -> tuple[str, ...]:
    """Return the ids of the options that are meant, in their order; `several`: there may be more than one."""
    said = normalized_words(text[:LONGEST])
    if not said:
        return ()
    for way in (_whole, _by_words, _by_yes_or_no, _by_place, _by_stems):
        found = way(text, said, options)
        if found:
            ids = tuple(option.id for option in options if option.id in found)
            return ids if several or len(ids) == 1 else ()
    return ()


def _whole(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    return {option.id for option in options if normalized_words(option.text) == said}


def _by_words(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    """Find options whose words are in the answer and not negated; of one within another the longer."""
    found: dict[str, list[tuple[int, int]]] = {}
    for option in options:
        words = normalized_words(option.text)
        places = [(n, n + len(words)) for n in range(len(said) - len(words) + 1) if said[n : n + len(words)] == words]
        if words and places:
            found[option.id] = places
    taken = [place for places in found.values() for place in places]
    kept = set()
    for each, places in found.items():
        outer = [p for p in places if not any(o != p and o[0] <= p[0] and p[1] <= o[1] for o in taken)]
        # A "not" right before the words turns them round.
        if any(_NOT.isdisjoint(said[max(0, start - 2) : start]) for start, _ in outer):
            kept.add(each)
    return kept


def _by_yes_or_no(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    heads = {option.id: (normalized_words(option.text) or ("",))[0] for option in options}
    yes = [each for each, head in heads.items() if head in _YES]
    no = [each for each, head in heads.items() if head in _NO]
    flat_no = _begins(said, "flat_no")
    says_no = said[0] in _NO or flat_no
    turned = flat_no or not (_NOT - _NO).isdisjoint(said[:2])
    says_yes = (said[0] in _YES or said[-1] in _YES or _begins(said, "flat_yes")) and not turned
    if len(yes) == 1 and says_yes and not says_no:
        return set(yes)
    return set(no) if len(no) == 1 and says_no and not says_yes else set()


def _begins(said: tuple[str, ...], key: str) -> bool:
    return any(said[: len(words)] == words for words in map(normalized_words, entries("choices", key)))


def _by_place(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    """Find the option by its place, where nothing else is said: "2", "b)", "the second one"."""
    written = re.fullmatch(r"[\s(№#]*(\d{1,2})[\s).:]*", text)
    letter = re.fullmatch(r"[\s(]*([a-z])[\s).:]*", text, re.IGNORECASE)
    number = 0
    if written is not None:
        number = int(written[1])
    elif letter is not None:
        number = ord(letter[1].casefold()) - ord("a") + 1
    else:
        left = [word for word in said if word not in _AROUND] or [word for word in said if word in _PLACES]
        if len(left) == 1:
            word = left[0]
            place = int(word) if word.isdecimal() and len(word) < 3 else _PLACES.get(word, 0)
            number = len(options) if word in _LAST else place
    return {options[number - 1].id} if 1 <= number <= len(options) else set()


def _by_stems(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    """Find the one option most of whose words are said, with whatever endings, and no "not" anywhere."""
    if any(word in _NOT for word in said):
        return set()
    spoken = stems(text[:LONGEST])
    often = Counter(stem for option in options for stem in stems(option.text))
    scores = {}
    for option in options:
        # What several options have in common tells none of them.
        own = {stem for stem in stems(option.text) if often[stem] == 1}
        if own:
            scores[option.id] = len(own & spoken) / len(own)
    return {each for each, score in scores.items() if score >= _NEAR}


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
