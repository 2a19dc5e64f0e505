"""A run of twenty turns is killed ten times, at any step, and nobody can tell from what is left of it."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.crash.chamber_process import STEPS, TURNS, main
from tests.fakes.effort import tries
from tests.fakes.forked import lived

KILLS = 10


def held(folder: Path, *deaths: str) -> tuple[dict[str, bytes], list[tuple[object, ...]]]:
    """The logs of a run, and what was said as it is kept."""
    folder.mkdir()
    database, logs = folder / "raconteur.db", folder / "logs"
    assert lived(main, str(database), logs, *deaths) == 0
    with closing(sqlite3.connect(database)) as c:
        said = c.execute("SELECT seq, speaker, public, full, taken_out, at FROM utterances ORDER BY seq").fetchall()
        assert c.execute("SELECT status, why FROM runs").fetchall() == [("ended", "turns")]
    return {path.name: path.read_bytes() for path in logs.iterdir()}, said


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], list[tuple[object, ...]]]:
    return held(tmp_path_factory.mktemp("whole") / "run")


@pytest.mark.parametrize("seed", range(tries(1, soak=20)))
def test_a_run_that_was_killed_leaves_the_same_logs(
    seed: int, tmp_path: Path, undisturbed: tuple[dict[str, bytes], list[tuple[object, ...]]]
) -> None:
    dice = random.Random(seed)
    deaths = [f"{step}:{dice.randint(1, 4)}" for step in dice.choices(STEPS[:-1], k=KILLS - 1)]
    logs, said = held(tmp_path / "run", *deaths, f"{STEPS[-1]}:1")
    whole_logs, whole_said = undisturbed
    assert len(said) == 2 * TURNS
    assert said == whole_said
    assert len(logs) == 6
    assert logs == whole_logs
