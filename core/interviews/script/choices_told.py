"""Which of the options an answer names: by their words, by their number, or as yes and no."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.contracts.closed_questions import Option
from core.interviews.guard.stems import stems
from core.interviews.script.numbers_told import LONGEST, normalized_words

_YES_WORDS = "yes yeah yep yup yea sure definitely certainly absolutely да ага угу конечно разумеется"
_NO_WORDS = "no nope nah never нет неа нету никогда"
_NOT_WORDS = "not no never without nor neither isn't don't didn't wasn't не нет ни без"
_YES, _NO, _NOT = (frozenset(words.split()) for words in (_YES_WORDS, _NO_WORDS, _NOT_WORDS))
_COUNTED = (
    "first second third fourth fifth sixth seventh eighth",
    "one two three four five six seven eight",
    "один два три четыре пять шесть семь восемь",
)
_ORDINALS: Mapping[str, int] = {word: number for words in _COUNTED for number, word in enumerate(words.split(), 1)}
_RUSSIAN = "перв втор трет четверт пят шест седьм восьм"
_RUSSIAN_ENDINGS = "ый|ой|ая|ое|ую|ого|ий|ья|ье|ью|ьего"
_LAST_WORDS = "last последний последняя последнее последнюю последнего"
_AROUND_WORDS = (
    "the a option number answer one variant i think probably it is it's that i'd say choose take please my "
    "вариант номер ответ пункт это я наверное думаю выбираю пожалуйста под за мой будет"
)
_LAST, _AROUND = (frozenset(words.split()) for words in (_LAST_WORDS, _AROUND_WORDS))
"""Words that may stand around a number and tell nothing."""
_POSITION = re.compile(r"[\s(№#]*(\d{1,2})[\s).:]*")
_LETTER = re.compile(r"[\s(]*([a-z])[\s).:]*", re.IGNORECASE)
_NONE = re.compile(
    r"\W*(?:(?:none|neither|nothing)(?: (?:of (?:these|them|those|the above)|at all))?|not any|"
    r"(?:i )?(?:don['’]?t|do not) know|no idea|not sure|"
    r"(?:i['’]d |i would )?(?:rather not|prefer not to) (?:say|answer)|"
    r"ничего(?: из (?:этого|них|перечисленного))?|ни одного|ни одной|ни то,? ни другое|"
    r"(?:я )?не (?:знаю|помню)|(?:я )?не хочу (?:говорить|отвечать))\W*",
    re.IGNORECASE,
)
_FLAT_NO = re.compile(
    r"\W*(?:(?:absolutely|certainly|definitely|of course) not|not (?:at all|really))\b", re.IGNORECASE
)
_FLAT_YES = re.compile(r"\W*of course\b(?! not)", re.IGNORECASE)
_NEAR = 0.75
"""Share of an option's words that must be said, where they stand apart or have other endings."""


def says_none(text: str) -> bool:
    """Whether the whole answer is that none of the options is meant, or that they give none, which is an answer."""
    return _NONE.fullmatch(text) is not None


def chosen_options(text: str, options: Sequence[Option], *, several: bool) -> tuple[str, ...]:
    """Ids of the options that are meant, in their order; `several`: there may be more than one."""
    said = normalized_words(text[:LONGEST])
    if not said:
        return ()
    for way in (_whole, _by_words, _by_yes_or_no, _by_place, _by_stems):
        found = way(text, said, options)
        if found:
            ids = tuple(option.id for option in options if option.id in found)
            return ids if several or len(ids) == 1 else ()
    return ()


def _whole(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    """The answer is an option and nothing else."""
    return {option.id for option in options if normalized_words(option.text) == said}


def _by_words(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    """Options whose words stand in the answer, and are not turned round; of one within another the longer."""
    found: dict[str, list[tuple[int, int]]] = {}
    for option in options:
        words = normalized_words(option.text)
        places = [(n, n + len(words)) for n in range(len(said) - len(words) + 1) if said[n : n + len(words)] == words]
        if words and places:
            found[option.id] = places
    taken = [place for places in found.values() for place in places]
    kept = set()
    for each, places in found.items():
        outer = [p for p in places if not any(o != p and o[0] <= p[0] and p[1] <= o[1] for o in taken)]
        if any(not _turned(said, start) for start, _ in outer):
            kept.add(each)
    return kept


def _turned(said: tuple[str, ...], start: int) -> bool:
    """Whether "not" stands right before these words."""
    return any(word in _NOT for word in said[max(0, start - 2) : start])


def _by_yes_or_no(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    heads = {option.id: (normalized_words(option.text) or ("",))[0] for option in options}
    yes = [each for each, head in heads.items() if head in _YES]
    no = [each for each, head in heads.items() if head in _NO]
    says_no = said[0] in _NO or _FLAT_NO.match(text) is not None
    says_yes = (said[0] in _YES or said[-1] in _YES or _FLAT_YES.match(text) is not None) and "not" not in said[:2]
    if len(yes) == 1 and says_yes and not says_no:
        return set(yes)
    return set(no) if len(no) == 1 and says_no and not says_yes else set()


def _by_place(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    """ "2", "b)", "the second one", "третий": where nothing else is said."""
    written = _POSITION.fullmatch(text)
    letter = _LETTER.fullmatch(text)
    number = 0
    if written is not None:
        number = int(written[1])
    elif letter is not None:
        number = ord(letter[1].casefold()) - ord("a") + 1
    elif (left := [word for word in said if word not in _AROUND]) and len(left) == 1:
        number = len(options) if left[0] in _LAST else _place(left[0])
    elif said in {("one",), ("the", "one")}:
        number = 1
    return {options[number - 1].id} if 1 <= number <= len(options) else set()


def _place(word: str) -> int:
    if word.isdecimal() and len(word) < 3:
        return int(word)
    if word in _ORDINALS:
        return _ORDINALS[word]
    known = enumerate(_RUSSIAN.split(), 1)
    return next((n for n, stem in known if re.fullmatch(f"{stem}(?:{_RUSSIAN_ENDINGS})", word)), 0)


def _by_stems(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    """The one option most of whose words are said, with whatever endings, and no "not" anywhere."""
    if any(word in _NOT for word in said):
        return set()
    spoken = stems(text[:LONGEST])
    common = _common(options)
    scores = {}
    for option in options:
        own = stems(option.text) - common
        if own:
            scores[option.id] = len(own & spoken) / len(own)
    return {each for each, score in scores.items() if score >= _NEAR}


def _common(options: Sequence[Option]) -> frozenset[str]:
    """What stands in more than one option tells none of them."""
    seen: set[str] = set()
    twice: set[str] = set()
    for option in options:
        own = stems(option.text)
        twice |= own & seen
        seen |= own
    return frozenset(twice)
