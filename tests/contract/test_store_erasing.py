"""Deleting a person or an interview: nothing of it stays in any table, and nothing of anybody else goes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import pytest
import sqlalchemy as sa
from hypothesis import assume, given, settings

from core.contracts.calls import Budget, Settlement
from core.contracts.chore import ChoreResult
from core.contracts.commits import Commit, ErasePerson, MarkUnreachable
from core.contracts.errors import NotFound, Stale, StorageError
from core.contracts.messages import Address, Receipt, position_of
from core.contracts.session import Note, Record
from core.store.call_rows import StoredLedger
from core.store.changes import commit
from core.store.chore_rows import due_chore, is_held, save_chore_result
from core.store.erasing import PEOPLE, SESSIONS
from core.store.mailbox_rows import look_at_mailbox
from core.store.outbox import discard_message, mark_sent, next_letter, put_letter
from core.store.records import put_record
from core.store.schema import calls, last_seen, mailbox, metadata, outbox
from core.store.store import Connection, MemoryStore, Store
from tests.fakes.effort import tries
from tests.fakes.manual_clock import ManualClock
from tests.fakes.records import records
from tests.fakes.stores import NOW, SCRIPTS, answer, arrive, begin, event, letter, new_session
from tests.fakes.told import (
    LEFT_BEHIND,
    SECRET,
    THERE,
    call_of,
    damage,
    dump,
    erase,
    file_letter,
    naming,
    tallied,
    tell,
)

# --- a person -----------------------------------------------------------------------------------------------------


async def test_the_planted_person_is_in_every_table_that_can_hold_words(store: Store) -> None:
    await tell(store, "anna", THERE)
    told = {column.partition(".")[0] for column in await store.read(lambda c: naming(c, SECRET))}
    tables = {table.name for table in metadata.sorted_tables}
    # The other tables hold no words of a person.
    assert tables - told == {"access", "addresses", "announced", "books", "chores", "errands", "family_codes",
                             "gateways", "invites", "last_seen", "lines", "link_tries", "links", "members",
                             "operator_keys", "page_keys", "participants", "participations", "persons",
                             "push_subscriptions", "return_links", "run_watchers", "scripts", "seats", "sessions",
                             "shares", "spending", "studies", "study_pseudonyms", "tallies", "usage",
                             "writers"}  # fmt: skip


async def test_of_a_person_nothing_is_left_and_of_another_everything(store: Store) -> None:
    await tell(store, "boris", Address(platform="there", chat="3"), "words of Boris")
    before = await store.read(lambda c: dump(c, LEFT_BEHIND))
    await tell(store, "anna", THERE)
    assert await store.read(lambda c: naming(c, SECRET, "anna"))
    await erase(store, "anna")
    assert await store.read(lambda c: naming(c, SECRET, "anna")) == {"outbox.key"}
    waiting = await store.read(lambda c: next_letter(c, THERE))
    assert waiting is not None
    assert waiting.forget
    await store.write(partial(discard_message, row=waiting.id))
    assert await store.read(lambda c: dump(c, LEFT_BEHIND)) == before
    assert await store.read(lambda c: naming(c, SECRET, "anna")) == set()
    assert await store.read(damage) == []


async def test_a_deletion_that_somebody_else_has_handled_deletes_nothing(store: Store) -> None:
    await tell(store, "anna", THERE)
    before = await store.read(dump)
    with pytest.raises(Stale):
        await erase(store, "anna", done=(10_000,))
    assert await store.read(dump) == before


async def test_letters_of_anybody_in_the_chat_go_with_it(store: Store) -> None:
    """An imported interview of somebody else can be held there."""
    await tell(store, "anna", THERE)
    await store.write(lambda c: begin(c, new_session("s1"), event_id="other"))
    await store.write(lambda c: put_letter(c, file_letter("k", SECRET, THERE, "s1"), now=NOW))
    await erase(store, "anna")
    assert await store.read(lambda c: naming(c, SECRET)) == set()


async def test_mail_that_cannot_be_read_keeps_nobody_from_deleting_it(store: Store) -> None:
    await tell(store, "anna", THERE)
    await store.write(lambda c: c.execute(mailbox.update().values(payload=f'{{"{SECRET}')))
    await erase(store, "anna")
    assert await store.read(lambda c: naming(c, SECRET)) == set()


@settings(max_examples=tries(10, soak=400), deadline=None)
@given(whole=records(marks=True))
def test_of_any_interview_nothing_is_left(whole: Record) -> None:
    assume(len({note.key for note in whole.digest.notes}) == len(whole.digest.notes))

    async def erased() -> None:
        store = MemoryStore()
        await store.write(lambda c: put_record(c, whole, SCRIPTS))
        change = Commit(person_id=whole.person.id, effects=(ErasePerson(),))
        await store.write(lambda c: commit(c, change, now=NOW))
        left = await store.read(lambda c: dump(c, {"scripts", "tallies"}))
        assert {name: rows for name, rows in left.items() if rows} == {}
        assert await tallied(store) == {PEOPLE: 1, SESSIONS: 1}
        await store.close()

    asyncio.run(erased())


# --- how far the chat had come ------------------------------------------------------------------------------------


async def _seen(store: Store) -> dict[tuple[str, str], int]:
    return await store.read(lambda c: {(r.platform, r.chat): int(r.reached) for r in c.execute(last_seen.select())})


async def _positions(store: Store, *, mail: int, sent: int) -> None:
    """A chat in which the person's newest message and ours stand there."""

    def unit(c: Connection) -> None:
        arrive(c, replace(event(f"at {mail}", address=THERE), position=position_of(mail)), person_id="anna")
        put_letter(c, letter(f"at {sent}", address=THERE), now=NOW)
        waiting = next_letter(c, THERE)
        assert waiting is not None
        mark_sent(c, waiting.id, Receipt(position=position_of(sent)), now=NOW)

    await store.write(unit)


