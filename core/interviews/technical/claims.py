"""What a review claims of code, held against what running it showed. Pure."""

from __future__ import annotations

import re
from typing import Final

from core.contracts.sandbox import Ended
from core.interviews.technical.code_submissions import RunSeen
from core.interviews.technical.injection import is_injection

_I: Final = re.IGNORECASE
_ALL_PASS: Final = re.compile(
    r"(?<!not )\b(?:all|every|each)\b[^.!?]{0,30}\btests?\b[^.!?]{0,20}\b(?:pass|passed|passes|passing|green|succeed)|"
    r"\b(?<!not )pass(?:es|ed)?\s+(?:all|every)\b[^.!?]{0,20}\btests?\b|\bno (?:test|case)s?\b[^.!?]{0,20}\bfail|"
    r"(?<!не )\bвсе\b[^.!?]{0,30}\bтест\w*[^.!?]{0,20}(?<!не )\b(?:пройден|проход|прош|зел[её]н)|"
    r"(?<!не )\b(?:пройден|проход|прош)\w*\s+все\s+тест\w*|\bни один тест\b[^.!?]{0,20}\bне (?:упал|пада|провал)",
    _I,
)
"""A claim that every test passes."""
_SOME_FAIL: Final = re.compile(
    r"(?<!no )(?<!no more )\btests?\b[^.!?]{0,40}(?<!not )(?<!n't )(?<!never )\bfail|"
    r"(?<!not )(?<!n't )(?<!no )(?<!never )(?<!without )\bfail(?:s|ed|ing)?\b[^.!?]{0,20}\btests?\b|"
    r"\bnot all\b[^.!?]{0,20}\btests?\b|\bне все тест|"
    r"\bтест\w*[^.!?]{0,40}\b(?:не проход|не пройден|не прош|(?<!не )пада[ею]т|(?<!не )провал)",
    _I,
)
"""A claim that some test fails."""
_COUNTED: Final = re.compile(
    r"\b(\d+)\s*(?:of|out of|/|из)\s*(?:the\s+)?(\d+)\s*(?:\w+\s+)?(?:tests?\b|тест)|"
    r"\bтест\w*[:\s]+(\d+)\s*(?:/|из)\s*(\d+)",
    _I,
)
_IS_RIGHT: Final = re.compile(
    r"\b(?:code|solution|function|program|implementation|it|everything)\b (?:\w+ )?"
    r"(?:is|works|runs|behaves)(?! not)(?:\s+\w+){0,2}\s+(?:correct|right|perfect|flawless|fine|bug-free)(?:ly)?\b|"
    r"\b(?:has|have|are|there are) no (?:bugs|errors|mistakes|problems)\b|"
    r"\b(?:код|решение|функция|программа|реализация|вс[её])\b (?:\w+ )?(?<!не )"
    r"(?:верн|правильн|безупречн|безошибочн|идеальн)\w*|"
    r"\bработает (?:\w+ )?(?:верно|правильно|безупречно|идеально|без ошибок)|\bошибок (?:в \w+ )?нет\b",
    _I,
)
"""A claim that all of it is right."""
_NOT_COMPILED: Final = re.compile(
    r"\b(?:does not|doesn't|will not|won't|cannot|fails to|not) compile|\bsyntax error|"
    r"не компилиру|синтаксическ\w+ ошибк",
    _I,
)
_VERDICT: Final = re.compile(
    r"\b\d+(?:[.,]\d+)?\s*(?:/|out of|из)\s*(?:5|10|100)\b(?!\s+\w)|"
    r"\b(?:should|must|to|recommend) (?:be )?hir(?:e|ed|ing)\b|\bhire (?:him|her|them|this|the)\b|"
    r"\b(?:strong|top|best|ideal|excellent) candidate\b|\b(?:full|top|highest|maximum) (?:marks?|scores?)\b|"
    r"\b(?:final|overall|your) (?:score|grade|rating)\b|\b(?:score|grade|rating)\s*[:=]|"
    r"\b(?:нанять|наним\w+|взять на работу)\b|\b(?:лучш|сильн|идеальн)\w+ кандидат|"
    r"\b(?:высш|максимальн)\w+ (?:балл|оценк)|\bоценка\s*[:–—-]|\b(?:10|пять|десять) баллов",
    _I,
)
"""A verdict on the person, which no review gives; whoever reads one has been told to give it."""


def is_supported(words: str, seen: RunSeen) -> bool:
    """Whether there are words, of the code alone, that say nothing against what the run showed."""
    if not words.strip() or "```" in words or _VERDICT.search(words) or is_injection(words):
        return False
    compiled = seen.ran and seen.ended is not Ended.NOT_COMPILED
    if _NOT_COMPILED.search(words) and compiled and seen.error_line is None:
        return False
    if _IS_RIGHT.search(words) and _went_wrong(seen):
        return False
    if _ALL_PASS.search(words) and not seen.solved:
        return False
    if _SOME_FAIL.search(words) and (seen.solved or not seen.cases):
        return False
    return all(_counted_right(found, seen) for found in _COUNTED.finditer(words))


def _went_wrong(seen: RunSeen) -> bool:
    if not seen.ran or seen.solved:
        return False
    return bool(seen.cases) or seen.ended is not Ended.FINISHED or seen.exit_code != 0


def _counted_right(found: re.Match[str], seen: RunSeen) -> bool:
    """Whether so many of so many tests did pass, or did fail."""
    some, every = (int(each) for each in found.groups() if each is not None)
    return every == len(seen.cases) and some in {seen.passed, every - seen.passed}
