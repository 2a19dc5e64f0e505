"""(f) What it costs to look for deadlines that have come, among a million interviews."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from bench.figures import Row, median
from bench.stored import fill
from bot.clock import SystemClock
from core.jobs.housekeeping import Timekeeper
from core.store.schema import sessions
from core.store.store import Connection, SqliteStore, sqlite_engine
from core.timing.rules import TimerRules

IDLE = 1_000_000
SWEEPS = 1_000
DUE = 20
"""Interviews whose time has come."""
ROUNDS = 50
"""Sweeps that find as many."""
_YEAR = 365 * 86_400
_PEOPLE = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    INSERT INTO persons (id, name, language, stage, created_at)
    SELECT 'p' || i, name, language, stage, created_at FROM n, persons WHERE id = 'p0'
"""
_SESSIONS = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    INSERT INTO sessions (id, person_id, chat, due_at, kind, title, status, language, script_digest, platform, state,
                          open_question, last_seq, revision, counters, created_at, touched_at)
    SELECT 's' || i, 'p' || i, i, created_at + 86400 + (i * 7919) % ?, kind, title, status, language, script_digest,
           platform, state, open_question, last_seq, revision, counters, created_at, touched_at
    FROM n, sessions WHERE id = 's0'
"""


async def measure(folder: Path) -> list[Row]:
    """The sweep as the app makes it every twenty seconds, through the store with its threads."""
    database = folder / "idle.db"
    fill(database, 1)
    await asyncio.to_thread(_multiply, database, IDLE)
    store = SqliteStore(str(database))
    keeper = Timekeeper(store, SystemClock(), TimerRules(), "bench")
    trivial = await _times(SWEEPS, lambda: store.read(_nothing))
    empty = await _times(SWEEPS, keeper.sweep)
    busy: list[float] = []
    for first in range(1, ROUNDS * DUE, DUE):
        await store.write(partial(_make_due, first=first))
        busy += await _times(1, keeper.sweep)
    await store.close()
    usual = median(empty)
    return [
        Row(part="f", what="a read that does nothing, median", measured=_ms(median(trivial))),
        Row(part="f", what="sweep over 1,000,000 idle sessions, median", aim="≤ 10 ms", measured=_ms(usual),
            ratio=f"{usual / median(trivial):.2f} to that read"),
        Row(part="f", what="the same, the longest of 1,000", aim="≤ 10 ms", measured=_ms(max(empty))),
        Row(part="f", what="sweep that finds 20 of them due, median", measured=_ms(median(busy)),
            ratio=f"{median(busy) / usual:.1f} to an empty one"),
    ]  # fmt: skip


async def _times(number: int, work: Callable[[], Awaitable[object]]) -> list[float]:
    times = []
    for _ in range(number):
        began = time.perf_counter()
        await work()
        times.append(time.perf_counter() - began)
    return times


def _nothing(c: Connection) -> object:
    return c.exec_driver_sql("SELECT 1").scalar()


def _make_due(c: Connection, first: int) -> None:
    """Let the time of the next few have come just now."""
    ids = [f"s{n}" for n in range(first, first + DUE)]
    c.execute(sessions.update().where(sessions.c.id.in_(ids)).values(due_at=time.time() - 1))


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.2f} ms"


def _multiply(database: Path, count: int) -> None:
    """Store many interviews like the one that is there, each with its own person and a deadline in the next year."""
    engine = sqlite_engine(str(database))
    with engine.connect() as c:
        for pragma in ("synchronous=OFF", "foreign_keys=OFF", "secure_delete=OFF"):
            c.exec_driver_sql(f"PRAGMA {pragma}")
        c.exec_driver_sql("BEGIN IMMEDIATE")
        c.exec_driver_sql(_PEOPLE, (count - 1,))
        c.exec_driver_sql(_SESSIONS, (count - 1, _YEAR))
        c.exec_driver_sql("COMMIT")
    engine.dispose()
