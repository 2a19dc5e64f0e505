"""Checks that an edited paragraph says what was told: its words in order, none left out but what says nothing.

What may be left out is found in the told words alone: sounds, fillers that stand apart, words said twice in stumbling,
and beginnings that break off. No word may be added, none changed but for how it is spelled, and none of those that turn
or measure what is said may go. Names keep their capitals, quotations every word, and questions their marks. So whatever
else an editor does, well meant or not, the words stay as they were told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from core.contracts.script import primary_language
from core.languages import fold
from core.languages.lexicon import entries, languages_with, lexicon

LANGUAGES = languages_with("documents")
"""The languages in which it is known what says nothing."""
_TOKEN = re.compile(
    r"(?P<number>\d+(?:[.,:/]\d+)*(?![^\W_]))"
    r"|(?P<word>[^\W_]+(?:['’ʼ‐-][^\W_]+)*)(?P<broken>[-‐–—](?=[\s,.…]|$))?"
    r"|(?P<other>[^\s.,;:!?…–—()«»“”„\"'’‘‐-])"
)
_ENDS = re.compile(r"[.!?]")
_PAUSE = re.compile(r"\.{2,}|…")
_BREAKS = re.compile(r"[^\s\"'«»“”„‘’]")
_QUOTED = re.compile(r"«[^«»]*»|“[^“”]*”|„[^„“”]*[“”]|\"[^\"]*\"")
_LONGEST_START = 6
_LONGEST_REPEAT = 5


class Gap(IntEnum):
    """The marks between two words; moving them may change who does what."""

    NONE = 0
    COMMA = 1
    """Anything that is no end of a sentence, a pause among it."""
    END = 2
    ASKS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A word, a number, or a sign that is no punctuation."""

    word: str
    """In small letters and one form."""
    start: int
    end: int
    capital: bool
    opens: bool
    """It begins a sentence."""
    apart: tuple[bool, bool]
    """Whether punctuation parts it from the word before and from the one behind; the edges of a text do."""
    gap: Gap
    """What stands between it and the word before."""
    ends: bool
    """Some mark stands behind it at the end of the text."""
    quoted: bool
    broken: bool
    """It breaks off: "gr- grandmother"."""


@dataclass(frozen=True, slots=True)
class _Words:
    fillers: frozenset[str]
    set_off: frozenset[tuple[str, ...]]
    loose: frozenset[str]
    joining: frozenset[str]
    strong: frozenset[str]
    alone: frozenset[str]
    spellings: tuple[tuple[str, tuple[str, ...]], ...]

    def is_strong(self, token: Token) -> bool:
        return token.word in self.strong or any(c.isdigit() for c in token.word)


def is_faithful(told: str, edited: str, language: str) -> bool:
    """Return whether `edited` says what was `told`, one paragraph each. Outside `LANGUAGES` nothing may be left out."""
    words, left, known = tokenize(told), tokenize(edited), _words(language)
    if _quotations(told) != _quotations(edited) or edited.count("?") != told.count("?"):
        return False
    if not left or edited.count("!") > told.count("!"):
        return False
    return _leads(words, left, known, droppable_tokens(words, language))


def tokenize(text: str) -> tuple[Token, ...]:
    quoted = [found.span() for found in _QUOTED.finditer(text)]
    found = list(_TOKEN.finditer(text))
    ends = [0, *(each.end("word") if each["word"] else each.end() for each in found)]
    gaps = [text[end : each.start()] for end, each in zip(ends, found, strict=False)]
    gaps.append(text[ends[-1] :])
    last = len(found) - 1
    return tuple(
        Token(
            word=fold(each.group("word") or each.group()),
            start=each.start(),
            end=ends[place + 1],
            capital=each.group()[0].isupper(),
            opens=place == 0 or _gap(gaps[place], each.group()) >= Gap.END,
            gap=_gap(gaps[place], each.group()),
            ends=place == last and _BREAKS.search(gaps[place + 1]) is not None,
            apart=(
                place == 0 or _BREAKS.search(gaps[place]) is not None,
                place == last or _BREAKS.search(gaps[place + 1]) is not None,
            ),
            quoted=any(start <= each.start() < end for start, end in quoted),
            broken=each["broken"] is not None,
        )
        for place, each in enumerate(found)
    )


def _gap(between: str, behind: str) -> Gap:
    if "?" in between:
        return Gap.ASKS
    if _ENDS.search(_PAUSE.sub("", between)) or (_PAUSE.search(between) and behind[:1].isupper()):
        return Gap.END
    return Gap.COMMA if _BREAKS.search(between) else Gap.NONE


def droppable_tokens(told: Sequence[Token], language: str) -> dict[int, frozenset[int]]:
    """Return what may be left out: by its first token the places behind its last one."""
    found: dict[int, set[int]] = {}
    for first, behind in _spans(told, _words(language)):
        if not any(token.quoted for token in told[first:behind]):
            found.setdefault(first, set()).add(behind)
    return {first: frozenset(behind) for first, behind in found.items()}


def _spans(told: Sequence[Token], known: _Words) -> Iterator[tuple[int, int]]:
    for place, token in enumerate(told):
        if token.word in known.fillers and not _is_name(token):
            yield place, place + 1
        if token.broken and place + 1 < len(told) and told[place + 1].word.startswith(token.word):
            yield place, place + 1
    longest = max(map(len, known.set_off), default=0)
    for first in range(len(told)):
        for behind in range(first + 1, min(first + longest, len(told)) + 1):
            here = told[first:behind]
            alone = here[0].apart[0] and here[-1].apart[1] and not any(token.apart[1] for token in here[:-1])
            if alone and tuple(token.word for token in here) in known.set_off and len(here) < len(told):
                yield first, behind
    # Between the beginnings of somebody who stumbles there may be any filler.
    solid = [place for place, token in enumerate(told) if token.word not in known.fillers]
    for first, behind in _stumbles([told[place] for place in solid], known):
        yield solid[first], solid[behind]


