"""(q) What an interview takes: bytes kept, written and on the wire, processor time, and what models read."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import sqlalchemy as sa
from pydantic import BaseModel

from bench.crowd import Listener, serving
from bench.figures import Row, number
from bench.model import Replies, metered
from bot.database import prepare_database
from core.contracts.chat import ChatRequest
from core.interviews.life_story.interview import LifeStory
from core.simulation.talks import effective_inputs
from core.store.database_url import Server
from core.store.opening import store_on
from core.store.schema import metadata
from tests.fakes.postgres import own_server

INTERVIEWS = 12
ANSWERS = 40
"""In each."""
LETTERS = 500
"""In an answer."""
ANSWER = ("We lived by the river then, eleven of us, and in spring the water came up to the third step. " * 6)[:LETTERS]
TURNS = INTERVIEWS * ANSWERS
KILOBYTE = 1024
_IO = Path("/proc/self/io")
_MESSAGE = re.compile(r"^[^\t]*\t([FB])\t(\d+)\t", re.MULTILINE)


@dataclass(slots=True, kw_only=True)
class _Moved:
    kept: float
    """Bytes of an interview on the disk."""
    written: float
    """Bytes to the log of the database for a turn."""
    cpu: float
    """Seconds of processor time for a turn, the server's left out."""


async def measure(folder: Path) -> list[Row]:
    """Interviews side by side, with the ledger and the prompts that it keeps; the model answers at once."""
    told = f"{ANSWERS} answers of {LETTERS} characters"
    file = folder / "traffic.db"
    read = _Read()
    on_file = await _on_file(file, read)
    rows = [
        Row(part="q", what=f"an interview of {told} on SQLite", measured=_kilobytes(on_file.kept)),
        Row(part="q", what="a turn of it, written to the disk", measured=_kilobytes(on_file.written)),
        Row(part="q", what="a turn of it, processor time", measured=f"{1000 * on_file.cpu:.1f} ms"),
        *_read_by_models(read),
    ]
    with own_server(tables=False) as server:
        there = Server(server.url)
        prepare_database(there)
        found, wire, prompts = await _on_server(there, folder)
    sent, received = wire
    rows += [
        Row(part="q", what="the interview on PostgreSQL", measured=_kilobytes(found.kept),
            ratio=f"{found.kept / on_file.kept:.2f} to SQLite"),
        Row(part="q", what="of it what models were asked and answered", measured=_kilobytes(prompts)),
        Row(part="q", what="a turn of it, written to PostgreSQL's log", measured=_kilobytes(found.written),
            ratio=f"{found.written / on_file.written:.2f} to SQLite"),
        Row(part="q", what="a turn of it, processor time without the server's", measured=f"{1000 * found.cpu:.1f} ms",
            ratio=f"{found.cpu / on_file.cpu:.2f} to SQLite"),
        Row(part="q", what="a turn of it on the wire, to the server and back",
            measured=f"{_kilobytes(sent)}, {_kilobytes(received)}"),
    ]  # fmt: skip
    return rows


async def _on_file(file: Path, read: _Read) -> _Moved:
    prepare_database(file)
    empty, before, began = _length(file), _written(), time.process_time()
    await _interviews(store_on(file), read)
    cpu = time.process_time() - began
    # The last connection has taken the log into the file.
    kept = (_length(file) - empty) / INTERVIEWS
    return _Moved(kept=kept, written=(_written() - before) / TURNS, cpu=cpu / TURNS)


async def _on_server(there: Server, folder: Path) -> tuple[_Moved, tuple[float, float], float]:
    store: Any = store_on(there)
    wire = _Wire(folder)
    sa.event.listen(store._engine, "connect", wire.listen)  # noqa: SLF001 - as a test looks
    with psycopg.connect(there.plain_url, autocommit=True) as connection:
        empty, begun, began = _size(connection), _logged(connection), time.process_time()
        await _interviews(store, _Read())
        cpu = time.process_time() - began
        logged = _logged(connection) - begun
        connection.execute("VACUUM FULL")
        kept = (_size(connection) - empty) / INTERVIEWS
        prompts = _asked(connection, "SELECT pg_total_relation_size('calls')") / INTERVIEWS
    sent, received = wire.bytes
    return _Moved(kept=kept, written=logged / TURNS, cpu=cpu / TURNS), (sent / TURNS, received / TURNS), prompts


async def _interviews(store: Any, read: _Read) -> None:
    interview = LifeStory()
    async with serving(store, metered(read, store), {interview.kind: interview}) as (_, crowd):
        await asyncio.gather(*(_interview(crowd.listener(str(n))) for n in range(INTERVIEWS)))


async def _interview(person: Listener) -> None:
    await person.starts(LifeStory.kind)
    for _ in range(ANSWERS):
        await person.turn(ANSWER)


class _Read(Replies):
    """Counts the letters of what models are asked, by interview."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[str | None, list[str]] = {}
        """What the messages of an interview read, in order."""
        self.beside = 0
        """Letters of all other prompts."""

    def message(self, request: ChatRequest) -> str:
        text = "\n".join((request.system, *(line.text for line in request.lines)))
        self.asked.setdefault(request.session_id, []).append(text)
        return super().message(request)

    def fields(self, request: ChatRequest, schema: type[BaseModel]) -> Mapping[str, Any]:
        self.beside += len(request.system) + len(request.lines[-1].text)
        return super().fields(request, schema)


def _read_by_models(read: _Read) -> list[Row]:
    """Return the rows about what models read for an interview."""
    whole = sum(len(text) for texts in read.asked.values() for text in texts)
    new = sum(sum(effective_inputs(texts)) for texts in read.asked.values())
    return [
        Row(part="q", what="characters that its messages read", measured=number(whole / INTERVIEWS),
            ratio=f"{number(new / INTERVIEWS)} where cached ones count a tenth"),
        Row(part="q", what="characters that its books and readings read", measured=number(read.beside / INTERVIEWS),
            ratio=f"in {(sum(read.calls.values()) - TURNS) / INTERVIEWS:.0f} calls"),
    ]  # fmt: skip


def _length(file: Path) -> int:
    return file.stat().st_size


def _written() -> int:
    """Return the bytes that this process has given to the system to write; 0 where the system does not tell."""
    if not _IO.exists():
        return 0
    return next(int(line.split()[1]) for line in _IO.read_text().splitlines() if line.startswith("wchar"))


def _size(connection: psycopg.Connection[Any]) -> int:
    tables = [table.name for table in metadata.sorted_tables]
    return _asked(connection, "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) name", tables)


def _logged(connection: psycopg.Connection[Any]) -> int:
    return _asked(connection, "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')")


def _asked(connection: psycopg.Connection[Any], statement: LiteralString, *values: object) -> int:
    row = connection.execute(statement, values).fetchone()
    return int(row[0]) if row is not None else 0


def _kilobytes(size: float) -> str:
    return f"{number(size / KILOBYTE)} KB"


class _Wire:
    """Counts what goes to the server and comes back on each connection, from the driver's own log."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: list[Path] = []

    def listen(self, connection: Any, _record: object) -> None:
        file = self._folder / f"moved-{len(self._files)}"
        self._files.append(file)
        # The library writes to it for as long as the connection lives.
        connection.pgconn.trace(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))

    @property
    def bytes(self) -> tuple[int, int]:
        found = {"F": 0, "B": 0}
        for file in self._files:
            for way, length in _MESSAGE.findall(file.read_text(errors="replace")):
                found[way] += int(length)
        return found["F"], found["B"]
