"""A book as EPUB 3: a page for each chapter, with photos and sounds. The same book gives the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import NAMESPACE_URL, uuid5

from markupsafe import Markup

from core.features.book.documents.book import Book
from core.features.book.documents.html import Media, chapter_parts, html_lines, own_template, title_header

EPUB = "application/epub+zip"
OPUS = "audio/ogg; codecs=opus"
"""The only sound in Ogg that every reader has to play."""
_NO_DATE = (1980, 1, 1, 0, 0, 0)
_PAGE = own_template("page.xhtml")
_PACKAGE = own_template("package.opf")
_ENDINGS = {"image/jpeg": "jpg", "image/png": "png", "audio/mpeg": "mp3", "audio/mp4": "m4a", OPUS: "ogg"}


@dataclass(frozen=True, slots=True)
class _Item:
    name: str
    media_type: str
    body: bytes
    properties: str = ""
    in_spine: bool = False


def book_epub(book: Book, media: Mapping[str, Media], *, modified: datetime) -> bytes:
    """Return the file. `modified`: in UTC.

    `media`: photographs and recordings by their places; those that are missing, or that readers need not know, are
    only named.
    """
    held = {
        place: _Item(f"media-{number}.{_ENDINGS[kind]}", kind, body)
        for number, (place, (kind, body)) in enumerate(sorted(media.items()), 1)
        if kind in _ENDINGS
    }
    items = [*_pages(book, held), _Item("book.css", "text/css", own_template("book.css").encode()), *held.values()]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo("mimetype", _NO_DATE), EPUB)  # first, and as it is: so readers know it
        _put(archive, "META-INF/container.xml", own_template("container.xml").encode())
        _put(archive, "book/book.opf", _package(book, items, modified).encode())
        for item in items:
            _put(archive, f"book/{item.name}", item.body, packed=not item.name.startswith("media-"))
    return out.getvalue()


def _put(archive: zipfile.ZipFile, name: str, body: bytes, *, packed: bool = True) -> None:
    archive.writestr(zipfile.ZipInfo(name, _NO_DATE), body, zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED)


def _pages(book: Book, held: Mapping[str, _Item]) -> list[_Item]:
    def address(place: str) -> str:
        return held[place].name if place in held else ""

    pages = [_page(book, "title.xhtml", title_header(book, address))]
    for number, chapter in enumerate(book.chapters, 1):
        name = f"chapter-{number}.xhtml"
        parts = Markup("\n").join(chapter_parts(book, chapter, address))
        pages.append(_page(book, name, Markup('<section class="chapter">\n{}\n</section>').format(parts)))
    end = Markup('<p class="colophon">{}</p>').format(html_lines(book.colophon))
    entries = [(f"chapter-{n}.xhtml", chapter.title or book.title) for n, chapter in enumerate(book.chapters, 1)]
    entries = [("title.xhtml", book.whole_title), *entries]
    items = Markup("\n").join(Markup('<li><a href="{}" dir="auto">{}</a></li>').format(*entry) for entry in entries)
    nav = Markup('<nav epub:type="toc" id="toc">\n<h2>{}</h2>\n<ol>\n{}\n</ol>\n</nav>')
    nav = nav.format(book.labels.contents, items)
    return [_page(book, "nav.xhtml", nav, nav=True), *pages, _page(book, "end.xhtml", end)]


def _page(book: Book, name: str, body: Markup, *, nav: bool = False) -> _Item:
    page = _PAGE.format(language=book.language, title=book.whole_title, body=body)
    return _Item(name, "application/xhtml+xml", page.encode(), "nav" if nav else "", in_spine=True)


def _package(book: Book, items: list[_Item], modified: datetime) -> Markup:
    manifest, spine = [], []
    for number, item in enumerate(items, 1):
        properties = Markup(' properties="{}"').format(item.properties) if item.properties else Markup()
        entry = Markup('<item id="i{}" href="{}" media-type="{}"{}/>')
        manifest.append(entry.format(number, item.name, item.media_type, properties))
        if item.in_spine:
            spine.append(Markup('<itemref idref="i{}"/>').format(number))
    return _PACKAGE.format(
        language=book.language,
        id=uuid5(NAMESPACE_URL, f"{book.fingerprint()} {book.whole_title}"),
        title=book.whole_title,
        author=Markup("<dc:creator>{}</dc:creator>\n").format(book.name) if book.name else Markup(),
        modified=modified.strftime("%Y-%m-%dT%H:%M:%SZ"),
        manifest=Markup("\n").join(manifest),
        spine=Markup("\n").join(spine),
    )
