"""`/book`: from the wish to the files, in the chat; nobody gets it before a yes to these very words."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import AsyncIterator
from functools import partial

import pytest
from pydantic import BaseModel

from core.contracts import commands
from core.contracts.errors import BudgetSpent
from core.contracts.messages import Press
from core.contracts.ports import Prompt
from core.contracts.session import EntryKind, InputPurpose
from core.features.book.documents.editing import EditedParagraph, EditedParagraphs
from core.interviews.life_story.interview import LifeStory
from core.languages.messages import say
from core.store.schema import book_passages, books
from tests.fakes.app import Running, running, talking_model
from tests.fakes.heard import Scene
from tests.fakes.interview import Reply
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePerson
from tests.fakes.stores import count
from tests.features.book.bindery import bound

TOLD = ("Um, my grandmother, um, peeled apples.", "We had a blue door.")
GO, FIX, OUT = (say("en", f"book-button-{deed}") for deed in ("go", "fix", "out"))
LAST = say("en", "book-button-go", last="yes")
MINE, OURS = (say("en", f"book-button-{deed}") for deed in ("mine", "ours"))
EXACTLY, EASIER, READ, SEND = (say("en", f"book-button-{deed}") for deed in ("told", "read", "stay", "send"))


def talking(edit: EditedParagraphs | Exception | None = None) -> ScriptedModel:
    def respond(prompt: Prompt, _schema: type[BaseModel]) -> BaseModel | Exception:
        return edit if prompt.purpose == "book" and edit is not None else Reply(words="I see.")

    return ScriptedModel(respond)


@pytest.fixture
async def r() -> AsyncIterator[Running]:
    async with running(model=talking_model()) as app:
        yield app


async def teller(r: Running, chat: str = "1") -> FakePerson:
    person = await r.beginning(chat)
    await r.says(person, *TOLD)
    return person


async def pressed(r: Running, person: FakePerson, *labels: str) -> str:
    """Press one button after the other; what is read last."""
    for label in labels:
        await r.handled(person.press(label))
    return person.said[-1]


async def test_there_is_no_book_of_nothing(r: Running) -> None:
    person = await r.beginning()
    assert await r.says(person, "/book") == say("en", "book-nothing")


async def test_it_is_read_said_yes_to_and_comes_in_three_forms(r: Running) -> None:
    bindery, person = bound(r), await teller(r)
    await r.says(person, "/book")
    sheet = await pressed(r, person, EXACTLY)
    assert f"1. {TOLD[0]}" in sheet
    assert f"2. {TOLD[1]}" in sheet
    assert await pressed(r, person, LAST) == say("en", "book-end")
    assert person.documents == []
    await pressed(r, person, MINE)
    assert [document.name.rpartition(".")[2] for document in person.documents] == ["pdf", "epub", "html"]
    assert bindery.books[0].passages[0].paragraphs == (TOLD[0],)
    await r.says(person, "/book")
    await pressed(r, person, SEND)
    assert len(person.documents) == 6


async def test_a_passage_is_said_otherwise_and_what_was_told_stays(r: Running) -> None:
    bindery, person = bound(r), await teller(r)
    await r.says(person, "/book")
    await pressed(r, person, EXACTLY, FIX, "1")
    assert TOLD[0] in person.said[-1]
    await r.says(person, "My grandmother sang while she peeled apples.")
    assert "sang while she peeled" in person.said[-1]
    assert "sang while she peeled" in await pressed(r, person, GO)
    await pressed(r, person, LAST, OURS)
    assert bindery.books[0].passages[0].paragraphs == ("My grandmother sang while she peeled apples.",)
    answers = [entry for entry in (await r.record()).entries if entry.kind is EntryKind.ANSWER]
    assert [entry.text for entry in answers] == list(TOLD), "and it answers no question"


async def test_a_passage_is_said_otherwise_by_voice(s: Scene) -> None:
    await s.write(*TOLD)
    await s.write("/book")
    await s.press(EXACTLY, FIX, "1")
    await s.say("She peeled them and sang.")
    assert s.new(1) == [f"{say('en', 'book-changed')}\n\nShe peeled them and sang."]
    await s.write("Three.")
    assert [answers for _, answers in await s.r.told()] == [[TOLD[0]], [TOLD[1]], ["Three."], []]


async def test_who_goes_on_with_something_else_changes_nothing(r: Running) -> None:
    person = await teller(r)
    await r.says(person, "/book")
    await pressed(r, person, EXACTLY, FIX, "1")
    await r.says(person, "/status", "Our third answer.")
    assert [answers for _, answers in await r.told()] == [[TOLD[0]], [TOLD[1]], ["Our third answer."], []]


async def test_words_that_nobody_needs_any_more_are_an_answer(r: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    person = await teller(r)
    await r.says(person, "/book")
    await pressed(r, person, EXACTLY, FIX, "1")
    monkeypatch.delitem(commands._inputs, InputPurpose.BOOK)
    await r.says(person, "Our third answer.")
    assert [answers for _, answers in await r.told()] == [[TOLD[0]], [TOLD[1]], ["Our third answer."], []]


async def test_what_is_easy_to_read_is_made_once() -> None:
    model = talking(EditedParagraphs(paragraphs=[]))
    async with running(model=model) as r:
        person = await teller(r)
        for _ in range(2):
            await r.says(person, "/book")
            await pressed(r, person, EASIER)
            assert person.said[-1] == say("en", "book-ready", rules="no")
    assert model.calls["book"] == 1


async def test_a_passage_is_left_out_and_put_back(r: Running) -> None:
    bindery, person = bound(r), await teller(r)
    await r.says(person, "/book")
    await pressed(r, person, EXACTLY, OUT, "2", say("en", "book-button-drop"))
    assert person.said[-1] == say("en", "book-dropped")
    assert TOLD[1] not in await pressed(r, person, GO)
    assert TOLD[1] in await pressed(r, person, LAST, say("en", "book-button-left"))
    await pressed(r, person, say("en", "book-button-back", number=1))
    assert TOLD[1] in await pressed(r, person, GO)
    assert [e.kept_back for e in (await r.record()).entries if e.kind is EntryKind.ANSWER] == [False, False]
    assert bindery.books == []


async def test_a_passage_is_taken_out_of_everything(r: Running) -> None:
    bound(r)
    person = await teller(r)
    await r.says(person, "/book")
    await pressed(r, person, EXACTLY, OUT, "2", say("en", "book-button-hide"))
    assert [e.kept_back for e in (await r.record()).entries if e.kind is EntryKind.ANSWER] == [False, True]
    assert TOLD[1] not in await pressed(r, person, GO)


async def test_a_yes_is_to_the_words_that_were_seen(r: Running) -> None:
    bindery, person = bound(r), await r.beginning()
    ref = await person.write(TOLD[0])
    await r.settled()
    await r.says(person, "/book")
    await pressed(r, person, EXACTLY, LAST)
    await r.handled(person.edit(ref, "My grandfather peeled apples."))
    assert await pressed(r, person, MINE) == say("en", "book-other-by-now")
    await pressed(r, person, READ, LAST, MINE)
    assert len(person.documents) == 3
    await r.handled(person.edit(ref, "My grandmother peeled apples."))
    await r.says(person, "/book")
    assert SEND not in person.labels, "the yes has fallen"
    assert len(bindery.books) == 1


@pytest.mark.parametrize(
    ("edit", "read"),
    [
        ("My grandmother peeled apples.", "My grandmother peeled apples."),
        ("My kind grandmother peeled apples.", "My grandmother peeled apples."),
        (BudgetSpent("It is spent.", scope="day"), "My grandmother peeled apples."),
    ],
)
async def test_a_book_is_made_easy_to_read_and_lies_are_not_in_it(edit: str | Exception, read: str) -> None:
    answer = EditedParagraphs(paragraphs=[EditedParagraph(number=1, text=edit)]) if isinstance(edit, str) else edit
    async with running(model=talking(answer)) as r:
        bound(r)
        person = await teller(r)
        await r.says(person, "/book")
        await pressed(r, person, EASIER)
        assert read in await pressed(r, person, READ)
        assert TOLD[1] in person.said[-1]


async def test_where_it_cannot_be_bound_its_words_come_all_the_same(r: Running) -> None:
    bindery, person = bound(r), await teller(r)
    bindery.fails = True
    await r.says(person, "/book")
    await pressed(r, person, EXACTLY, OUT, "2", say("en", "book-button-drop"), GO, LAST, MINE)
    assert say("en", "book-not-bound") in person.said
    (text,) = person.documents
    assert text.name.endswith(".md")
    assert TOLD[0] in text.body.decode()
    assert TOLD[1] not in text.body.decode()
    bindery.fails = False
    await pressed(r, person, SEND)
    assert len(person.documents) == 4


async def test_nobody_reads_anothers_book(r: Running) -> None:
    bindery, person = bound(r), await teller(r)
    await r.says(person, "/book")
    await pressed(r, person, EXACTLY)
    other = await r.beginning("2")
    await r.handled(other.tell(Press(data=person.button(LAST).data)))
    assert other.said[-1] == say("en", "stale-button")
    assert bindery.books == []


async def test_what_was_decided_is_in_the_export_and_goes_with_the_person(r: Running) -> None:
    bound(r)
    person = await teller(r)
    await r.says(person, "/book")
    await pressed(r, person, EXACTLY, FIX, "1")
    await r.says(person, "My words.")
    await r.says(person, "/export")
    with zipfile.ZipFile(io.BytesIO(person.documents[-1].body)) as archive:
        (decided,) = [archive.read(name) for name in archive.namelist() if name.endswith("book.json")]
    assert json.loads(decided)["passages"][0]["text"] == "My words."
    await r.says(person, "/delete")
    await pressed(r, person, say("en", "button-delete-all"))
    assert [await r.store.read(partial(count, table=table)) for table in (books, book_passages)] == [0, 0]


async def test_a_finished_life_is_offered_a_book() -> None:
    async with running(kinds={"life-story": LifeStory()}, model=ScriptedModel(offline=True)) as r:
        person = r.platform.person("1", name="Anna", language="en")
        await person.begin("life-story")
        await r.says(person, "We lived by the river.", "/done", "/done")
        assert await pressed(r, person, say("en", "button-book")) != ""
        assert EXACTLY in person.labels
