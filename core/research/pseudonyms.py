"""Names and the like replaced by what says nothing: the same one everywhere in a study, after a person has looked.

The key, which says what stands for what, is kept with the study and goes into no table. Replacements in brackets say
what was there, as archives of qualitative data advise (UK Data Service, Anonymising qualitative data).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.languages.messages import say
from core.research.coding import Coded, Unit
from core.research.identifying import Find, IdentifierKind, find_identifiers, small_words
from core.research.tables import TableRow
from core.text.text import stems, tokens

_BY_LETTERS = frozenset({IdentifierKind.PERSON, IdentifierKind.PLACE, IdentifierKind.ORGANISATION})


Towns = Callable[[Sequence[str]], Iterable[str]]


class NameRuling(StrEnum):
    """The decision of a reviewer."""

    OPEN = "open"
    REPLACED = "replaced"
    STAYS = "stays"
    """It identifies nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pseudonym:
    """One person, place or number, in all the forms in which it was told."""

    number: int
    """Of its kind in the study, from 1; it never changes."""
    kind: IdentifierKind
    forms: tuple[str, ...]
    """To the letter; none where every interview with it is gone, and then its number is not given again."""
    ruling: NameRuling = NameRuling.OPEN
    replacement: str = ""
    """What the reviewer wants to stand there; empty: "[person 3]"."""

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
    made, dropped = _Gathering(known), 0
    for find in finds:
        if occurs_as_word(find.text, text):
            made.add(find)
        else:
            dropped += 1
    return made.all(), dropped


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
