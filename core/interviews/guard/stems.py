"""What a text is about: its words without endings, so that two texts can be seen to speak of one thing."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from core.interviews.guard.text import alphabet, tokens

_FORMS = {
    "отц": "отец пап папочк",
    "матер": "мат мам мамочк",
    "дочер": "доч дочк",
    "сын": "сынов сыновь сыночк сыночек сынок сынк",
    "ребенк": "дет ребенок",
    "смерт": "умер умерл умира",
    "wife": "wive",
    "mum": "mother mom mama mummi mommi",
    "dad": "father daddi papa",
    "child": "children kid",
    "death": "died die dead dy",
}
"""Forms of a word that no rule for endings brings together."""
_ONE = {form: word for word, forms in _FORMS.items() for form in forms.split()}
_LANGUAGE = {"Cyrillic": "russian", "Latin": "english"}
_WORDS = (Path(__file__).parent / "empty_words.txt").read_text(encoding="utf-8").split()
_EMPTY = frozenset(word.replace("ё", "е") for word in _WORDS)


def stems(text: str) -> frozenset[str]:
    """The words of `text` that say what it is about, without their endings (Snowball's rules, by alphabet)."""
    return frozenset(stem for word in tokens(text) if (stem := _stem(word)))


@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    """Empty for a word that says nothing by itself."""
    if word in _EMPTY or len(word) < 2:
        return ""
    language = _LANGUAGE.get(alphabet(word[0]))
    if language is None:
        return word
    found: str = _stemmer(language).stemWord(word.removesuffix("'s"))
    return _ONE.get(found, found)


@cache
def _stemmer(language: str) -> Any:
    import snowballstemmer  # commands that list and look need none

    return snowballstemmer.stemmer(language)
