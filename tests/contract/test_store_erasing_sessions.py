"""Deleting one interview, as retention does: its person and their other interviews stay."""

from __future__ import annotations

import sqlalchemy as sa

from core.contracts.commits import BeginSession, Commit, EraseSession
from core.contracts.messages import Address, Edit, Receipt, Text, Timer
from core.contracts.session import Awaited
from core.store.changes import commit
from core.store.erasing import SESSIONS, Holdings, person_holdings
from core.store.mailbox_rows import look_at_mailbox
from core.store.outbox import mark_sent, next_letter, put_letter
from core.store.rows import to_datetime
from core.store.schema import calls, documents, mailbox, outbox
from core.store.store import Connection, Store
from tests.fakes.stores import (
    NOW,
    SCRIPTS,
    answer,
    append,
    arrive,
    begin,
    count,
    event,
    new_session,
    question,
    waiting_ids,
)
from tests.fakes.told import LEFT_BEHIND, SECRET, THERE, damage, dump, erase, file_letter, naming, tallied, tell


async def _retire(store: Store, session_id: str, person: str = "anna") -> None:
    change = Commit(person_id=person, effects=(EraseSession(session_id),))
    await store.write(lambda c: commit(c, change, now=NOW))


async def test_of_an_interview_nothing_is_left_and_of_the_others_everything(store: Store) -> None:
    await tell(store, "boris", Address(platform="there", chat="3"))
    before = await store.read(lambda c: dump(c, LEFT_BEHIND))
    await tell(store, "anna", THERE)
    await _retire(store, "anna-first")
    assert await store.read(lambda c: naming(c, "anna-first")) == {"mailbox.event_id", "mailbox.payload"}
    assert await store.read(lambda c: naming(c, "anna-second"))
    assert await store.read(lambda c: person_holdings(c, "anna")) == Holdings(
        interviews=1, answers=1, more=(("delete-runs", 1),)
    )
    assert await tallied(store) == {SESSIONS: 1}
    rows = await store.read(lambda c: c.execute(calls.select().order_by(calls.c.id)).all())
    assert [(r.prompt, r.answer) for r in rows[2:]] == [("", ""), ("", "")]
    await _retire(store, "anna-first")
    assert await tallied(store) == {SESSIONS: 1}
    await erase(store, "anna")
    await store.write(lambda c: c.execute(outbox.delete().where(outbox.c.forget.is_(True))))
    assert await store.read(lambda c: dump(c, LEFT_BEHIND)) == before
    assert await store.read(damage) == []


DAY = 86_400.0


async def _mail_left(store: Store) -> list[str]:
    return await store.read(lambda c: list(c.execute(sa.select(mailbox.c.event_id).order_by(mailbox.c.id)).scalars()))


async def _lived_through(store: Store, *, other: bool, awaits: tuple[int, ...] = ()) -> None:
    """An interview that ended on the second day, with mail before, during and after it, all but the last handled."""
    ended = new_session("s1", ended_at=to_datetime(NOW + 2 * DAY))

    def unit(c: Connection) -> None:
        arrive(c, event("told before", ref="r0"))
        begin(c, ended, event_id="hello")
        if other:
            commit(c, Commit(person_id="p1", session=new_session("s2"), effects=(BeginSession(SCRIPTS),)), now=NOW)
        append(c, ended.model_copy(update={"revision": 1}), [question(1), answer(2, 1, SECRET, ref="r2")])
        arrive(c, event("answer", Text(text=SECRET), ref="r2"), now=NOW + DAY)
        arrive(c, event("edit", Edit(ref="r2", text=SECRET), ref="r9"), now=NOW + 3 * DAY)
        arrive(c, event("timer", Timer(session_id="s1")), now=NOW + 3 * DAY)
        arrive(c, event("later", ref="r3"), now=NOW + 3 * DAY)
        arrive(c, event("waits", ref="r4"), now=NOW + 4 * DAY)
        commit(c, Commit(person_id="p1", done=tuple(waiting_ids(c)[:-1])), now=NOW + 4 * DAY)
        if awaits:
            seen = look_at_mailbox(c, "p1")
            assert seen is not None
            waits = seen.person.model_copy(update={"awaits": Awaited(kind="life-story", mail=awaits)})
            commit(c, Commit(person_id="p1", person=waits), now=NOW)

    await store.write(unit)


async def test_handled_mail_goes_as_far_as_it_may_hold_words_of_the_interview(store: Store) -> None:
    await _lived_through(store, other=True)
    await _retire(store, "s1", "p1")
    assert await _mail_left(store) == ["later", "waits"]


async def test_all_handled_mail_goes_with_the_only_interview(store: Store) -> None:
    await _lived_through(store, other=False)
    await _retire(store, "s1", "p1")
    assert await _mail_left(store) == ["waits"]


async def test_mail_that_an_interview_will_begin_with_stays(store: Store) -> None:
    await _lived_through(store, other=False, awaits=(1,))
    await _retire(store, "s1", "p1")
    assert await _mail_left(store) == ["told before", "waits"]


async def test_an_export_goes_with_any_interview_once_it_was_sent(store: Store) -> None:
    await store.write(begin)

    def sent(c: Connection) -> None:
        put_letter(c, file_letter("old", SECRET, new_session().address, None), now=NOW)
        waiting = next_letter(c, new_session().address)
        assert waiting is not None
        mark_sent(c, waiting.id, Receipt(position="1"), now=NOW)
        put_letter(c, file_letter("wanted", SECRET, new_session().address, None), now=NOW)

    await store.write(sent)
    await _retire(store, "s1", "p1")
    assert await store.read(lambda c: c.execute(sa.select(outbox.c.key)).scalars().all()) == ["wanted"]
    assert await store.read(lambda c: count(c, documents)) == 1
