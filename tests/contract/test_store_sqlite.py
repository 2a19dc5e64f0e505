"""What the store promises on a file: one flush for many units, no hanging on a bad disk, no copy of what is deleted."""

from __future__ import annotations

import asyncio
import importlib
import re
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from core.contracts.commits import Commit, OutboxMessage
from core.contracts.errors import StorageError, StorageUnavailable
from core.contracts.messages import SendDocument
from core.store.changes import commit
from core.store.schema import mailbox, persons, sessions
from core.store.store import BATCH, Connection, SqliteStore, sqlite_engine
from tests.fakes.stores import (
    HERE,
    NOW,
    answer,
    append,
    begin,
    edit,
    letter,
    new_database,
    question,
    revise,
)
from tests.fakes.waiting import PATIENCE


@pytest.fixture
def path(tmp_path: Path) -> str:
    return new_database(tmp_path)


@pytest.fixture
async def store(path: str) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(path)
    yield opened
    await opened.close()


def _put(c: Connection, name: str) -> str:
    c.execute(persons.insert(), {"id": name, "name": "", "language": "en", "stage": "new", "created_at": NOW})
    return name


async def _names(store: SqliteStore) -> set[str]:
    return await store.read(lambda c: set(c.execute(sa.select(persons.c.id)).scalars()))


@asynccontextmanager
async def _the_writer_busy(store: SqliteStore) -> AsyncIterator[None]:
    """What is queued inside waits together behind a unit that is held."""
    started, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def held(c: Connection) -> None:
        loop.call_soon_threadsafe(started.set)
        assert go_on.wait(30)

    first = asyncio.ensure_future(store.write(held))
    await started.wait()
    yield
    await asyncio.sleep(0)
    go_on.set()
    await first


async def _while_the_writer_is_busy(
    store: SqliteStore, units: list[Callable[[Connection], str]]
) -> list[str | BaseException]:
    async with _the_writer_busy(store):
        queued = [asyncio.ensure_future(store.write(unit)) for unit in units]
    return await asyncio.gather(*queued, return_exceptions=True)


# --- group commit -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("units", "commits"), [(BATCH, 2), (BATCH + 1, 3)])
async def test_units_that_wait_together_share_a_commit_up_to_a_batch(
    store: SqliteStore, units: int, commits: int
) -> None:
    made: list[Connection] = []
    sa.event.listen(store._engine, "commit", made.append)
    results = await _while_the_writer_is_busy(store, [partial(_put, name=f"p{n}") for n in range(units)])
    assert set(results) == await _names(store)
    assert len(made) == commits


async def test_a_caller_who_left_holds_nobody_up(store: SqliteStore) -> None:
    async with _the_writer_busy(store):
        left = asyncio.ensure_future(store.write(lambda c: _put(c, "left")))
        await asyncio.sleep(0)
        left.cancel()
        stayed = asyncio.ensure_future(store.write(lambda c: _put(c, "stayed")))
    assert await stayed == "stayed"
    assert left.cancelled()


# --- a disk that fails --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", ["no folder", "a folder", "something else"])
async def test_a_file_that_cannot_be_opened_is_said_and_never_waited_for(make: str, tmp_path: Path) -> None:
    path = tmp_path / "there" / "raconteur.db"
    if make != "no folder":
        path.parent.mkdir()
    if make == "a folder":
        path.mkdir()
    if make == "something else":
        path.write_bytes(b"This is no database. " * 1000)
    store = SqliteStore(str(path))
    async with asyncio.timeout(PATIENCE):
        for _ in range(2):
            with pytest.raises(StorageError):
                await store.read(lambda c: c.execute(sa.select(persons)).all())
            with pytest.raises(StorageError):
                await store.write(lambda c: _put(c, "p"))
        await store.close()


async def test_the_store_works_again_when_the_disk_does(tmp_path: Path) -> None:
    folder = tmp_path / "away"
    store = SqliteStore(str(folder / "raconteur.db"))
    with pytest.raises(StorageError):
        await store.write(lambda c: _put(c, "p"))
    folder.mkdir()
    new_database(folder)
    assert await store.write(lambda c: _put(c, "p")) == "p"
    assert await _names(store) == {"p"}
    await store.close()


async def test_when_the_disk_is_full_only_what_was_promised_is_kept(store: SqliteStore) -> None:
    await store.write(lambda c: c.exec_driver_sql("PRAGMA max_page_count=1").scalar())

    def large(c: Connection) -> str:
        c.execute(
            persons.insert(),
            {"id": "large", "name": "x" * 100_000, "language": "en", "stage": "new", "created_at": NOW},
        )
        return "large"

    results = await _while_the_writer_is_busy(store, [lambda c: _put(c, "a"), large, lambda c: _put(c, "b")])
    assert isinstance(results[1], StorageUnavailable)
    assert "x" * 20 not in str(results[1])
    assert await _names(store) == {r for r in results if isinstance(r, str)}
    await store.write(lambda c: c.exec_driver_sql("PRAGMA max_page_count=100000").scalar())
    assert await store.write(large) == "large"
    with pytest.raises(StorageError) as mistake:
        await store.write(lambda c: c.exec_driver_sql("SELECT * FROM nothing"))
    assert not isinstance(mistake.value, StorageUnavailable)


