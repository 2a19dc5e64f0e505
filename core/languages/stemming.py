"""Words without their endings, by the Snowball rules and the word lists of each language's folder."""

from __future__ import annotations

from functools import cache
from typing import Any

from core.languages.lexicon import lexicon


def stem(word: str, language: str) -> str:
    """Return what a folded word has in common with all its forms; empty for a stop word."""
    grammar = lexicon("grammar", language)
    if word in _stop_words(language):
        return ""
    for ending in grammar["possessive_endings"]:
        word = word.removesuffix(ending)
    found: str = _stemmer(grammar["stemmer"]).stemWord(word)
    return _same_words(language).get(found, found)


@cache
def _stop_words(language: str) -> frozenset[str]:
    return frozenset(lexicon("grammar", language)["stop_words"])


@cache
def _same_words(language: str) -> dict[str, str]:
    """Return for each stem of a word with irregular forms the one that stands for them all."""
    grammar = lexicon("grammar", language)
    stemmer = _stemmer(grammar["stemmer"])
    groups = [stemmer.stemWords(forms.split()) for entry in grammar["relations"].values() for forms in entry]
    return {form: group[0] for group in groups for form in group}


@cache
def _stemmer(name: str) -> Any:
    import snowballstemmer  # commands that only list or look don't need it

    return snowballstemmer.stemmer(name)
