"""What of an answer can be taken up by name: somebody, something, a place or a year that was spoken of.

No language is understood here. A name is known by its capital inside a sentence, somebody near by the word for them, a
thing by its article; in Russian, whose names change with the sentence, words stay in the form in which they were said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.interviews.guard.stems import stems
from core.interviews.guard.text import count_words, sentences

MOST_READ = 4_000
"""Characters at the end of an answer that are looked through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handle:
    """Something to take up, and the values for the words that do it."""

    kind: str
    """"kin", "person", "name", "words" or "year"; `interview-probe-<kind>-<number>` among the words."""
    words: str
    """As it was said; by its stems it is known again."""
    values: Mapping[str, str] = field(default_factory=dict)
    distant: bool = False
    """Somebody known but no family, or a place."""


_HER = "mother mum mom mam mama grandmother grandma granny nan nana gran sister wife aunt auntie daughter niece"
_HIM = "father dad papa daddy grandfather grandpa granddad grandad brother husband uncle son nephew"
_THEM = "friend teacher neighbour neighbor cousin boss colleague parents grandparents brothers sisters children"

_ENGLISH = {word: them for words, them in ((_HER, "her"), (_HIM, "him"), (_THEM, "them")) for word in words.split()}
"""Of each word the pronoun for whom it means."""
_KNOWN = "friend teacher neighbour neighbor boss colleague друг подруга сосед соседка учитель учительница"
_DISTANT = frozenset(_KNOWN.split())
"""Known, but no family."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kin:
    """Somebody near, in the cases in which they are spoken of."""

    nominative: str
    accusative: str
    about: str
    """With its preposition: "об отце"."""
    them: str
    """ "ней" or "ним"."""


_KIN = (Path(__file__).parent / "kin.txt").read_text(encoding="utf-8")
_LINES = [line.split() for line in _KIN.splitlines() if not line.startswith("#")]
_RUSSIAN = {
    line[0]: _Kin(nominative=line[0], accusative=line[1], about=line[2].replace("_", " "), them=line[3])
    for line in _LINES
}
_RUSSIAN_FORMS = {form: line[0] for line in _LINES for form in (line[0], line[1], line[2].split("_")[1], *line[4:])}
"""Of each form the word it belongs to."""
_FILLER = re.compile(r"\b(?:you (?:know|see|understand)|знаете|понимаете|видите)\b", re.IGNORECASE)
_LEFT_OUT = re.compile(
    r"\?$|\b(?:you(?!['’])|your|yours|вы|вас|вам|вами|ваш\w*)\b|\bnot (?:talk|speak|discuss)\w*|\bnothing about\b|"
    r"\bbetween us\b|\bмежду нами\b|"
    r"\b(?:don['’]?t|do not|won['’]?t|will not) (?:ask|talk|speak|discuss|want)|"
    r"\bне (?:надо|нужно|буд(?:у|ем|ет)|хочу|скажу|стану|спрашива\w*|трогай\w*)\b|\bне$",
    re.IGNORECASE,
)
"""Sentences that speak to the interviewer, ask, or close something: what they name is not taken up."""
_BY_KIND = {"person": 60, "name": 50, "kin": 40, "words": 20, "year": 5}
_NOT_SO_NEAR = 15
_SAID_AGAIN = 10
"""A thing that was said twice, or told more closely than by one word."""


def handles(answer: str, language: str) -> list[Handle]:
    """All there is in an answer, the best first and of equals the last; nothing in a language without words of ours."""
    text = answer[-MOST_READ:]
    if "://" in text or "www." in text or language not in _FINDERS:
        return []
    told = [each for each in sentences(text) if not _LEFT_OUT.search(_FILLER.sub(" ", each))]
    found = [each for sentence in told for each in _FINDERS[language](sentence)]
    if language == "ru" and not found and count_words(text) >= _LONG:
        found = _clause(told)
    found.reverse()
    often = Counter(each.words for each in found)
    return sorted(found, key=lambda each: -_worth(each, often[each.words]))


def _worth(handle: Handle, times: int) -> int:
    worth = _BY_KIND[handle.kind] - _NOT_SO_NEAR * handle.distant
    return worth + _SAID_AGAIN * (handle.kind == "words" and (times > 1 or " " in handle.words))


# --- English ------------------------------------------------------------------------------------------------------

_CAPITAL = r"[A-Z][a-z]+(?:[-'’][A-Za-z][a-z]+)*"
_EN_NAME = re.compile(rf"(?:(?<=[a-z,;:] )|(?<=\bAnd )|(?<=\bBut )){_CAPITAL}(?: (?:of |the )?{_CAPITAL}){{0,2}}")
_EN_PLACE = re.compile(r"\b(?:in|at|to|from|near|of|through|into|outside) (?:the )?$")
_EN_KIN = re.compile(
    rf"\b(?:my|My|our|Our) (?:(?:little|big|late|old|elder|older|younger|best|dear) )?({'|'.join(_ENGLISH)})\b"
    rf"(?! and\b)(?:,? ({_CAPITAL}(?: {_CAPITAL})?))?"
)
_EN_FIRST = re.compile(
    rf"^({_CAPITAL}) (?:knew|said|told|asked|laughed|came|wanted|loved|taught|called|lived|died|worked|never|always)\b"
)
_EN_TITLED = re.compile(rf"\b(Aunt|Auntie|Uncle|Grandma|Granny|Grandpa) ({_CAPITAL})")
_DETERMINER = r"(?:the|a|an|my|our)"
_WHERE_TO = (
    "again alone away back downstairs everywhere here home indoors inside outdoors outside there together upstairs "
    "once twice today still always never often"
).replace(" ", "|")
"""What a thing is brought, taken or found: no part of its name ("the bread home")."""
_A_HOME = "(?:care|childhood|children|family|first|foster|funeral|new|nursing|old|parental|retirement|second) home"
_AFTER = (
    r"(?=[,.;:!?]|$| (?:and|or|but|in|on|at|with|from|to|for|of|was|were|is|had|that|which|by|under|behind|who|when|so"
    rf"|because|for|{_WHERE_TO})\b)"
)
_SECOND = rf"(?!(?:{_WHERE_TO})\b)[a-z]{{4,}}(?<!ed)(?<!ing)"
_EN_THING = re.compile(rf"\b{_DETERMINER} ({_A_HOME}|[a-z]{{3,}}(?: {_SECOND})?){_AFTER}")
_NO_NAMES_WORDS = """
    I Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August
    September October November December English Russian German French Polish Tatar Soviet British American
    Japanese Chinese Irish Scottish Welsh Italian Spanish Turkish Jewish Christian Muslim Catholic Orthodox
    Indian African European Arabic Dutch Ukrainian Day Women God Lord Jesus Christmas Easter Mr Mrs Miss Ok Okay
    Yes No Oh Well And But So Google Facebook Sir Madam
