"""Numbers of rows on PostgreSQL follow the commits where somebody goes by them, whichever process writes.

Who has seen everything up to a number never looks at what is before it again: no row may appear there later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial

import pytest
import sqlalchemy as sa

from core.contracts.commits import Commit, Revise
from core.store.changes import commit
from core.store.outbox import put_letter
from core.store.postgres import PostgresStore
from core.store.schema import mailbox, outbox, revisions
from core.store.store import Connection
from tests.fakes.postgres import Beside, postgres_database
from tests.fakes.stores import NOW, answer, append, arrive, begin, edit, event, letter, question

Write = Callable[[Connection, str], object]


def a_message(c: Connection, name: str) -> object:
    return arrive(c, event(name))


def a_letter(c: Connection, name: str) -> object:
    return put_letter(c, letter(name), now=NOW)


def a_wording(c: Connection, name: str) -> object:
    return commit(c, Commit(person_id="p1", effects=(Revise("s1", 2, edit(name)),)), now=NOW)


WRITES = {"mail": (a_message, mailbox), "letters": (a_letter, outbox), "words": (a_wording, revisions)}


@pytest.fixture
def url() -> Iterator[str]:
    with postgres_database() as found:
        yield found


def _numbers(table: sa.Table, c: Connection) -> set[int]:
    return set(c.execute(sa.select(table.c.id)).scalars())


@pytest.mark.parametrize("kind", WRITES)
async def test_nothing_appears_before_what_was_seen(kind: str, url: str) -> None:
    write, table = WRITES[kind]
    one, other = PostgresStore(url), PostgresStore(url)
    await one.write(lambda c: append(c, begin(c), [question(1), answer(2, 1, "told")]))
    beside = Beside(url)

    def slow(c: Connection) -> None:
        write(c, "first")
        beside.stand_still()

    first = asyncio.ensure_future(one.write(slow))
    await beside.stands_still()
    await other.write(partial(write, name="second"))
    seen = await other.read(partial(_numbers, table))
    beside.is_through()
    await first
    later = await other.read(partial(_numbers, table)) - seen
    assert all(number > max(seen) for number in later)
    await one.close()
    await other.close()
