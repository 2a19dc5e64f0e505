"""What somebody says instead of a command: "what did I tell about my brother?", "let me tell that again".

Only a whole message counts, and only in set phrases: what is taken for a wish is no answer, so a doubt is left to the
interview, which hears the words either way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

from core.interviews.signals.normal import words_of
from core.interviews.signals.phrase_lists import sections

LONGEST = 160
"""Characters; whoever writes more is telling something."""
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_QUOTES = re.compile(r"[\"«»“”„]")
_CLAUSE = re.compile(r"[,;:?!()–—]+|\s-+\s|\.{2,}|…")
_NO_END = re.compile(r"[.!…]\s+\S|\n")
"""More than one sentence: they go on."""


class Deed(StrEnum):
    FIND = "find"
    """Show what was told about something."""
    AGAIN = "again"
    """Let them tell something once more."""
    TELL = "tell"
    """Ask nothing, and listen."""
    TOLD = "told"
    """They have told all that they wanted; said also of many other things, so it counts only while nothing is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wished:
    deed: Deed
    topic: str = ""
    """Of `FIND`: about what, in their words."""


@dataclass(frozen=True, slots=True)
class _Phrases:
    before: re.Pattern[str]
    after: re.Pattern[str]
    aside: re.Pattern[str]
    """A clause that is said beside a wish, and is none."""
    deeds: dict[Deed, tuple[re.Pattern[str], ...]]


@cache
def _known(language: str) -> _Phrases:
    found = sections(Path(__file__).parent / f"{language}_deeds.txt")
    words = dict(line.split(" = ", 1) for line in found.pop("words"))
    return _Phrases(
        before=re.compile(f"^(?:{words['POLITE']} )+"),
        aside=re.compile(words["ASIDE"]),
        after=re.compile(f" {words['AFTER']}$"),
        deeds={Deed(name): tuple(map(re.compile, lines)) for name, lines in found.items()},
    )


@lru_cache(maxsize=64)
def wished(text: str) -> Wished | None:
    """The one thing that a message wishes; None where it tells, asks or wishes anything else. Raises for none."""
    text = text.strip()
    if not text or len(text) > LONGEST or _QUOTES.search(text) or _NO_END.search(text.rstrip(".!…")):
        return None
    phrases = _known("russian" if _CYRILLIC.search(text) else "english")
    clauses = [words for clause in _CLAUSE.split(text) if (words := words_of(clause))]
    plain = " ".join(words for words in clauses if not phrases.aside.fullmatch(words))
    whole = " ".join(clauses)
    wholes = dict.fromkeys((plain, whole))
    forms = [form for words in wholes for form in (*_shorter(phrases.before.sub("", words), phrases), words)]
    for deed, patterns in phrases.deeds.items():
        for form in forms:
            for pattern in patterns:
                if (fits := pattern.fullmatch(form)) is not None:
                    return Wished(deed=deed, topic=fits.groupdict().get("topic") or "")
    return None


def _shorter(words: str, phrases: _Phrases) -> list[str]:
    """The words without what is added at their end, the shortest form first: "so far" is no part of a topic."""
    forms = [words]
    while (shorter := phrases.after.sub("", forms[0])) != forms[0]:
        forms.insert(0, shorter)
    return forms
