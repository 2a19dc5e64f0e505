"""A person's decisions about the book of their life. Its words come from the interview, each time anew."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

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


@dataclass(frozen=True, slots=True, kw_only=True)
class BookStep(Effect):
    """New decisions about a book."""

    session_id: str
    state: BookState | None = None
    wordings: tuple[PassageWording, ...] = ()


def fingerprint(text: str) -> str:
    """Return a short digest of exactly these words."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
