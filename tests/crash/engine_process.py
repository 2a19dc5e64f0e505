"""A run of a played person and our own interviewer, held by a process that dies at steps of it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from bot.config import Settings
from bot.sections import StorageSection
from core.features.chamber import chamber_rows as rows
from tests.crash.mortal import MortalStore, Reaper, live_and_die
from tests.fakes.own_sides import bench_of

TURNS = 12
PERSON = "Tomasz"
OUTSIDE = {"mark_speaker_asked": "asked", "save_utterance": "kept"}
"""Steps of the run: the commit before a side is asked, and the one of what it said."""
INSIDE = {
    "Reception._receive": "arrived",
    "ConversationWorker._commit": "decided",
    "DeliveryWorker._settle": "delivered",
}
"""Steps of the interview, in its own database."""
STEPS = (*OUTSIDE.values(), *INSIDE.values())


async def live(database: Path, reaper: Reaper) -> None:
    store = MortalStore(str(database), reaper, OUTSIDE)
    settings = Settings(storage=StorageSection(data_dir=database.parent / "data"))
    parts = {"interview": "life-story", "person": PERSON, "rules": {"max_turns": TURNS, "repeats": 0}}
    bench = bench_of(store, settings, parts, database.parent / "documents")
    if await store.read(lambda c: rows.run_by_id(c, bench.run.id)) is None:
        await bench.begin()
    await bench.hold(bench.prime(partial(MortalStore, reaper=reaper, steps=INSIDE)), bench.person())
    await store.close()


def main(database: str, *deaths: tuple[str, int]) -> None:
    async def life(_number: int, reaper: Reaper) -> None:
        await live(Path(database), reaper)

    live_and_die(life, deaths)
