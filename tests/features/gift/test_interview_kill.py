"""The process is killed amid the work of a gift, again and again: what its teller keeps back is in nothing that leaves.

And what they do not keep back arrives.
"""

from __future__ import annotations

import asyncio
import re
import signal
from pathlib import Path

import pytest

from core.store.store import SqliteStore
from tests.fakes.effort import tries
from tests.fakes.forked import lived
from tests.fakes.gifts import START
from tests.fakes.leaving import read_by_others
from tests.fakes.manual_clock import ManualClock
from tests.fakes.stores import new_file
from tests.features.gift.interview_process import LIVES, begin_gift, main

KILLS = tries(4, soak=len(LIVES))
ROUNDS = KILLS + 2
SECRET = re.compile(r"secret[a-z]+")


@pytest.mark.timeout(240)
async def test_nothing_kept_back_leaves_however_often_it_dies(tmp_path: Path) -> None:
    path = new_file(tmp_path)
    await begin_gift(Path(path), "daily")
    for number in range(KILLS):
        step, occurrence = LIVES[number % len(LIVES)], 1 + number // len(LIVES)
        assert await asyncio.to_thread(lived, main, path, ROUNDS, step, occurrence) == -signal.SIGKILL, step
    assert await asyncio.to_thread(lived, main, path, ROUNDS) == 0
    lines = Path(path).with_suffix(".sent").read_text(encoding="utf-8").splitlines()
    to_masha = "\n".join(line for line in lines if line.startswith("1\t"))
    assert not SECRET.findall(to_masha), "it has reached the family"
    store = SqliteStore(path)
    found = await read_by_others(store, ManualClock(START), tmp_path)
    await store.close()
    assert [name for name, text in found.items() if SECRET.findall(text)] == []
    told = [f"Story {chr(ord('a') + day) * 3}." for day in range(ROUNDS)]
    assert [each for each in told if each not in found["exports"]] == []
    assert [each for each in told if each not in to_masha] == []
