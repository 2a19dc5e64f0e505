"""The command line as people use it: a process in a folder of its own, with what it printed and how it ended."""

from __future__ import annotations

import asyncio
import os
import sys
import time
import warnings
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cli import main
from bot.database import make_folder, prepare_database
from core.contracts.script import ScriptSet
from core.contracts.session import Record
from core.llm import nearby
from core.store.database_url import Database
from core.store.records import put_record
from core.store.reports import write_direct
from core.store.store import Connection
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.discord_wire import pointed_at
from tests.fakes.forked import ROOT, forked
from tests.fakes.waiting import PATIENCE, until


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """That of a newcomer: nothing of ours is set but that no weights are fetched, and the language is English."""
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("RACONTEUR")}
    # discord.py asks for audioop, for voice channels.
    filters = "error,ignore:'audioop' is deprecated:DeprecationWarning"
    plain = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": filters, "TZ": "UTC"}
    return {**kept, **plain, "RACONTEUR__VOICE__ENGINE": "off", **(extra or {})}


@dataclass(frozen=True, slots=True)
class _Streams:
    """The files that a command reads from and writes to."""

    typed: Path
    out: Path
    err: Path


class Running:
    """A command that is at work."""

    def __init__(self, process: BaseProcess, streams: _Streams) -> None:
        self._process = process
        self._streams = streams

    async def until_said(self, words: str) -> None:
        """Wait for words on standard error."""

        def said() -> bool:
            text = self._streams.err.read_text()
            assert words in text or self._process.is_alive(), f"it ended without {words!r}: {text}"
            return words in text

        await until(said)

    async def ended(self) -> Ended:
        """Wait for the end."""
        return await asyncio.to_thread(self.end)

    def end(self) -> Ended:
        self._process.join(PATIENCE)
        assert self._process.exitcode is not None, f"it did not end: {self._streams.err.read_text()}"
        out, err = (path.read_bytes().decode() for path in (self._streams.out, self._streams.err))
        return Ended(code=self._process.exitcode, out=out, err=err)

    def send(self, number: int) -> None:
        """Send a signal."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    async def stopped(self, number: int) -> Ended:
        """Send a signal, and wait for the end."""
        self.send(number)
        return await self.ended()


@contextmanager
def _at_work(
    arguments: Sequence[str], folder: Path, typed: str, env: Mapping[str, str] | None, discord: FakeDiscord | None
) -> Iterator[Running]:
    at = None if discord is None else (discord.api_url, discord.gateway_url)
    with TemporaryDirectory() as place:
        streams = _Streams(*(Path(place, name) for name in ("typed", "out", "err")))
        streams.typed.write_bytes(typed.encode())
        streams.err.touch()
        process = forked(_run, arguments, folder, environment(env), streams, at)
        process.start()
        try:
            yield Running(process, streams)
        finally:
            process.kill()
            process.join()


def _run(
    arguments: Sequence[str], folder: Path, env: Mapping[str, str], streams: _Streams, discord: tuple[str, str] | None
) -> None:
    """What the process does: as a newcomer's in that folder."""
    for number, path in enumerate((streams.typed, streams.out, streams.err)):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", errors="backslashreplace")  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", "'audioop' is deprecated", DeprecationWarning)
    nearby.PORTS = {}
    sys.argv = ["raconteur", *arguments]
    with nullcontext() if discord is None else pointed_at(*discord):
        main()


def raconteur(
    *arguments: str,
    folder: Path,
    typed: str = "",
    env: Mapping[str, str] | None = None,
    discord: FakeDiscord | None = None,
) -> Ended:
    """Run a command to its end. `discord` is taken for Discord."""
    with _at_work(arguments, folder, typed, env, discord) as running:
        return running.end()


@asynccontextmanager
async def started(
    *arguments: str, folder: Path, env: Mapping[str, str] | None = None, discord: FakeDiscord | None = None
) -> AsyncIterator[Running]:
    """A command, without anything to read; what is still at work afterwards is killed. `discord`: as in `raconteur`."""
    with _at_work(arguments, folder, "", env, discord) as running:
        yield running


@cache
def _migrated() -> bytes:
    """An empty database as the migrations make it."""
    with TemporaryDirectory() as folder:
        database = Path(folder) / "raconteur.db"
        prepare_database(database)
        return database.read_bytes()


def keep(database: Database, *records: tuple[Record, ScriptSet]) -> None:
    """A database with these sessions in it."""
    if isinstance(database, Path) and not database.exists():
        make_folder(database.parent)
        database.touch(mode=0o600)
        database.write_bytes(_migrated())

    def put(c: Connection) -> None:
        for whole, scripts in records:
            put_record(c, whole, scripts)

    write_direct(database, put)
