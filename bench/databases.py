"""(m) A turn on SQLite and on PostgreSQL: the time alone and among many, and what is asked of the database."""

from __future__ import annotations

import asyncio
import os
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bench.crowd import serving, waits
from bench.figures import Row, median
from bench.model import Replies, metered
from bot.database import prepare_database
from core.interviews.life_story.interview import LifeStory
from core.store.database_url import Database, Server
from core.store.opening import store_on
from tests.fakes.postgres import own_server

ALONE = 60
"""Turns of one person."""
PEOPLE = 40
TURNS = 10
"""Answers of each."""
_ASKED = re.compile(r"\tF\t\d+\t(?:Execute|Query)\b")


@dataclass(slots=True, kw_only=True)
class _Turns:
    """What they took on one database."""

    alone: list[float]
    """Seconds."""
    statements: float
    """For each turn, with what begins and ends transactions."""
    per_second: float = 0.0


async def measure(folder: Path) -> list[Row]:
    """One person and forty on each, every commit flushed; the model answers at once behind the real ledger."""
    file = folder / "databases.db"
    prepare_database(file)
    on_file = await _turns_on(file, folder)
    with own_server(tables=False) as server:
        there = Server(server.url)
        prepare_database(there)
        on_server = await _turns_on(there, folder)
    rows = []
    for name, found in (("SQLite", on_file), ("PostgreSQL", on_server)):
        ratio = "" if found is on_file else f"{median(found.alone) / median(on_file.alone):.2f} to SQLite"
        rows.append(Row(part="m", what=f"a turn of one person on {name}, median",
                        measured=f"{1000 * median(found.alone):.1f} ms", ratio=ratio))  # fmt: skip
        rows.append(Row(part="m", what="the same, statements", measured=f"{found.statements:.0f}"))
        ratio = "" if found is on_file else f"{found.per_second / on_file.per_second:.2f} to SQLite"
        rows.append(Row(part="m", what="forty people, turns/s", measured=f"{found.per_second:.0f}", ratio=ratio))
    return rows


async def _turns_on(database: Database, folder: Path) -> _Turns:
    store: Any = store_on(database)
    interview, asked = LifeStory(), _Asked(folder)
    sa.event.listen(store._engine, "connect", asked.listen)  # noqa: SLF001 - as a test looks
    async with serving(store, metered(Replies(), store), {interview.kind: interview}) as (_, crowd):
        person = crowd.listener("0")
        await person.starts(interview.kind)
        before = asked.number
        alone = await waits(person, ALONE)
        found = _Turns(alone=alone, statements=(asked.number - before) / ALONE)
        people = [crowd.listener(str(n)) for n in range(1, PEOPLE + 1)]
        await asyncio.gather(*(each.starts(interview.kind) for each in people))
        began = time.perf_counter()
        await asyncio.gather(*(waits(each, TURNS) for each in people))
        found.per_second = PEOPLE * TURNS / (time.perf_counter() - began)
    return found


class _Asked:
    """Counts what goes to the database on each connection."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._local = 0
        self._files: list[Path] = []

    def listen(self, connection: Any, _record: object) -> None:
        if hasattr(connection, "set_trace_callback"):
            connection.set_trace_callback(self._count)
            return
        file = self._folder / f"sent-{len(self._files)}"
        self._files.append(file)
        # The library writes to it for as long as the connection lives.
        connection.pgconn.trace(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))

    def _count(self, _statement: str) -> None:
        self._local += 1

    @property
    def number(self) -> int:
        return self._local + sum(len(_ASKED.findall(file.read_text(errors="replace"))) for file in self._files)
