"""Shows a book as it is read through in a chat, a few numbered passages at a time; and as plain Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from core.documents import markdown
from core.features.book.documents.book import Book, BookPassage

MOST: Final = 6
"""Passages on a sheet: each may get a button."""
ROOM: Final = 2_400
"""Characters that fill a sheet, so that it is one message wherever that is possible."""


@dataclass(frozen=True, slots=True)
class Sheet:
    chapter: str
    passages: tuple[BookPassage, ...]


def book_sheets(book: Book) -> tuple[Sheet, ...]:
    """Return the book in sheets, none with passages of two chapters."""
    sheets: list[Sheet] = []
    for chapter in book.chapters:
        here: list[BookPassage] = []
        for passage in chapter.passages:
            full = len(here) == MOST or sum(map(_length, here)) + _length(passage) > ROOM
            if here and full:
                sheets.append(Sheet(chapter.title, tuple(here)))
                here = []
            here.append(passage)
        if here:
            sheets.append(Sheet(chapter.title, tuple(here)))
    return tuple(sheets)


def _length(passage: BookPassage) -> int:
    return len(passage.question) + len(passage_text(passage))


def passage_text(passage: BookPassage) -> str:
    """Return what is told in a passage, a paragraph a line; of a photograph its caption."""
    return "\n".join(passage.photo.caption if passage.photo is not None else passage.paragraphs)


def book_markdown(book: Book) -> str:
    """Return the book as plain Markdown, for where it cannot be bound."""
    parts = [markdown.heading(1, book.whole_title), book.years]
    for chapter in book.chapters:
        parts += [markdown.heading(2, chapter.title)] if chapter.title else []
        for passage in chapter.passages:
            parts += [markdown.italic(passage.question), markdown.bold(passage.by)]
            parts += [markdown.italic(book.labels.photo)] if passage.photo is not None else []
            words = passage_text(passage).replace("\n", "\n\n")
            parts += [markdown.italic(words) if passage.aside else markdown.markdown_paragraphs(words)]
    return "\n\n".join([*filter(None, parts), *map(markdown.italic, book.colophon)]) + "\n"
