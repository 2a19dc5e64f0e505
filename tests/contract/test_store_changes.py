"""Committing a change: fenced by revisions and by the mailbox, whole or not at all."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from core.contracts.change import Change, Letter, Mark
from core.contracts.chore import ChoreResult
from core.contracts.errors import Stale, StorageError
from core.contracts.messages import Address, Receipt, SendDocument
from core.contracts.session import Note, Reason, Session, Stage, Status
from core.contracts.turn import Occurrence
from core.store.changes import Arrived, ask_for_chore, commit, put_letter
from core.store.chore_rows import Chore, due_chore, keep
from core.store.desk_reads import session_by_id, view
from core.store.mail_rows import newest_mail
from core.store.outbox import mark_sent, next_letter
from core.store.records import record
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


async def _refused(store: Store, change: Change, error: type[Exception] = Stale) -> None:
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
    await store.write(lambda c: commit(c, Change(person_id="p1", session=wanted), now=NOW))
    assert await store.read(stored) == wanted.model_copy(update={"revision": 2})


async def test_a_commit_that_saw_an_older_revision_is_refused(store: Store) -> None:
    session = await store.write(begin)
    await store.write(lambda c: append(c, session, [question(1)]))
    late = Change(
        person_id="p1",
        session=session,
        done=tuple(await store.read(waiting_ids)),
        entries=(question(9),),
        letters=(letter("k"),),
        chores=("notes",),
        log=(Occurrence(name="skipped"),),
    )
    await _refused(store, late)


async def test_a_commit_for_a_session_that_is_gone_is_refused(store: Store) -> None:
    await store.write(lambda c: arrive(c, event("e")))
    await _refused(store, Change(person_id="p1", session=new_session("nowhere")))


async def test_a_mailbox_item_is_done_once(store: Store) -> None:
    session = await store.write(begin)
    [item] = await store.read(waiting_ids)
    change = Change(person_id="p1", session=session, done=(item,))
    await store.write(lambda c: commit(c, change, now=NOW))
    assert await store.read(waiting_ids) == []
    await _refused(store, Change(person_id="p1", done=(item,), letters=(letter("k"),)))


async def test_a_commit_that_expects_quiet_is_refused_when_something_has_come(store: Store) -> None:
    session = await store.write(begin)
    [seen] = await store.read(waiting_ids)
    await store.write(lambda c: arrive(c, event("newer")))
    change = Change(person_id="p1", session=session, done=(seen,), expect_quiet=seen)
    await _refused(store, change, Arrived)
    newest = await store.read(lambda c: newest_mail(c, "p1"))
    fits = Change(person_id="p1", session=session, done=(seen,), expect_quiet=newest)
    await store.write(lambda c: commit(c, fits, now=NOW))


async def test_mail_of_others_and_mail_that_is_done_disturb_nobody(store: Store) -> None:
    session = await store.write(begin)
    [seen] = await store.read(waiting_ids)
    elsewhere = Address(platform="here", chat="2")
    await store.write(lambda c: arrive(c, event("other", address=elsewhere), person_id="p2"))
    await store.write(lambda c: arrive(c, event("newer")))
    newest = await store.read(lambda c: newest_mail(c, "p1"))
    await store.write(lambda c: commit(c, Change(person_id="p1", done=(newest,)), now=NOW))
    quiet = Change(person_id="p1", session=session, done=(seen,), expect_quiet=seen)
    await store.write(lambda c: commit(c, quiet, now=NOW))
    assert await store.read(lambda c: newest_mail(c, "p1")) == 0


async def test_only_the_persons_other_active_sessions_are_paused(store: Store) -> None:
    def several(c: Connection) -> Session:
        begin(c, new_session("active", person_id="p1"), event_id="1")
        begin(c, new_session("finished", person_id="p1", status=Status.COMPLETED), event_id="2")
        other = new_session("others", person_id="p2", address=Address(platform="here", chat="2"))
        begin(c, other, event_id="3")
        return begin(c, new_session("mine", person_id="p1"), event_id="4", pause_others=True)

    mine = await store.write(several)
    seen = await store.read(lambda c: {i: stored(c, i) for i in ("active", "finished", "others", "mine")})
    assert {name: (s.status.value, s.revision) for name, s in seen.items()} == {
        "active": ("paused", 2),
        "finished": ("completed", 1),
        "others": ("active", 1),
        "mine": ("active", 1),
    }
    await store.write(
        lambda c: append(c, seen["active"], [question(1)], values={"status": Status.ACTIVE}, pause_others=True)
    )
    assert (await store.read(lambda c: stored(c, "mine"))).status is Status.PAUSED
    await _refused(store, Change(person_id="p1", session=mine))


async def test_a_person_gets_new_values(store: Store) -> None:
    await store.write(begin)
    seen = await store.read(lambda c: view(c, "p1"))
    assert seen is not None
    person = seen.person.model_copy(update={"name": "Мария", "language": "ru", "stage": Stage.KNOWN})
    await store.write(lambda c: commit(c, Change(person_id="p1", person=person), now=NOW))
    seen = await store.read(lambda c: view(c, "p1"))
    assert seen is not None
    assert seen.person == person


# --- words --------------------------------------------------------------------------------------------------------


async def _marked(store: Store, session_id: str = "s1") -> list[tuple[tuple[str, ...], bool]]:
    whole, _ = await store.read(lambda c: record(c, session_id))
    return [(entry.asides, entry.kept_back) for entry in whole.entries]


async def test_a_mark_says_what_it_knows_and_leaves_the_rest(store: Store) -> None:
    session = await store.write(begin)
    asides = ("Кто это читает?", 'a "quoted" \\ line\n')
    told = [question(1), answer(2, 1, "a"), answer(3, 1, "b")]
    marks = (Mark(seq=2, asides=asides), Mark(seq=3, kept_back=True))
    session = await store.write(lambda c: append(c, session, told, marks=marks))
    assert await _marked(store) == [((), False), (asides, False), ((), True)]
    marks = (Mark(seq=2, kept_back=True), Mark(seq=3, asides=("b",)), Mark(seq=3))
    session = await store.write(lambda c: append(c, session, [], marks=marks))
    assert await _marked(store) == [((), False), (asides, True), (("b",), True)]
    marks = (Mark(seq=2, asides=()), Mark(seq=3, kept_back=False))
    await store.write(lambda c: append(c, session, [], marks=marks))
    assert await _marked(store) == [((), False), ((), True), (("b",), False)]


async def test_a_mark_is_of_its_own_session_and_words_that_change_keep_theirs(store: Store) -> None:
    others = await store.write(lambda c: begin(c, new_session("s2"), event_id="other"))
    await store.write(lambda c: append(c, others, [question(1), answer(2, 1, "a")]))
    session = await store.write(lambda c: begin(c, event_id="mine"))
    marks = (Mark(seq=2, asides=("a",), kept_back=True),)
    session = await store.write(lambda c: append(c, session, [question(1), answer(2, 1, "a")], marks=marks))
    await store.write(lambda c: append(c, session, [], revisions=((2, edit("b")),)))
    assert await _marked(store) == [((), False), (("a",), True)]
    assert await _marked(store, "s2") == [((), False), ((), False)]


async def test_a_refused_change_marks_nothing(store: Store) -> None:
    session = await store.write(begin)
    await store.write(lambda c: append(c, session, [question(1), answer(2, 1, "a")]))
    await _refused(store, Change(person_id="p1", session=session, marks=(Mark(seq=2, kept_back=True),)))


async def test_entries_and_revisions_keep_their_order(store: Store) -> None:
    session = await store.write(begin)
    told = [question(1), answer(2, 1, "a", "b", "c", ref="77"), answer(3, 1, "d")]
    session = await store.write(lambda c: append(c, session, told, revisions=((2, edit("e")),)))
    change = Change(person_id="p1", revised="s1", revisions=((1, edit("Anew?")), (2, edit("f"))))
    await store.write(lambda c: commit(c, change, now=NOW))
    whole, _ = await store.read(lambda c: record(c, "s1"))
    assert [[r.text for r in e.revisions] for e in whole.entries] == [
        ["What was it like?", "Anew?"],
        ["a", "b", "c", "e", "f"],
        ["d"],
    ]
    numbers = {r.text: r.number for e in whole.entries for r in e.revisions}
    assert [text for text, _ in sorted(numbers.items(), key=lambda pair: pair[1])] == [
        "What was it like?", "a", "b", "c", "d", "e", "Anew?", "f",
    ]  # fmt: skip
    plain = [e.model_copy(update={"revisions": ()}) for e in whole.entries]
    assert plain == [e.model_copy(update={"revisions": ()}) for e in told]
    assert (await store.read(stored)).revision == session.revision


async def test_what_is_withdrawn_keeps_its_words(store: Store) -> None:
    session = await store.write(begin)
    told = [question(1), answer(2, 1, "Taken back.")]
    await store.write(lambda c: append(c, session, told, revisions=((2, edit("Taken back.", withdrawn=True)),)))
    whole, _ = await store.read(lambda c: record(c, "s1"))
    taken = whole.entries[1]
    assert taken.withdrawn
    assert [(r.text, r.reason, r.withdrawn) for r in taken.revisions] == [
        ("Taken back.", Reason.ORIGINAL, False),
        ("Taken back.", Reason.UNDO, True),
    ]


async def test_an_entry_cannot_be_written_over(store: Store) -> None:
    session = await store.write(begin)
    session = await store.write(lambda c: append(c, session, [question(1)]))
    await _refused(store, Change(person_id="p1", session=session, entries=(question(1, "Another?"),)), StorageError)


async def test_notes_that_rest_on_changed_words_become_stale(store: Store) -> None:
    def tell(c: Connection) -> None:
        session = append(c, begin(c), [question(1), answer(2, 1), answer(3, 1)], chores=("notes",))
        known = (
            Note(key="door", value="blue", entries=(2,)),
            Note(key="bread", value="rye", entries=(3, 1)),
            Note(key="age", value="80"),
        )
        chore = due_chore(c, session.id, "notes", now=NOW)
        assert chore is not None
        keep(c, chore, ChoreResult(notes=known), watermark=10**6, again=False, now=NOW)

    await store.write(tell)
    change = Change(person_id="p1", revised="s1", revisions=((2, edit("Green.")),))
    await store.write(lambda c: commit(c, change, now=NOW))
    whole, _ = await store.read(lambda c: record(c, "s1"))
    assert {n.key: n.stale for n in whole.digest.notes} == {"door": True, "bread": False, "age": False}


# --- what is sent -------------------------------------------------------------------------------------------------


async def test_a_letter_of_the_same_key_is_put_in_once(store: Store) -> None:
    await store.write(begin)
    for text in ("First.", "Second."):
        change = Change(person_id="p1", letters=(letter("k", text), letter("k", text)))
        await store.write(partial(commit, change=change, now=NOW))
    assert await store.read(lambda c: count(c, outbox)) == 1
    waiting = await store.read(lambda c: next_letter(c, HERE))
    assert waiting is not None
    assert waiting.outgoing.saying == letter("k", "First.").saying
    await store.write(lambda c: mark_sent(c, waiting.id, Receipt(), now=NOW))
    await store.write(lambda c: put_letter(c, letter("k"), now=NOW))
    assert await store.read(lambda c: next_letter(c, HERE)) is None


async def test_a_document_is_kept_and_delivered_byte_for_byte(store: Store) -> None:
    await store.write(begin)
    saying = SendDocument(name="t.md", media_type="text/markdown", body=bytes(range(256)) * 99, caption="Вот «она»")
    sent = Letter(key="d", address=HERE, saying=saying, language="ru", session_id="s1")
    await store.write(lambda c: put_letter(c, sent, now=NOW))
    await store.write(lambda c: put_letter(c, sent, now=NOW))
    waiting = await store.read(lambda c: next_letter(c, HERE))
    assert waiting is not None
    assert waiting.outgoing.saying == saying
    assert (waiting.outgoing.key, waiting.outgoing.language, waiting.session_id) == ("d", "ru", "s1")
    assert await store.read(lambda c: count(c, documents)) == 1


async def test_letters_to_somebody_who_is_gone_are_dropped(store: Store) -> None:
    elsewhere = Address(platform="here", chat="2")
    await store.write(begin)
    both = (letter("a"), letter("b"), letter("c", address=elsewhere))
    await store.write(lambda c: commit(c, Change(person_id="p1", letters=both), now=NOW))
    await store.write(lambda c: commit(c, Change(person_id="p1", unreachable=HERE), now=NOW))
    assert await store.read(lambda c: next_letter(c, HERE)) is None
    assert await store.read(lambda c: next_letter(c, elsewhere)) is not None
    seen = await store.read(lambda c: c.execute(sa.select(outbox.c.key, outbox.c.dead_at, outbox.c.error)).all())
    assert [tuple(row) for row in seen] == [
        ("a", NOW, "unreachable"),
        ("b", NOW, "unreachable"),
        ("c", None, None),
    ]


# --- what follows -------------------------------------------------------------------------------------------------


async def test_a_chore_that_is_asked_for_again_is_one_chore_of_a_later_round(store: Store) -> None:
    def ask(c: Connection) -> tuple[Chore | None, int]:
        session = session_by_id(c, "s1") or begin(c)
        append(c, session, [], chores=("notes",))
        return due_chore(c, "s1", "notes", now=NOW), count(c, chores)

    first, _ = await store.write(ask)
    again, rows = await store.write(ask)
    assert first is not None
    assert again is not None
    assert (first.id, first.round, rows) == (again.id, 1, 1)
    assert again.round == 2


async def test_asking_again_calls_a_chore_back_that_was_put_off_or_given_up(store: Store) -> None:
    await store.write(lambda c: append(c, begin(c), [], chores=("notes",)))
    await store.write(
        lambda c: c.execute(chores.update().values(due_at=NOW + 99, attempts=8, dead_at=NOW, error="x")) and None
    )
    await store.write(lambda c: ask_for_chore(c, "s1", "notes", due_at=NOW))
    chore = await store.read(lambda c: due_chore(c, "s1", "notes", now=NOW))
    assert chore is not None
    assert (chore.attempts, chore.due_at, chore.round) == (0, NOW, 2)


async def test_occurrences_are_kept_in_their_order(store: Store) -> None:
    log = (Occurrence(name="skipped", detail="known already"), Occurrence(name="declined"))
    await store.write(lambda c: append(c, begin(c), [question(1)], log=log))
    seen = await store.read(lambda c: c.execute(occurrences.select().order_by(occurrences.c.id)).all())
    assert [(o.session_id, o.name, o.detail, o.at) for o in seen] == [
        ("s1", "skipped", "known already", NOW),
        ("s1", "declined", "", NOW),
    ]
