"""Documents of interviews are set as pages in the way of books."""

from __future__ import annotations

import pytest

from bot.config import AccessSection, Settings
from bot.sections import DocumentsSection
from core.access.gate import Policy
from core.contracts.chore import Pages, PageSection
from core.contracts.messages import Press
from core.documents.zips import LARGEST
from core.features.book.pages import BookPages
from core.languages.messages import say
from tests.fakes.app import running
from tests.fakes.records import small_record
from tests.features.book.bindery import FakeBindery, bound


async def test_in_a_chat_the_transcript_is_text_and_the_pdf_is_one_press_away() -> None:
    async with running() as r:
        bound(r)
        person = await r.beginning()
        await r.says(person, "We had a blue door.", "/transcript")
        (sent,) = person.documents
        assert sent.name.endswith(".md")
        (way,) = sent.choices
        assert way.label == say("en", "transcript-as-pdf")
        await r.handled(person.tell(Press(data=way.data)))
        printed = person.documents[1]
        assert printed.name.endswith(".pdf")
        assert [each.label for each in printed.choices] == [
            say("en", f"transcript-as-{form}") for form in ("docx", "md")
        ]


@pytest.mark.parametrize(("word", "form"), [("pdf", "pdf"), ("Word", "docx"), ("markdown", "md")])
async def test_a_transcript_comes_in_the_form_that_is_named(word: str, form: str) -> None:
    async with running() as r:
        bound(r)
        person = await r.beginning()
        await r.says(person, "We had a blue door.", f"/transcript {word}")
        (sent,) = person.documents
        assert sent.name.endswith(f"-transcript.{form}")
        await r.says(person, "/transcript haiku")
        assert person.said[-1] == say("en", "transcript-forms")


async def test_nobody_gets_the_transcript_of_another() -> None:
    async with running() as r:
        bound(r)
        person = await r.beginning()
        await r.says(person, "We had a blue door.", "/transcript")
        stranger = await r.beginning("2", name="Boris")
        await r.handled(stranger.tell(Press(data=person.documents[0].choices[0].data)))
        assert stranger.documents == []
        assert stranger.said[-1] == say("en", "stale-button")


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
