"""Names that may be spoken, so that they are spelt as the person's family spells them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

ROOM = 200
"""Characters of all names together: what a model is told before it listens must not outweigh what it hears."""
SHORT = 40
"""A note that is no longer than this is a name itself, with what little is said of it."""
_NAME = re.compile(r"[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)*")


def spelling_hints(name: str, notes: Iterable[str]) -> str:
    """Return the person's name and the names in the values of notes, in the order in which they are given.

    Of a short note all of it, where it begins as a name does; of a longer one the words that are written like names and
    do not begin a sentence.
    """
    found: dict[str, None] = {}
    room = ROOM
    parts = [name]
    for note in notes:
        plain = " ".join(note.split()).rstrip(".")
        if len(plain) <= SHORT and _NAME.fullmatch(plain) and plain[:1].isupper():
            parts.append(plain)
        else:
            parts += [part for sentence in re.split(r"[.!?…]\s+", plain) for part in _within(sentence)]
    for each in parts:
        word = " ".join(each.split())
        if word and word not in found and len(word) + 2 <= room:
            found[word] = None
            room -= len(word) + 2
    return ", ".join(found)


def _within(sentence: str) -> list[str]:
    """Return the names in a sentence: words with a capital that follow one another are one."""
    names: list[str] = []
    going_on = False
    for number, word in enumerate(sentence.split()):
        bare = word.strip(",;:()[]«»“”\"'’")
        capital = number > 0 and bare[:1].isupper() and any(letter.islower() for letter in bare)
        if capital and going_on:
            names[-1] += f" {bare}"
        elif capital:
            names.append(bare)
        going_on = capital and word.endswith(bare)
    return names
