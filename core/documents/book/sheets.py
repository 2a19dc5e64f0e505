"""A book as it is read through in a chat: a few passages at a time, each with a number; and as plain Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from core.documents import markdown
from core.documents.book.book import Book, Passage

MOST: Final = 6
"""Passages on a sheet: each may get a button."""
ROOM: Final = 2_400
"""Characters that fill a sheet, so that it is one message wherever that is possible."""


@dataclass(frozen=True, slots=True)
class Sheet:
    chapter: str
    passages: tuple[Passage, ...]


def sheets(book: Book) -> tuple[Sheet, ...]:
    """No sheet has passages of two chapters."""
    return tuple(sheet for chapter in book.chapters for sheet in _cut(chapter.title, chapter.passages))


def _cut(title: str, passages: tuple[Passage, ...]) -> Iterator[Sheet]:
    here: list[Passage] = []
    for passage in passages:
        full = len(here) == MOST or sum(map(_length, here)) + _length(passage) > ROOM
        if here and full:
            yield Sheet(title, tuple(here))
            here = []
        here.append(passage)
    if here:
        yield Sheet(title, tuple(here))


def _length(passage: Passage) -> int:
    return len(passage.question) + len(words_of(passage))


def words_of(passage: Passage) -> str:
    """What is told in a passage, a paragraph a line; of a photograph its caption."""
    return "\n".join(passage.photo.caption if passage.photo is not None else passage.paragraphs)


def as_markdown(book: Book) -> str:
    """The book without any form, for where it cannot be bound."""
    parts = [markdown.heading(1, book.whole_title), book.years]
    for chapter in book.chapters:
        parts += [markdown.heading(2, chapter.title)] if chapter.title else []
        for passage in chapter.passages:
            parts += [markdown.italic(passage.question), markdown.bold(passage.by)]
            parts += [markdown.italic(book.labels.photo)] if passage.photo is not None else []
            parts += [markdown.block(words_of(passage).replace("\n", "\n\n"))]
    if book.notes:
        parts.append(markdown.heading(2, book.labels.notes))
        parts += [markdown.block("\n\n".join(note.paragraphs)) for note in book.notes]
    return "\n\n".join([*filter(None, parts), *map(markdown.italic, book.colophon)]) + "\n"
