"""Names and the like replaced by what says nothing: the same one everywhere in a study, after a person has looked.

The key, which says what stands for what, is kept with the study and goes into no table. Replacements in brackets say
what was there, as archives of qualitative data advise (UK Data Service, Anonymising qualitative data).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.interviews.guard.stems import stems
from core.interviews.guard.text import tokens
from core.research.identifying import Find, Kind, found_in, small_words
from core.words import say

_BY_LETTERS = frozenset({Kind.PERSON, Kind.PLACE, Kind.ORGANISATION})


class Ruling(StrEnum):
    """What a reviewer has said of it."""

    OPEN = "open"
    REPLACED = "replaced"
    STAYS = "stays"
    """It identifies nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pseudonym:
    """One person, place or number, in all the forms in which it was told."""

    number: int
    """Of its kind in the study, from 1; it never changes."""
    kind: Kind
    forms: tuple[str, ...]
    """To the letter; at least one."""
    ruling: Ruling = Ruling.OPEN
    replacement: str = ""
    """What the reviewer wants to stand there; empty: "[person 3]"."""

    def shown(self, language: str) -> str:
        return self.replacement or say(language, f"study-pseudonym-{self.kind.value}", number=self.number)


def key_of(form: str, kind: Kind) -> str:
    """The same for all forms of a name: "Maria's", "Марию"."""
    if kind not in _BY_LETTERS:
        return re.sub(r"\W", "", form).casefold()
    return " ".join(
        next(iter(stems(word)), word) for word in tokens(form.casefold().replace("’s", "").replace("'s", ""))
    )


def gathered(
    texts: Sequence[str],
    known: Sequence[Pseudonym] = (),
    *,
    finds: Iterable[Find] = (),
    places: Mapping[str, bool] | None = None,
) -> tuple[Pseudonym, ...]:
    """All pseudonyms of a study, those that are `known` first and with whatever new forms were found.

    `finds`: what a model has found besides; what does not stand in any text is left out. `places`: keys of names that
    are places. A new form of something that was ruled on is ruled on with it.
    """
    whole = "\n".join(texts)
    small = small_words(texts)
    by_rule = (find for text in texts for find in found_in(text, small))
    made = _Gathering(known, places or {})
    for find in (*by_rule, *(each for each in finds if each.text.strip() and each.text in whole)):
        made.add(find)
    return made.all()


class _Gathering:
    def __init__(self, known: Sequence[Pseudonym], places: Mapping[str, bool]) -> None:
        self._made = list(known)
        self._places = places
        self._by_key = {key_of(form, each.kind): n for n, each in enumerate(known) for form in each.forms}

    def add(self, find: Find) -> None:
        key = key_of(find.text, find.kind)
        place = self._by_key.get(key)
        if place is None:
            kind = Kind.PLACE if find.kind is Kind.PERSON and self._places.get(key) else find.kind
            self._by_key[key] = len(self._made)
            number = 1 + max((each.number for each in self._made if each.kind is kind), default=0)
            self._made.append(Pseudonym(number=number, kind=kind, forms=(find.text,)))
        elif find.text not in self._made[place].forms:
            known = self._made[place]
            self._made[place] = replace(known, forms=(*known.forms, find.text))

    def all(self) -> tuple[Pseudonym, ...]:
        return tuple(self._made)


def unreviewed(pseudonyms: Iterable[Pseudonym]) -> tuple[Pseudonym, ...]:
    return tuple(each for each in pseudonyms if each.ruling is Ruling.OPEN)


class Replacer:
    """Puts pseudonyms in the place of what they stand for."""

    def __init__(self, pseudonyms: Sequence[Pseudonym], *, language: str) -> None:
        """What is still open is replaced too: it is better to hide too much."""
        hidden = [each for each in pseudonyms if each.ruling is not Ruling.STAYS]
        self._shown = {form: each.shown(language) for each in hidden for form in each.forms}
        forms = sorted(self._shown, key=len, reverse=True)
        self._pattern = re.compile("|".join(rf"(?<!\w){re.escape(form)}(?!\w)" for form in forms)) if forms else None

    def __call__(self, text: str) -> str:
        return text if self._pattern is None else self._pattern.sub(lambda match: self._shown[match[0]], text)
