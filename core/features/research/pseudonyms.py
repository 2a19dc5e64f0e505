"""Names and the like replaced by what says nothing: the same one everywhere in a study, after a person has looked.

The key, which says what stands for what, is kept with the study and goes into no table. Replacements in brackets say
what was there, as archives of qualitative data advise (UK Data Service, Anonymising qualitative data).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import regex

from core.features.research.coding import Coded, Unit
from core.features.research.tables import TableRow
from core.languages import fold
from core.languages.lexicon import any_of, entries, languages_with, lexicon
from core.languages.messages import say
from core.text.text import stems, tokens


class IdentifierKind(StrEnum):
    PERSON = "person"
    PLACE = "place"
    ORGANISATION = "organisation"
    DATE = "date"  # a day, told so exactly that somebody can be found by it
    NUMBER = "number"  # of a passport, an account, a house
    CONTACT = "contact"  # a telephone number, an address of mail or of a page


@dataclass(frozen=True, slots=True, kw_only=True)
class Find:
    """A passage that may identify somebody, to the letter."""

    text: str
    kind: IdentifierKind
    begins: bool = False  # a name at the beginning of a sentence, where every word has a capital letter


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
_BEGINNING = re.compile(r"(?:^|[\n.!?…:])[^\w\n.!?…:]*\Z")  # before the first word of a sentence
_HAS_CAPITAL = regex.compile(r"(?!\p{Ll})[^\W\d_]")
_NO_NAMES = frozenset((*entries("grammar", "pronouns_with_capital"), *entries("grammar", "not_names")))


def find_identifiers(text: str, everything_small: frozenset[str] = frozenset()) -> tuple[Find, ...]:
    """Return every passage that may identify somebody once, in the order of the text.

    The rules rather find too much: a person reviews what was found, and nothing leaves before that. Names are told by
    their capital letter, which finds too much where every noun has one.

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


_BY_LETTERS = frozenset({IdentifierKind.PERSON, IdentifierKind.PLACE, IdentifierKind.ORGANISATION})
Towns = Callable[[Sequence[str]], Iterable[str]]


class NameRuling(StrEnum):
    """The decision of a reviewer."""

    OPEN = "open"
    REPLACED = "replaced"
    STAYS = "stays"  # it identifies nobody


@dataclass(frozen=True, slots=True, kw_only=True)
class Pseudonym:
    """One person, place or number, in all the forms in which it was told."""

    number: int  # of its kind in the study, from 1; it never changes
    kind: IdentifierKind
    forms: tuple[str, ...]
    """To the letter; none where every interview with it is gone, and then its number is not given again."""
    ruling: NameRuling = NameRuling.OPEN
    replacement: str = ""  # what the reviewer wants to stand there; empty: "[person 3]"

    def shown(self, language: str) -> str:
        return self.replacement or say(language, f"study-pseudonym-{self.kind.value}", number=self.number)


Pseudonyms = tuple[Pseudonym, ...]


def name_key(form: str, kind: IdentifierKind) -> str:
    """Return a key that is the same for all forms of a name: "Maria", "Maria's"."""
    if kind not in _BY_LETTERS:
        return re.sub(r"\W", "", form).casefold()
    return " ".join(next(iter(stems(word)), word) for word in tokens(form))


def gather_pseudonyms(
    texts: Sequence[str], known: Sequence[Pseudonym] = (), *, towns: Towns = lambda _: ()
) -> Pseudonyms:
    """Return all pseudonyms of a study, the `known` ones first, with whatever new forms the rules find.

    A new form of something that was ruled on is ruled on with it. `towns`: of new names those that are towns'.
    """
    small = small_words(texts)
    told = {form for each in known for form in each.forms}
    new = list(dict.fromkeys(find for text in texts for find in find_identifiers(text, small) if find.text not in told))
    places = frozenset(towns([find.text for find in new if find.kind is IdentifierKind.PERSON]))
    made = _Gathering(known)
    for find in new:
        made.add(replace(find, kind=IdentifierKind.PLACE) if find.text in places else find)
    return made.all()


def add_found_names(known: Sequence[Pseudonym], finds: Iterable[Find], text: str) -> tuple[Pseudonyms, int]:
    """`known` with what a model has found in the text, and how many finds do not stand in it, as whole words."""
    made, all_finds = _Gathering(known), tuple(finds)
    there = [find for find in all_finds if occurs_as_word(find.text, text)]
    for find in there:
        made.add(find)
    return made.all(), len(all_finds) - len(there)


