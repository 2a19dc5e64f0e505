"""Documents of interviews are set as pages in the way of books."""

from __future__ import annotations

import pytest

from bot.config import AccessSection, Settings
from bot.sections import DocumentsSection
from core.access.gate import Policy
from core.contracts.chore import Pages, PageSection
from core.documents.zips import LARGEST
from core.features.book.pages import BookPages
from core.languages.messages import say
from tests.fakes.app import running
from tests.fakes.records import small_record
from tests.features.book.bindery import FakeBindery, bound


async def test_a_transcript_can_come_as_pdf() -> None:
    settings = Settings(access=AccessSection(policy=Policy.OPEN), documents=DocumentsSection(transcript="pdf"))
    async with running(settings=settings) as r:
        person = await r.beginning()
        await r.says(person, "We had a blue door.", "/transcript")
        (sent,) = person.documents
        assert (sent.name.rpartition(".")[2], sent.caption) == ("pdf", say("en", "transcript-caption"))
        assert sent.body.startswith(b"%PDF")
        bound(r).fails = True
        await r.says(person, "/transcript")
        assert person.documents[1].name.endswith(".md")
        assert person.documents[1].caption == say("en", "book-not-printed")


@pytest.mark.parametrize("form", ["pdf", "html"])
async def test_a_document_of_an_interview_is_set_in_the_form_that_it_wants(form: str) -> None:
    bindery = FakeBindery()
    section = PageSection(heading="The conversation", passages=(("Why?", ("For the walk.", "And the dog.")),))
    pages = Pages(form=form, title="The Long Walk", sections=(section,), remarks=("Made of a talk.",))
    assert b"For the walk." in (await BookPages(bindery).set_pages(pages, small_record(), limit=LARGEST) or b"")
    (book,) = bindery.books
    assert (book.title, book.colophon) == ("The Long Walk", ("Made of a talk.",))
    assert [each.paragraphs for each in book.passages] == [("For the walk.", "And the dog.")]
    bindery.fails = True
    assert await BookPages(bindery).set_pages(pages, small_record(), limit=LARGEST) is None
