"""Count words, sentences and alphabets the same way everywhere; linear in the text, and raising for none."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

import regex

from core.languages import fold
from core.languages.lexicon import any_of, entries

LONGEST = 2_000
"""Characters of a candidate that are looked at; no good question is longer."""

QUESTION_MARKS = "?؟？﹖⁇⁈⁉՞፧"
_ENDS = rf".!…。！{QUESTION_MARKS}"
_MARK = re.compile(f"[{QUESTION_MARKS}]")
_TOKEN = re.compile(r"[^\W_]+(?:['’ʼ‐-][^\W_]+)*")
_SENTENCE = re.compile(rf"[^\n{_ENDS}]*(?:[{_ENDS}]+[»”\"’')\]]*|\n+|$)")
_ABBREVIATED = re.compile(rf"(?:^|[\s(«“\"])({any_of('grammar', 'abbreviations')}|[^\W\d_])$", re.IGNORECASE)


_DENSE = regex.compile(r"[\p{Thai}\p{Lao}\p{Myanmar}\p{Khmer}\p{Hiragana}\p{Katakana}ー\p{Han}]")
"""Thai, Lao, Burmese, Khmer, Japanese and Chinese are written without spaces: about two letters make a word."""
_OWN_WORDS = 2
SAMPLE = 1_000
"""Characters from which an alphabet is told."""

_WRITTEN_IN = {
    "Latin": "en de fr es it pt nl pl cs sk sl hr ro hu fi et lv lt sv no nb nn da is ga cy eu ca gl sq tr vi id ms sw",
    "Cyrillic": "ru uk be bg mk ky tg mn",
    "Arabic": "ar fa ur ps",
    "Devanagari": "hi mr ne",
    "Hebrew": "he yi",
    "Greek": "el",
    "Armenian": "hy",
    "Georgian": "ka",
    "Bengali": "bn",
    "Tamil": "ta",
    "Telugu": "te",
    "Thai": "th",
    "Ethiopic": "am",
    "Hangul": "ko",
    "Han": "zh",
}
"""Languages with one alphabet; those with two are not checked, so that none is wronged."""
_ALPHABETS: dict[str, frozenset[str]] = {
    **{tag: frozenset({name}) for name, tags in _WRITTEN_IN.items() for tag in tags.split()},
    "ja": frozenset({"Han", "Kana"}),
}

_OTHERS = "Gurmukhi Gujarati Kannada Malayalam Sinhala Lao Myanmar Khmer"
_SCRIPTS = {name: rf"\p{{{name}}}" for name in (*_WRITTEN_IN, *_OTHERS.split())}
_SCRIPTS["Kana"] = r"\p{Hiragana}\p{Katakana}ー"
_LETTER = regex.compile("|".join(rf"(?P<{name}>[{letters}])" for name, letters in _SCRIPTS.items()))


@lru_cache(maxsize=4096)
def alphabet(character: str) -> str:
    """Return the alphabet that a letter belongs to; empty for anything else, or an alphabet that is not told apart."""
    found = _LETTER.match(character) if character.isalpha() else None
    return (found and found.lastgroup) or ""


def alphabets_of(language: str) -> frozenset[str]:
    """Return the alphabets that a language (BCP 47 primary tag) is written in; empty where they are not known here."""
    return _ALPHABETS.get(language, frozenset())


def in_alphabet_of(language: str, text: str) -> bool:
    """Return whether at least 70 % of the letters are of the language's alphabets; True where these are unknown."""
    expected = alphabets_of(language)
    counted = _counted(re.sub(r"(?<!\S)/[a-z]+", " ", text[:SAMPLE])) if expected else Counter()
    return 10 * sum(counted[name] for name in expected) >= 7 * counted.total()


def in_alphabet_with_terms(language: str, text: str) -> bool:
    """Tell the same where terms ("Kafka", "endpoint") are English: some words and a fifth of the letters are enough."""
    expected = alphabets_of(language)
    if in_alphabet_of(language, text):
        return True
    counted = _counted(text[:SAMPLE])
    own = sum(1 for word in tokens(text[:SAMPLE]) if alphabet(word[0]) in expected)
    return own >= _OWN_WORDS and 5 * sum(counted[name] for name in expected) >= counted.total()


def _counted(text: str) -> Counter[str]:
    """Count letters by their alphabets; "" is any that is not told apart."""
    found: Counter[str] = Counter()
    for character, times in Counter(text).items():
        if character.isalpha():
            found[alphabet(character)] += times
    return found


def count_words(text: str) -> int:
    """Count words, on the safe side: where spaces and letters count differently, the higher of both.

    In scripts without spaces two letters count as a word; marks that sit on a letter are none.
    """
    dense = _DENSE.findall(text)
    spaced = _DENSE.sub(" ", text) if dense else text
    letters = sum(1 for character in dense if character.isalpha())
    return max(len(_TOKEN.findall(spaced)), len(spaced.split())) + (letters + 1) // 2


def tokens(text: str) -> list[str]:
    """Return the words as `fold` writes them, without punctuation."""
    return _TOKEN.findall(fold(text))


def sentences(text: str) -> list[str]:
    """Return the sentences, each with its closing mark; "St. Petersburg", "3.5", "node.js", ".env" stay whole."""
    found: list[str] = []
    begun = ""
    for match in _SENTENCE.finditer(text):
        begun += match.group()
        if _goes_on(begun, text[match.end() : match.end() + 1]):
            continue
        if body := begun.strip():
            found.append(body)
        begun = ""
    if body := begun.strip():
        found.append(body)
    return found


def _goes_on(begun: str, following: str) -> bool:
    """Return whether the full stop at the end of `begun` ends no sentence."""
    if not begun.endswith("."):
        return False
    if following.isdigit():
        return True
    before = begun[-2:-1]
    inside = following.islower() if before.isalnum() else following.isalpha() and not before.strip()
    if following.isascii() and inside:
        return True
    last = _ABBREVIATED.search(begun[-12:-1])
    return last is not None and last[1].casefold() not in entries("grammar", "one_letter_words")


def count_question_marks(text: str) -> int:
    """Return how many question marks there are, of any script; a pair of ¿ and ? is one."""
    return max(text.count("¿"), len(_MARK.findall(text)))
