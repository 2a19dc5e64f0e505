"""A book as a value: everything that is printed, in the order in which it is printed, as plain words.

It holds no markup and no word that cannot be printed. Files stand beside it; it only says where.
"""

from __future__ import annotations

import hashlib

from core.contracts.frozen import Strict


class BookPhoto(Strict):
    file: str
    """The place of the photograph on this computer; empty where it cannot be had."""
    caption: tuple[str, ...] = ()
    beside: bool = False
    """It is small, and the passage after it stands beside it."""


class BookCover(Strict):
    colour: str
    """One of `COLOURS`."""
    seq: int = 0
    """Of the photograph's passage; 0 where there is none."""
    file: str = ""
    """As in `BookPhoto`."""


class BookSound(Strict):
    number: int
    file: str
    name: str
    """Its path beside the book, in the ZIP: "audio/003-first-memory.ogg"."""
    length: str
    """As players show it."""


class BookPassage(Strict):
    """One message of an answer, or what somebody else has told of the same."""

    seq: int
    """Of the message, in its interview; below zero: the number of what somebody else has told."""
    question: str = ""
    """What was asked, before the first message of an answer; empty where it is left out."""
    by: str = ""
    """Who tells it, where several people tell of one thing."""
    paragraphs: tuple[str, ...] = ()
    photo: BookPhoto | None = None
    sound: BookSound | None = None
    aside: bool = False
    """All of it was said to the interviewer: it is set smaller."""

    @property
    def is_anothers(self) -> bool:
        """Return whether these are the words of somebody else than whose book it is."""
        return self.seq < 0


class BookChapter(Strict):
    title: str
    """Empty in a book without chapters."""
    passages: tuple[BookPassage, ...]


class Labels(Strict):
    """The book's own words, in its language."""

    contents: str
    listen: str
    """The heading over the list of recordings."""
    listen_how: str
    recording: str
    photo: str
    photo_absent: str
    boxes: str
    """That some characters stand as an empty box."""


class Book(Strict):
    title: str
    """Without the name."""
    name: str
    """Of whoever tells it; empty where they would rather not say."""
    years: str
    """When it was told: "2026", "2025–2026"."""
    life: str = ""
    """The years of the life, where they are to stand on the title in place of those."""
    dedication: tuple[str, ...] = ()
    cover: BookCover | None = None
    """None: the title stands on white."""
    language: str
    chapters: tuple[BookChapter, ...]
    colophon: tuple[str, ...] = ()
    """How the book came about, on its last page."""
    labels: Labels

    @property
    def passages(self) -> tuple[BookPassage, ...]:
        return tuple(passage for chapter in self.chapters for passage in chapter.passages)

    @property
    def sounds(self) -> tuple[BookSound, ...]:
        return tuple(passage.sound for passage in self.passages if passage.sound is not None)

    @property
    def photos(self) -> tuple[str, ...]:
        """Return the places of the photographs."""
        found = (passage.photo.file for passage in self.passages if passage.photo is not None)
        cover = () if self.cover is None else (self.cover.file,)
        return tuple(dict.fromkeys(filter(None, (*cover, *found))))

    @property
    def shown_years(self) -> str:
        """Return the years on the title."""
        return self.life or self.years

    @property
    def whole_title(self) -> str:
        return f"{self.name}: {self.title}" if self.name else self.title

    def fingerprint(self) -> str:
        """Return a digest of every word in the book, but for where its files are; eight hexadecimal digits."""
        words = self.model_dump(include={"title", "name", "language", "chapters"})
        for chapter in words["chapters"]:
            for passage in chapter["passages"]:
                photo = passage["photo"]
                if photo is not None:
                    passage["photo"] = (*photo["caption"], *(["beside"] if photo["beside"] else []))
                passage["sound"] = None
                # Books used to have notes: whoever approved one without any has approved this one.
                del passage["aside"]
                passage["notes"] = ()
        words["notes"] = ()
        # Whoever approved a book that has none of these has approved this one.
        words |= {"life": self.life} if self.life else {}
        words |= {"dedication": self.dedication} if self.dedication else {}
        words |= {"cover": (self.cover.colour, self.cover.seq)} if self.cover is not None else {}
        return hashlib.sha256(repr(words).encode()).hexdigest()[:8]
