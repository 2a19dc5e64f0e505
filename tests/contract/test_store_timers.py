"""Deadlines in the tables: who is rung for, and how often."""

from __future__ import annotations

from functools import partial

import sqlalchemy as sa

from core.contracts.commits import Commit
from core.store.changes import commit
from core.store.mailbox_rows import session_by_id
from core.store.schema import mailbox, sessions
from core.store.store import Connection, Store
from core.store.timers import AGAIN, due_sessions, wake_due_sessions
from tests.fakes.stores import NOW, begin, claim_at

DUE = NOW + 60


def _waiting(c: Connection) -> list[int]:
    return list(c.execute(sa.select(mailbox.c.id).where(mailbox.c.done_at.is_(None))).scalars())


def _rings(c: Connection, now: float) -> int:
    """How many are rung for by one sweep."""
    return len(wake_due_sessions(c, due_sessions(c, now=now), claim_at(now)))


def _due_at(c: Connection) -> float:
    found: float = c.execute(sa.select(sessions.c.due_at)).scalar_one()
    return found


async def test_a_deadline_rings_once(store: Store) -> None:
    await store.write(lambda c: begin(c, due_at=DUE))
    before = await store.read(_waiting)
    assert await store.write(lambda c: _rings(c, DUE - 1)) == 0
    seen = await store.read(lambda c: due_sessions(c, now=DUE))
    assert await store.write(lambda c: len(wake_due_sessions(c, seen, claim_at(DUE)))) == 1
    assert await store.write(lambda c: len(wake_due_sessions(c, seen, claim_at(DUE)))) == 0
    assert len(await store.read(_waiting)) == len(before) + 1
    assert await store.read(_due_at) == DUE + AGAIN


async def test_a_deadline_that_stood_when_it_was_handled_rings_again(store: Store) -> None:
    await store.write(lambda c: begin(c, due_at=DUE))
    for _ in range(3):
        before = await store.read(_waiting)
        assert await store.write(lambda c: _rings(c, DUE)) == 1
        [item] = set(await store.read(_waiting)) - set(before)
        session = await store.read(lambda c: session_by_id(c, "s1"))
        assert session is not None
        handled = Commit(person_id=session.person_id, done=(item,), session=session, due_at=DUE)
        await store.write(partial(commit, change=handled, now=DUE))
