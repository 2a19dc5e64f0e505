"""What both stores promise: units that stand or fall alone, wake-ups after the commit, and errors that quote nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from core.contracts.errors import BudgetSpent, Stale, StorageError
from core.store.arrivals import set_reachable
from core.store.rows import load_incoming
from core.store.schema import addresses, mailbox, persons
from core.store.store import Connection, MemoryStore, Queue, SqliteStore, Store, Wake
from tests.fakes.stores import HERE, KINDS, NOW, arrive, count, event, new_database, opened
from tests.fakes.waiting import PATIENCE


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(request.param, tmp_path) as opened_store:
        yield opened_store


def _put(c: Connection, name: str) -> str:
    c.execute(persons.insert(), {"id": name, "name": name, "language": "en", "stage": "new", "created_at": NOW})
    return name


async def _names(store: Store) -> set[str]:
    return await store.read(lambda c: set(c.execute(sa.select(persons.c.id)).scalars()))


# --- units --------------------------------------------------------------------------------------------------------


async def test_a_unit_that_fails_takes_back_only_what_it_did_itself(store: Store) -> None:
    def unit(name: str, *, fails: bool) -> Any:
        def run(c: Connection) -> str:
            _put(c, name)
            if fails:
                raise Stale("on purpose")
            return name

        return run

    results = await asyncio.gather(
        *(store.write(unit(f"p{n}", fails=n % 3 == 0)) for n in range(30)), return_exceptions=True
    )
    assert [type(r) if isinstance(r, Exception) else r for r in results] == [
        Stale if n % 3 == 0 else f"p{n}" for n in range(30)
    ]
    assert await _names(store) == {f"p{n}" for n in range(30) if n % 3}


async def test_a_unit_that_the_database_refuses_leaves_its_neighbours(store: Store) -> None:
    def twice(c: Connection) -> None:
        _put(c, "again")
        _put(c, "again")

    results = await asyncio.gather(
        store.write(lambda c: _put(c, "before")),
        store.write(twice),
        store.write(lambda c: _put(c, "after")),
        return_exceptions=True,
    )
    assert [isinstance(r, StorageError) for r in results] == [False, True, False]
    assert await _names(store) == {"before", "after"}


async def test_a_read_sees_the_commit_before_it(store: Store) -> None:
    for n in range(40):
        await store.write(partial(_put, name=f"p{n}"))
        assert await store.read(lambda c: count(c, persons)) == n + 1


async def test_a_read_cannot_write(store: Store) -> None:
    with pytest.raises(StorageError):
        await store.read(lambda c: _put(c, "sneaked in"))
    assert await _names(store) == set()
    await store.write(lambda c: _put(c, "by the door"))
    assert await _names(store) == {"by the door"}


# --- wake-ups -----------------------------------------------------------------------------------------------------


async def test_wakes_are_called_after_the_commit_and_before_the_caller_goes_on(store: Store) -> None:
    order: list[str] = []
    committed: list[asyncio.Task[set[str]]] = []

    def listener(keys: list[str]) -> None:
        order.extend(keys)
        committed.append(asyncio.ensure_future(_names(store)))

    store.on_wake(Queue.DESK, listener)
    await store.write(lambda c: _put(c, "p1"), wake=(Wake(Queue.DESK, "p1"),))
    order.append("the caller")
    assert order == ["p1", "the caller"]
    assert await committed[0] == {"p1"}


async def test_a_room_gets_its_own_keys_at_once(store: Store) -> None:
    heard: list[tuple[str, list[str]]] = []
    store.on_wake(Queue.DESK, lambda keys: heard.append(("desk", keys)))
    store.on_wake(Queue.DELIVERY, lambda keys: heard.append(("delivery", keys)))
    wakes = (Wake(Queue.DESK, "a"), Wake(Queue.DELIVERY, "here:1"), Wake(Queue.DESK, "b"), Wake(Queue.CHORES, "nobody"))
    await store.write(lambda c: None, wake=wakes)
    assert sorted(heard) == [("delivery", ["here:1"]), ("desk", ["a", "b"])]


async def test_nobody_is_woken_by_what_failed(store: Store) -> None:
    heard: list[str] = []
    store.on_wake(Queue.DESK, heard.extend)

    def fails(c: Connection) -> str:
        raise Stale("on purpose")

    for wake in ((Wake(Queue.DESK, "x"),), lambda name: (Wake(Queue.DESK, name),)):
        with pytest.raises(Stale):
            await store.write(fails, wake=wake)
    assert heard == []


async def test_a_listener_that_fails_holds_nobody_up(store: Store) -> None:
    def broken(keys: list[str]) -> None:
        raise ValueError("a mistake")

    store.on_wake(Queue.DESK, broken)
    async with asyncio.timeout(PATIENCE):
        names = await asyncio.gather(
            *(store.write(partial(_put, name=f"p{n}"), wake=(Wake(Queue.DESK, f"p{n}"),)) for n in range(3))
        )
    assert set(names) == await _names(store)


# --- errors -------------------------------------------------------------------------------------------------------

SECRET = "what grandmother told only once"


def _constraint(c: Connection) -> None:
    _put(c, SECRET)
    _put(c, SECRET)


def _wrong_type(c: Connection) -> None:
    c.execute(
        mailbox.insert(), {"event_id": "e", "person_id": "p", "payload": "{}", "arrived_at": 1.0, "ready": SECRET}
    )


def _not_writable(c: Connection) -> None:
    _put(c, SECRET + "\udcff")


def _python(c: Connection) -> None:
    raise KeyError(SECRET)


def _wrong_content(c: Connection) -> None:
    load_incoming(f'{{"type": "text", "content": {{"text": ["{SECRET}"]}}}}')


@pytest.mark.parametrize("unit", [_constraint, _wrong_type, _not_writable, _python, _wrong_content])
async def test_every_failure_is_a_storage_error_without_anybodys_words(store: Store, unit: Any) -> None:
    with pytest.raises(StorageError) as caught:
        await store.write(unit)
    assert "grandmother" not in str(caught.value)
    assert await _names(store) == set()
    await store.write(lambda c: _put(c, "life goes on"))


async def test_what_the_database_says_of_itself_is_passed_on(store: Store) -> None:
    def through_core(c: Connection) -> None:
        c.execute(sa.select(sa.column("anything")).select_from(sa.table("nowhere")))

    def through_the_driver(c: Connection) -> None:
        c.connection.cursor().execute("SELECT * FROM nowhere")

    for unit in (through_core, through_the_driver):
        with pytest.raises(StorageError, match=r"OperationalError: no such table: nowhere|UndefinedTable"):
            await store.read(unit)


async def test_an_error_of_the_house_comes_through_as_it_is(store: Store) -> None:
    error = BudgetSpent("Used up.", scope="day")

    def fails(c: Connection) -> None:
        raise error

    with pytest.raises(BudgetSpent) as caught:
        await store.write(fails)
    assert caught.value is error


# --- closing ------------------------------------------------------------------------------------------------------


async def test_close_finishes_what_is_queued(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    store = SqliteStore(path)
    queued = [asyncio.ensure_future(store.write(partial(_put, name=f"p{n}"))) for n in range(600)]
    await asyncio.sleep(0)
    await store.close()
    assert {task.result() for task in queued} == {f"p{n}" for n in range(600)}
    again = SqliteStore(path)
    assert len(await _names(again)) == 600
    await again.close()


@pytest.mark.parametrize("used", [False, True])
@pytest.mark.parametrize("kind", KINDS)
async def test_a_closed_store_refuses_work(kind: str, used: bool, tmp_path: Path) -> None:
    store: Store = MemoryStore() if kind == "memory" else SqliteStore(new_database(tmp_path))
    if used:
        await store.write(lambda c: _put(c, "p"))
    await store.close()
    with pytest.raises(StorageError):
        await store.read(lambda c: 1)
    with pytest.raises(StorageError):
        await store.write(lambda c: 1)
    await store.close()


# --- arrivals -----------------------------------------------------------------------------------------------------


async def _unreachable_since(store: Store) -> float | None:
    found: float | None = await store.read(lambda c: c.execute(sa.select(addresses.c.unreachable_at)).scalar())
    return found


async def test_an_old_event_that_comes_again_makes_nobody_reachable(store: Store) -> None:
    await store.write(lambda c: arrive(c, event("e1")))
    await store.write(lambda c: set_reachable(c, HERE, unreachable_at=NOW))
    await store.write(lambda c: arrive(c, event("e1")))
    assert await _unreachable_since(store) == NOW
