"""What did I tell about my brother? Asked by command or in words, answered from the person's own words."""

from __future__ import annotations

from core.contracts.commits import Commit, Mark
from core.contracts.messages import Press, Say
from core.languages.messages import say
from core.store.changes import commit
from core.store.schema import told_words
from tests.fakes.app import Running, running
from tests.fakes.interview import PlainInterview
from tests.fakes.platform import FakePerson
from tests.fakes.stores import count

BROTHER = "My brother Misha had a goat. He loved her, and she ate his cap."


def last(person: FakePerson) -> Say:
    saying = person.received[-1].saying
    assert isinstance(saying, Say)
    return saying


async def test_what_was_told_is_quoted_with_where_it_stands(r: Running, person: FakePerson) -> None:
    found = await r.says(person, BROTHER, "We had a mill.", "/find brother")
    assert BROTHER in found
    assert "1. The only chapter · " in found
    assert "mill" not in found
    [button] = last(person).choices
    await r.handled(person.press(button.label))
    assert person.said[-1] == f"Question 1 in en?\n\n{BROTHER}"


async def test_nothing_is_invented(r: Running, person: FakePerson) -> None:
    assert await r.says(person, BROTHER, "/find sister") == say("en", "find-nothing")
    assert await r.says(person, "/find the") == say("en", "find-nothing")
    assert await r.says(person, "/find") == say("en", "find-what")


async def test_what_is_edited_kept_back_or_taken_back_is_found_no_more(r: Running, person: FakePerson) -> None:
    await r.says(person, BROTHER, "My brother drank.", "My brother sang.", "/find brother")
    assert "3 times" in person.said[-1]
    whole = await r.record()
    marks = tuple(Mark(seq=e.seq, kept_back=True) for e in whole.entries if "drank" in e.text)
    change = Commit(person_id=whole.person.id, session=whole.session, effects=marks)
    await r.store.write(lambda c: commit(c, change, now=r.clock.now().timestamp()))
    await r.says(person, "/undo")
    only = await r.says(person, "/find brother")
    assert BROTHER in only
    assert "drank" not in only
    assert "sang" not in only
    ref = next(e.ref for e in whole.entries if e.text == BROTHER)
    await r.handled(person.edit(ref, "My sister Olga had a goat."))
    assert await r.says(person, "/find brother") == say("en", "find-nothing")


async def test_of_many_places_those_that_say_most_are_shown() -> None:
    async with running(kinds={"plain": PlainInterview(questions=9)}) as r:
        person = await r.beginning()
        await r.says(person, *(f"The goat ate number {n}." for n in range(6)), "A goat. A goat, I say. And a goat.")
        found = await r.says(person, "/find goat")
    assert "5. " in found
    assert "6. " not in found
    assert "A goat, I say." in found
    assert say("en", "find-more", more=2) in found


async def test_nobody_reads_what_another_has_told(r: Running, person: FakePerson) -> None:
    await r.says(person, BROTHER, "/find brother")
    [button] = last(person).choices
    other = await r.beginning("2")
    assert await r.says(other, "/find brother") == say("en", "find-nothing")
    await r.handled(other.tell(Press(data=button.data)))
    assert other.said[-1] == say("en", "stale-button")


async def test_who_looks_for_nothing_has_no_words_put_down(r: Running, person: FakePerson) -> None:
    await r.says(person, BROTHER, "We had a mill.")
    assert await r.store.read(lambda c: count(c, told_words)) == 0


async def test_after_the_end_and_in_another_language_too(r: Running, person: FakePerson) -> None:
    await r.says(person, "Мой брат Миша держал козу.", "/done")
    assert "Мой брат Миша" in await r.says(person, "/find брате")
