"""Two persons who become one, row by row; and who was at work for either of them meanwhile."""

from __future__ import annotations

from functools import partial

import pytest
import sqlalchemy as sa

from core.contracts.commits import Commit, Join
from core.contracts.errors import Stale
from core.contracts.messages import Address, Voice
from core.contracts.ports import Recognised
from core.contracts.session import Awaited, Entry, Status
from core.store.call_rows import add_usage, day_of, usage_of
from core.store.changes import commit, commit_step
from core.store.claims import PEOPLE
from core.store.mailbox_rows import entry_by_ref, look_at_mailbox
from core.store.person_merge import _give_rows
from core.store.recording_rows import recording_of_event, save_heard, save_unheard
from core.store.records import load_record
from core.store.reports import import_session, session_background
from core.store.schema import links, mailbox, metadata, persons, recordings, sessions, usage
from core.store.store import Connection, Store
from core.store.timers import due_sessions, wake_due_sessions
from tests.fakes.records import small_record, small_scripts
from tests.fakes.stores import (
    HERE,
    NOW,
    answer,
    append,
    arrive,
    begin,
    claim_at,
    event,
    new_session,
    question,
    stored,
    waiting_ids,
)
from tests.fakes.told import LEFT_BEHIND, damage, dump, erase, tell

THERE = Address(platform="there", chat="2")
ITS_OWN = {"persons", "links", "link_tries", "tallies", "last_seen", "usage"}
"""Tables in which joining does more than to name another person, or nothing."""


def join_them(c: Connection, *, stays: str = "p1", goes: str = "p2", address: Address = THERE) -> None:
    joined = Join(person_id=stays, address=address, due_at=NOW + 5)
    commit(c, Commit(person_id=goes, effects=(joined,)), now=NOW)


def two(c: Connection) -> None:
    """Two persons, each with an interview under way."""
    begin(c)
    begin(c, new_session("s2", person_id="p2", address=THERE), event_id="hello there")


def under_another_name(rows: dict[str, list[tuple[object, ...]]]) -> dict[str, list[tuple[object, ...]]]:
    """What the rows are once the one who goes is called by the name of the one who stays."""
    names = {"boris": "anna"}
    return {
        table: sorted((tuple(names.get(v, v) if isinstance(v, str) else v for v in row) for row in found), key=repr)
        for table, found in rows.items()
    }


async def test_every_row_of_the_one_is_the_others_afterwards(store: Store) -> None:
    here = Address(platform="there", chat="3")
    await tell(store, "anna", THERE)
    await tell(store, "boris", here)
    before = await store.read(lambda c: dump(c, {*ITS_OWN, "sessions"}))
    await store.write(partial(join_them, stays="anna", goes="boris", address=here))
    after = await store.read(lambda c: dump(c, {*ITS_OWN, "sessions"}))
    assert after == under_another_name(before)
    assert await store.read(damage) == []
    named = [table for table in metadata.sorted_tables if "person_id" in table.c]
    found = {t.name: await store.read(lambda c, t=t: set(c.execute(sa.select(t.c.person_id)).scalars())) for t in named}
    assert all(people <= {"anna", None} for people in found.values())
    assert {"sessions", "mailbox", "addresses", "consents", "recordings", "photos", "runs"} <= set(found)


async def test_deleting_them_leaves_nothing_of_either(store: Store) -> None:
    here = Address(platform="there", chat="3")
    empty = await store.read(lambda c: dump(c, LEFT_BEHIND))
    await tell(store, "anna", THERE)
    await tell(store, "boris", here)
    await store.write(partial(join_them, stays="anna", goes="boris", address=here))
    await erase(store, "anna")
    left = await store.read(lambda c: dump(c, LEFT_BEHIND | {"outbox"}))
    assert left == {name: rows for name, rows in empty.items() if name != "outbox"}


async def test_one_session_is_active_and_all_are_held_where_they_said_yes(store: Store) -> None:
    await store.write(two)
    await store.write(join_them)
    first, second = await store.read(lambda c: (stored(c, "s1"), stored(c, "s2")))
    assert (first.status, second.status) == (Status.ACTIVE, Status.PAUSED)
    assert first.address == second.address == THERE
    due = await store.read(lambda c: c.execute(sa.select(sessions.c.due_at).where(sessions.c.id == "s2")).scalar())
    assert due == NOW + 5


