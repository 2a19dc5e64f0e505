"""A run with our own interviewer is killed at each of its steps, again and again, and is what it is without that."""

from __future__ import annotations

import asyncio
from pathlib import Path

from core.features.chamber.chamber_rows import utterances_of
from core.features.chamber.messages import Speaker
from core.store.store import SqliteStore
from tests.crash.engine_process import PERSON, STEPS, TURNS, main
from tests.fakes.effort import tries
from tests.fakes.forked import lived
from tests.fakes.own_sides import talk_of
from tests.fakes.stores import new_database

KILLS = tries(len(STEPS), soak=2 * len(STEPS))


async def test_nothing_is_heard_or_said_twice_however_often_it_dies(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    # At the beginning, which has several steps of its own, and later.
    deaths = [(STEPS[number % len(STEPS)], 1 + number // len(STEPS) * 2) for number in range(KILLS)]
    assert await asyncio.to_thread(lived, main, path, *deaths) == 0
    store = SqliteStore(path)
    said = await store.read(lambda c: utterances_of(c, "r1"))
    await store.close()
    talk = await talk_of(PERSON, TURNS)
    asked = [each.public.text for each in said if each.speaker is Speaker.PRIME]
    assert asked == [talk.heard(turn) for turn in range(TURNS)]
    (transcript,) = (tmp_path / "documents").glob("*transcript.md")
    words = transcript.read_text(encoding="utf-8").replace("\\", "")
    once = [talk.told(turn) for turn in range(1, TURNS) if len(talk.told(turn)) > 40]
    assert once
    assert [words.count(each.split("\n")[0]) for each in once] == [1] * len(once)
