"""Books as they are printed, page by page, beside pictures of how they looked when somebody had looked at them.

`RACONTEUR_PICTURES=1` writes the pictures anew: look at them before they are kept.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from core.documents.exchanges import talk_figures
from core.features.book.documents.book import Book
from core.features.book.documents.pdf import Picture, book_pdf
from tests.fakes.effort import SOAK, tries
from tests.fakes.records import AUDIO, BEGAN
from tests.features.book.books import ALPHABETS, HOSTILE, PHOTO, book_of, life

GOLDEN = Path(__file__).parent / "golden"
WRITES = os.environ.get("RACONTEUR_PICTURES") == "1"
SCALE = 0.75
"""Of the pictures: points for each point of the page."""
COLUMNS = 4
MOST_APART = 1.0
"""Of 255, in the mean over a page: another version of a renderer smooths letters otherwise."""
MOST_ANYWHERE = 60
"""After blurring, at any place: a letter that is missing is more."""


def pages(body: bytes, numbers: range | None = None) -> list[Image.Image]:
    with pypdfium2.PdfDocument(body) as document:
        return [document[n].render(scale=SCALE, grayscale=True).to_pil() for n in numbers or range(len(document))]


def compared(name: str, seen: list[Image.Image]) -> None:
    width, height = seen[0].size
    rows = -(-len(seen) // COLUMNS)
    sheet = Image.new("L", (width * COLUMNS, height * rows), 128)
    for place, page in enumerate(seen):
        sheet.paste(page, (place % COLUMNS * width, place // COLUMNS * height))
    file = GOLDEN / f"{name}.png"
    if WRITES:
        sheet.quantize(16).save(file, optimize=True)
    kept = Image.open(file).convert("L")
    assert kept.size == sheet.size
    apart = ImageChops.difference(*(each.filter(ImageFilter.GaussianBlur(2)) for each in (kept, sheet)))
    assert ImageStat.Stat(apart).mean[0] < MOST_APART
    assert apart.getextrema()[1] < MOST_ANYWHERE


def printed(book: Book, root: Path) -> bytes:
    photo = root / "photo.jpg"
    Image.linear_gradient("L").resize((900, 600)).save(photo)
    shown = {str(photo): Picture(name=photo.name, width=900, height=600)}
    return book_pdf(book, shown, root=root, made_at=BEGAN, system_fonts=False, boxes=True)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_life_looks_as_it_did(language: str, tmp_path: Path) -> None:
    there = {PHOTO: tmp_path / "photo.jpg", AUDIO[0]: tmp_path / "a.ogg"}
    record = life(language, more=(*ALPHABETS, *HOSTILE[:3]), voice=True)
    compared(f"book-{language}", pages(printed(book_of(record, there=there), tmp_path)))


def test_a_long_life_looks_as_it_did_and_loses_no_word(tmp_path: Path) -> None:
    """In a soak a hundred thousand words, with every alphabet in them; the pictures are of that book."""
    times = tries(100, soak=1_300)
    record = life("en", times=times, more=(*ALPHABETS, "ж" * 10_000))
    assert talk_figures(record).words > 75 * times
    body = printed(book_of(record), tmp_path)
    with pypdfium2.PdfDocument(body) as document:
        count = len(document)
        text = "".join(page.get_textpage().get_text_range() for page in document)
    assert len(re.findall("apples", text)) == times
    assert len(re.findall("ж", text)) == 10_000
    if not SOAK:
        return
    compared("book-long", pages(body, range(count // 2, count // 2 + 4)))
    compared("book-end", pages(body, range(count - 8, count)))
