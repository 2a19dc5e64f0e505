"""A person's decisions about the book of their life. Its words come from the interview, each time anew."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from core.contracts.effects import Effect

EDITED, FILES, PREVIEW, FAMILY = "book", "book-files", "book-preview", "book-family"
"""Chores: to make passages easy to read, to send the book that was said yes to, to send what there is to be read, and
to send the book to the family that may have it."""


class BookWording(StrEnum):
    """The way in which a book has the words."""

    TOLD = "told"
    """Every word; only the order and the headings are ours."""
    READ = "read"
    """Without fillers and false starts: shortened by a model, and checked word by word."""


class PassageOrigin(StrEnum):
    """The origin of a passage's wording that is not the interview's."""

    EDITED = "edited"
    """The told words, with some left out."""
    OWN = "own"
    """What the person has said or written in their place."""


class PhotoPlace(StrEnum):
    """Where a photograph stands in a book."""

    WIDE = "wide"
    """As wide as the text, where it was shown; the usual place."""
    BESIDE = "beside"
    """Small, with the text beside it."""
    END = "end"
    """At the end of its chapter."""


COLOURS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ink": "#22304a",
        "moss": "#2f4a3a",
        "wine": "#5c2434",
        "ochre": "#7d5118",
        "sea": "#1f5560",
        "stone": "#4a4743",
    }
)
"""The colours of a cover; white letters can be read on each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookFront:
    """What stands on the cover of a book and before its first chapter; empty where it is as usual."""

    title: str = ""
    name: str = ""
    """The full name, where it is not what the interviewer says to its person."""
    years: str = ""
    """Of the life, as its person writes them: "1941–2026"."""
    dedication: str = ""
    colour: str = ""
    """One of `COLOURS`; empty: a white cover, or the first colour behind a photograph."""
    photo: int = 0
    """The `seq` of the photograph on the cover; 0 for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageWording:
    """A wording that a book has in the place of one message of an answer."""

    seq: int
    of: str = ""
    """The `fingerprint` of the words that it was made of: where those have changed since, it counts no more."""
    text: str = ""
    """A paragraph a line. Empty: the words as they were told."""
    origin: PassageOrigin = PassageOrigin.EDITED
    withheld: bool = False
    """It is not in the book at all, whatever becomes of its words."""
    place: str = ""
    """Of a photograph: a `PhotoPlace`, or empty for the usual one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookState:
    """The decisions about the book of an interview."""

    session_id: str
    way: BookWording = BookWording.TOLD
    questions: bool = True
    """Whether what was asked stands in it, small."""
    made_at: datetime
    approved: str = ""
    """The fingerprint of the book that its person has said yes to; empty before that. It is approved as long as the
    book has that fingerprint: every change of a word takes it back."""
    shared: bool = False
    """Whether others may have it as well, once it is approved."""
    front: BookFront = field(default_factory=BookFront)


@dataclass(frozen=True, slots=True, kw_only=True)
class BookStep(Effect):
    """New decisions about a book."""

    session_id: str
    state: BookState | None = None
    wordings: tuple[PassageWording, ...] = ()


def fingerprint(text: str) -> str:
    """Return a short digest of exactly these words."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
