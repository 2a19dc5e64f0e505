"""Whole sessions: read, listed, and brought in from a file."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from core.contracts.errors import BadImport
from core.contracts.session import Digest, Note, Record
from core.store.chore_rows import changed_entries
from core.store.records import load_record, put_record
from core.store.store import MemoryStore, Store
from tests.fakes.effort import tries
from tests.fakes.records import Conversation, record_of, records, small_record, small_scripts
from tests.fakes.stores import answer, append, begin, every_session, question, unnumbered

SCRIPTS = small_scripts()


def _one_note_for_each_key(whole: Record) -> Record:
    notes = tuple({note.key: note for note in whole.digest.notes}.values())
    return whole.model_copy(update={"digest": whole.digest.model_copy(update={"notes": notes})})


# --- one session --------------------------------------------------------------------------------------------------


async def test_a_record_is_what_was_committed(store: Store) -> None:
    told = [question(1), answer(2, 1, "blue", "green", ref="7")]
    session = await store.write(lambda c: append(c, begin(c), told))
    whole, scripts = await store.read(lambda c: load_record(c, "s1"))
    assert (whole.session, whole.person.id, scripts) == (session, "p1", SCRIPTS)
    plain = [e.model_copy(update={"revisions": ()}) for e in whole.entries]
    assert plain == [e.model_copy(update={"revisions": ()}) for e in told]
    assert [[(r.number, r.text) for r in e.revisions] for e in unnumbered(whole).entries] == [
        [(1, "What was it like?")],
        [(2, "blue"), (3, "green")],
    ]
    bare, _ = await store.read(lambda c: load_record(c, "s1", entries_needed=False))
    assert bare == whole.model_copy(update={"entries": ()})


# --- import -------------------------------------------------------------------------------------------------------


async def test_an_imported_record_is_the_same_but_for_its_numbers(store: Store) -> None:
    whole = small_record()
    await store.write(lambda c: append(c, begin(c), [question(1), answer(2, 1)]))
    await store.write(lambda c: put_record(c, whole, SCRIPTS))
    read, scripts = await store.read(lambda c: load_record(c, whole.session.id))
    assert scripts == SCRIPTS
    assert unnumbered(read) == unnumbered(whole)
    assert min(r.number for e in read.entries for r in e.revisions) > 2


@settings(max_examples=tries(25, soak=200), suppress_health_check=[HealthCheck.too_slow])
@given(whole=records(marks=True).map(_one_note_for_each_key))
async def test_any_record_comes_back_as_it_went_in(whole: Record) -> None:
    store = MemoryStore()
    await store.write(lambda c: put_record(c, whole, SCRIPTS))
    read, scripts = await store.read(lambda c: load_record(c, whole.session.id))
    await store.close()
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
    read, _ = await store.read(lambda c: load_record(c, whole.session.id))
    changed, _ = await store.read(lambda c: changed_entries(c, whole.session.id, read.digest.watermark))
    assert [e.text for e in changed] == ["A green door.", "And bread."]


async def test_a_session_that_is_here_already_is_refused(store: Store) -> None:
    whole = small_record()
    await store.write(lambda c: put_record(c, whole, SCRIPTS))
    before = await store.read(lambda c: load_record(c, whole.session.id))
    with pytest.raises(BadImport, match="already"):
        await store.write(lambda c: put_record(c, whole, SCRIPTS))
    assert await store.read(lambda c: load_record(c, whole.session.id)) == before


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
    assert await store.read(every_session) == ()
