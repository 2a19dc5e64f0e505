"""Two persons become one, and the process is killed at each statement of it: all of it is there, or nothing."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

from core.store.store import sqlite_engine
from tests.crash.joining_process import join, two
from tests.fakes.stores import new_database
from tests.fakes.told import damage, dump

ROOT = Path(__file__).parents[2]
Rows = dict[str, list[tuple[object, ...]]]


def _rows(path: str) -> Rows:
    engine = sqlite_engine(path)
    with closing(engine.connect()) as connection:
        assert damage(connection) == []
        rows = dump(connection)
    engine.dispose()
    return rows


def test_killed_at_any_statement_they_are_two_or_one(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    engine = sqlite_engine(path)
    with closing(engine.connect()) as connection, connection.begin():
        two(connection)
    before = _rows(path)
    command = [sys.executable, "-m", "tests.crash.joining_process", path]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    tried = int(done.stdout)
    assert tried > 20
    for number in range(1, tried):
        assert _rows(f"{path}.{number}") == before
    lived = _rows(f"{path}.{tried}")
    # Whoever was killed before it does it once more, and comes to the same.
    again = sqlite_engine(f"{path}.{tried - 1}")
    with closing(again.connect()) as connection, connection.begin():
        join(connection)
    assert _rows(f"{path}.{tried - 1}") == lived
    assert [row[0] for row in lived["persons"]] == ["p1"]
    assert len(lived["mailbox"]) == len(before["mailbox"])
    assert lived["entries"] == before["entries"]
