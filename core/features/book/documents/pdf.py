"""A book as PDF, set by typst with fonts of its own and those of the system. Blocking; for a process of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import segno
import typst

from core.features.book.decisions import COLOURS
from core.features.book.documents.book import Book, BookPassage
from core.features.book.documents.display import is_right_to_left, with_break_points

PDF: Final = "application/pdf"
FONTS: Final = ("Libertinus Serif", "New Computer Modern")
"""Where neither has a character, typst takes any font that has it."""
ABSENT: Final = "\U0010fffd"
"""A character that no font has."""
WIDEST: Final = 112
HIGHEST: Final = 125
"""Millimetres that a photograph may take."""
MM_PER_INCH: Final = 25.4
LEAST_PER_INCH: Final = 100
"""Points of a picture: with fewer it looks coarse."""
_KNOWN: Final = re.compile(r"[\s!-~\u00a0-\u017f\u0391-\u03c9\u0400-\u045f\u2010-\u2026\u200b-\u200d\ufe00-\ufe0f]")
"""What typst's own fonts certainly have, or is not seen."""
_GLYPH: Final = re.compile(r'xlink:href="#(g[0-9A-F]+)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A photograph as it is printed."""

    name: str
    """Its file, in the folder that the book is made in."""
    width: int
    height: int
    """In points of the picture."""


def book_pdf(
    book: Book,
    photos: Mapping[str, Picture],
    *,
    root: Path,
    made_at: datetime,
    system_fonts: bool = True,
    boxes: bool = False,
) -> bytes:
    """Return the file. `photos`: by the place of each photograph that can be shown, its file in the folder `root`.

    `boxes`: some characters can only be printed as an empty box, and the last page says so.
    """
    template = root / "book.typ"
    template.write_bytes(files(__package__).joinpath(template.name).read_bytes())
    made = typst.compile(
        template,
        root=root,
        format="pdf",
        ignore_system_fonts=not system_fonts,
        sys_inputs={"book": json.dumps(_data(book, photos, boxes=boxes), ensure_ascii=False)},
        timestamp=made_at.replace(microsecond=0),
    )
    if not isinstance(made, bytes):
        raise TypeError("a book is one file")
    return made


def missing_glyphs(book: Book, *, system_fonts: bool = True) -> tuple[str, ...]:
    """Return the characters of a book for which there is no font, in their order. typst itself is asked, once."""
    signs = sorted({sign for text in _texts(book) for sign in text if not _KNOWN.match(sign)})
    if not signs:
        return ()
    drawn = typst.compile(
        files(__package__).joinpath("glyphs.typ").read_bytes(),
        format="svg",
        ignore_system_fonts=not system_fonts,
        sys_inputs={"fonts": json.dumps(FONTS), "signs": json.dumps([ABSENT, *signs])},
    )
    if not isinstance(drawn, bytes):
        raise TypeError("a page without an end is one page")
    parts = re.split(r'<g transform="translate\(0 ([0-9.]+)\)">', drawn.decode().partition("<defs")[0])
    glyphs = {0: frozenset(_GLYPH.findall(parts[0]))}
    for height, body in zip(parts[1::2], parts[2::2], strict=True):
        glyphs[round(float(height) / 10)] = frozenset(_GLYPH.findall(body))
    (absent,) = glyphs[0]
    return tuple(sign for place, sign in enumerate(signs, 1) if absent in glyphs.get(place, ()))


def _texts(book: Book) -> Iterable[str]:
    yield from (book.name, book.title, book.life, *book.dedication, *book.colophon)
    for chapter in book.chapters:
        yield chapter.title
        for passage in chapter.passages:
            yield from (passage.by, passage.question, *passage.paragraphs)
            yield from () if passage.photo is None else passage.photo.caption


def _data(book: Book, photos: Mapping[str, Picture], *, boxes: bool) -> dict[str, Any]:
    colophon = (*book.colophon, book.labels.boxes) if boxes else book.colophon
    return {
        "fonts": FONTS,
        "whole_title": book.whole_title,
        "name": with_break_points(book.name),
        "title": with_break_points(book.title),
        "years": book.shown_years,
        "dedication": list(map(_words, book.dedication)),
        "cover": _cover(book, photos),
        "language": book.language.partition("-")[0],
        "labels": book.labels.model_dump(),
        "chapters": [
            {"title": _words(chapter.title), "passages": [_passage(each, photos) for each in chapter.passages]}
            for chapter in book.chapters
        ],
        # Each with a code that says which file it is: paper cannot open one.
        "sounds": [
            {
                "number": sound.number,
                "length": sound.length,
                "name": sound.name,
                "code": segno.make(f"{sound.number}: {sound.name}", micro=False, error="m").svg_inline(
                    scale=4, border=1, dark="#000", light=None
                ),
            }
            for sound in book.sounds
        ],
        "colophon": list(map(with_break_points, colophon)),
    }


def _cover(book: Book, photos: Mapping[str, Picture]) -> dict[str, str] | None:
    if book.cover is None:
        return None
    picture = photos.get(book.cover.file)
    return {"colour": COLOURS[book.cover.colour], "file": "" if picture is None else picture.name}


def _passage(passage: BookPassage, photos: Mapping[str, Picture]) -> dict[str, Any]:
    photo = None
    if passage.photo is not None:
        photo = {"file": "", "width": 0.0, "caption": list(map(_words, passage.photo.caption))}
        photo["beside"] = passage.photo.beside
        if (picture := photos.get(passage.photo.file)) is not None:
            # As large as the page and its own points allow.
            fits = min(WIDEST, HIGHEST * picture.width / picture.height, picture.width * MM_PER_INCH / LEAST_PER_INCH)
            photo |= {"file": picture.name, "width": round(fits, 1)}
    return {
        "by": _words(passage.by) if passage.by else None,
        "question": _words(passage.question) if passage.question else None,
        "paragraphs": list(map(_words, passage.paragraphs)),
        "photo": photo,
        "sound": passage.sound and passage.sound.number,
        "aside": passage.aside,
    }


def _words(text: str) -> dict[str, Any]:
    return {"text": with_break_points(text), "rtl": is_right_to_left(text)}
