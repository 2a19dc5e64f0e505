"""Where a message went, by both stores: what waits of it, what it became, and what became of nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from core.contracts.commits import Commit, Revise
from core.contracts.messages import (
    Address,
    Command,
    Content,
    Edit,
    Incoming,
    Removal,
    Text,
    Unusable,
    UnusableKind,
    Voice,
)
from core.contracts.ports import Recognised
from core.store.changes import commit
from core.store.message_removal import MessageTraces, message_traces
from core.store.recording_rows import recording_of_event, save_heard, save_unheard
from core.store.rows import to_datetime
from core.store.store import Connection, MemoryStore, Store
from tests.fakes.stores import (
    HERE,
    NOW,
    answer,
    append,
    arrive,
    begin,
    edit,
    event,
    new_session,
    question,
    waiting_ids,
)

NOTE = Voice(file_ref="f", seconds=3.0, media_type="audio/ogg")


async def _came(store: Store, *events: Incoming) -> list[int]:
    """The numbers of the mailbox items, in their order."""

    def unit(c: Connection) -> list[int]:
        for incoming in events:
            arrive(c, incoming)
        return waiting_ids(c)

    return await store.write(unit)


async def _done(store: Store, *items: int) -> None:
    await store.write(lambda c: commit(c, Commit(person_id="p1", done=items), now=NOW))


async def _traces(store: Store, ref: str = "7") -> MessageTraces:
    return await store.read(lambda c: message_traces(c, "p1", HERE, ref))


async def test_what_waits_of_a_message_is_found_with_its_changes(store: Store) -> None:
    contents: list[Content] = [
        Text(text="words"),
        NOTE,
        Unusable(kind=UnusableKind.STICKER),
        Edit(ref="7", text="other words"),
        Command(name="name", argument="7"),
        Removal(ref="7"),
    ]
    others = [event("x", Text(text='"7"'), ref="77"), event("y", Edit(ref="8", text="7"), ref="8")]
    ids = await _came(store, *(event(f"e{n}", each, ref="7") for n, each in enumerate(contents)), *others)
    found = await _traces(store)
    assert (found.waiting, found.unused) == (tuple(ids[:4]), tuple(ids[:4]))
    assert (found.answers, found.unheard) == ({}, False)


async def test_of_another_chat_and_of_another_person_nothing_is_found(store: Store) -> None:
    elsewhere = event("e1", ref="7", address=Address(platform="here", chat="2"))
    await _came(store, elsewhere)
    await store.write(lambda c: arrive(c, event("e2", ref="7"), person_id="p2"))
    assert (await _traces(store)).unused == ()


async def test_handled_words_that_became_no_answer_are_unused(store: Store) -> None:
    ids = await _came(store, event("e1", ref="7"))
    await _done(store, *ids)
    found = await _traces(store)
    assert (found.waiting, found.unused) == ((), tuple(ids))


async def test_what_was_withdrawn_is_no_answer_and_no_unused_mail_either(store: Store) -> None:
    session = await store.write(lambda c: begin(c))
    ids = await _came(store, event("e1", ref="7"))
    await _done(store, *ids)
    await store.write(lambda c: append(c, session, [question(1), answer(2, 1, ref="7")]))
    taken_back = Commit(person_id="p1", effects=(Revise("s1", 2, edit("It was long ago.", withdrawn=True)),))
    await store.write(lambda c: commit(c, taken_back, now=NOW))
    found = await _traces(store)
    assert (found.answers, found.unused) == ({}, ())


def _hold(c: Connection, *, session_id: str) -> None:
    session = begin(c, new_session(session_id), event_id=f"hello {session_id}")
    append(c, session, [question(1), answer(2, 1, ref="7"), answer(3, 1, ref="7")])


async def test_answers_in_two_interviews_are_told_apart(store: Store) -> None:
    for name in ("s1", "s2"):
        await store.write(partial(_hold, session_id=name))
    found = await _traces(store)
    assert {name: [e.seq for e in entries] for name, entries in found.answers.items()} == {"s1": [2, 3], "s2": [2, 3]}


async def test_what_is_heard_late_is_found_by_the_message_that_it_came_in(store: Store) -> None:
    session = await store.write(lambda c: begin(c))
    first = (await _came(store, event("e1", NOTE, ref="7")))[-1]

    def hear(c: Connection) -> None:
        row = recording_of_event(c, "e1")
        assert row is not None
        save_unheard(c, row, trouble="later", due_at=NOW)
        commit(c, Commit(person_id="p1", done=(first,)), now=NOW)
        heard = Recognised(text="words", language="en", seconds=3.0, speech_seconds=3.0)
        save_heard(c, row, heard, file="", keep=False, now=NOW + 9)

    await store.write(hear)
    late = (await store.read(waiting_ids))[-1]
    assert (await _traces(store)).waiting == (late,)
    await _done(store, late)
    spoken = answer(2, 1, "words", ref="e1").model_copy(update={"spoken_seconds": 3.0})
    await store.write(lambda c: append(c, session, [question(1), spoken]))
    found = await _traces(store)
    assert [e.seq for e in found.answers["s1"]] == [2]
    assert found.unused == ()


async def test_its_moments_tell_which_wordings_it_brought(store: Store) -> None:
    later = replace(event("e2", Edit(ref="7", text="x"), ref="7"), sent_at=to_datetime(NOW + 60.123456))
    await _came(store, event("e1", ref="7"), later, event("e3", NOTE, ref="8"))
    assert (await _traces(store)).moments == {to_datetime(NOW), to_datetime(NOW + 60.123456)}


@given(st.text(min_size=1, max_size=8) | st.sampled_from(['"', "\\", "%", "_", "/", "/%", "Ё", "\x00", "\n"]))
async def test_any_id_finds_its_own_message_only(ref: str) -> None:
    store = MemoryStore()
    ids = await _came(store, event("mine", ref=ref), event("other", ref=f"{ref}0"), event("third", ref=f"0{ref}"))
    found = await _traces(store, ref)
    await store.close()
    assert found.unused == (ids[0],)