@pytest.mark.parametrize(("mail", "sent"), [(70, 60), (60, 70)])
async def test_the_newest_place_in_the_chat_is_remembered_whosever_it_is(store: Store, mail: int, sent: int) -> None:
    await _positions(store, mail=mail, sent=sent)
    await erase(store, "anna")
    assert await _seen(store) == {("there", "2"): 70}


async def test_the_place_in_the_chat_only_rises(store: Store) -> None:
    for mail, expected in ((70, 70), (40, 70), (90, 90)):
        await _positions(store, mail=mail, sent=1)
        await erase(store, "anna")
        assert await _seen(store) == {("there", "2"): expected}
        await store.write(lambda c: c.execute(outbox.delete()))


# --- what is under way --------------------------------------------------------------------------------------------


async def test_of_model_calls_the_figures_stay(store: Store) -> None:
    await tell(store, "anna", THERE)
    await erase(store, "anna")
    rows = await store.read(lambda c: c.execute(calls.select().order_by(calls.c.id)).all())
    assert [(r.session_id, r.prompt, r.answer, r.outcome, r.cost_micros) for r in rows] == [
        (None, "", "", "ok", 30),
        (None, "", "", "lost", 50),
    ]


async def test_the_end_of_a_call_that_was_under_way_writes_nothing(store: Store) -> None:
    await tell(store, "anna", THERE)
    await erase(store, "anna")
    before = await store.read(dump)
    number = await store.read(lambda c: c.execute(sa.select(sa.func.max(calls.c.id))).scalar_one())
    ledger = StoredLedger(store, Budget(), ManualClock())
    await ledger.settle(number, Settlement(outcome="ok", cost_micros=1, answer=SECRET))
    with pytest.raises(NotFound):
        await ledger.reserve(call_of("anna-first"))
    assert await store.read(dump) == before


async def test_work_that_was_begun_before_cannot_be_kept(store: Store) -> None:
    await tell(store, "anna", THERE)
    chore = await store.read(lambda c: due_chore(c, "anna-first", "notes", now=NOW))
    assert chore is not None
    assert await store.read(lambda c: is_held(c, chore))
    await erase(store, "anna")
    before = await store.read(dump)
    assert not await store.read(lambda c: is_held(c, chore))
    for found in (ChoreResult(notes=(Note(key="k", value=SECRET),)), ChoreResult(finding=SECRET)):
        with pytest.raises(StorageError):
            await store.write(
                partial(save_chore_result, chore=chore, result=found, watermark=None, again=False, now=NOW)
            )
    with pytest.raises(StorageError):
        await store.write(lambda c: put_letter(c, file_letter("late", SECRET, THERE, "anna-first"), now=NOW))
    assert await store.read(dump) == before


async def test_a_turn_that_was_thought_about_cannot_be_committed(store: Store) -> None:
    await tell(store, "anna", THERE)
    seen = await store.read(lambda c: look_at_mailbox(c, "anna"))
    assert seen is not None
    assert seen.session is not None
    await erase(store, "anna")
    before = await store.read(dump)
    turn = Commit(
        person_id="anna",
        person=seen.person,
        session=seen.session,
        entries=(answer(9, 1, SECRET),),
        done=(seen.items[0].id,),
    )
    with pytest.raises(Stale):
        await store.write(lambda c: commit(c, turn, now=NOW))
    assert await store.read(dump) == before
    assert await store.read(lambda c: look_at_mailbox(c, "anna")) is None


async def test_the_last_word_is_not_dropped_when_the_chat_is_gone(store: Store) -> None:
    await tell(store, "anna", THERE)
    await erase(store, "anna")
    await store.write(lambda c: commit(c, Commit(person_id="", effects=(MarkUnreachable(THERE),)), now=NOW))
    waiting = await store.read(lambda c: next_letter(c, THERE))
    assert waiting is not None
