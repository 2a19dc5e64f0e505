"""Pruning: what has done its work goes after a month, a window at a time, and nothing else does."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Any

import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.commits import Commit, OutboxMessage
from core.contracts.messages import Receipt, SendDocument
from core.contracts.session import Awaited
from core.store.changes import commit
from core.store.mailbox_rows import look_at_mailbox
from core.store.outbox import mark_dead, mark_sent, put_letter
from core.store.pruning import KEPT, WINDOW, WalkPlace, prune_step
from core.store.schema import documents, mailbox, outbox, recordings
from core.store.store import Connection, MemoryStore, Store
from tests.fakes.effort import tries
from tests.fakes.stores import HERE, NOW, append, arrive, begin, count, event, letter, question
from tests.fakes.told import recording

LONG_AGO = NOW - KEPT - 1
LATELY = NOW - KEPT + 1


async def _walk(store: Store) -> int:
    """Prune all that there is to prune; the number of steps."""
    place: WalkPlace | None = WalkPlace()
    steps = 0
    while place is not None:
        place = await store.write(partial(prune_step, place=place, now=NOW))
        steps += 1
    return steps


async def _keys(store: Store) -> list[str]:
    return await store.read(lambda c: list(c.execute(sa.select(outbox.c.key).order_by(outbox.c.id)).scalars()))


async def _events(store: Store) -> list[str]:
    return await store.read(lambda c: list(c.execute(sa.select(mailbox.c.event_id).order_by(mailbox.c.id)).scalars()))


# --- mail ---------------------------------------------------------------------------------------------------------


def _mail(c: Connection, name: str, *, done_at: float | None) -> int:
    arrive(c, event(name), now=LONG_AGO)
    number: int = c.execute(sa.select(sa.func.max(mailbox.c.id))).scalar_one()
    c.execute(mailbox.update().where(mailbox.c.id == number).values(done_at=done_at))
    return number


async def test_handled_mail_goes_after_a_month(store: Store) -> None:
    def unit(c: Connection) -> None:
        for name, done_at in (("old", LONG_AGO), ("young", LATELY), ("waits", None)):
            _mail(c, name, done_at=done_at)

    await store.write(unit)
    await _walk(store)
    assert await _events(store) == ["young", "waits"]


async def test_mail_that_an_interview_will_begin_with_stays(store: Store) -> None:
    def unit(c: Connection) -> None:
        numbers = [_mail(c, name, done_at=LONG_AGO) for name in ("hello", "I was born", "in a mill")]
        seen = look_at_mailbox(c, "p1")
        assert seen is not None
        person = seen.person.model_copy(update={"awaits": Awaited(mail=tuple(numbers[1:]))})
        commit(c, Commit(person_id="p1", person=person), now=NOW)

    await store.write(unit)
    await _walk(store)
    assert await _events(store) == ["I was born", "in a mill"]


# --- letters ------------------------------------------------------------------------------------------------------


def _sent(c: Connection, message: OutboxMessage, *, at: float = LONG_AGO, dead: bool = False) -> None:
    put_letter(c, message, now=LONG_AGO)
    row = c.execute(sa.select(outbox.c.id).where(outbox.c.key == message.key)).scalar_one()
    if dead:
        mark_dead(c, row, now=at, error="rejected")
    else:
        mark_sent(c, row, Receipt(position="7"), now=at)


def _file(key: str, *, session_id: str | None) -> OutboxMessage:
    saying = SendDocument(name="t.md", media_type="text/markdown", body=b"words")
    return OutboxMessage(key=key, address=HERE, saying=saying, language="en", session_id=session_id)


async def test_a_file_goes_and_is_not_sent_again(store: Store) -> None:
    def unit(c: Connection) -> None:
        begin(c)
        _sent(c, _file("transcript", session_id="s1"))
        _sent(c, _file("export", session_id=None))

    await store.write(unit)
    for _ in range(2):
        await _walk(store)
        assert await store.read(lambda c: count(c, documents)) == 0
        assert await _keys(store) == ["transcript"]
    await store.write(lambda c: put_letter(c, _file("transcript", session_id="s1"), now=NOW))
    assert await store.read(lambda c: count(c, documents)) == 0


async def test_a_file_that_nothing_sends_goes(store: Store) -> None:
    def unit(c: Connection) -> None:
        put_letter(c, _file("waits", session_id=None), now=LONG_AGO)
        for name, at in (("orphan", LONG_AGO), ("young", LATELY)):
            values = {"name": name, "media_type": "text/plain", "body": b"", "created_at": at}
            c.execute(documents.insert(), values)

    await store.write(unit)
    await _walk(store)
    names = await store.read(lambda c: c.execute(sa.select(documents.c.name).order_by(documents.c.id)).scalars().all())
    assert names == ["t.md", "young"]


# --- the walk -----------------------------------------------------------------------------------------------------


async def test_a_walk_gets_past_what_must_stay(store: Store) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("first"), now=LONG_AGO)
        values = {"person_id": "p1", "payload": "{}", "arrived_at": LONG_AGO, "ready": True}
        c.execute(mailbox.insert(), [values | {"event_id": f"e{n}"} for n in range(2 * WINDOW)])
        c.execute(mailbox.insert(), [values | {"event_id": f"d{n}", "done_at": LONG_AGO} for n in range(WINDOW)])

    await store.write(unit)
    assert await _walk(store) == 4 + 3
    assert await store.read(lambda c: count(c, mailbox)) == 2 * WINDOW + 1


async def test_a_walk_ends_where_the_rows_are_young(store: Store) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("first"), now=LONG_AGO)
        values = {"person_id": "p1", "payload": "{}", "arrived_at": LATELY, "ready": True}
        c.execute(mailbox.insert(), [values | {"event_id": f"e{n}"} for n in range(3 * WINDOW)])

    await store.write(unit)
    assert await _walk(store) == 4


async def test_of_recordings_only_what_was_heard_long_ago_and_is_not_kept_goes(store: Store) -> None:
    rows: dict[str, dict[str, Any]] = {
        "old": {"state": "heard", "audio": "", "heard_at": LONG_AGO},
        "young": {"state": "heard", "audio": "", "heard_at": LATELY},
        "kept": {"state": "heard", "audio": "a.ogg", "heard_at": LONG_AGO},
        "unheard": {"state": "unheard", "audio": "", "heard_at": None},
        "waiting": {"state": "waiting", "audio": "", "heard_at": None},
    }

    def unit(c: Connection) -> None:
        arrive(c, event("hello"))
        for name, values in rows.items():
            c.execute(recordings.insert(), recording(name, "p1", created_at=LONG_AGO, **values))

    await store.write(unit)
    await _walk(store)
    left = await store.read(
        lambda c: c.execute(sa.select(recordings.c.event_id).order_by(recordings.c.id)).scalars().all()
    )
    assert left == ["young", "kept", "unheard", "waiting"]


@dataclass(frozen=True, slots=True)
class _Row:
    asks: int | None
    sent_at: float | None
    dead_at: float | None

    def goes(self, open_question: int | None) -> bool:
        ended = self.sent_at if self.sent_at is not None else self.dead_at
        return ended is not None and ended < NOW - KEPT and (self.asks is None or self.asks != open_question)


_WHEN = st.sampled_from([None, LONG_AGO, LATELY])
_ROWS = st.lists(
    st.builds(_Row, asks=st.sampled_from([None, 1, 2]), sent_at=_WHEN, dead_at=st.none())
    | st.builds(_Row, asks=st.sampled_from([None, 1, 2]), sent_at=st.none(), dead_at=_WHEN),
    max_size=8,
)


@settings(max_examples=tries(15, soak=600), deadline=None)
@given(rows=_ROWS, open_question=st.sampled_from([None, 1, 2]))
def test_of_any_letters_just_those_go_that_nobody_needs(rows: list[_Row], open_question: int | None) -> None:
    async def pruned() -> list[str]:
        store = MemoryStore()

        def unit(c: Connection) -> None:
            append(c, begin(c), [question(1), question(2)], values={"open_question": open_question})
            for n, row in enumerate(rows):
                put_letter(c, letter(str(n), session_id="s1", seq=row.asks), now=LONG_AGO)
                ended = {"sent_at": row.sent_at, "dead_at": row.dead_at}
                c.execute(outbox.update().where(outbox.c.key == str(n)).values(ended))

        await store.write(unit)
        await _walk(store)
        left = await _keys(store)
        await store.close()
        return left

    stays = [str(n) for n, row in enumerate(rows) if not row.goes(open_question)]
    assert asyncio.run(pruned()) == stays