"""
_NO_NAMES = frozenset(_NO_NAMES_WORDS.split())
_VAGUE_WORDS = """
    thing things way ways time times day days night nights year years week month hour minute moment morning
    evening afternoon bit lot end whole fact same kind sort first last rest one ones other others most best
    worst place side part man woman men women people person boy girl child children world life story point idea
    reason question answer summer winter spring autumn weekend beginning middle top bottom truth word words name
    number matter case lie truth already yes no mother father mum mom dad brother sister wife husband son
    daughter grandmother hundred manner guy guys shift grandfather
"""
_VAGUE = frozenset(_VAGUE_WORDS.split())
_YEAR = re.compile(r"\b(19[0-9]{2}|20[0-3][0-9])\b")


def _years(sentence: str) -> Iterator[Handle]:
    for found in _YEAR.finditer(sentence):
        yield Handle(kind="year", words=found[1], values={"year": found[1]})


def _english(sentence: str) -> Iterator[Handle]:
    yield from _years(sentence)
    for found in _EN_THING.finditer(sentence):
        words = found[1].split()
        if words[-1] not in _VAGUE and words[0] not in _VAGUE and len(stems(found[1])) == len(words):
            yield Handle(kind="words", words=found[1], values={"words": found[1]})
    for found in _EN_KIN.finditer(sentence):
        them = _ENGLISH[found[1]]
        name = found[2] or ""
        if name and name not in _NO_NAMES:
            yield Handle(kind="person", words=name, values={"name": name, "them": them})
        else:
            who = f"your {found[1]}"
            values = {"who": who, "about": f"about {who}", "them": them}
            yield Handle(kind="kin", words=found[1], values=values, distant=found[1] in _DISTANT)
    for found in _EN_TITLED.finditer(sentence):
        yield Handle(kind="person", words=found[0], values={"name": found[0], "them": _ENGLISH[found[1].lower()]})
    if (first := _EN_FIRST.match(sentence)) is not None and stems(first[1]) and first[1] not in _NO_NAMES:
        yield Handle(kind="name", words=first[1], values={"name": first[1]})
    named = {each for found in _EN_KIN.finditer(sentence) if (each := found[2])}
    named |= {each for found in _EN_TITLED.finditer(sentence) for each in (found[0], found[2])}
    for found in _EN_NAME.finditer(sentence):
        name = found[0]
        if name not in named and not _NO_NAMES & {part.removesuffix("s") for part in name.split()}:
            place = _EN_PLACE.search(sentence[: found.start()]) is not None
            yield Handle(kind="name", words=name, values={"name": name}, distant=place)


# --- Russian ------------------------------------------------------------------------------------------------------

_CYRILLIC = r"[А-ЯЁ][а-яё]+(?:-[А-ЯЁа-яё]+)?"
_PREPOSITION = r"(?:в|во|на|из|с|со|у|к|ко|от|до|под|за|над|при|около|через|мимо|возле)"
_RU_LED = re.compile(rf"\b(?:(?i:{_PREPOSITION})|{_CYRILLIC}) $")
_OTHER_CASES = ("у", "ю", "е", "ой")
"""How a name does not end where it is the one who does something."""
_RU_PHRASE = re.compile(rf"(?<![.!?…] )\b{_PREPOSITION} (?:[а-яё]+ ){{0,1}}{_CYRILLIC}(?: {_CYRILLIC})?")
_VERB = r"[а-яё]+(?:ла?|лась|лся|ет|ит)"
_RU_SUBJECT = re.compile(rf"(?:(?<=[а-яё,;:] )|(?<=\bА )|(?<=\bИ ))({_CYRILLIC})(?= (?:[а-яё]+ )?{_VERB}\b)")
_RU_CALLED = re.compile(
    rf"(?:^(?={_CYRILLIC} {_CYRILLIC} {_VERB}\b)|\b(?:был[аи]?|звали|зовут|называли) )({_CYRILLIC}(?: {_CYRILLIC})?)"
)
_RU_OURS = re.compile(rf"(?:^|[а-яё,;:] )({_CYRILLIC}) (мой|моя)\b(?: ({_CYRILLIC}))?")
_RU_KIN = re.compile(rf"\b(?!друг (?:\w{{1,2}} )?друг)((?i:{'|'.join(_RUSSIAN_FORMS)}))\b(?:,? ({_CYRILLIC}))?")
_NOT_THEIRS = re.compile(r"\b(?:его|её|ее|их|тво[а-яё]+|чья|чей|друг(?: \w{1,2})?) $", re.IGNORECASE)
_TITLES = frozenset(["тётя", "дядя", "дед"])
_BREAKS = re.compile(r"[.!?…,;:—–()«»“”\"]+|\s-\s")
_SAYABLE = re.compile(r"[а-яёА-ЯЁ-]+(?: [а-яёА-ЯЁ-]+){2,6}")
_LONG = 12
"""Words of an answer from which a stretch may be quoted: never all of a short one."""
_NO_RU_NAMES_WORDS = """
    Вы Вас Вам Вами Ваш Ваша Ваше Ваши Бог Бога Богом Господи Господь
