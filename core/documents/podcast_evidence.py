"""Whether the words of a model are borne out by what a person said: its names, its numbers, its quotations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from core.documents.phrases import content
from core.documents.podcast_offline import LONGEST
from core.documents.rules import word_groups, word_list
from core.guard.text import count_words, sentences, tokens
from core.sources.quoting import standing

_QUOTED = re.compile(
    r"[«“„\"](?P<words>[^«»“”„\"]+)[»”“\"]|‘(?P<words1>.+?)’(?!\w)"
    r"|(?<!\w)'(?P<words2>.+?)'(?!\w)"
)
_STRAY_MARK = re.compile(r"[«»“”„\"‘]")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_THOUSANDS = re.compile(r"(?<=\d)[,.](?=\d{3}(?!\d))")
_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ‐-][^\W\d_]+)*|[.!?…:]")
_CYRILLIC = re.compile(r"[а-я-]+")
_NAME_ENDING = frozenset(
    (
        "",
        *"аяыиуюейьо",
        *("ой", "ом", "ем", "ам", "ям", "ах", "ях", "ов", "ев", "ей", "ью", "ию", "ия", "ии", "ие", "ий", "ый"),
        *("ею", "ою", "ами", "ями", "ого", "его", "ому", "ему", "ым", "им", "ых", "их", "ая", "яя", "ую", "юю", "ые"),
    )
)
_SHORTEST_NAME_STEM = 2
_FLEETING = re.compile(r"([бвгджзклмнпрстфхцчшщ])[ео]([бвгджзклмнпрстфхцчшщ]ь?)$")
"""Павел, of whom one speaks as of Павла."""
_I = frozenset({"i", "i'm", "i'd", "i've", "i'll"})
_COUNTED = word_groups("numbers")
_OPENERS = word_list("openers")
_SHARED = 2
"""Words of substance that a sentence shares with what it rests on; where either has fewer, one."""


def borne_out(text: str, told: str) -> str:
    """The text on one line with its quotations in the letters of `told`; empty where one of them, a name or a number
    does not occur there."""
    flat = " ".join(text.split())
    quotations = [(match, standing(_words(match), told)) for match in _QUOTED.finditer(flat)]
    bare = _QUOTED.sub(" ", flat)
    sound = (
        all(words is not None for _, words in quotations)
        and _STRAY_MARK.search(bare) is None
        and _numbers(bare) <= _numbers(told)
        and _names_occur(bare, told)
    )
    if not sound:
        return ""
    for match, words in reversed(quotations):
        exact = " ".join((words or "").split())
        flat = f"{flat[: match.start()]}{match.group()[0]}{exact}{match.group()[-1]}{flat[match.end() :]}"
    return flat


def covers(sentence: str, answer: str) -> bool:
    """Whether a sentence speaks of what an answer says, as far as the words show."""
    ours, theirs = content(sentence), content(answer)
    needed = min(_SHARED, len(ours), len(theirs))
    return needed > 0 and len(ours & theirs) >= needed


def nearest_sentence(text: str, answers: Mapping[int, str]) -> tuple[int, str]:
    """The sentence of the answers that shares most words with a text, and its answer; empty where none is near."""
    wanted = content(text)
    best = (_SHARED - 1, 0, "")
    for seq, answer in answers.items():
        for sentence in sentences(answer):
            shared = len(wanted & content(sentence))
            if shared > best[0] and count_words(sentence) <= LONGEST:
                best = (shared, seq, " ".join(sentence.split()))
    return best[1], best[2]


def _words(match: re.Match[str]) -> str:
    return str(match["words"] or match["words1"] or match["words2"])


def _numbers(text: str) -> set[str]:
    """The numbers in a text, written in digits or, the common ones, in words."""
    digits = set(_NUMBER.findall(_THOUSANDS.sub("", text)))
    return digits | {_COUNTED[word] for word in tokens(text) if word in _COUNTED}


def _names_occur(text: str, told: str) -> bool:
    words = {word.removesuffix("'s") for word in tokens(told)}
    return all(any(_same_name(name, word) for word in words) for name in _names(text))


def _names(text: str) -> Iterator[str]:
    """Words with a capital letter that may name somebody or something, folded."""
    begins = True
    for match in _WORD.finditer(text):
        word = match.group()
        if not word[0].isalpha():
            begins = True
            continue
        folded = "".join(tokens(word))
        if word != word.lower() and folded not in _I and not (begins and folded in _OPENERS):
            yield folded.removesuffix("'s")
        begins = False


def _same_name(name: str, word: str) -> bool:
    """Whether two words are one name, in whatever case of its language."""
    if name == word:
        return True
    if not (_CYRILLIC.fullmatch(name) and _CYRILLIC.fullmatch(word)):
        return f"{name}s" == word or name == f"{word}s"
    return any(_differ_by_ending(one, other) for one in _forms(name) for other in _forms(word))


def _forms(name: str) -> tuple[str, ...]:
    return (name, _FLEETING.sub(r"\1\2", name))


def _differ_by_ending(one: str, other: str) -> bool:
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    return any(
        one[cut:] in _NAME_ENDING and other[cut:] in _NAME_ENDING
        for cut in range(max(_SHORTEST_NAME_STEM, shared - 2), shared + 1)
    )