def occurs_as_word(form: str, text: str) -> bool:
    """Return whether it is in the text to the letter, and no part of a longer word."""
    return bool(form.strip()) and form in text and _pattern([form]).search(text) is not None


def forms_in(text: str, forms: Collection[str]) -> list[tuple[str, int]]:
    """Which of them stand in it, as they would be replaced, and where; in the order of the text."""
    return [(match[0], match.start()) for match in _pattern(forms).finditer(text)] if forms else []


def _pattern(forms: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(forms, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


class _Gathering:
    def __init__(self, known: Sequence[Pseudonym]) -> None:
        self._made = list(known)
        self._by_form = {form: n for n, each in enumerate(known) for form in each.forms}
        self._by_key = {name_key(form, each.kind): n for n, each in enumerate(known) for form in each.forms}

    def add(self, find: Find) -> None:
        key = name_key(find.text, find.kind)
        place = self._by_form.get(find.text, self._by_key.get(key))
        if place is None:
            place = self._by_key[key] = len(self._made)
            number = 1 + max((each.number for each in self._made if each.kind is find.kind), default=0)
            self._made.append(Pseudonym(number=number, kind=find.kind, forms=(find.text,)))
        elif find.text not in self._made[place].forms:
            known = self._made[place]
            self._made[place] = replace(known, forms=(*known.forms, find.text))
        self._by_form[find.text] = place

    def all(self) -> tuple[Pseudonym, ...]:
        return tuple(self._made)


def unreviewed_pseudonyms(pseudonyms: Iterable[Pseudonym]) -> tuple[Pseudonym, ...]:
    """Return the open ones of those that are still in an interview."""
    return tuple(each for each in pseudonyms if each.forms and each.ruling is NameRuling.OPEN)


class Replacer:
    """Puts pseudonyms in the place of what they stand for."""

    def __init__(self, pseudonyms: Sequence[Pseudonym], *, language: str) -> None:
        """What is still open is replaced too: it is better to hide too much."""
        hidden = [each for each in pseudonyms if each.ruling is not NameRuling.STAYS]
        self._shown = {form: each.shown(language) for each in hidden for form in each.forms}
        self._pattern = _pattern(self._shown) if self._shown else None

    def __call__(self, text: str) -> str:
        return text if self._pattern is None else self._pattern.sub(lambda match: self._shown[match[0]], text)

    def passage(self, text: str, start: int, end: int) -> tuple[int, int]:
        """Return where a passage of the text stands when it is replaced; what it cuts through is in it whole."""
        return self._moved(text, start, ends=False), self._moved(text, end, ends=True)

    def _moved(self, text: str, place: int, *, ends: bool) -> int:
        shift = 0
        for match in self._pattern.finditer(text) if self._pattern is not None else ():
            length = len(self._shown[match[0]])
            if match.end() <= place:
                shift += length - len(match[0])
            elif match.start() < place:
                return match.start() + shift + (length if ends else 0)
        return place + shift


# --- a study's rows with pseudonyms -----------------------------------------------------------------------------------


def texts_of(row: TableRow) -> tuple[str, ...]:
    """Return where in a row something can stand that identifies somebody."""
    return tuple(text for text in (row.question, row.answer, row.value) if text)


def pseudonymise(
    rows: Sequence[TableRow], coded: Iterable[Coded], pseudonyms: Sequence[Pseudonym]
) -> tuple[list[TableRow], list[Coded]]:
    """Return both with pseudonyms, in the language of each interview; codings rest on the new words."""
    replacers = {row.language: Replacer(pseudonyms, language=row.language) for row in rows}
    made = []
    for row in rows:
        replaced = replacers[row.language]
        value = replaced(row.value)
        number = row.value_number if value == row.value else None
        question, answer = replaced(row.question), replaced(row.answer)
        made.append(replace(row, question=question, answer=answer, value=value, value_number=number))
    before = {Unit(row.participant, row.wave, row.number): row for row in rows}
    codings = []
    for one in coded:
        row = before[one.unit]
        replaced = replacers[row.language]
        start, end = replaced.passage(row.answer, one.start, one.end)
        codings.append(replace(one, start=start, quote=replaced(row.answer)[start:end]))
    return made, codings
