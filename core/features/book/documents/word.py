"""A book or a transcript as a file for Word, with its photographs inside. Blocking; for a process of its own."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from docx import Document
from docx.document import Document as WordFile
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.shared import Mm, Pt
from docx.text.paragraph import Paragraph

from core.features.book.documents.book import Book, BookPassage
from core.features.book.documents.display import is_right_to_left

WIDEST: Final = 120
HIGHEST: Final = 150
"""Millimetres that a photograph may take."""
MM_PER_PIXEL: Final = 25.4 / 100

JpegPicture = tuple[bytes, int, int]
"""A photograph as JPEG, with its width and height."""


def book_word(book: Book, photos: Mapping[str, JpegPicture], *, made_at: datetime) -> bytes:
    """Return the file. `photos`: by their places, those that can be shown; for the others a line says so."""
    file = Document()
    file.core_properties.title, file.core_properties.author = book.whole_title, book.name
    file.core_properties.created = file.core_properties.modified = made_at.replace(tzinfo=None)
    style = file.styles["Normal"]
    style.font.name, style.font.size = "Georgia", Pt(12)
    file.add_heading(book.whole_title, 0)
    file.add_paragraph(book.years)
    for chapter in book.chapters:
        if chapter.title:
            file.add_heading(chapter.title, 1)
        for passage in chapter.passages:
            _add_passage(file, book, passage, photos)
    for line in book.colophon:
        _add_words(file, line, italic=True)
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def _add_passage(file: WordFile, book: Book, passage: BookPassage, photos: Mapping[str, JpegPicture]) -> None:
    if passage.question:
        _add_words(file, passage.question, italic=True).paragraph_format.keep_with_next = True
    if passage.by:
        _add_words(file, passage.by, bold=True).paragraph_format.keep_with_next = True
    if passage.photo is not None:
        _add_photo(file, photos.get(passage.photo.file), book.labels.photo_absent, passage.photo.caption)
    for paragraph in passage.paragraphs:
        _add_words(file, paragraph, italic=passage.aside)
    if passage.sound is not None:
        sound = passage.sound
        _add_words(file, f"{book.labels.recording} {sound.number}, {sound.length} ({sound.name})", italic=True)


def _add_photo(file: WordFile, picture: JpegPicture | None, absent: str, caption: Iterable[str]) -> None:
    if picture is None:
        _add_words(file, absent, italic=True)
    else:
        body, width, height = picture
        wide = min(WIDEST, HIGHEST * width / height, width * MM_PER_PIXEL)
        frame = file.add_paragraph()
        frame.alignment = WD_ALIGN_PARAGRAPH.CENTER
        frame.add_run().add_picture(io.BytesIO(body), width=Mm(wide))
    for line in caption:
        _add_words(file, line, italic=True).alignment = WD_ALIGN_PARAGRAPH.CENTER


def _add_words(file: WordFile, text: str, *, italic: bool = False, bold: bool = False) -> Paragraph:
    paragraph = file.add_paragraph()
    run = paragraph.add_run(text)
    run.italic, run.bold = italic, bold
    if is_right_to_left(text):
        paragraph._p.get_or_add_pPr().append(OxmlElement("w:bidi"))  # noqa: SLF001 - the library has no word for it
    return paragraph
