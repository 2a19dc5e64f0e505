"""Numbers as people say and write them, in English and in Russian; digits in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from core.interviews.guard.text import tokens

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
_ONES += "seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_RUSSIAN = """
0 ноль нуль ноля нуля нулю нолю
1 один одна одно одного одной одну одному единица единицу единицы
2 два две двух двум двумя двое двоих двойка двойку двойки
3 три трех трем тремя трое троих тройка тройку тройки троечка троечку
4 четыре четырех четырем четырьмя четверо четверых четверка четверку четверки четверочка четверочку
5 пять пяти пятью пятеро пятерых пятерка пятерку пятерки пятерочка пятерочку
6 шесть шести шестью шестеро шестерых шестерка шестерку шестерки
7 семь семи семью семеро семерых семерка семерку семерки
8 восемь восьми восемью восьмью восьмерка восьмерку восьмерки
9 девять девяти девятью девятка девятку девятки
10 десять десяти десятью десятка десятку десятки десяток
11 одиннадцать одиннадцати
12 двенадцать двенадцати дюжина дюжину
13 тринадцать тринадцати
14 четырнадцать четырнадцати
15 пятнадцать пятнадцати
16 шестнадцать шестнадцати
17 семнадцать семнадцати
18 восемнадцать восемнадцати
19 девятнадцать девятнадцати
20 двадцать двадцати
30 тридцать тридцати
40 сорок сорока
50 пятьдесят пятидесяти
60 шестьдесят шестидесяти
70 семьдесят семидесяти
80 восемьдесят восьмидесяти
90 девяносто девяноста
100 сто ста сотня сотню
200 двести двухсот
300 триста трехсот
400 четыреста четырехсот
500 пятьсот пятисот
600 шестьсот шестисот
700 семьсот семисот
800 восемьсот восьмисот
900 девятьсот девятисот
1000 тысяча тысячи тысяч тысячу тысяче
"""
_WORDS: Mapping[str, int] = {
    **{word: number for number, word in enumerate(_ONES.split())},
    **{word: 10 * number for number, word in enumerate(_TENS.split(), 2)},
    "hundred": 100,
    "thousand": 1000,
    "dozen": 12,
    "nil": 0,
    **{word: int(row.split()[0]) for row in _RUSSIAN.strip().splitlines() for word in row.split()[1:]},
}
_NOTHING_WORDS = "none|nothing|never|not any|no one|ничего|никогда|нисколько|ни одного|ни одной|ни разу"
_NOTHING = frozenset(_NOTHING_WORDS.split("|"))
_HALVES = {"полтора": 1.5, "полторы": 1.5, "полутора": 1.5}
_HALF = re.compile(r"\b(?:and a half|с половиной)\b")
_SPACED = r"(?<![\w.,])[-−]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)"
_DIGITS = re.compile(rf"{_SPACED}|(?<![\w.])[-−]?\d+(?:[.,:/]\d+)*(?:-?[^\W\d_]{{1,4}}\b)?")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_DECIMAL = re.compile(r"[-−]?\d+[.,]\d+")
_ORDINAL = re.compile(r"-?(?!(?:k|m|к|т|тыс|млн)\Z)[^\W\d_]{1,4}\Z")
"""Of a number its ending, or its unit; a thousand is none."""
_INEXACT = re.compile(
    r"\b(?:(?:more|less|fewer|greater|other) than|over|under|at least|at most|up to|not|below|above|"
    r"больше(?: чем)?|более(?: чем)?|меньше(?: чем)?|менее(?: чем)?|свыше|до|от|минимум|максимум|не)\s+\Z"
)
_AND_MORE = re.compile(r"\+|[\s-]*(?:something|odd|с лишним|с чем-то|с хвостиком)\b")
_OUT_OF = re.compile(r"\s*(?:/|\bout of\b|\bof\b|\bиз\b)\s*\Z")
LONGEST = 400
"""Characters of an answer in which a number is looked for: behind that it is a story."""
_TEENS = 20


def parse_numbers(text: str, *, out_of: float | None = None) -> list[float]:
    """The numbers in an answer, in its order, without those that are only a bound ("more than five", "not two").

    `out_of`: where that many are the most, it is no answer in "seven out of ten".
    """
    flat = " ".join(text[:LONGEST].casefold().replace("ё", "е").split())
    if flat.strip(" .!,") in _NOTHING:
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


def _spots(text: str) -> Iterator[tuple[int, int, float]]:
    """(start, end, number) of each."""
    digits = [(found.start(), found.end(), found.group()) for found in _DIGITS.finditer(text)]
    spelled = list(_spelled(text))
    for start, end, written in sorted(digits):
        if "/" in written and len(parts := written.split("/")) == 2 and all(each.isdigit() for each in parts):
            yield start, start + len(parts[0]), float(parts[0])
            yield start + len(parts[0]) + 1, end, float(parts[1])
        elif (number := _digits(written)) is not None:
            yield from _with_half(text, start, end, number)
    for start, end, number in spelled:
        yield from _with_half(text, start, end, number)


def _with_half(text: str, start: int, end: int, number: float) -> Iterator[tuple[int, int, float]]:
    half = _HALF.match(text[end:].lstrip())
    yield start, end, number + 0.5 if half is not None else number


def _digits(written: str) -> float | None:
    plain = _ORDINAL.sub("", written).replace("−", "-")
    plain = re.sub(r"\s", "", plain)
    if _GROUPED.fullmatch(plain):
        return float(plain.replace(",", ""))
    if _DECIMAL.fullmatch(plain):
        return float(plain.replace(",", "."))
    return float(plain) if re.fullmatch(r"-?\d{1,12}", plain) else None


def _spelled(text: str) -> Iterator[tuple[int, int, float]]:
    """Numbers in words: "twenty-three", "a hundred and five", "двадцать три"."""
    parts: list[int] = []
    start = end = 0
    for found in re.finditer(r"[^\W\d_]+", text):
        word = found.group()
        if parts and (word == "and" and parts[-1] in {100, 1000}):
            continue
        value = _WORDS.get(word)
        joined = value is not None and bool(parts) and _goes_on(parts, value) and _close(text[end : found.start()])
        if parts and not joined:
            yield start, end, float(_sum(parts))
            parts = []
        if value is not None:
            start = start if parts else found.start()
            parts.append(value)
            end = found.end()
        elif word in _HALVES:
            yield found.start(), found.end(), _HALVES[word]
    if parts:
        yield start, end, float(_sum(parts))


def _close(between: str) -> bool:
    return between.strip(" -") in {"", "and"}


def _goes_on(parts: list[int], value: int) -> bool:
    """Whether a word goes on with the number before it: "two" "hundred", "twenty" "three"."""
    last = parts[-1]
    if value in {100, 1000}:
        return last < value
    return (last >= _TEENS and last < 100 and 0 < value < 10) or (last >= 100 and 0 < value < last)


def _sum(parts: list[int]) -> int:
    total = now = 0
    for part in parts:
        if part == 1000:
            total, now = total + (now or 1) * part, 0
        elif part == 100 and 0 < now < 100:
            now *= part
        else:
            now += part
    return total + now


def normalized_words(text: str) -> tuple[str, ...]:
    """The words of a text in one form, for a comparison."""
    return tuple(tokens(text))
