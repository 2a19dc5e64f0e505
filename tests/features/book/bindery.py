"""What binds books, without typst."""

from __future__ import annotations

from collections.abc import Sequence

from core.features.book.binding.bindery import FORMS, BoundBook, NotBound
from core.features.book.documents.book import Book
from core.features.book.documents.html import book_html
from core.features.book.pages import offer_binding
from tests.fakes.app import Running


class FakeBindery:
    """Binds what it is given into files that say it; of the HTML file it makes the whole."""

    def __init__(self) -> None:
        self.books: list[Book] = []
        self.fails = False

    async def bind(self, book: Book, *, limit: int, forms: Sequence[str] = FORMS) -> BoundBook:
        if self.fails:
            raise NotBound("it took too long")
        self.books.append(book)
        text = "\n".join(line for passage in book.passages for line in passage.paragraphs)
        files = tuple(book_html(book, {}) if form == "html" else text.encode() for form in forms)
        return BoundBook(files=files, without_glyph=(), unseen=0, silent=())


def bound(r: Running) -> FakeBindery:
    """Books are bound by it from now on."""
    bindery = FakeBindery()
    offer_binding(r.app.runtime, bindery)
    return bindery
