"""Look up the words that the program can read in each language: `words/<area>.toml`, such as the names of numbers.

An area is one part of the program, such as "timing". Every language has the same areas with the same keys, which a test
checks; English fills in for what a language lacks. An entry is written as it may occur in a folded text (see
`core.languages.fold`); the comment at the top of each file says what its entries are, plain words or regular
expressions.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any

from core.languages import FALLBACK, HERE, LANGUAGES, fold


def languages_with(area: str) -> tuple[str, ...]:
    return tuple(tag for tag in LANGUAGES if own_lexicon(area, tag))


@cache
def own_lexicon(area: str, language: str) -> dict[str, Any]:
    """Return one area as the language's own file has it; empty for a language without that file."""
    file = HERE / language / "words" / f"{area}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def lexicon(area: str, language: str) -> dict[str, Any]:
    """Return one area of one language, with the English entries for what the language lacks."""
    return {**own_lexicon(area, FALLBACK), **own_lexicon(area, language)}


@cache
def entries(area: str, key: str) -> tuple[str, ...]:
    """Return the entries under a key in every language, each once."""
    return tuple(dict.fromkeys(entry for tag in LANGUAGES for entry in own_lexicon(area, tag).get(key, ())))


def any_of(area: str, key: str) -> str:
    """Return a regular expression that matches any entry under a key, in whatever language; entries are patterns."""
    return rf"(?:{'|'.join(entries(area, key))})"


def any_word(area: str, *keys: str) -> str:
    """Return a regular expression that matches any of the plain words under these keys, the longest first."""
    words = {fold(word) for key in keys for word in entries(area, key)}
    return rf"(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})"
