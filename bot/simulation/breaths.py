"""The breaths of somebody who is played: words in a row, a command, or time that goes by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby

_SPAN = re.compile(r"~(\d{1,3})([dhm])")
_UNITS = {"d": "days", "h": "hours", "m": "minutes"}
SPOKEN_COMMANDS = frozenset({"/pause", "/resume"})
"""The commands that people who are played send."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Breath:
    """Words, a command or a time away; the others are empty."""

    words: tuple[str, ...] = ()
    command: str = ""
    """A command, such as "/pause"."""
    away: timedelta | None = None


def group_breaths(says: Sequence[str]) -> Iterator[Breath]:
    """Yield the breaths of messages as in `Deed.says`: words that follow one another are one breath."""
    for alone, group in groupby(enumerate(says), lambda each: each[0] if _acts(each[1]) else -1):
        texts = tuple(text for _, text in group)
        yield Breath(words=texts) if alone < 0 else _act(texts[0])


def split_breaths(text: str) -> Iterator[Breath]:
    """Yield the breaths of one text: the commands and spans that have a line of their own, and the words between them.

    Only `SPOKEN_COMMANDS` are commands; everything else that looks like one is words.
    """
    for acts, group in groupby(text.split("\n"), lambda line: line in SPOKEN_COMMANDS or bool(_SPAN.fullmatch(line))):
        if acts:
            yield from map(_act, group)
        elif words := "\n".join(group).strip("\n"):
            yield Breath(words=(words,))


def words_without_acts(says: Sequence[str]) -> tuple[str, ...]:
    """Return the words alone, for whoever knows neither commands nor how time goes by."""
    return tuple(text for text in says if not _acts(text))


def _acts(text: str) -> bool:
    return text.startswith("/") or _SPAN.fullmatch(text) is not None


def _act(text: str) -> Breath:
    span = _SPAN.fullmatch(text)
    return Breath(command=text) if span is None else Breath(away=timedelta(**{_UNITS[span[2]]: int(span[1])}))
