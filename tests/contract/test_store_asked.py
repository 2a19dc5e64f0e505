"""What was asked when, and what overtook what: by which something that was heard late finds its question."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from core.contracts.commits import Commit, Revise
from core.contracts.messages import Receipt
from core.contracts.session import Reason, Revision
from core.store.changes import commit
from core.store.mailbox_rows import (
    Delivered,
    Past,
    answers_to_questions,
    entry_at,
    handled_after,
    last_spoken,
    look_at_mailbox,
    recent_questions,
)
from core.store.outbox import mark_dead, mark_sent, next_letter, put_letter
from core.store.store import Store
from tests.fakes.stores import (
    AT,
    HERE,
    NOW,
    answer,
    append,
    arrive,
    begin,
    edit,
    event,
    letter,
    question,
    revise,
    waiting_ids,
)


async def test_each_time_that_a_question_was_asked_the_newest_first(store: Store) -> None:
    await store.write(begin)
    for number, seq in enumerate((1, 3, 1, 5)):
        asked = replace(letter(f"k{number}"), session_id="s1", seq=seq)
        await store.write(partial(put_letter, letter=asked, now=NOW))
    for position in (10, 20):
        waiting = await store.read(lambda c: next_letter(c, HERE))
        assert waiting is not None
        await store.write(partial(mark_sent, row=waiting.id, receipt=Receipt(position=str(position)), now=NOW))
    waiting = await store.read(lambda c: next_letter(c, HERE))
    assert waiting is not None
    await store.write(lambda c: mark_dead(c, waiting.id, now=NOW, error="x"))
    found = await store.read(lambda c: recent_questions(c, "p1"))
    assert [(each.session_id, each.seq, each.delivered) for each in found] == [
        ("s1", 5, Delivered(None, None, None, address=HERE)),
        ("s1", 3, Delivered("20", NOW, None, address=HERE)),
        ("s1", 1, Delivered("10", NOW, None, address=HERE)),
    ]
    assert await store.read(lambda c: recent_questions(c, "p2")) == ()


async def test_what_was_handled_before_what_came_first(store: Store) -> None:
    await store.write(begin)
    [first] = await store.read(waiting_ids)
    for name in ("e2", "e3"):
        await store.write(partial(arrive, incoming=event(name)))
    first, second, third = await store.read(waiting_ids)
    seen = await store.read(lambda c: look_at_mailbox(c, "p1"))
    assert seen is not None
    assert seen.past == Past()
    await store.write(lambda c: commit(c, Commit(person_id="p1", done=(second,)), now=NOW))
    seen = await store.read(lambda c: look_at_mailbox(c, "p1"))
    assert seen is not None
    assert [(item.id, item.overtaken) for item in seen.items] == [(first, True), (third, False)]
    assert [item.id for item in seen.past.later] == [second]
    assert await store.read(lambda c: handled_after(c, "p1", third)) == ()


async def test_the_last_spoken_answer_that_stands(store: Store) -> None:
    session = await store.write(begin)
    assert await store.read(lambda c: last_spoken(c, "s1")) is None
    spoken = [answer(seq, 1).model_copy(update={"spoken_seconds": 4.0}) for seq in (2, 3)]
    await store.write(lambda c: append(c, session, [question(1), *spoken, answer(4, 1)]))
    found = await store.read(lambda c: last_spoken(c, "s1"))
    assert found is not None
    assert (found.seq, found.spoken_seconds) == (3, 4.0)
    taken_back = Revision(number=0, text="x", reason=Reason.UNDO, withdrawn=True, at=AT)
    await store.write(lambda c: commit(c, Commit(person_id="p1", effects=(Revise("s1", 3, taken_back),)), now=NOW))
    found = await store.read(lambda c: last_spoken(c, "s1"))
    assert found is not None
    assert found.seq == 2
    whole = await store.read(lambda c: entry_at(c, "s1", 3))
    assert whole is not None
    assert (whole.withdrawn, len(whole.revisions)) == (True, 2)
    assert await store.read(lambda c: entry_at(c, "s1", 99)) is None


async def test_what_was_said_to_questions_as_it_stands_now(store: Store) -> None:
    session = await store.write(begin)
    there = answer(4, 3).model_copy(update={"question_id": "the-house"})
    said = [
        question(1),
        answer(2, 1, "Yes.", "No."),
        question(3, question_id="the-house"),
        there,
        answer(5, 1, "Never."),
    ]
    session = await store.write(partial(append, session=session, entries=said))
    asked = frozenset({"first-memory", "the-house", "unknown"})
    assert await store.read(lambda c: answers_to_questions(c, "s1", frozenset({"first-memory"}))) == {
        "first-memory": ("No.", "Never.")
    }
    await store.write(
        partial(append, session=session, entries=[], effects=revise("s1", (5, edit("Never.", withdrawn=True))))
    )
    assert await store.read(lambda c: answers_to_questions(c, "s1", asked)) == {
        "first-memory": ("No.",),
        "the-house": ("It was long ago.",),
    }
    assert await store.read(lambda c: answers_to_questions(c, "s2", asked)) == {}
