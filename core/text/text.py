"""Tell what a text consists of, what it is about, and whether it says again what was said before.

Words, sentences and alphabets are counted the same way everywhere. Nothing here raises for any text. Words without
their endings follow Snowball's rules and our word lists; repetition is the overlap of character trigrams.

An answer of ten words is long enough to be asked further. Languages that leave no space between words are counted by
characters as a reader sees them (grapheme clusters, `\\X`): two of Chinese or Japanese make a word, three of Thai, Lao,
Burmese or Khmer. These are about the mean lengths of their words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

import regex

from core.languages import fold
from core.languages.lexicon import any_of, entries, languages_with, lexicon

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


SAME_QUESTION = 0.8
"""Dice coefficient of the trigrams from which two questions count as one."""
LEAK_WORDS = 10
"""This many words in a row that are also in a prompt are no coincidence."""
_EXAMPLE = re.compile(r"[\"«“„][^\"«»“”„\n]*[\"»”“]")
"""A prompt's quotations are there to be said."""

_EMPTY = frozenset(entries("grammar", "question_stop_words"))
"""Question words are none of them: "who" and "what" make different questions."""
_ASKING = frozenset(entries("grammar", "question_words"))
_FEWEST_FULL = 3
"""With fewer words that tell what is asked about, all count, and their order: "how did it come to you" is no "how did
it come to that", and "where were you when you heard it" no "where were you when you heard what he had done"."""
_ENDING = re.compile(any_of("grammar", "case_endings"))


def _trigrams(words: Iterable[str]) -> frozenset[str]:
    return frozenset(padded[i : i + 3] for w in words for padded in (f" {w} ",) for i in range(len(padded) - 2))


@lru_cache(maxsize=4096)
def trigrams(text: str) -> frozenset[str]:
    """Return the trigrams by which a question is compared."""
    words = tokens(text)
    full = [w for w in words if w not in _EMPTY]
    tells = sum(1 for w in full if w not in _ASKING)
    if tells < _FEWEST_FULL:
        return _trigrams([" ".join(_ENDING.sub("", w) for w in words)])
    return _trigrams(_ENDING.sub("", w) for w in full)


def dice_overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the overlap, from 0.0 to 1.0; two empty sets have none."""
    both = len(one) + len(other)
    return 2 * len(one & other) / both if both else 0.0


def same_question(one: str, other: str) -> bool:
    return dice_overlap(trigrams(one), trigrams(other)) >= SAME_QUESTION


class Secret:
    """A text of ours that must not be recited: a prompt."""

    def __init__(self, text: str = "") -> None:
        self._runs = frozenset(run for part in _EXAMPLE.split(text) for run in _runs(part))

    def leaks(self, text: str) -> bool:
        return not self._runs.isdisjoint(_runs(text))


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = tokens(text)
    return frozenset(tuple(words[i : i + LEAK_WORDS]) for i in range(len(words) - LEAK_WORDS + 1))


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


SUBSTANTIVE = 10
"""Words from which an answer may be followed up."""
_DENSE_LETTERS = r"\p{Han}\p{Hiragana}\p{Katakana}"
_LOOSE = r"\p{Thai}\p{Lao}\p{Myanmar}\p{Khmer}"
_GRAPHEME = regex.compile(r"\X")
_IS_DENSE = regex.compile(rf"[{_DENSE_LETTERS}]")
_IS_LOOSE = regex.compile(rf"[{_LOOSE}]")
_UNSPACED = regex.compile(rf"[{_DENSE_LETTERS}{_LOOSE}]\p{{M}}*")
_ANY_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’ʼ‐-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*")
_MOST_LOOKED_AT = 4_000
"""Characters that are looked at; more is long enough in any script."""


def count_beginning_words(text: str) -> int:
    """Count the words in the beginning of `text`; what is no letter and no digit counts for nothing."""
    begun = text[:_MOST_LOOKED_AT]
    spaced = len(_ANY_WORD.findall(_UNSPACED.sub(" ", begun)))
    graphemes = _GRAPHEME.findall(begun) if _UNSPACED.search(begun) else []
    dense = sum(1 for each in graphemes if _IS_DENSE.match(each))
    loose = sum(1 for each in graphemes if _IS_LOOSE.match(each))
    return spaced + dense // 2 + loose // 3


def is_substantive(text: str) -> bool:
    """Return whether there is enough in an answer to go deeper into."""
    return count_beginning_words(text) >= SUBSTANTIVE
