"""What is kept back is in no book, nor what is no answer; every other word of an answer is."""

from __future__ import annotations

from hypothesis import given

from core.contracts.session import EntryKind
from core.documents.visibility import visible_record
from core.features.book.documents.gathering import gather_book
from tests.fakes.records import Conversation, record_of
from tests.features.book.books import book_of
from tests.unit.test_documents_shown import answers_with_asides, answers_with_passages, with_a_goodbye, words_in
from tests.unit.test_documents_takes import FREELY, NEW, told_twice


def test_what_they_said_that_is_no_answer_is_not_in_it() -> None:
    assert "Sunday" not in str(book_of(record_of(with_a_goodbye())))


@given(talk=answers_with_asides())
def test_every_word_of_an_answer_is_in_it(talk: Conversation) -> None:
    record = record_of(talk)
    standing = [e for e in record.entries if e.kind is EntryKind.ANSWER and not (e.withdrawn or e.kept_back)]
    told = [word for entry in standing for word in words_in(entry.text)]
    lines = "\n".join(line for each in book_of(record).passages for line in each.paragraphs)
    assert sorted(words_in(lines)) == sorted(told)


@given(told=answers_with_passages())
def test_it_has_no_word_of_a_passage_that_is_kept_back(told: tuple[Conversation, set[str]]) -> None:
    talk, secrets = told
    assert not secrets.intersection(words_in(str(book_of(record_of(talk))).casefold()))


def test_what_is_told_freely_is_a_chapter_with_what_was_asked_about_it() -> None:
    record = told_twice(NEW, *FREELY)
    book = gather_book(visible_record(record), chapters={"first-memory": "The beginning", "home": "Home"})
    assert [chapter.title for chapter in book.chapters] == ["The beginning", "In your own time: the war"]
    told = ["\n".join(passage.paragraphs) for chapter in book.chapters for passage in chapter.passages]
    assert told == ["It stood by the river.", "She ate.", "We hid in the cellar.", "The goat."]