async def test_where_only_the_one_who_goes_has_a_session_it_stays_active(store: Store) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("hello"))
        begin(c, new_session("s2", person_id="p2", address=THERE), event_id="hello there")
        join_them(c)

    await store.write(unit)
    assert (await store.read(lambda c: stored(c, "s2"))).status is Status.ACTIVE


async def test_the_mailbox_of_both_is_one_in_the_order_of_arrival(store: Store) -> None:
    def unit(c: Connection) -> None:
        two(c)
        for number in range(4):
            arrive(c, event(f"e{number}", address=(HERE, THERE)[number % 2]))

    await store.write(unit)
    before = await store.read(waiting_ids)
    await store.write(join_them)
    seen = await store.read(lambda c: look_at_mailbox(c, "p1"))
    assert seen is not None
    assert [item.id for item in seen.items] == before


async def test_what_was_told_for_an_interview_is_together_in_its_order(store: Store) -> None:
    def unit(c: Connection) -> None:
        for name, address, mail in (("p1", HERE, (7, 3)), ("p2", THERE, (5,))):
            arrive(c, event(f"hello {name}", address=address), person_id=name)
            kind = "podcast" if name == "p2" else ""
            awaits = Awaited(kind=kind, mail=mail, about="a link" if kind else "").model_dump_json()
            c.execute(persons.update().where(persons.c.id == name).values(awaits=awaits))
        join_them(c)

    await store.write(unit)
    (row,) = await store.read(lambda c: c.execute(sa.select(persons.c.awaits)).all())
    assert Awaited.model_validate_json(row.awaits) == Awaited(kind="podcast", mail=(3, 5, 7), about="a link")


@pytest.mark.parametrize(
    ("one", "other", "bytes_used"), [(NOW, NOW, 5), (NOW, NOW - 90_000, 2), (NOW - 90_000, NOW, 3), (None, NOW, 3)]
)
async def test_what_both_have_used_of_a_day_is_added_up(
    store: Store, one: float | None, other: float, bytes_used: int
) -> None:
    def unit(c: Connection) -> None:
        two(c)
        if one is not None:
            add_usage(c, "p1", day_of(one), size=2)
        add_usage(c, "p2", day_of(other), size=3)
        c.execute(usage.update().values(refused=0))
        join_them(c)

    await store.write(unit)
    assert (await store.read(lambda c: usage_of(c, "p1", day_of(NOW)))).bytes == bytes_used
    assert await store.read(damage) == []


@pytest.mark.parametrize("whose", ["p1", "p2"])
async def test_a_step_that_was_begun_before_is_refused_after_it(store: Store, whose: str) -> None:
    """Also one that changes the person alone, who has no revision."""
    claim = claim_at(NOW)

    def before(c: Connection) -> Commit:
        two(c)
        arrive(c, event("waits", address=HERE if whose == "p1" else THERE))
        assert PEOPLE.take(c, claim, whose)
        seen = look_at_mailbox(c, whose)
        assert seen is not None
        renamed = seen.person.model_copy(update={"name": "as it was"})
        return Commit(person_id=whose, person=renamed, done=(seen.items[0].id,))

    change = await store.write(before)
    await store.write(join_them)
    with pytest.raises(Stale):
        await store.write(lambda c: commit_step(c, change, claim))
    session = await store.read(lambda c: stored(c, "s1" if whose == "p1" else "s2"))
    stale = session.model_copy(update={"revision": session.revision - 1})
    with pytest.raises(Stale):
        await store.write(lambda c: commit(c, Commit(person_id="p1", session=stale), now=NOW))
    (row,) = await store.read(lambda c: c.execute(persons.select()).all())
    assert row.name != "as it was"


async def test_nobody_is_joined_to_somebody_who_is_gone(store: Store) -> None:
    await store.write(two)
    await store.write(join_them)
    for stays, goes in (("p1", "p2"), ("p2", "p1")):
        with pytest.raises(Stale):
            await store.write(partial(join_them, stays=stays, goes=goes))
    assert (await store.read(lambda c: stored(c, "s2"))).person_id == "p1"


