"""What the desk reads, and what becomes of the outbox."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
import sqlalchemy as sa

from core.contracts.chore import ChoreResult
from core.contracts.commits import AskForChore, Commit, Mark
from core.contracts.messages import Address, Receipt, position_of
from core.contracts.session import Entry, Note, Session, Status
from core.store.changes import commit
from core.store.chore_rows import due_chore, save_chore_result
from core.store.claims import claim_values, take_over
from core.store.mailbox_rows import (
    NOTES,
    TAIL,
    Delivered,
    QuestionScene,
    entry_by_ref,
    load_question_scene,
    look_at_mailbox,
    sessions_of,
    talk_since,
)
from core.store.outbox import (
    mark_dead,
    mark_sent,
    next_letter,
    postpone_message,
    put_letter,
    retry_in_doubt,
)
from core.store.schema import outbox
from core.store.store import Connection, Store
from tests.fakes.stores import (
    AT,
    HERE,
    NOW,
    answer,
    append,
    begin,
    claim_at,
    edit,
    letter,
    new_session,
    people_with_mail,
    question,
    revise,
    stored,
    waiting_ids,
)

ELSEWHERE = Address(platform="here", chat="2")


# --- the view -----------------------------------------------------------------------------------------------------


async def test_without_mail_only_the_person_is_read(store: Store) -> None:
    await store.write(begin)
    ids = await store.read(waiting_ids)
    await store.write(lambda c: commit(c, Commit(person_id="p1", done=tuple(ids)), now=NOW))
    seen = await store.read(lambda c: look_at_mailbox(c, "p1"))
    assert seen is not None
    assert (seen.person.id, seen.items, seen.session, seen.scene) == ("p1", (), None, None)
    assert await store.read(people_with_mail) == []


async def test_the_active_session_is_seen_before_those_touched_later(store: Store) -> None:
    def several(c: Connection) -> None:
        for hours, status in ((3, Status.PAUSED), (1, Status.ACTIVE), (5, Status.COMPLETED)):
            session = new_session(f"s{hours}", status=status, touched_at=AT + timedelta(hours=hours))
            begin(c, session, event_id=f"e{hours}")

    await store.write(several)
    seen = await store.read(lambda c: look_at_mailbox(c, "p1"))
    assert seen is not None
    assert seen.session == await store.read(lambda c: stored(c, "s1"))
    assert [s.id for s in await store.read(lambda c: sessions_of(c, "p1"))] == ["s5", "s3", "s1"]
    paused = {"status": Status.PAUSED}
    await store.write(lambda c: append(c, stored(c, "s1"), [], values=paused))
    seen = await store.read(lambda c: look_at_mailbox(c, "p1"))
    assert seen is not None
    assert seen.session is not None
    assert seen.session.id == "s5"


# --- the scene ----------------------------------------------------------------------------------------------------


def _talk(c: Connection, turns: int) -> Session:
    """Questions with an answer each, and an open question at the end."""
    told: list[Entry] = []
    for n in range(turns):
        told += [question(2 * n + 1), answer(2 * n + 2, 2 * n + 1, f"answer {n}")]
    told.append(question(2 * turns + 1, "And then?"))
    return append(c, begin(c), told, values={"open_question": 2 * turns + 1})


@pytest.mark.parametrize("turns", [2, 1_000])
async def test_a_scene_has_one_size_however_long_the_interview_is(store: Store, turns: int) -> None:
    session = await store.write(lambda c: _talk(c, turns))
    seen = await store.read(lambda c: load_question_scene(c, session))
    assert seen.question is not None
    assert seen.question.text == "And then?"
    assert seen.question.state == {"asked": session.open_question}
    assert seen.answers == ()
    last = session.last_seq
    assert [e.seq for e in seen.tail] == list(range(max(1, last - TAIL + 1), last + 1))


@pytest.mark.parametrize("turns", [2, 1_000])
async def test_an_open_question_is_found_with_its_answers_however_far_back(store: Store, turns: int) -> None:
    def reopen(c: Connection) -> Session:
        session = _talk(c, turns)
        late = [answer(session.last_seq + 1, 3, "late"), answer(session.last_seq + 2, 3, "taken back")]
        taken_back = ((session.last_seq + 2, edit("taken back", withdrawn=True)),)
        return append(c, session, late, values={"open_question": 3}, effects=revise("s1", *taken_back))

    session = await store.write(reopen)
    seen = await store.read(lambda c: load_question_scene(c, session))
    assert seen.question is not None
    assert seen.question.seq == 3
    assert [e.text for e in seen.answers] == ["answer 1", "late"]
    assert not {e.text for e in seen.tail} & {"late", "answer 1", "taken back"}
    assert len(seen.tail) <= TAIL


async def test_a_decision_sees_every_word_from_where_it_looks_on(store: Store) -> None:
    lines: list[Entry] = []
    for n in range(1, 2 * TAIL, 3):
        lines += [question(n), answer(n + 1, n, f"first {n}", f"newest {n}"), answer(n + 2, n, "more")]
    gone = ((lines[4].seq, edit("first 4", withdrawn=True)),)
    marks = (Mark(seq=2, asides=("newest 1",)), Mark(seq=8, kept_back=True))

    def told(c: Connection) -> None:
        append(c, begin(c), lines, effects=(*revise("s1", *gone), *marks))

    await store.write(told)
    seen = await store.read(lambda c: talk_since(c, "s1", 1))
    assert [e.seq for e in seen] == [e.seq for e in lines if e.seq != lines[4].seq]
    assert [e.text for e in seen[:3]] == ["What was it like?", "newest 1", "more"]
    assert [(e.seq, e.asides) for e in seen if e.asides] == [(2, ("newest 1",))]
    assert [e.seq for e in seen if e.kept_back] == [8]
    assert await store.read(lambda c: talk_since(c, "s1", 7)) == seen[5:]
    assert await store.read(lambda c: talk_since(c, "s1", len(lines) + 1)) == ()
    assert await store.read(lambda c: talk_since(c, "another", 1)) == ()


async def test_notes_are_bounded_newest_first_and_can_be_left_out(store: Store) -> None:
    def tell(c: Connection) -> Session:
        session = append(c, begin(c), [], effects=(AskForChore("notes"),))
        chore = due_chore(c, session.id, "notes", now=NOW)
        assert chore is not None
        for n in range(NOTES + 30):
            note = Note(key=f"key_{n}", value=f"value {n}", entries=(n,))
            save_chore_result(
                c, chore, ChoreResult(notes=(note,), summary="So far."), watermark=n, again=True, now=NOW + n
            )
        return session

    session = await store.write(tell)
    seen = await store.read(lambda c: load_question_scene(c, session))
    assert [n.key for n in seen.digest.notes] == [f"key_{n}" for n in range(NOTES + 29, 29, -1)]
    assert seen.digest.notes[0] == Note(key=f"key_{NOTES + 29}", value=f"value {NOTES + 29}", entries=(NOTES + 29,))
    assert (seen.digest.summary, seen.digest.watermark) == ("So far.", NOTES + 29)
    bare = await store.read(lambda c: load_question_scene(c, session, notes_needed=False))
    assert (bare.digest.notes, bare.digest.summary) == ((), "")


# --- whether the question was seen --------------------------------------------------------------------------------


async def _asked(store: Store) -> Session:
    def ask(c: Connection) -> Session:
        asked = letter("asks", session_id="s1", seq=1)
        return append(c, begin(c), [question(1)], values={"open_question": 1}, letters=(asked,))

    return await store.write(ask)


async def _delivered(store: Store, session: Session) -> Delivered:
    seen: QuestionScene = await store.read(lambda c: load_question_scene(c, session))
    return seen.delivered


async def _row(store: Store) -> int:
    waiting = await store.read(lambda c: next_letter(c, HERE))
    assert waiting is not None
    return waiting.id


async def test_a_question_that_was_sent_has_its_place_by_the_platforms_clock(store: Store) -> None:
    session = await _asked(store)
    row = await _row(store)
    receipt = Receipt(ref="17", position=position_of(17), sent_at=AT + timedelta(seconds=3))
    await store.write(lambda c: mark_sent(c, row, receipt, now=NOW + 5))
    seen = await _delivered(store, session)
    assert (seen.position, seen.sent_at, seen.in_doubt_since) == (position_of(17), NOW + 3, None)


async def test_without_a_platforms_clock_ours_tells_when_it_was_sent(store: Store) -> None:
    session = await _asked(store)
    row = await _row(store)
    await store.write(lambda c: mark_sent(c, row, Receipt(), now=NOW + 5))
    seen = await _delivered(store, session)
    assert (seen.position, seen.sent_at) == ("", NOW + 5)


@pytest.mark.parametrize(("ahead", "since"), [(0, 0), (10_800, -10_800), (-45, 0)])
async def test_a_question_may_have_been_seen_by_the_platforms_clock(ahead: int, since: int, store: Store) -> None:
    """As the message before tells it. Of a clock that is behind none is said: it may have been turned since."""
    await store.write(lambda c: put_letter(c, letter("before"), now=NOW))
    before = await _row(store)
    receipt = Receipt(position=position_of(16), sent_at=AT - timedelta(seconds=ahead))
    await store.write(lambda c: mark_sent(c, before, receipt, now=NOW))
    session = await _asked(store)
    row = await _row(store)
    await store.write(lambda c: postpone_message(c, row, not_before=NOW + 5, error="try-later", in_doubt=True))
    assert (await _delivered(store, session)).in_doubt_since == NOW + since


def _left_by_an_earlier_one(c: Connection) -> None:
    """Have a process begin where another one has died that had claimed all letters."""
    c.execute(outbox.update().values(claim_values(claim_at(NOW, "app.dead"))))
    take_over(c, claim_at(NOW, "app.new"), "app")


async def test_for_a_question_without_a_letter_nobody_waits(store: Store) -> None:
    await _asked(store)
    await store.write(lambda c: c.execute(outbox.delete()).rowcount)
    seen = await _delivered(store, await store.read(stored))
    assert (seen.position, seen.sent_at, seen.in_doubt_since) == ("", 0.0, None)


async def test_asked_again_a_question_still_counts_as_seen(store: Store) -> None:
    session = await _asked(store)
    row = await _row(store)
    await store.write(lambda c: mark_sent(c, row, Receipt(position=position_of(17)), now=NOW + 5))
    await store.write(lambda c: put_letter(c, letter("again", session_id="s1", seq=1), now=NOW + 60))
    assert (await _delivered(store, session)).position == position_of(17)


# --- messages by their reference ----------------------------------------------------------------------------------


async def test_equal_references_in_two_chats_are_two_messages(store: Store) -> None:
    def two(c: Connection) -> None:
        append(c, begin(c), [question(1), answer(2, 1, "mine", "mine, mended", ref="77")])
        other = new_session("s2", person_id="p2", address=ELSEWHERE)
        append(
            c,
            begin(c, other, event_id="2"),
            [question(1), answer(2, 1), answer(3, 1, "theirs", ref="77", address=ELSEWHERE)],
        )

    await store.write(two)
    found = await store.read(lambda c: [entry_by_ref(c, a, "77") for a in (HERE, ELSEWHERE)])
    assert [(owner, e.seq, [r.text for r in e.revisions]) for owner, e in filter(None, found)] == [
        ("s1", 2, ["mine", "mine, mended"]),
        ("s2", 3, ["theirs"]),
    ]


# --- the outbox ---------------------------------------------------------------------------------------------------


async def _put(store: Store, *keys: str, address: Address = HERE) -> None:
    for key in keys:
        await store.write(partial(put_letter, letter=letter(key, address=address), now=NOW))


async def test_sent_once_a_letter_keeps_its_first_receipt(store: Store) -> None:
    await _put(store, "a")
    row = await _row(store)
    await store.write(lambda c: mark_sent(c, row, Receipt(ref="1", position="1"), now=NOW))
    await store.write(lambda c: mark_sent(c, row, Receipt(ref="2", position="2"), now=NOW + 1))
    seen = await store.read(lambda c: c.execute(sa.select(outbox.c.ref, outbox.c.place, outbox.c.sent_at)).one())
    assert tuple(seen) == ("1", "1", NOW)


async def test_what_waits_for_its_time_is_in_no_doubt_at_the_start(store: Store) -> None:
    await _put(store, "sent", "dead")
    sent, dead = await store.read(lambda c: list(c.execute(sa.select(outbox.c.id).order_by(outbox.c.id)).scalars()))
    await store.write(lambda c: mark_sent(c, sent, Receipt(), now=NOW))
    await store.write(lambda c: mark_dead(c, dead, now=NOW, error="rejected"))
    await _put(store, "put off", "waiting", "tried again")
    put_off = await _row(store)
    again = await store.read(lambda c: c.execute(sa.select(sa.func.max(outbox.c.id))).scalar_one())
    for row in (put_off, again):
        await store.write(lambda c, row=row: postpone_message(c, row, not_before=NOW, error="try-later"))  # type: ignore[misc]
    await store.write(lambda c: retry_in_doubt(c, again))
    await store.write(_left_by_an_earlier_one)
    seen = await store.read(lambda c: c.execute(sa.select(outbox.c.key, outbox.c.in_doubt)).all())
    assert {row.key for row in seen if row.in_doubt} == {"waiting", "tried again"}
