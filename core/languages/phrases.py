"""Recognise the few messages that are exactly one known phrase, and names in an introduction.

Nothing here searches inside a text: "stop" is a wish to stop, and "I had to stop there" is part of a story.
"""

from __future__ import annotations

import re
import tomllib
from enum import StrEnum
from functools import cache

from core.languages import HERE, fold, languages_to_search
from core.languages.lexicon import any_word, entries

_EMOJI_VARIANTS = re.compile("[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]")
_FROM_FIRST_TO_LAST_LETTER = re.compile(r"[^\W_](?:.*[^\W_])?", re.DOTALL)
_COMMAS_AND_SPACES = re.compile(r"[\s,]+")
_END_OF_NAME = re.compile(r"[,;!\n]|(?<!\b\w)\.(?=\s|$)")
"""A full stop after one letter is an initial: "John F. Kennedy"."""
_WORDS_IN_A_NAME = 4


class Phrase(StrEnum):
    """The meaning of a message that consists of one known phrase and nothing else."""

    PAUSE = "pause"
    STOP = "stop"
    SKIP = "skip"
    GOODBYE = "goodbye"
    THANKS = "thanks"
    HELLO = "hello"
    GO_ON = "go_on"
    YES = "yes"
    NO = "no"
    WHAT_DO_YOU_MEAN = "what_do_you_mean"
    WHO_ARE_YOU = "who_are_you"
    WHO_READS_THIS = "who_reads_this"
    ARE_YOU_THERE = "are_you_there"


PARTING = (Phrase.GOODBYE, Phrase.THANKS, Phrase.PAUSE, Phrase.STOP)
"""Phrases that change neither a pause nor an ended interview."""


def find_phrase(text: str, language: str) -> Phrase | None:
    """Return what the whole message means, or None when it is anything but one known phrase.

    An unknown language tag looks the message up in every language.
    """
    wanted = _normalise(text)
    for tag in languages_to_search(language):
        if (found := _phrases(tag).get(wanted)) is not None:
            return found
    return None


def is_phrase(text: str, language: str, *names: Phrase) -> bool:
    return find_phrase(text, language) in names


def is_listed(text: str, area: str, *keys: str) -> bool:
    """Say if the whole message is one of the plain words under these keys of the lexicon, in whatever language."""
    return _normalise(text) in {_normalise(word) for key in keys for word in entries(area, key)}


def name_in(text: str, language: str) -> str | None:
    """Return the name that somebody gives as theirs, as they wrote it, or None when the message is more than a name."""
    stated = text.strip()
    if stated.endswith("?") or find_phrase(stated, language) is not None:
        return None
    name = _END_OF_NAME.split(without_introduction(stated, language), maxsplit=1)[0].strip(" \t\"'«»“”()-–—:")
    if len(name.split()) > _WORDS_IN_A_NAME or not any(map(str.isalpha, name)) or any(map(str.isdigit, name)):
        return None
    return name


def without_introduction(text: str, language: str = "") -> str:
    """Return the name in "Hello, please call me Anna, thank you", in one language, or in any if none is given."""
    same_length = "".join(folded if len(folded := fold(letter)) == 1 else letter for letter in text)
    starts = (_introduction(tag).match(same_length) for tag in languages_to_search(language))
    after = text[max((start.end() for start in starts if start), default=0) :]
    suffix = rf"[\s,.!–—-]+{_either_s(any_word('small_words', 'after_name'))}[\s.!]*$"
    return re.sub(suffix, "", after, flags=re.IGNORECASE)


def _normalise(text: str) -> str:
    """Return the form that is compared: words alone, or the bare emoji where the text has no word."""
    folded = fold(text)
    if words := _FROM_FIRST_TO_LAST_LETTER.search(folded):
        return _COMMAS_AND_SPACES.sub(" ", words[0])
    return _EMOJI_VARIANTS.sub("", folded).strip()


@cache
def _lists(language: str) -> dict[str, list[str]]:
    return tomllib.loads((HERE / language / "phrases.toml").read_text(encoding="utf-8"))


@cache
def _phrases(language: str) -> dict[str, Phrase]:
    return {_normalise(words): name for name in Phrase for words in _lists(language)[name]}


@cache
def _introduction(language: str) -> re.Pattern[str]:
    """Return a pattern for an optional greeting followed by an optional "my name is"."""
    lists = _lists(language)
    greetings, prefixes = (
        "|".join(_either_s(re.escape(fold(words))) for words in sorted(lists[section], key=len, reverse=True))
        for section in (Phrase.HELLO, "name_prefixes")
    )
    return re.compile(rf"(?:(?:{greetings})\b[\W_]*)?(?:(?:{prefixes})\b[\s:,—–-]*)?")


def _either_s(pattern: str) -> str:
    """Let "ss" match "ß" too: folding makes two letters of it, and what is compared here keeps its length."""
    return pattern.replace("ss", "(?:ss|ß)")
