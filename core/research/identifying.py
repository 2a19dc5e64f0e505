"""What in an answer may tell who somebody is: names, places, dates, numbers and addresses, found by rules.

The rules rather find too much: a person reviews what was found, and nothing leaves the house before that
(`core.research.pseudonyms`). Names are told by their capital letter, which finds too much where every noun has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import regex

from core.languages import fold
from core.languages.lexicon import any_of, entries, languages_with, lexicon


class IdentifierKind(StrEnum):
    PERSON = "person"
    PLACE = "place"
    ORGANISATION = "organisation"
    DATE = "date"
    """A day, told so exactly that somebody can be found by it."""
    NUMBER = "number"
    """Of a passport, an account, a house."""
    CONTACT = "contact"
    """A telephone number, an address of mail or of a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Find:
    """A passage that may identify somebody, to the letter."""

    text: str
    kind: IdentifierKind
    begins: bool = False
    """A name at the beginning of a sentence, where every word has a capital letter."""


_MONTH = "|".join(
    name for tag in languages_with("dates") for names in lexicon("dates", tag)["months"] for name in names
)
_DAY = rf"\d{{1,2}}(?:-?{any_of('dates', 'day_endings')})?(?!\d)"
_YEAR = r"(?:,? +\d{4})?"
_PATTERNS: tuple[tuple[IdentifierKind, re.Pattern[str]], ...] = (
    (IdentifierKind.CONTACT, re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    (IdentifierKind.CONTACT, re.compile(r"(?:https?://|www\.)\S+|(?<!\w)@\w{3,}", re.IGNORECASE)),
    (IdentifierKind.DATE, re.compile(r"(?<!\d)\d{1,2}[./]\d{1,2}[./]\d{2,4}(?!\d)|(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")),
    (
        IdentifierKind.DATE,
        re.compile(rf"(?<!\d){_DAY} +(?:{any_of('dates', 'before_month')} +)?(?:{_MONTH})\b{_YEAR}", re.IGNORECASE),
    ),
    (IdentifierKind.DATE, re.compile(rf"\b(?:{_MONTH}) +{_DAY}{_YEAR}", re.IGNORECASE)),
    (IdentifierKind.CONTACT, re.compile(r"(?<![\w+])\+?\(?\d(?:[ ()–-]{0,2}\d){6,14}(?!\w)")),
    (IdentifierKind.NUMBER, re.compile(r"(?<!\w)\d{5,}(?!\w)")),
    (IdentifierKind.NUMBER, re.compile(r"(?<=№ )\d+|(?<=№)\d+|(?<=# )\d+|(?<=#)\d+")),
)
"""In this order: what an earlier one has found is not looked at again."""
_CAPITAL = r"(?:\p{Lu}\.(?= ?\p{Lu})|(?!\p{Ll})[^\W\d_][^\W\d_]*(?:[-'’][^\W\d_]+)*)"
_NAME = regex.compile(rf"(?<![\w'’-]){_CAPITAL}(?: ?{_CAPITAL})*(?!\w)")
_BEGINNING = re.compile(r"(?:^|[\n.!?…:])[^\w\n.!?…:]*\Z")
"""Before the first word of a sentence."""
_HAS_CAPITAL = regex.compile(r"(?!\p{Ll})[^\W\d_]")
_NO_NAMES = frozenset((*entries("grammar", "pronouns_with_capital"), *entries("grammar", "not_names")))


def find_identifiers(text: str, everything_small: frozenset[str] = frozenset()) -> tuple[Find, ...]:
    """Return every passage that may identify somebody once, in the order of the text.

    `everything_small`: words that stand somewhere in the study with a small letter (`small_words`); such a word at the
    beginning of a sentence is no name.
    """
    found: dict[str, tuple[int, Find]] = {}
    left = text
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(left):
            passage = match[0].rstrip(".,;:!?)»”\"'")
            found.setdefault(passage, (match.start(), Find(text=passage, kind=kind)))
        left = pattern.sub(lambda match: " " * len(match[0]), left)
    for name in _NAME.finditer(left):
        begins = _BEGINNING.search(left, 0, name.start()) is not None
        for offset, words in _without_usual(name[0], everything_small, begins=begins):
            find = Find(text=words, kind=IdentifierKind.PERSON, begins=begins and offset == 0)
            earlier = found.get(words)
            if earlier is None or (earlier[1].begins and not find.begins):
                found[words] = (name.start() + offset if earlier is None else earlier[0], find)
    return tuple(find for _, find in sorted(found.values(), key=lambda each: each[0]))


def small_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that begin with a small letter somewhere, in small letters."""
    return frozenset(
        word.casefold()
        for text in texts
        for word in re.findall(r"(?<![\w'’-])[^\W\d_]+(?:[-'’][^\W\d_]+)*", text)
        if word[0].islower()
    )


def _without_usual(name: str, small: frozenset[str], *, begins: bool) -> Iterator[tuple[int, str]]:
    """Split a run of words with capital letters at those that are no names: "Then Maria" gives "Maria"."""
    run: list[re.Match[str]] = []
    for number, word in enumerate(re.finditer(r"[^ ]+", name)):
        usual = not _NO_NAMES.isdisjoint((fold(word[0]), fold(_plain(word[0]))))
        if usual or (begins and number == 0 and _plain(word[0]).casefold() in small):
            if run:
                yield run[0].start(), name[run[0].start() : run[-1].end()]
            run = []
        elif _HAS_CAPITAL.match(word[0]):
            run.append(word)
    if run:
        yield run[0].start(), name[run[0].start() : run[-1].end()]


def _plain(word: str) -> str:
    """Return a name without what makes it a possessive."""
    for ending in entries("grammar", "possessive_endings"):
        if fold(word).endswith(ending):
            return word[: -len(ending)]
    return word
