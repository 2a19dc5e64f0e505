"""The cover, the dedication and the places of photographs, in every form of a book and in the file for Word."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from docx import Document
from PIL import Image

from core.contracts.session import Record
from core.documents.exchanges import answers_of
from core.features.book.binding.binding_messages import Bind
from core.features.book.binding.binding_worker import bind_book
from core.features.book.decisions import BookFront, PassageWording, PhotoPlace
from core.features.book.documents.book import Book
from core.features.book.documents.gathering import AS_TOLD, Wishes
from tests.features.book.books import PHOTO, book_of, life

FRONT = BookFront(
    title="By the river", name="Maria Petrova", years="1941–2026", dedication="For Mischa\nand Anna", colour="sea"
)


def _photo(record: Record) -> int:
    return next(seq for seq, answer in answers_of(record).items() if answer.photo)


def _placed(record: Record, place: PhotoPlace) -> Wishes:
    seq = _photo(record)
    return Wishes(wordings={seq: PassageWording(seq=seq, place=place)})


def test_a_book_without_a_front_is_the_one_that_was_approved_before() -> None:
    plain = book_of(life())
    assert plain.fingerprint() == book_of(life(), Wishes(front=BookFront())).fingerprint()
    for change in (
        {"title": "x"},
        {"name": "x"},
        {"years": "x"},
        {"dedication": "x"},
        {"colour": "ink"},
    ):
        assert book_of(life(), Wishes(front=BookFront(**change))).fingerprint() != plain.fingerprint()


def test_the_front_says_what_its_person_wants() -> None:
    record = life()
    book = book_of(record, Wishes(front=replace(FRONT, photo=_photo(record))))
    assert (book.whole_title, book.shown_years) == ("Maria Petrova: By the river", "1941–2026")
    assert book.dedication == ("For Mischa", "and Anna")
    assert book.cover is not None
    assert (book.cover.colour, book.cover.seq) == ("sea", _photo(record))


def test_a_photograph_that_is_left_out_is_not_on_the_cover_either() -> None:
    record = life()
    seq = _photo(record)
    wordings = {seq: PassageWording(seq=seq, withheld=True)}
    assert book_of(record, Wishes(front=BookFront(photo=seq), wordings=wordings)).cover is None


def test_a_photograph_goes_to_the_end_of_its_chapter_or_beside_its_words() -> None:
    record = life(more=("And more.",))
    seq = _photo(record)
    usual = book_of(record, AS_TOLD)
    chapter = next(each for each in usual.chapters if any(one.seq == seq for one in each.passages))
    ending = book_of(record, _placed(record, PhotoPlace.END))
    moved = next(each for each in ending.chapters if each.title == chapter.title)
    assert moved.passages[-1].seq == seq
    assert {each.seq for each in ending.passages} == {each.seq for each in usual.passages}
    assert {each.question for each in ending.passages} == {each.question for each in usual.passages}
    beside = book_of(record, _placed(record, PhotoPlace.BESIDE))
    places = [each.seq for each in beside.passages]
    photo = beside.passages[places.index(seq)]
    behind = beside.passages[places.index(seq) + 1]
    assert photo.photo is not None
    assert photo.photo.beside
    assert (behind.question, bool(behind.paragraphs)) == ("", True)
    assert {each.question for each in beside.passages} == {each.question for each in usual.passages}


@pytest.mark.parametrize("place", PhotoPlace)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_form_is_made_with_a_cover(tmp_path: Path, place: PhotoPlace, language: str) -> None:
    record = life(language)
    there = {PHOTO: _file(tmp_path)}
    wishes = replace(_placed(record, place), front=replace(FRONT, photo=_photo(record)))
    files = _bound(tmp_path, book_of(record, wishes, there))
    assert files["pdf"].startswith(b"%PDF")
    page = files["html"].decode()
    assert 'class="cover cover-sea"' in page
    assert "For Mischa<br/>and Anna" in page
    assert ('class="beside"' in page) is (place is PhotoPlace.BESIDE)


def test_the_file_for_word_holds_every_word_and_the_photograph(tmp_path: Path) -> None:
    record = life(more=("كانت جدتي تسكن في بيروت",), voice=True)
    book = book_of(record, AS_TOLD, {PHOTO: _file(tmp_path)})
    file = Document(io.BytesIO(_bound(tmp_path, book, "docx")["docx"]))
    words = "\n".join(paragraph.text for paragraph in file.paragraphs)
    for passage in book.passages:
        assert all(paragraph in words for paragraph in passage.paragraphs)
        assert passage.question in words
    assert len(file.inline_shapes) == 1
    absent = Document(io.BytesIO(_bound(tmp_path, book_of(record), "docx")["docx"]))
    assert book.labels.photo_absent in "\n".join(paragraph.text for paragraph in absent.paragraphs)


def _file(folder: Path) -> Path:
    place = folder / "house.png"
    Image.new("RGB", (90, 60), "navy").save(place)
    return place


def _bound(folder: Path, book: Book, *forms: str) -> Mapping[str, bytes]:
    room = folder / "room"
    room.mkdir(exist_ok=True)
    wanted = forms or ("pdf", "epub", "html")
    asked = Bind(book=book, folder=str(room), forms=wanted, made_at=datetime(2026, 1, 1, tzinfo=UTC), limit=50_000_000)
    return {form: (room / name).read_bytes() for form, name in zip(wanted, bind_book(asked).files, strict=True)}
