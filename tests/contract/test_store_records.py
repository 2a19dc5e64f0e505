"""Whole sessions: read, listed, and brought in from a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.change import Change
from core.errors import BadImport, NotFound
from core.ledger import Budget, Call, Settlement
from core.session import Digest, Note, Record
from core.store.changes import commit, put_letter
from core.store.chores import changed_entries
from core.store.ledger import StoredLedger
from core.store.outbox import mark_dead, next_letter
from core.store.records import overviews, put_record, record
from core.store.store import Store
from tests.fakes.manual_clock import ManualClock
from tests.fakes.records import Conversation, record_of, records, small_record, small_scripts
from tests.fakes.stores import (
    HERE,
    KINDS,
    NOW,
    answer,
    append,
    begin,
    edit,
    letter,
    new_session,
    opened,
    question,
    unnumbered,
)

SCRIPTS = small_scripts()


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(request.param, tmp_path) as opened_store:
        yield opened_store


def _one_note_for_each_key(whole: Record) -> Record:
    notes = tuple({note.key: note for note in whole.digest.notes}.values())
    return whole.model_copy(update={"digest": whole.digest.model_copy(update={"notes": notes})})


# --- one session --------------------------------------------------------------------------------------------------


async def test_there_must_be_such_a_session(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.read(lambda c: record(c, "nowhere"))


async def test_a_record_is_what_was_committed(store: Store) -> None:
    told = [question(1), answer(2, 1, "blue", "green", ref="7")]
    session = await store.write(lambda c: append(c, begin(c), told))
    whole, scripts = await store.read(lambda c: record(c, "s1"))
    assert (whole.session, whole.person.id, scripts) == (session, "p1", SCRIPTS)
    plain = [e.model_copy(update={"revisions": ()}) for e in whole.entries]
    assert plain == [e.model_copy(update={"revisions": ()}) for e in told]
    assert [[(r.number, r.text) for r in e.revisions] for e in unnumbered(whole).entries] == [
        [(1, "What was it like?")],
        [(2, "blue"), (3, "green")],
    ]
    bare, _ = await store.read(lambda c: record(c, "s1", entries_needed=False))
    assert bare == whole.model_copy(update={"entries": ()})


# --- import -------------------------------------------------------------------------------------------------------


async def test_an_imported_record_is_the_same_but_for_its_numbers(store: Store) -> None:
    whole = small_record()
    await store.write(lambda c: append(c, begin(c), [question(1), answer(2, 1)]))
    await store.write(lambda c: put_record(c, whole, SCRIPTS))
    read, scripts = await store.read(lambda c: record(c, whole.session.id))
    assert scripts == SCRIPTS
    assert unnumbered(read) == unnumbered(whole)
    assert min(r.number for e in read.entries for r in e.revisions) > 2


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(whole=records().map(_one_note_for_each_key), kind=st.sampled_from(KINDS))
async def test_any_record_comes_back_as_it_went_in(whole: Record, kind: str) -> None:
    with TemporaryDirectory() as folder:
        async with opened(kind, Path(folder)) as store:
            await store.write(lambda c: put_record(c, whole, SCRIPTS))
            read, scripts = await store.read(lambda c: record(c, whole.session.id))
    assert (unnumbered(read), scripts) == (unnumbered(whole), SCRIPTS)


async def test_the_watermark_stays_at_the_same_words(store: Store) -> None:
    talk = Conversation()
    asked = talk.ask("What do you remember?")
    first = talk.answer("A blue door.", asked)
    seen = talk.numbers
    talk.answer("And bread.", asked)
    talk.edit(first, "A green door.")
    whole = record_of(talk, digest=Digest(watermark=seen))
    await store.write(lambda c: append(c, begin(c), [question(1), answer(2, 1), answer(3, 1)]))
    await store.write(lambda c: put_record(c, whole, SCRIPTS))
    read, _ = await store.read(lambda c: record(c, whole.session.id))
    changed, _ = await store.read(lambda c: changed_entries(c, whole.session.id, read.digest.watermark))
    assert [e.text for e in changed] == ["A green door.", "And bread."]


async def test_a_session_that_is_here_already_is_refused(store: Store) -> None:
    whole = small_record()
    await store.write(lambda c: put_record(c, whole, SCRIPTS))
    before = await store.read(lambda c: record(c, whole.session.id))
    with pytest.raises(BadImport, match="already"):
        await store.write(lambda c: put_record(c, whole, SCRIPTS))
    assert await store.read(lambda c: record(c, whole.session.id)) == before


async def test_a_script_that_is_not_the_sessions_is_refused(store: Store) -> None:
    whole = small_record()
    other = whole.model_copy(update={"session": whole.session.model_copy(update={"script_digest": "another"})})
    with pytest.raises(BadImport, match="script"):
        await store.write(lambda c: put_record(c, other, SCRIPTS))


async def test_two_notes_of_one_key_are_refused(store: Store) -> None:
    whole = small_record()
    twice = Digest(notes=(Note(key="door", value="blue"), Note(key="door", value="green")))
    with pytest.raises(BadImport, match="note"):
        await store.write(lambda c: put_record(c, whole.model_copy(update={"digest": twice}), SCRIPTS))
    assert await store.read(overviews) == ()


async def test_an_imported_session_can_be_gone_on_with(store: Store) -> None:
    whole = small_record()
    await store.write(lambda c: put_record(c, whole, SCRIPTS))
    told = [question(whole.session.last_seq + 1), answer(whole.session.last_seq + 2, whole.session.last_seq + 1)]
    await store.write(lambda c: append(c, whole.session, told, revisions=((3, edit("A red door.")),)))
    read, _ = await store.read(lambda c: record(c, whole.session.id))
    assert [e.seq for e in read.entries] == list(range(1, whole.session.last_seq + 3))
    assert read.entries[2].text == "A red door."


# --- the list -----------------------------------------------------------------------------------------------------


async def test_the_list_shows_what_each_session_cost_and_what_was_never_delivered(store: Store) -> None:
    ledger = StoredLedger(store, Budget(), ManualClock())
    await store.write(begin)
    await store.write(lambda c: put_record(c, small_record(), SCRIPTS))
    for session_id, cost in (("s1", 30), ("s1", 12), (None, 1_000)):
        call = Call(purpose="notes", model="m", session_id=session_id, reserved_micros=50)
        await ledger.settle(await ledger.reserve(call), Settlement(outcome="ok", cost_micros=cost))
    for key, session_id in (("a", "s1"), ("b", "s1"), ("c", None), ("d", "s1")):
        sent = letter(key, session_id=session_id)
        await store.write(partial(put_letter, letter=sent, now=NOW))
    for _ in range(3):
        waiting = await store.read(lambda c: next_letter(c, HERE))
        assert waiting is not None
        await store.write(partial(mark_dead, row=waiting.id, now=NOW, error="rejected"))
    seen = await store.read(overviews)
    assert [(o.session.id, o.person.id, o.cost_micros, o.undeliverable) for o in seen] == [
        ("s1", "p1", 42, 2),
        ("s-0001", "p-0001", 0, 0),
    ]
    assert all(type(o.cost_micros) is int for o in seen)


async def test_the_list_begins_with_what_was_touched_last_and_has_an_end(store: Store) -> None:
    for n in range(5):
        session = new_session(f"s{n}")
        later = session.model_copy(update={"touched_at": session.touched_at.replace(minute=(n * 2) % 5)})
        await store.write(partial(begin, session=later, event_id=f"e{n}"))
    await store.write(lambda c: commit(c, Change(person_id="p1"), now=NOW))
    seen = await store.read(lambda c: overviews(c, limit=3))
    assert [o.session.id for o in seen] == ["s2", "s4", "s1"]
