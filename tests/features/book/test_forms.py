"""The three forms of a book: the same words in each, no word read as markup, nothing from elsewhere."""

from __future__ import annotations

import io
import re
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pypdf
import pytest

from core.features.book.documents.book import Book
from core.features.book.documents.display import BREAK_HERE, is_right_to_left, with_break_points
from core.features.book.documents.epub import OPUS, book_epub
from core.features.book.documents.html import Media, book_html
from core.features.book.documents.pdf import book_pdf, missing_glyphs
from tests.fakes.pictures import jpeg
from tests.fakes.records import AUDIO, BEGAN
from tests.features.book.books import ALPHABETS, HOSTILE, PHOTO, book_of, life, told_by

THERE = {PHOTO: Path("/photos/a.jpg"), AUDIO[0]: Path("/audio/a.ogg")}
MEDIA: dict[str, Media] = {"/photos/a.jpg": ("image/jpeg", jpeg()), "/audio/a.ogg": (OPUS, b"OggS" * 9)}
BLANK = re.compile(rf"[\s{BREAK_HERE}\u00ad\u2060-\u2064]+")


class Seen(HTMLParser):
    """The words and the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


def letters(text: str) -> str:
    return BLANK.sub("", text)


def passages(book: Book) -> list[str]:
    return [line for passage in book.passages for line in passage.paragraphs]


def printed(book: Book, root: Path) -> bytes:
    return book_pdf(book, {}, root=root, made_at=BEGAN.replace(microsecond=7), system_fonts=False)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_page_holds_every_word_and_runs_none(language: str) -> None:
    book = book_of(life(language, more=ALPHABETS + HOSTILE, voice=True), there=THERE)
    seen = Seen()
    seen.feed(book_html(book, MEDIA).decode())
    for line in passages(book):
        assert letters(line) in letters(seen.words)
    assert not {"script", "iframe", "link", "object"} & {tag for tag, _ in seen.elements}
    addresses = [a for tag, at in seen.elements for key in ("src", "href") if (a := at.get(key))]
    assert all(address.startswith(("data:image/", "data:audio/", "#")) for address in addresses)
    assert not any(key.startswith("on") for _, attributes in seen.elements for key in attributes)


def test_the_e_book_is_sound_xml_with_every_word_and_file() -> None:
    book = book_of(life(more=ALPHABETS + HOSTILE, voice=True), there=THERE)
    with zipfile.ZipFile(io.BytesIO(book_epub(book, MEDIA, modified=BEGAN))) as archive:
        assert archive.namelist()[0] == "mimetype"
        pages = [archive.read(name).decode() for name in archive.namelist() if name.endswith(".xhtml")]
        assert archive.read("book/media-1.ogg") == b"OggS" * 9
    words = "".join("".join(ET.fromstring(page).itertext()) for page in pages)  # noqa: S314 - our own
    for line in passages(book):
        assert letters(line) in letters(words)


def test_the_same_book_is_the_same_bytes(tmp_path: Path) -> None:
    book = book_of(life(voice=True), there=THERE)
    assert book_epub(book, MEDIA, modified=BEGAN) == book_epub(book, MEDIA, modified=BEGAN)
    assert book_html(book, MEDIA) == book_html(book, MEDIA)
    assert printed(book, tmp_path) == printed(book, tmp_path)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_text_of_the_print_is_what_was_told(language: str, tmp_path: Path) -> None:
    """Typst's own markup in it is printed like any other words."""
    book = book_of(life(language, more=(*HOSTILE, ALPHABETS[0])), there={})
    pages = pypdf.PdfReader(io.BytesIO(printed(book, tmp_path))).pages
    text = letters("".join(page.extract_text() for page in pages[2:])).replace("-", "")
    for line in passages(book):
        for piece in re.findall(r"\w{1,25}", letters(line).replace("-", "")):
            assert piece in text


@pytest.mark.parametrize("language", ["en", "ru"])
def test_in_each_form_a_name_stands_before_the_words_of_another(language: str, tmp_path: Path) -> None:
    record = life(language)
    other = {"en": "It was pears, <b>not</b> apples.", "ru": "Это были груши, <b>не</b> яблоки."}[language]
    book = book_of(record, events=told_by(record, "Masha & *Petya*", other))
    page = Seen()
    page.feed(book_html(book, {}).decode())
    with zipfile.ZipFile(io.BytesIO(book_epub(book, {}, modified=BEGAN))) as archive:
        pages = [archive.read(name).decode() for name in archive.namelist() if "chapter" in name]
    e_book = "".join("".join(ET.fromstring(each).itertext()) for each in pages)  # noqa: S314 - our own
    printed_pages = pypdf.PdfReader(io.BytesIO(printed(book, tmp_path))).pages
    paper = "".join(each.extract_text() for each in printed_pages[2:])
    told = letters(book.passages[0].paragraphs[-1])[-12:]
    in_order = (book.name, told, "Masha & *Petya*", other, book.name, book.passages[2].paragraphs[0][:20])
    for words in (page.words.partition(book.passages[0].question)[2], e_book, paper):
        seen, at = letters(words).casefold(), 0
        for each in in_order:
            at = seen.index(letters(each).casefold(), at) + 1


def test_a_life_has_its_pages(tmp_path: Path) -> None:
    made = pypdf.PdfReader(io.BytesIO(printed(book_of(life("ru"), there={}), tmp_path)))
    assert made.metadata is not None
    assert (made.metadata.title, made.metadata.author) == ("Мария: История жизни", "Мария")
    assert [round(float(side)) for side in made.pages[0].mediabox[2:]] == [420, 595]
    title, contents, *_ = (page.extract_text() for page in made.pages)
    assert "Мария" in title
    assert re.search(r"Детство\s*1", contents)


def test_characters_without_a_glyph_are_known_before() -> None:
    assert missing_glyphs(book_of(life("ru", more=(ALPHABETS[2],))), system_fonts=False) == ()
    assert missing_glyphs(book_of(life(more=("我 🎂 ok",))), system_fonts=False) == ("我", "🎂")


def test_only_words_longer_than_a_line_are_broken_and_no_sign_is() -> None:
    family = "👨‍👩‍👧"
    assert with_break_points("An ordinary line, with extraordinarily long words") == (
        "An ordinary line, with extraordinarily long words"
    )
    broken = with_break_points("w" * 60 + family * 20)
    assert broken.replace(BREAK_HERE, "") == "w" * 60 + family * 20
    assert max(map(len, broken.split(BREAK_HERE))) <= 25 * len(family)
    assert all(piece.count("👨") == piece.count("👧") for piece in broken.split(BREAK_HERE))


@pytest.mark.parametrize(
    ("text", "right"), [("“1951” שלום", True), ("Hello שלום", False), ("12 %", False), ("", False)]
)
def test_a_paragraph_begins_where_its_first_letter_does(text: str, right: bool) -> None:
    assert is_right_to_left(text) is right
