"""Tell which of our languages a text is in, by its commonest words and those of its scripts and phrases."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache

from core.languages import HERE, LANGUAGES, fold
from core.languages.lexicon import own_lexicon

SAMPLE = 2_000  # characters that are looked at
_AHEAD = 2
"""A language must know so many times as many words as the next one: some words belong to several languages."""
_ENOUGH = 2  # it must know so many, where there are so many: a single word may belong to any language
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def detect_language(text: str, among: Iterable[str] = LANGUAGES) -> str:
    """Return the language whose words the text has most of; empty where no language is clearly ahead."""
    words = set(_WORD.findall(fold(text[:SAMPLE])))
    known = sorted(((len(words & _vocabulary(tag)), tag) for tag in among if tag in LANGUAGES), reverse=True)
    (most, language), (next_most, _) = [*known, (0, ""), (0, "")][:2]
    enough = min(_ENOUGH, len(words))
    return language if most >= max(1, enough, _AHEAD * next_most) else ""


@cache
def _vocabulary(language: str) -> frozenset[str]:
    files = sorted((HERE / language / "scripts").glob("*.toml"))
    asked = (text for path in files for text in _texts(tomllib.loads(path.read_text(encoding="utf-8"))))
    phrases = tomllib.loads((HERE / language / "phrases.toml").read_text(encoding="utf-8")).values()
    little = own_lexicon("grammar", language).get("stop_words", ())
    texts = (*asked, *little, *(phrase for each in phrases for phrase in each))
    return frozenset(word for text in texts for word in _WORD.findall(fold(text)))


def _texts(part: object) -> Iterator[str]:
    """Yield what a script says to people, at any depth."""
    if isinstance(part, dict):
        for key, value in part.items():
            if isinstance(value, str):
                if key in {"text", "opening", "closing", "about"}:
                    yield value
            else:
                yield from _texts(value)
    elif isinstance(part, list):
        for each in part:
            yield from _texts(each)
