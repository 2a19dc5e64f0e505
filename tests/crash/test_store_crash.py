"""A process that writes is killed at any moment: what it said was written is there, and nothing is there by halves."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from core.store.database_url import parse_server
from tests.crash.store_writer import GROUP
from tests.fakes.effort import tries
from tests.fakes.other_stores import new_file
from tests.fakes.postgres import postgres_database

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("RACONTEUR_STORE_KILLS", tries(5, soak=100)))


def _run_and_kill(path: str, first: int, lines: int) -> set[int]:
    """Let the writer say that many numbers and kill it; all that it said."""
    command = [sys.executable, "-m", "tests.crash.store_writer", path, str(first)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        rest = process.stdout.read()
    assert process.returncode == -9
    # Each number was said in one go, so only whole lines came through.
    return {int(line) for line in (b"".join(said) + rest).split()}


def _found(path: str) -> set[int]:
    """The numbers of all units in the database; AssertionError for a damaged one or half a unit."""
    server = parse_server(path)
    with closing(sqlite3.connect(path) if server is None else psycopg.connect(server.plain_url)) as c:
        if server is None:
            assert c.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert c.execute("PRAGMA foreign_key_check").fetchall() == []
        people = {int(row[0][1:]) for row in c.execute("SELECT id FROM persons")}
        mail = {int(row[0][1:]) for row in c.execute("SELECT event_id FROM mailbox")}
        chats = {int(row[0]) for row in c.execute("SELECT chat FROM addresses")}
    assert people == mail == chats
    return people


@pytest.mark.parametrize("kind", ["file", "server"])
def test_whatever_was_said_to_be_written_is_there(kind: str, tmp_path: Path) -> None:
    if kind == "file":
        _kill_and_look(new_file(tmp_path))
        return
    with postgres_database() as url:
        _kill_and_look(url)


def _kill_and_look(path: str) -> None:
    dice = random.Random(20_260_504)
    said: set[int] = set()
    for _ in range(KILLS):
        first = max(_found(path), default=0) + 1
        said |= _run_and_kill(path, first, dice.randrange(1, 400))
        found = _found(path)
        assert said <= found
        # Not said yet, but written: at most what was under way when each process died.
        assert len(found - said) <= GROUP * KILLS
    assert len(said) > KILLS
