"""`/delete`: one question, and then nothing of the person is anywhere."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from core.commands.privacy import GOOD_FOR
from core.contracts.messages import Edit, Press, Text
from core.contracts.session import EntryKind
from core.store.schema import tallies
from core.words import say
from tests.fakes.app import Running, running
from tests.fakes.deleting import DELETE, KEEP, NAME, OTHERS, SECRET, delete, found, heard, life, nobody, runtime
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson
from tests.fakes.spoken import keep, unheard

# --- the question -------------------------------------------------------------------------------------------------


async def test_it_asks_what_would_go_and_how_to_have_it_first(r: Running, person: FakePerson) -> None:
    await person.says("We lived by the river.")
    question = await person.says("/delete")
    assert "one interview with 1 answer" in question
    assert "/export" in question
    assert "cannot be undone" in question
    assert person.labels == [DELETE, KEEP]
    assert await person.presses(KEEP) == say("en", "delete-kept")
    assert [e.text for e in (await r.record()).entries if e.kind is EntryKind.ANSWER] == ["We lived by the river."]
    assert r.platform.forgotten == []


async def test_it_asks_in_the_language_of_the_person(r: Running) -> None:
    person = await r.beginning(language="ru")
    assert "1 интервью" in await person.says("/delete")
    assert await person.presses("Удалить всё") == say("ru", "deleted")


async def test_somebody_who_has_told_nothing_can_be_forgotten_too(r: Running) -> None:
    person = r.platform.person()
    await person.says("/start")
    await delete(person)
    assert "/export" not in person.said[-1]
    assert await person.next() == say("en", "deleted")
    await r.settled()
    assert await nobody(r)


@pytest.mark.parametrize("argument", ["yes", "everything", "=keep", "1767225600", "Delete everything"])
async def test_nothing_that_is_typed_behind_the_command_is_enough(argument: str) -> None:
    async with running(clock=ManualClock()) as r:
        person = await r.beginning()
        assert say("en", "delete-sure") in await person.says(f"/delete {argument}")
        assert len(await r.sessions()) == 1


async def test_an_old_button_asks_again() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        await person.says("/delete")
        old = person.button(DELETE)
        clock.advance((GOOD_FOR + timedelta(seconds=1)).total_seconds())
        await person.tell(Press(data=old.data))
        assert say("en", "delete-sure") in await person.next()
        assert len(await r.sessions()) == 1
        clock.advance(GOOD_FOR.total_seconds())
        assert await person.presses(DELETE) == say("en", "deleted")


async def test_a_button_from_before_they_began_anew_asks_again() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        await delete(person)
        await person.next()
        old = person.button(DELETE)
        clock.advance(60)
        await r.beginning()
        person.read = len(person.received)
        await person.tell(Press(data=old.data))
        assert say("en", "delete-sure") in await person.next()
        assert len(await r.sessions()) == 1


@pytest.mark.parametrize("data", ["delete~abc", "delete~99999999999999999999999", "delete", "delete~=agree"])
async def test_a_button_that_is_none_of_ours_asks(data: str, person: FakePerson) -> None:
    await person.tell(Press(data=data))
    assert say("en", "delete-sure") in await person.next()


# --- nothing is left ----------------------------------------------------------------------------------------------


async def _first_of(r: Running, person: FakePerson) -> int:
    """The number of somebody's first session among all that there are."""
    return [s.address for s in await r.sessions()].index(person.address)


async def test_nothing_is_found_in_any_file_while_it_still_runs(tmp_path: Path) -> None:
    async with runtime(tmp_path) as (r, _):
        other = await life(r, "2", "Boris", OTHERS)
        person = await life(r, "1", NAME, SECRET)
        recordings = [
            await keep(r, f"{SECRET}, spoken".encode(), number=await _first_of(r, person)),
            await unheard(r, f"{SECRET}, mumbled".encode(), number=await _first_of(r, person)),
        ]
        others = await keep(r, f"{OTHERS}, spoken".encode(), number=await _first_of(r, other))
        await person.write("/export")
        await heard(r, person)
        assert set(recordings) < set(found(tmp_path, SECRET))
        assert "raconteur.db-wal" in found(tmp_path, SECRET)
        assert found(tmp_path, NAME)
        await delete(person)
        assert await person.next() == say("en", "deleted")
        await r.settled()
        assert found(tmp_path, SECRET) == []
        assert found(tmp_path, NAME) == []
        assert found(tmp_path, say("en", "deleted")[:30]) == []
        assert found(tmp_path, OTHERS) == ["raconteur.db", others]
        assert r.platform.forgotten == [person.address]
        assert "Plain en" in await other.says("/status")
        assert {s.person_id for s in await r.sessions()} == {(await r.record()).person.id}
    assert found(tmp_path, SECRET) == []


async def test_the_count_is_all_that_is_kept(r: Running, person: FakePerson) -> None:
    await delete(person)
    await person.next()
    await r.settled()
    assert await nobody(r)
    rows = await r.store.read(lambda c: {row.name: row.number for row in c.execute(tallies.select())})
    assert rows == {"deleted-people": 1, "deleted-sessions": 1}


async def test_somebody_who_writes_again_is_a_stranger(r: Running, person: FakePerson) -> None:
    await person.says("/name Aglaya")
    await delete(person)
    await person.next()
    assert say("en", "ask-name") in await person.says("Hello")
    assert await r.sessions() == []


async def test_what_the_platform_delivers_again_brings_nothing_back(r: Running, person: FakePerson) -> None:
    ref = await person.write("We lived by the river.")
    await person.next()
    shown = int(r.platform.receipts[-1].position)
    await delete(person)
    await person.next()
    await person.tell(Text(text="We lived by the river."), position=int(ref), ref=ref)
    await person.tell(Edit(ref=ref, text="We lived by a lake."), position=int(ref), ref=ref)
    await r.handled(person.tell(Press(data=person.button(DELETE).data), position=shown))
    assert await nobody(r)