def _stumbles(told: Sequence[Token], known: _Words) -> Iterator[tuple[int, int]]:
    """Yield words that are said again at once, and beginnings that are begun again."""
    words = [token.word for token in told]
    for first in range(len(told)):
        for size in range(1, min(_LONGEST_START, len(told) - first - 1) + 1):
            here, behind = told[first : first + size], first + size
            if words[behind] != words[first] or any(map(known.is_strong, here)) or any(t.opens for t in here[1:]):
                continue
            if words[first:behind] == words[behind : behind + size]:
                if size <= _LONGEST_REPEAT and not told[behind].opens and _is_stumbled(told, first, size, known):
                    yield first, behind
            elif _breaks_off(here, known):
                yield first, behind


def _is_stumbled(told: Sequence[Token], first: int, size: int, known: _Words) -> bool:
    """Return whether words are said twice by mistake, not for weight: one that says little, or what goes on at once."""
    last = told[first + size - 1].word in known.loose
    if size == 1:
        return last
    goes_on = not told[first + 2 * size - 1].apart[1]
    return told[first].word not in known.joining and (last or goes_on)


def _breaks_off(here: Sequence[Token], known: _Words) -> bool:
    """Return whether these few words are no sentence and no part of one that is: nothing in them is told."""
    inside = [token.word for token in here[1:]]
    whole = here[0].word in inside or any(word in known.joining for word in inside)
    parted = any(token.apart[1] for token in here[:-1]) or not here[-1].apart[1]
    return not (whole or parted or any(map(_is_name, here))) and here[-1].word in known.loose


def _is_name(token: Token) -> bool:
    return token.capital and not token.opens and token.word not in entries("grammar", "pronouns_with_capital")


def _leads(told: Sequence[Token], edited: Sequence[Token], known: _Words, drop: dict[int, frozenset[int]]) -> bool:
    """Return whether the edited words are the told ones in their order, without some that may be left out.

    By the place among the told words: how many of the edited ones stand for those before it, what was between the last
    of these and here, and whether something was left out there.
    """
    bare = not told[-1].ends and all(token.gap is Gap.NONE for token in told[1:])
    reached: dict[int, set[tuple[int, Gap, bool]]] = {0: {(0, Gap.NONE, True)}}
    for place, token in enumerate(told):
        for done, before, cut in reached.pop(place, set()):
            gap = max(before, token.gap) if place else Gap.NONE
            for behind in drop.get(place, ()):
                seen = max([gap, *(each.gap for each in told[place + 1 : behind])])
                reached.setdefault(behind, set()).add((done, seen, True))
            here = edited[done].gap if done < len(edited) else None
            if here is not None and (done == 0 or _may_stand(here, gap, cut=cut, bare=bare)):
                for taken in _matches(told[place], edited, done, known):
                    reached.setdefault(place + 1, set()).add((done + taken, Gap.NONE, False))
    return any(done == len(edited) for done, _, _ in reached.get(len(told), set()))


def _may_stand(here: Gap, told: Gap, *, cut: bool, bare: bool) -> bool:
    """Return whether that may stand between two words where `told` stood between them; `cut`: with something left out.

    `bare`: there is no mark in all that was told, as some people write; then sentences may be given their ends.
    """
    if told is Gap.NONE:
        return here is Gap.NONE or (bare and here is Gap.END)
    if told is Gap.COMMA:
        return here in {Gap.COMMA, Gap.END} or (cut and here is Gap.NONE)
    return here is told


def _matches(told: Token, edited: Sequence[Token], done: int, known: _Words) -> Iterator[int]:
    """Yield how many of the edited words stand for the told one."""
    if done < len(edited) and edited[done].word == told.word and _same(told, edited[done], known):
        yield 1
    for spoken, written in known.spellings:
        found = edited[done : done + len(written)]
        together = all(token.gap is Gap.NONE for token in found[1:])
        if told.word == spoken and together and tuple(token.word for token in found) == written:
            yield len(written)


def _same(told: Token, edited: Token, known: _Words) -> bool:
    """Return whether it stands as it stood: a name a name, a "no" as far apart from the rest as it was."""
    if told.quoted != edited.quoted or (told.word in known.alone and told.apart != edited.apart):
        return False
    if _is_name(told) or (told.capital and told.word not in known.loose):
        return edited.capital
    return edited.opens or not edited.capital or told.capital


def _quotations(text: str) -> list[tuple[str, ...]]:
    return [tuple(token.word for token in tokenize(found.group()[1:-1])) for found in _QUOTED.finditer(text)]


@cache
def _words(language: str) -> _Words:
    """Return what a language may leave out: nothing in an unknown one, where "er" may be a sound or a person."""
    tag = primary_language(language)
    known = lexicon("documents", tag) if tag in LANGUAGES else {}

    def of(key: str) -> frozenset[str]:
        return frozenset(known.get(key, ()))

    return _Words(
        fillers=of("fillers"),
        set_off=frozenset(tuple(phrase.split()) for phrase in of("set_off")),
        loose=of("loose"),
        joining=of("joining"),
        strong=of("strong"),
        alone=of("alone"),
        spellings=tuple((spoken, tuple(written.split())) for spoken, written in known.get("spellings", {}).items()),
    )
