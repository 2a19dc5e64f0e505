"""Committing a change: fenced by revisions and by the mailbox, whole or not at all."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from core.contracts.commits import AskForChore, Commit, Mark, PauseOthers, Revise
from core.contracts.errors import Stale, StorageError
from core.contracts.messages import Address, Receipt
from core.contracts.session import Session, Status
from core.contracts.turn import Occurrence
from core.store.changes import Arrived, commit, newest_mail
from core.store.outbox import mark_sent, next_letter, put_letter
from core.store.records import load_record
from core.store.schema import chores, documents, entries, mailbox, notes, occurrences, outbox, revisions, scripts
from core.store.store import Connection, Store
from tests.fakes.stores import (
    AT,
    HERE,
    NOW,
    answer,
    append,
    arrive,
    begin,
    count,
    edit,
    event,
    letter,
    new_session,
    question,
    stored,
    waiting_ids,
)


async def _refused(store: Store, change: Commit, error: type[Exception] = Stale) -> None:
    """The change is refused and leaves no trace."""

    def everything(c: Connection) -> list[Any]:
        tables = (mailbox, entries, revisions, outbox, documents, chores, occurrences, notes)
        return [c.execute(table.select()).all() for table in tables]

    before = await store.read(everything)
    with pytest.raises(error) as caught:
        await store.write(lambda c: commit(c, change, now=NOW))
    assert type(caught.value) is error
    assert await store.read(everything) == before


# --- the fence ----------------------------------------------------------------------------------------------------


async def test_a_new_session_begins_at_revision_one_with_its_script_kept_once(store: Store) -> None:
    first = await store.write(begin)
    second = await store.write(lambda c: begin(c, new_session("s2", person_id="p1"), event_id="again"))
    assert (first.revision, second.revision) == (1, 1)
    assert await store.read(lambda c: count(c, scripts)) == 1


async def test_each_commit_raises_the_revision_by_one_and_keeps_every_value(store: Store) -> None:
    session = await store.write(begin)
    wanted = session.model_copy(
        update={
            "status": Status.COMPLETED,
            "language": "ru",
            "address": Address(platform="there", chat="9"),
            "state": {"where": "дом", "deep": [1, None, {"x": 1.5}]},
            "open_question": 4,
            "last_seq": 7,
            "counters": session.counters.model_copy(update={"answers": 3, "active_seconds": 12.25}),
            "touched_at": AT.replace(microsecond=123456),
            "ended_at": AT.replace(hour=23),
        }
    )
    await store.write(lambda c: commit(c, Commit(person_id="p1", session=wanted), now=NOW))
    assert await store.read(stored) == wanted.model_copy(update={"revision": 2})


async def test_a_commit_that_saw_an_older_revision_is_refused(store: Store) -> None:
    session = await store.write(begin)
    await store.write(lambda c: append(c, session, [question(1)]))
    late = Commit(
        person_id="p1",
        session=session,
        done=tuple(await store.read(waiting_ids)),
        entries=(question(9),),
        letters=(letter("k"),),
        effects=(AskForChore("notes"), Occurrence(name="skipped")),
    )
    await _refused(store, late)


async def test_a_commit_for_a_session_that_is_gone_is_refused(store: Store) -> None:
    await store.write(lambda c: arrive(c, event("e")))
    await _refused(store, Commit(person_id="p1", session=new_session("nowhere")))


async def test_a_mailbox_item_is_done_once(store: Store) -> None:
    session = await store.write(begin)
    [item] = await store.read(waiting_ids)
    change = Commit(person_id="p1", session=session, done=(item,))
    await store.write(lambda c: commit(c, change, now=NOW))
    assert await store.read(waiting_ids) == []
    await _refused(store, Commit(person_id="p1", done=(item,), letters=(letter("k"),)))


async def test_a_commit_that_expects_quiet_is_refused_when_something_has_come(store: Store) -> None:
    session = await store.write(begin)
    [seen] = await store.read(waiting_ids)
    await store.write(lambda c: arrive(c, event("newer")))
    change = Commit(person_id="p1", session=session, done=(seen,), expect_quiet=seen)
    await _refused(store, change, Arrived)
    newest = await store.read(lambda c: newest_mail(c, "p1"))
    fits = Commit(person_id="p1", session=session, done=(seen,), expect_quiet=newest)
    await store.write(lambda c: commit(c, fits, now=NOW))


async def test_mail_of_others_and_mail_that_is_done_disturb_nobody(store: Store) -> None:
    session = await store.write(begin)
    [seen] = await store.read(waiting_ids)
    elsewhere = Address(platform="here", chat="2")
    await store.write(lambda c: arrive(c, event("other", address=elsewhere), person_id="p2"))
    await store.write(lambda c: arrive(c, event("newer")))
    newest = await store.read(lambda c: newest_mail(c, "p1"))
    await store.write(lambda c: commit(c, Commit(person_id="p1", done=(newest,)), now=NOW))
    quiet = Commit(person_id="p1", session=session, done=(seen,), expect_quiet=seen)
    await store.write(lambda c: commit(c, quiet, now=NOW))
    assert await store.read(lambda c: newest_mail(c, "p1")) == 0


async def test_only_the_persons_other_active_sessions_are_paused(store: Store) -> None:
    def several(c: Connection) -> Session:
        begin(c, new_session("active", person_id="p1"), event_id="1")
        begin(c, new_session("finished", person_id="p1", status=Status.COMPLETED), event_id="2")
        other = new_session("others", person_id="p2", address=Address(platform="here", chat="2"))
        begin(c, other, event_id="3")
        return begin(c, new_session("mine", person_id="p1"), event_id="4", effects=(PauseOthers(),))

    mine = await store.write(several)
    seen = await store.read(lambda c: {i: stored(c, i) for i in ("active", "finished", "others", "mine")})
    assert {name: (s.status.value, s.revision) for name, s in seen.items()} == {
        "active": ("paused", 2),
        "finished": ("completed", 1),
        "others": ("active", 1),
        "mine": ("active", 1),
    }
    await store.write(
        lambda c: append(c, seen["active"], [question(1)], values={"status": Status.ACTIVE}, effects=(PauseOthers(),))
    )
    assert (await store.read(lambda c: stored(c, "mine"))).status is Status.PAUSED
    await _refused(store, Commit(person_id="p1", session=mine))


# --- words --------------------------------------------------------------------------------------------------------


async def _marked(store: Store, session_id: str = "s1") -> list[tuple[tuple[str, ...], bool]]:
    whole, _ = await store.read(lambda c: load_record(c, session_id))
    return [(entry.asides, entry.kept_back) for entry in whole.entries]


async def test_a_mark_says_what_it_knows_and_leaves_the_rest(store: Store) -> None:
    session = await store.write(begin)
    asides = ("Кто это читает?", 'a "quoted" \\ line\n')
    told = [question(1), answer(2, 1, "a"), answer(3, 1, "b")]
    marks = (Mark(seq=2, asides=asides), Mark(seq=3, kept_back=True))
    session = await store.write(lambda c: append(c, session, told, effects=marks))
    assert await _marked(store) == [((), False), (asides, False), ((), True)]
    marks = (Mark(seq=2, kept_back=True), Mark(seq=3, asides=("b",)), Mark(seq=3))
    session = await store.write(lambda c: append(c, session, [], effects=marks))
    assert await _marked(store) == [((), False), (asides, True), (("b",), True)]
    marks = (Mark(seq=2, asides=()), Mark(seq=3, kept_back=False))
    await store.write(lambda c: append(c, session, [], effects=marks))
    assert await _marked(store) == [((), False), ((), True), (("b",), False)]


async def test_passages_that_are_kept_back_add_up_until_all_of_it_is(store: Store) -> None:
    async def marked(*marks: Mark) -> tuple[bool, tuple[str, ...]]:
        whole, _ = await store.read(lambda c: load_record(c, "s1"))
        await store.write(lambda c: append(c, whole.session, [], effects=marks))
        whole, _ = await store.read(lambda c: load_record(c, "s1"))
        return whole.entries[1].kept_back, whole.entries[1].kept_passages

    session = await store.write(begin)
    await store.write(lambda c: append(c, session, [question(1), answer(2, 1, "Я «a»\nb c")]))
    first, second = (Mark(seq=2, kept_back=True, kept_passages=(each,)) for each in ("«a»\nb", "c"))
    assert await marked(first) == (True, ("«a»\nb",))
    assert await marked(second, first) == (True, ("«a»\nb", "c"))
    assert await marked(Mark(seq=2, kept_back=True)) == (True, ())
    assert await marked(first) == (True, ()), "all of it is kept back"
    assert await marked(Mark(seq=2, kept_back=False)) == (False, ())
    assert await marked(first, second) == (True, ("«a»\nb", "c"))
    assert await marked(Mark(seq=2, kept_back=False)) == (False, ())


async def test_a_mark_is_of_its_own_session_and_words_that_change_keep_theirs(store: Store) -> None:
    others = await store.write(lambda c: begin(c, new_session("s2"), event_id="other"))
    await store.write(lambda c: append(c, others, [question(1), answer(2, 1, "a")]))
    session = await store.write(lambda c: begin(c, event_id="mine"))
    marks = (Mark(seq=2, asides=("a",), kept_back=True),)
    session = await store.write(lambda c: append(c, session, [question(1), answer(2, 1, "a")], effects=marks))
    await store.write(lambda c: append(c, session, [], effects=(Revise("s1", 2, edit("b")),)))
    assert await _marked(store) == [((), False), (("a",), True)]
    assert await _marked(store, "s2") == [((), False), ((), False)]


async def test_a_mark_says_which_subject_a_question_turned_out_to_belong_to(store: Store) -> None:
    session = await store.write(begin)
    told = [question(1), answer(2, 1), question(3)]
    session = await store.write(lambda c: append(c, session, told, effects=(Mark(seq=1, question_id="school"),)))
    await store.write(lambda c: append(c, session, [], effects=(Mark(seq=1, kept_back=False),)))
    whole, _ = await store.read(lambda c: load_record(c, "s1"))
    assert [entry.question_id for entry in whole.entries if entry.seq != 2] == ["school", "first-memory"]


async def test_an_entry_cannot_be_written_over(store: Store) -> None:
    session = await store.write(begin)
    session = await store.write(lambda c: append(c, session, [question(1)]))
    await _refused(store, Commit(person_id="p1", session=session, entries=(question(1, "Another?"),)), StorageError)


# --- what is sent -------------------------------------------------------------------------------------------------


async def test_a_letter_of_the_same_key_is_put_in_once(store: Store) -> None:
    await store.write(begin)
    for text in ("First.", "Second."):
        change = Commit(person_id="p1", letters=(letter("k", text), letter("k", text)))
        await store.write(partial(commit, change=change, now=NOW))
    assert await store.read(lambda c: count(c, outbox)) == 1
    waiting = await store.read(lambda c: next_letter(c, HERE))
    assert waiting is not None
    assert waiting.outgoing.saying == letter("k", "First.").saying
    await store.write(lambda c: mark_sent(c, waiting.id, Receipt(), now=NOW))
    await store.write(lambda c: put_letter(c, letter("k"), now=NOW))
    assert await store.read(lambda c: next_letter(c, HERE)) is None
