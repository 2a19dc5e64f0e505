"""A run that was begun in a chat, in a process that dies at each step: it goes on, and what comes of it comes once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.crash.chamber_app_process import STEPS, main
from tests.fakes.effort import some
from tests.fakes.forked import lived

EACH_STEP = [f"{step}:1" for step in STEPS]
LATER = ["asked:2", "heard:3", "speaking:1", "asked:1"]


@pytest.mark.parametrize("deaths", some([EACH_STEP], soak=[EACH_STEP, LATER]))
def test_a_run_in_a_chat_outlives_every_death_and_its_files_come_once(tmp_path: Path, deaths: list[str]) -> None:
    database = tmp_path / "raconteur.db"
    assert lived(main, str(database), *deaths) == 0
    with closing(sqlite3.connect(database)) as c:
        assert c.execute("SELECT status, why FROM runs").fetchall() == [("ended", "turns")]
        assert c.execute("SELECT seq FROM utterances ORDER BY seq").fetchall() == [(n,) for n in range(1, 7)]
        letters = c.execute(
            "SELECT documents.name, sent_at FROM outbox LEFT JOIN documents ON documents.id = document_id"
            " WHERE key LIKE 'chamber/%' AND key NOT LIKE '%fake:watch%'"
        ).fetchall()
        files = [name for name, _ in letters if name is not None]
        assert len(letters) - len(files) == 1
        assert len(set(files)) == len(files) > 1
        assert all(sent is not None for _, sent in letters)
        assert c.execute("SELECT count(*) FROM run_watchers").fetchall() == [(0,)]