async def test_a_file_that_another_process_holds_is_an_error_and_no_end(store: SqliteStore, path: str) -> None:
    await store.write(lambda c: c.exec_driver_sql("PRAGMA busy_timeout=1").scalar())
    other = sqlite_engine(path)
    with other.connect() as connection, connection.begin():
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="locked"):
            await store.write(lambda c: _put(c, "too early"))
    assert await store.write(lambda c: _put(c, "later")) == "later"
    assert await _names(store) == {"later"}


async def test_a_unit_has_the_file_for_itself_from_its_beginning(store: SqliteStore, path: str) -> None:
    """Or what it read could change under it before it writes, and the write would be refused."""

    def reads_first(c: Connection) -> str:
        c.execute(sa.select(persons.c.id)).all()
        with (
            closing(sqlite3.connect(path, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute(
                "INSERT INTO persons (id, name, language, stage, created_at) VALUES ('other', '', 'en', 'new', 0)"
            )
        return _put(c, "mine")

    assert await store.write(reads_first) == "mine"
    assert await _names(store) == {"mine"}


async def test_a_transaction_that_breaks_in_the_middle_keeps_nothing(store: SqliteStore) -> None:
    """What a serious fault of the disk does: SQLite ends the transaction, whoever is in it."""

    def breaks(c: Connection) -> str:
        c.exec_driver_sql("ROLLBACK")
        raise ValueError("the disk")

    units: list[Callable[[Connection], str]] = [lambda c: _put(c, "a"), breaks, lambda c: _put(c, "b")]
    results = await _while_the_writer_is_busy(store, units)
    assert all(isinstance(r, StorageError) for r in results)
    assert await _names(store) == set()
    assert await store.write(lambda c: _put(c, "c")) == "c"


# --- what is deleted ----------------------------------------------------------------------------------------------


def _bytes(path: str) -> bytes:
    return b"".join(p.read_bytes() for p in Path(path).parent.glob("raconteur.db*"))


@pytest.mark.parametrize("size", [1, 400])
async def test_a_deleted_text_leaves_no_copy_in_the_file(store: SqliteStore, path: str, size: int) -> None:
    secret = "told only to the interviewer, " * size
    kept = "this one stays"

    def tell(c: Connection) -> None:
        session = begin(c)
        document = SendDocument(name="t.md", media_type="text/markdown", body=secret.encode())
        file = OutboxMessage(key="d", address=HERE, saying=document, language="en", session_id="s1")
        append(
            c,
            session,
            [question(1), answer(2, 1, secret, secret + "more"), answer(3, 1, kept)],
            letters=(letter("k1", secret, session_id="s1"), file),
        )
        withdrawn = ((2, edit(secret, withdrawn=True)),)
        commit(c, Commit(person_id="p1", effects=revise("s1", *withdrawn)), now=NOW)
        c.execute(sa.text("UPDATE mailbox SET payload = :words"), {"words": secret})

    def forget(c: Connection) -> None:
        c.execute(sessions.delete())
        c.execute(mailbox.delete())

    await store.write(tell)
    _checkpoint(path)
    assert secret[:29].encode() in _bytes(path)
    await store.write(forget)
    _checkpoint(path)
    assert secret[:29].encode() not in _bytes(path)


def _checkpoint(path: str) -> None:
    engine = sqlite_engine(path)
    with engine.connect() as c:
        busy, *_ = c.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
    engine.dispose()
    assert busy == 0


# --- queries ------------------------------------------------------------------------------------------------------

MODULES = ("arrivals", "changes", "mailbox_rows", "outbox", "chore_rows", "call_rows")
UNNARROWED = {"LINES", "_BY_SESSION", "OWNED_LINES", "_CALLS"}
"""What others are made of."""
Statement = sa.Select[Any] | sa.Update | sa.Delete


def _statements() -> dict[str, Statement]:
    found: dict[str, Statement] = {}
    for module in MODULES:
        for name, value in vars(importlib.import_module(f"core.store.{module}")).items():
            if isinstance(value, sa.Select | sa.Update | sa.Delete) and name not in UNNARROWED:
                found[f"{module}.{name}"] = value
    return found


@pytest.mark.parametrize("name", _statements())
def test_no_statement_of_a_turn_reads_a_whole_table(name: str, path: str) -> None:
    compiled = _statements()[name].compile(dialect=sqlite.dialect(paramstyle="named"))
    sql = re.sub(r"\(__\[POSTCOMPILE_\w+\]\)", "(1)", str(compiled))
    with closing(sqlite3.connect(path)) as c:
        plan = c.execute(f"EXPLAIN QUERY PLAN {sql}", dict.fromkeys(compiled.params, 1)).fetchall()
    steps = [detail for *_, detail in plan]
    assert steps
    scans = [step for step in steps if step.startswith("SCAN") and step != "SCAN CONSTANT ROW"]
    # An index of what waits holds little of its table.
    assert [step for step in scans if not re.search(r"INDEX ix_\w+_waiting", step)] == []
