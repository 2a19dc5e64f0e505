"""A review's claims about code, held against what running it showed. Pure."""

from __future__ import annotations

import re
from typing import Final

from core.contracts.sandbox import Ended
from core.interviews.technical.code_submissions import RunSeen
from core.interviews.technical.injection import is_injection
from core.languages import fold
from core.languages.lexicon import any_of


def _claim(key: str) -> re.Pattern[str]:
    return re.compile(any_of("technical", key))


_ALL_PASS: Final = _claim("all_pass")
"""Every test passes."""
_SOME_FAIL: Final = _claim("some_fail")
"""Some test fails."""
_COUNTED: Final = _claim("counted")
"""A number of tests, of a total, passed or failed."""
_IS_RIGHT: Final = _claim("is_right")
"""All of the code is right."""
_NOT_COMPILED: Final = _claim("not_compiled")
_VERDICT: Final = _claim("verdict")
"""A verdict on the person, which no review gives; whoever reads one has been told to give it."""


def is_supported(words: str, seen: RunSeen) -> bool:
    """Tell whether there are words, about the code alone, that do not contradict the run."""
    if not words.strip() or "```" in words or is_injection(words):
        return False
    words = fold(words)
    if _VERDICT.search(words):
        return False
    compiled = seen.ran and seen.ended is not Ended.NOT_COMPILED
    if _NOT_COMPILED.search(words) and compiled and seen.error_line is None:
        return False
    bad_end = bool(seen.cases) or seen.ended is not Ended.FINISHED or seen.exit_code != 0
    if _IS_RIGHT.search(words) and seen.ran and not seen.solved and bad_end:
        return False
    if _ALL_PASS.search(words) and not seen.solved:
        return False
    if _SOME_FAIL.search(words) and (seen.solved or not seen.cases):
        return False
    for found in _COUNTED.finditer(words):
        some, every = (int(each) for each in found.groups() if each is not None)
        if every != len(seen.cases) or some not in {seen.passed, every - seen.passed}:
            return False
    return True
