"""What a text is about: its words without endings, so that two texts can be seen to speak of one thing."""

from __future__ import annotations

from functools import cache, lru_cache

from core.languages.lexicon import languages_with
from core.languages.stemming import stem
from core.text.text import alphabet, alphabets_of, tokens


def stems(text: str, language: str = "") -> frozenset[str]:
    """Return the words of `text` that say what it is about, without their endings.

    A word in another alphabet than that of `language` is taken for one of a language that has the alphabet, as English
    terms in a Russian answer are. Texts that are compared need the same `language`.
    """
    return frozenset(found for word in tokens(text) if (found := _stem(word, language)))


@lru_cache(maxsize=16_384)
def _stem(word: str, language: str) -> str:
    """Return the stem of a word; empty for a word that says nothing by itself."""
    if len(word) < 2:
        return ""
    tag = _by_alphabet(language).get(alphabet(word[0]))
    return stem(word, tag) if tag else word


@cache
def _by_alphabet(language: str) -> dict[str, str]:
    """Return one language for each alphabet: `language`, else English where it is among several."""
    tags = sorted(languages_with("grammar"), key=lambda tag: (tag == language, tag == "en"))
    return {name: tag for tag in tags for name in alphabets_of(tag)}