async def test_of_what_there_can_be_only_one_the_one_who_stays_keeps_theirs(store: Store) -> None:
    """Also in a table whose feature does not join it itself."""

    def unit(c: Connection) -> list[tuple[str, str]]:
        two(c)
        for name in ("p1", "p2"):
            made = {"person_id": name, "digest": f"of {name}", "platform": "here", "chat": "1", "expires_at": NOW}
            c.execute(links.insert(), made)
        _give_rows(c, links, "p1", "p2")
        return [(row.person_id, row.digest) for row in c.execute(links.select())]

    assert await store.write(unit) == [("p1", "of p1")]


async def test_a_note_that_is_heard_meanwhile_comes_to_the_one_who_stays(store: Store) -> None:
    def unit(c: Connection) -> None:
        two(c)
        for name in ("heard", "late", "never"):
            arrive(c, event(name, Voice(file_ref=name), address=THERE, ref=name))

    await store.write(unit)
    rows = {name: await store.read(partial(recording_of_event, event_id=name)) for name in ("heard", "late", "never")}
    told = await store.read(lambda c: c.execute(sa.select(mailbox.c.id).where(mailbox.c.event_id == "late")).scalar())
    await store.write(lambda c: commit(c, Commit(person_id="p2", done=(told or 0,)), now=NOW))
    await store.write(join_them)
    heard = Recognised(text="words", language="en", seconds=3.0, speech_seconds=3.0)

    def settle(c: Connection) -> set[str | None]:
        one, late, never = (rows[name] for name in ("heard", "late", "never"))
        assert one is not None
        assert late is not None
        assert never is not None
        return {
            save_heard(c, one, heard, file="", keep=False, now=NOW),
            save_heard(c, late, heard, file="", keep=False, now=NOW),
            save_unheard(c, never, trouble="silent", due_at=None),
        }

    assert await store.write(settle) == {"p1"}
    owners = await store.read(lambda c: set(c.execute(sa.select(mailbox.c.person_id)).scalars()))
    assert owners == {"p1"}
    assert await store.read(lambda c: set(c.execute(sa.select(recordings.c.person_id)).scalars())) == {"p1"}


async def test_a_deadline_that_was_read_before_rings_for_nobody(store: Store) -> None:
    def before(c: Connection) -> list[object]:
        two(c)
        c.execute(sessions.update().where(sessions.c.id == "s2").values(due_at=NOW - 1, status="completed"))
        return due_sessions(c, now=NOW)

    due = await store.write(before)
    await store.write(join_them)
    assert await store.write(lambda c: wake_due_sessions(c, due, claim_at(NOW))) == []
    again = await store.read(lambda c: due_sessions(c, now=NOW))
    assert await store.write(lambda c: wake_due_sessions(c, again, claim_at(NOW))) == ["p1"]


async def test_a_message_is_found_in_its_chat_wherever_its_session_is_held(store: Store) -> None:
    def unit(c: Connection) -> None:
        session = begin(c)
        arrive(c, event("hello there", address=THERE), person_id="p2")
        append(c, session, [question(1), answer(2, 1, "from here", ref="7")])
        join_them(c)
        append(c, stored(c), [answer(3, 1, "from there", ref="7", address=THERE)])

    await store.write(unit)

    def words(found: tuple[str, Entry] | None) -> str:
        return "" if found is None else found[1].text

    assert words(await store.read(lambda c: entry_by_ref(c, HERE, "7"))) == "from here"
    assert words(await store.read(lambda c: entry_by_ref(c, THERE, "7"))) == "from there"


async def test_the_operator_sees_all_chats_of_a_person(store: Store) -> None:
    await store.write(two)
    await store.write(join_them)
    assert set((await store.read(lambda c: session_background(c, "s1"))).chats) == {HERE, THERE}


async def test_an_answer_that_is_taken_in_stands_in_a_chat_of_its_person_here(store: Store) -> None:
    """Elsewhere the other chat may have been theirs; here it is somebody else's."""

    def unit(c: Connection) -> list[Address | None]:
        begin(c, new_session("s2", person_id="p2", address=THERE), event_id="hello there")
        whole = small_record()
        there = [e.model_copy(update={"address": THERE}) if e.ref else e for e in whole.entries]
        import_session(c, whole.model_copy(update={"entries": tuple(there)}), small_scripts(), now=NOW)
        taken = load_record(c, whole.session.id)[0]
        return [entry.address for entry in taken.entries if entry.ref]

    found = await store.write(unit)
    assert set(found) == {small_record().session.address}
