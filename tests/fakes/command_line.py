"""The command line as people use it: a process in a folder of its own, with what it printed and how it ended."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
import warnings
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cli import main
from bot.database import prepare
from core.contracts.script import ScriptSet
from core.contracts.session import Record
from core.store.records import put_record
from core.store.reports import write_beside
from core.store.store import Connection
from tests.fakes import discord_command_line
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.discord_wire import pointed_at
from tests.fakes.waiting import PATIENCE

ROOT = Path(__file__).parents[2]


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


def _started_with(discord: FakeDiscord | None) -> tuple[str, dict[str, str]]:
    """The module to run, and what it has to be told."""
    if discord is None:
        return "bot", {}
    told = {discord_command_line.API: discord.api_url, discord_command_line.GATEWAY: discord.gateway_url}
    return discord_command_line.__name__, told


def raconteur(
    *arguments: str,
    folder: Path,
    typed: str = "",
    env: Mapping[str, str] | None = None,
    discord: FakeDiscord | None = None,
) -> Ended:
    """Run a command to its end. `discord` is taken for Discord.

    In a process of its own that has loaded everything before: to load it takes longer than most commands.
    `started` and `tests/unit/test_startup.py` begin with nothing.
    """
    at = None if discord is None else (discord.api_url, discord.gateway_url)
    with TemporaryDirectory() as streams:
        typing, out, err = (Path(streams, name) for name in ("typed", "out", "err"))
        typing.write_bytes(typed.encode())
        process = _LOADED.Process(target=_run, args=(arguments, folder, environment(env), (typing, out, err), at))
        process.start()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"{arguments} did not end: {err.read_text()}")
        return Ended(code=process.exitcode, out=out.read_text(), err=err.read_text())


_LOADED = multiprocessing.get_context("forkserver")
_LOADED.set_forkserver_preload(
    ["bot.app", "bot.cli", "bot.doctor", "bot.evaluation.run", "bot.serve", "alembic.command"]
)


def _run(
    arguments: Sequence[str],
    folder: Path,
    env: Mapping[str, str],
    streams: tuple[Path, Path, Path],
    discord: tuple[str, str] | None,
) -> None:
    """What the process does: as a newcomer's in that folder, with these files as its three streams."""
    for number, path in enumerate(streams):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", errors="backslashreplace")  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", "'audioop' is deprecated", DeprecationWarning)
    sys.argv = ["raconteur", *arguments]
    with nullcontext() if discord is None else pointed_at(*discord):
        main()


class Running:
    """A command that is at work."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._err = ""

    async def until_said(self, words: str) -> None:
        """Wait for words on standard error."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            while words not in self._err:
                line = await self.process.stderr.readline()
                assert line, f"it ended without {words!r}: {self._err}"
                self._err += line.decode()

    async def ended(self) -> Ended:
        """Wait for the end."""
        async with asyncio.timeout(PATIENCE):
            out, err = await self.process.communicate()
        assert self.process.returncode is not None
        return Ended(code=self.process.returncode, out=out.decode(), err=self._err + err.decode())

    async def stopped(self, number: int) -> Ended:
        """Send a signal, and wait for the end."""
        self.process.send_signal(number)
        return await self.ended()


@asynccontextmanager
async def started(
    *arguments: str, folder: Path, env: Mapping[str, str] | None = None, discord: FakeDiscord | None = None
) -> AsyncIterator[Running]:
    """A command, without anything to read; what is still at work afterwards is killed. `discord`: as in `raconteur`."""
    module, told = _started_with(discord)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        cwd=folder,
        env=environment({**told, **(env or {})}),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield Running(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def keep(database: Path, *records: tuple[Record, ScriptSet]) -> None:
    """A database with these sessions in it."""
    prepare(database)

    def put(c: Connection) -> None:
        for whole, scripts in records:
            put_record(c, whole, scripts)

    write_beside(database, put)
