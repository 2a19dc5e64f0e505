"""Tell what a text is about by its words without endings (Snowball's rules and our word lists)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from core.languages.lexicon import languages_with, lexicon
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
    if tag is None:
        return word
    stop_words, possessive_endings, stemmer, same_words = _rules(tag)
    if word in stop_words:
        return ""
    for ending in possessive_endings:
        word = word.removesuffix(ending)
    found: str = stemmer.stemWord(word)
    return same_words.get(found, found)


@cache
def _by_alphabet(language: str) -> dict[str, str]:
    """Return one language for each alphabet: `language`, else English where it is among several."""
    tags = sorted(languages_with("grammar"), key=lambda tag: (tag == language, tag == "en"))
    return {name: tag for tag in tags for name in alphabets_of(tag)}


@cache
def _rules(language: str) -> tuple[frozenset[str], tuple[str, ...], Any, dict[str, str]]:
    """Return stop words, possessive endings, the stemmer, and the one stem for all irregular forms of a word."""
    import snowballstemmer  # commands that only list or look don't need it

    grammar = lexicon("grammar", language)
    stemmer = snowballstemmer.stemmer(grammar["stemmer"])
    groups = [stemmer.stemWords(forms.split()) for entry in grammar["relations"].values() for forms in entry]
    same_words = {form: group[0] for group in groups for form in group}
    return frozenset(grammar["stop_words"]), tuple(grammar["possessive_endings"]), stemmer, same_words
