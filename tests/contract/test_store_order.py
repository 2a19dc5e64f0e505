"""Numbers of rows on PostgreSQL follow the commits where somebody goes by them, whichever process writes.

Who has seen everything up to a number never looks at what is before it again: no row may appear there later.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import psycopg
import pytest
import sqlalchemy as sa

from core.contracts.change import Change
from core.store.changes import commit, put_letter
from core.store.postgres import PostgresStore
from core.store.schema import mailbox, outbox, revisions
from core.store.store import Connection
from tests.fakes.postgres import postgres_database
from tests.fakes.stores import NOW, answer, append, arrive, begin, edit, event, letter, question
from tests.fakes.waiting import PATIENCE

Write = Callable[[Connection, str], object]


def a_message(c: Connection, name: str) -> object:
    return arrive(c, event(name))


def a_letter(c: Connection, name: str) -> object:
    return put_letter(c, letter(name), now=NOW)


def a_wording(c: Connection, name: str) -> object:
    return commit(c, Change(person_id="p1", revised="s1", revisions=((2, edit(name)),)), now=NOW)


WRITES = {"mail": (a_message, mailbox), "letters": (a_letter, outbox), "words": (a_wording, revisions)}


@pytest.fixture
def url() -> Iterator[str]:
    with postgres_database() as found:
        yield found


def _numbers(table: sa.Table, c: Connection) -> set[int]:
    return set(c.execute(sa.select(table.c.id)).scalars())


class _Slow:
    """A unit that has written and is not committed before the other one is, or waits for it."""

    def __init__(self, url: str, write: Write) -> None:
        self._plain = url.replace("+psycopg", "")
        self._write = write
        self.written = threading.Event()
        self.other_is_through = threading.Event()

    def __call__(self, c: Connection) -> None:
        self._write(c, "first")
        self.written.set()
        until = time.monotonic() + PATIENCE
        with psycopg.connect(self._plain, autocommit=True) as beside:
            while not self.other_is_through.is_set() and time.monotonic() < until:
                if beside.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone() is not None:
                    return


@pytest.mark.parametrize("kind", WRITES)
async def test_nothing_appears_before_what_was_seen(kind: str, url: str) -> None:
    write, table = WRITES[kind]
    one, other = PostgresStore(url), PostgresStore(url)
    await one.write(lambda c: append(c, begin(c), [question(1), answer(2, 1, "told")]))
    slow = _Slow(url, write)
    first = asyncio.ensure_future(one.write(slow))
    await asyncio.to_thread(slow.written.wait, PATIENCE)
    await other.write(partial(write, name="second"))
    slow.other_is_through.set()
    seen = await other.read(partial(_numbers, table))
    await first
    later = await other.read(partial(_numbers, table)) - seen
    assert all(number > max(seen) for number in later)
    await one.close()
    await other.close()