"""
_NO_RU_NAMES = frozenset(_NO_RU_NAMES_WORDS.split())


def _russian(sentence: str) -> Iterator[Handle]:
    yield from _years(sentence)
    yield from _russian_kin(sentence)
    for found in _RU_OURS.finditer(sentence):
        if found[1].casefold() not in _RUSSIAN_FORMS:
            name = found[3] or found[1]
            them = "ней" if found[2] == "моя" else "ним"
            yield Handle(kind="person", words=name, values={"name": name, "them": them})
    for found in (*_RU_SUBJECT.finditer(sentence), *_RU_CALLED.finditer(sentence)):
        led = _RU_LED.search(sentence[: found.start(1)]) is not None  # or the rest of a longer name
        if not led and found[1] not in _NO_RU_NAMES and not found[1].endswith(_OTHER_CASES):
            yield Handle(kind="name", words=found[1], values={"name": found[1]})
    for found in _RU_PHRASE.finditer(sentence):
        if not _NO_RU_NAMES & set(found[0].split()):
            yield Handle(kind="words", words=found[0], values={"words": found[0]})


def _russian_kin(sentence: str) -> Iterator[Handle]:
    for found in _RU_KIN.finditer(sentence):
        if _NOT_THEIRS.search(sentence[: found.start()]):
            continue
        kin = _RUSSIAN[_RUSSIAN_FORMS[found[1].casefold()]]
        name = found[2] or ""
        if name and found[1].casefold().replace("ё", "е") == kin.nominative.replace("ё", "е"):
            called = f"{kin.nominative.capitalize()} {name}" if kin.nominative in _TITLES else name
            yield Handle(kind="person", words=name, values={"name": called, "them": kin.them})
        else:
            values = {"who": kin.accusative, "about": kin.about, "them": kin.them}
            yield Handle(kind="kin", words=kin.nominative, values=values, distant=kin.nominative in _DISTANT)


def _clause(told: Sequence[str]) -> list[Handle]:
    """The longest stretch, within bounds, of the last two sentences."""
    pieces = [" ".join(piece.split()) for each in told[-2:] for piece in _BREAKS.split(each)]
    sayable = [piece for piece in pieces if _SAYABLE.fullmatch(piece)]
    return [Handle(kind="words", words=best, values={"words": best}) for best in sorted(sayable, key=len)[-1:]]


_FINDERS = {"en": _english, "ru": _russian}
