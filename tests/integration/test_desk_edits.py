"""A message is changed: the transcript follows, the interview goes on as it was, and a word is said where it helps."""

from __future__ import annotations

import asyncio

import pytest

from core.contracts.messages import Edit
from core.contracts.session import Reason
from core.languages.messages import say
from tests.fakes.app import Running
from tests.fakes.platform import FakePerson


async def _answer_of(r: Running, question: str) -> str:
    return "\n".join((dict(await r.told()))[question])


async def test_an_edit_of_any_message_of_the_last_answer_is_silent(r: Running, person: FakePerson) -> None:
    refs = await asyncio.gather(*(person.write(f"Part {n}.") for n in range(5)))
    await person.next()
    await r.handled(person.edit(refs[0], "The first part."))
    assert (await r.told())[0][1] == ["The first part.", "Part 1.", "Part 2.", "Part 3.", "Part 4."]
    assert len(person.received) == 2


async def test_an_edit_of_an_older_answer_is_told_in_one_line(r: Running, person: FakePerson) -> None:
    ref = await person.write("In 1983.")
    await person.next()
    await person.says("Two.")
    await person.edit(ref, "In 1938.")
    assert await person.next() == say("en", "edited")
    assert await r.told() == [("q1", ["In 1938."]), ("q2", ["Two."]), ("q3", [])]
    entry = next(e for e in (await r.record()).entries if e.ref == ref)
    assert [(v.text, v.reason) for v in entry.revisions] == [
        ("In 1983.", Reason.ORIGINAL),
        ("In 1938.", Reason.EDIT),
    ]


async def test_an_edit_moves_the_interview_nowhere(r: Running, person: FakePerson) -> None:
    ref = await person.write("One.")
    await person.next()
    before = (await r.sessions())[0]
    await r.handled(person.edit(ref, "stop now"))
    assert (await r.sessions())[0] == before


async def test_the_transcript_shows_the_newest_words(r: Running, person: FakePerson) -> None:
    ref = await person.write("The frist one.")
    await person.next()
    for wording in ("The first one.", "The very first one."):
        await person.edit(ref, wording)
    await r.says(person, "/transcript")
    (document,) = person.documents
    assert "The very first one." in document.body.decode()
    assert "frist" not in document.body.decode()


async def test_an_edit_after_the_end_is_kept_and_said(r: Running, person: FakePerson) -> None:
    ref = await person.write("One.")
    await r.says(person, "/done", "/interview plain")
    await r.handled(person.edit(ref, "One, rather."))
    assert person.said[-1] == say("en", "edited")
    assert await _answer_of(r, "q1") == "One, rather."


@pytest.mark.parametrize("text", ["", "   ", "\n"])
async def test_an_edit_to_nothing_takes_nothing_back(text: str, r: Running, person: FakePerson) -> None:
    ref = await person.write("One.")
    await person.next()
    await r.handled(person.edit(ref, text))
    assert await _answer_of(r, "q1") == "One."
    assert len(person.received) == 2


@pytest.mark.parametrize("ref", ["", "999", "'; --"])
async def test_an_edit_of_what_is_no_answer_changes_nothing(ref: str, r: Running, person: FakePerson) -> None:
    await person.says("One.")
    await r.handled(person.tell(Edit(ref=ref, text="Nonsense.")))
    assert await _answer_of(r, "q1") == "One."
    assert len(person.received) == 2


async def test_an_edit_without_a_change_writes_nothing(r: Running, person: FakePerson) -> None:
    ref = await person.write("One.")
    await person.next()
    await r.handled(person.edit(ref, "One."))
    assert [len(e.revisions) for e in (await r.record()).entries] == [1] * 5


async def test_an_edit_of_what_was_taken_back_says_so(r: Running, person: FakePerson) -> None:
    ref = await person.write("One.")
    await person.next()
    await person.says("/undo")
    await person.edit(ref, "One, better.")
    assert await person.next() == say("en", "edited-taken-back")
    assert await r.told() == [("q1", [])]


async def test_nobody_edits_the_words_of_another(r: Running) -> None:
    anna = await r.beginning("1")
    ref = await anna.write("Mine.")
    await anna.next()
    boris = await r.beginning("2")
    await r.handled(boris.edit(ref, "Stolen."))
    assert await _answer_of(r, "q1") == "Mine."


async def test_an_edit_makes_the_notes_that_rest_on_it_stale(r: Running, person: FakePerson) -> None:
    ref = await person.write("In 1983.")
    await r.settled()
    assert [note.stale for note in (await r.record()).digest.notes] == [False]
    await r.handled(person.edit(ref, "In 1938."))
    assert [note.stale for note in (await r.record()).digest.notes] == [True]
    await r.says(person, "Two.")
    assert [note.stale for note in (await r.record()).digest.notes] == [False]


async def test_taking_back_makes_the_notes_that_rest_on_it_stale(r: Running, person: FakePerson) -> None:
    await r.says(person, "In 1983.", "/undo")
    assert [note.stale for note in (await r.record()).digest.notes] == [True]
