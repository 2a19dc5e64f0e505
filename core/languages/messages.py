"""The bot's own words, in every language it speaks, through Project Fluent.

Each language's folder has one `.ftl` file for each part of the program in `messages/`; a test holds them to the same
keys. What the interviewer asks is in `scripts/`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from fluent.runtime import FluentBundle, FluentResource

from core.languages import FALLBACK as FALLBACK
from core.languages import HERE, LANGUAGES

_MESSAGE = re.compile(r"^([a-z][\w-]*) *=.*\n(?:[ }].*\n|\n(?=[ \n]))*", re.MULTILINE)
"""From its key to the line before the next thing that is not indented."""


@cache
def _bundle(language: str) -> FluentBundle:
    # Isolation marks would show up as boxes in transcripts and in some terminals.
    return FluentBundle([language], use_isolating=False)


@cache
def _written(language: str) -> dict[str, str]:
    """Return each message as it is written, by its key: parsing all of them would take a third of the start."""
    texts = (path.read_text(encoding="utf-8") for path in (HERE / language / "messages").glob("*.ftl"))
    return {found[1]: found[0] for text in texts for found in _MESSAGE.finditer(text)}


def match_locale(tag: str) -> str:
    """Return the language of ours that fits a BCP 47 tag ("ru-RU" -> "ru"), else the fallback."""
    primary = tag.lower().replace("_", "-").split("-")[0]
    return primary if primary in LANGUAGES else FALLBACK


def locale_or_default(language: str, otherwise: str) -> str:
    """Return `language` where it is one of ours, else the one that fits the tag `otherwise`."""
    return language if language in LANGUAGES else match_locale(otherwise)


def message_keys() -> frozenset[str]:
    return frozenset(_written(FALLBACK))


def say(language: str, key: str, /, **values: str | int | float) -> str:
    """Return the words under `key`, with `values` put in as plain data; else those of the fallback language.

    Raises KeyError when no language has the key: that is a mistake of ours, which a test finds.
    """
    return _said(language, key, **values) if values else _plain(language, key)


def _said(language: str, key: str, /, **values: str | int | float) -> str:
    for candidate in (match_locale(language), FALLBACK):
        bundle = _bundle(candidate)
        if not bundle.has_message(key) and key in _written(candidate):
            bundle.add_resource(FluentResource(_written(candidate)[key]))
        if bundle.has_message(key):
            pattern = bundle.get_message(key).value
            if pattern is not None:
                text, _errors = bundle.format_pattern(pattern, values)
                return str(text)
    raise KeyError(key)


# What has no values in it is the same every time.
_plain = lru_cache(maxsize=512)(_said)


def join_names(names: list[str], language: str) -> str:
    """Return names as a sentence lists them.

    The message also gets the first two letters of the last name, since some languages choose their "and" by its sound.
    """
    if len(names) < 2:
        return "".join(names)
    *others, last = names
    letters = unicodedata.normalize("NFD", last).casefold()
    return say(language, "timing-and", others=", ".join(others), last=last, initial=letters[:1], second=letters[1:2])
