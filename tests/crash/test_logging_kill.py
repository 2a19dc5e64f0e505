"""A run that is killed again and again has, to the byte, the logs of one that nobody killed."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path

from core.chamber.logs import LOG_FILES
from core.store import chamber_rows as rows
from core.store.store import SqliteStore
from tests.fakes.chamber import new_run, setup
from tests.fakes.effort import tries
from tests.fakes.stores import new_database

ROOT = Path(__file__).parents[2]
KILLED = -9
TURNS = 6
KILLS = (("asked", 2), ("half a line", 3), ("kept", 1), ("whole", 4), ("half a line", 1), ("whole", 2), ("kept", 1))


def _hold(path: str, folder: Path, *dies: object) -> int:
    command = [sys.executable, "-m", "tests.crash.logging_process", path, str(folder), *map(str, dies)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode in {0, KILLED}, ended.stderr
    assert ended.stdout == ""
    return ended.returncode


def _begun(folder: Path) -> str:
    folder.mkdir()
    path = new_database(folder)

    async def begin() -> None:
        store = SqliteStore(path)
        await store.write(lambda c: rows.put_run(c, new_run(setup(rules={"max_turns": TURNS}))))
        await store.close()

    asyncio.run(begin())
    return path


def test_logs_are_the_same_whenever_the_process_was_killed(tmp_path: Path) -> None:
    assert _hold(_begun(tmp_path / "one"), tmp_path / "one" / "logs") == 0
    expected = {path.name: path.read_bytes() for path in sorted((tmp_path / "one" / "logs").glob("*"))}
    assert len(expected) == len(LOG_FILES)

    killed = _begun(tmp_path / "two")
    dice = random.Random(20_261_122)
    deaths = [*KILLS, *((dice.choice(KILLS)[0], dice.randint(1, 9)) for _ in range(tries(0, soak=40)))]
    times = sum(_hold(killed, tmp_path / "two" / "logs", *each) == KILLED for each in deaths)
    # How often it dies over a log depends on how far that is behind.
    assert times >= 4
    assert _hold(killed, tmp_path / "two" / "logs") == 0
    assert {path.name: path.read_bytes() for path in sorted((tmp_path / "two" / "logs").glob("*"))} == expected
