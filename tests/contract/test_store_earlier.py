"""Which interviews of a person the next one can learn of."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.contracts.commits import Commit, Join
from core.contracts.messages import Address
from core.contracts.session import Person, Status
from core.store.changes import commit
from core.store.desk_reads import person_by_id
from core.store.records import MOST, earlier_interviews
from core.store.store import Connection, Store
from tests.fakes.stores import AT, NOW, answer, begin, new_session, question

THERE = Address(platform="there", chat="2")
DAY = timedelta(days=1)


def held(c: Connection, name: str, *, day: int, status: Status = Status.COMPLETED, **more: object) -> None:
    """An interview that was begun on that day."""
    at = AT + day * DAY
    entries = (question(1), answer(2, 1))
    session = new_session(name, created_at=at, touched_at=at, status=status, last_seq=2, **more)
    begin(c, session, event_id=name, entries=entries)


def person(c: Connection, person_id: str = "p1") -> Person:
    found = person_by_id(c, person_id)
    assert found is not None
    return found


def names(c: Connection, *, but: str = "", kind: str = "life-story") -> list[str]:
    return [each.session.id for each in earlier_interviews(c, person(c), kind, but=but)]


async def test_it_is_their_own_of_that_kind_that_are_over_the_oldest_first(store: Store) -> None:
    def fill(c: Connection) -> None:
        held(c, "s2", day=2, status=Status.ABANDONED)
        held(c, "s1", day=1)
        held(c, "s3", day=3, status=Status.PAUSED)
        held(c, "s4", day=4, kind="podcast")
        held(c, "s5", day=5, person_id="p2", address=THERE)

    await store.write(fill)
    assert await store.read(names) == ["s1", "s2"]
    assert await store.read(lambda c: names(c, but="s2")) == ["s1"]
    assert await store.read(lambda c: names(c, kind="technical")) == []
    found = await store.read(lambda c: earlier_interviews(c, person(c), "life-story"))
    assert [[entry.seq for entry in each.entries] for each in found] == [[1, 2], [1, 2]]


async def test_of_many_it_is_the_newest(store: Store) -> None:
    def fill(c: Connection) -> None:
        for day in range(MOST + 2):
            held(c, f"s{day}", day=day)

    await store.write(fill)
    assert await store.read(names) == [f"s{day}" for day in range(2, MOST + 2)]


async def test_what_was_begun_before_they_had_it_forgotten_is_not_among_them(store: Store) -> None:
    def fill(c: Connection) -> None:
        held(c, "s1", day=1)
        held(c, "s3", day=3)
        forgetful = person(c).model_copy(update={"forgotten_before": AT + 2 * DAY})
        commit(c, Commit(person_id="p1", person=forgetful), now=NOW)

    await store.write(fill)
    assert await store.read(names) == ["s3"]
    assert (await store.read(person)).forgotten_before == AT + 2 * DAY


@pytest.mark.parametrize("who", ["p1", "p2"])
async def test_what_either_had_forgotten_stays_so_when_two_turn_out_to_be_one(store: Store, who: str) -> None:
    def fill(c: Connection) -> None:
        held(c, "s1", day=1)
        held(c, "s2", day=1, person_id="p2", address=THERE)
        forgetful = person(c, who).model_copy(update={"forgotten_before": AT + 2 * DAY})
        commit(c, Commit(person_id=who, person=forgetful), now=NOW)
        joined = Join(person_id="p1", address=THERE)
        commit(c, Commit(person_id="p2", effects=(joined,)), now=NOW)

    await store.write(fill)
    assert await store.read(names) == []
