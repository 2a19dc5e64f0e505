"""Sets the documents of interviews as pages, as books are set."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import structlog

from core.contracts.chore import Pages, PageSetter
from core.contracts.errors import loggable_error
from core.contracts.script import ScriptSet
from core.contracts.session import Record
from core.conversation.context import Runtime
from core.documents.transcript import chapter_titles
from core.features.book.binding.bindery import Bindery, NotBound
from core.features.book.documents.book import Book, BookChapter, BookPassage, BookPhoto
from core.features.book.documents.gathering import book_labels, gather_book
from core.languages.messages import locale_or_default

log = structlog.get_logger()


def offer_binding(runtime: Runtime, bindery: Bindery) -> None:
    """Have books bound by a bindery, and documents set as pages."""
    runtime.services[Bindery] = bindery
    runtime.services[PageSetter] = BookPages(bindery)


@dataclass(frozen=True, slots=True)
class BookPages:
    """`PageSetter`."""

    bindery: Bindery

    async def set_transcript(
        self, whole: Record, scripts: ScriptSet, there: Mapping[str, Path], *, limit: int, form: str = "pdf"
    ) -> bytes | None:
        chapters = chapter_titles(scripts.speak(whole.session.language))
        book = await asyncio.to_thread(gather_book, whole, chapters=chapters, there=there)
        return await self._set(book, whole, form, limit)

    async def set_pages(self, pages: Pages, whole: Record, *, limit: int) -> bytes | None:
        session = whole.session
        chapters = tuple(
            BookChapter(
                title=section.heading,
                passages=tuple(
                    _passage(number, question, paragraphs, section.photos.get(number - 1))
                    for number, (question, paragraphs) in enumerate(section.passages, 1)
                ),
            )
            for section in pages.sections
        )
        book = Book(
            title=pages.title,
            name=whole.person.name,
            years=str((session.ended_at or session.touched_at).year),
            language=session.language,
            chapters=chapters,
            colophon=pages.remarks,
            labels=book_labels(locale_or_default(session.language, whole.person.language)),
        )
        return await self._set(book, whole, pages.form, limit)

    async def _set(self, book: Book, whole: Record, form: str, limit: int) -> bytes | None:
        try:
            (body,) = (await self.bindery.bind(book, limit=limit, forms=(form,))).files
        except NotBound as error:
            log.error("document-not-set", session=whole.session.id, error=loggable_error(error))
            return None
        return body


def _passage(number: int, question: str, paragraphs: tuple[str, ...], photo: Path | None) -> BookPassage:
    if photo is None:
        return BookPassage(seq=number, question=question, paragraphs=paragraphs)
    return BookPassage(seq=number, question=question, photo=BookPhoto(file=str(photo), caption=paragraphs))
