"""(a) The wait between an answer and the question after it, in units of the model's latency; calls on the path."""

from __future__ import annotations

from pathlib import Path

from bench.crowd import serving, waits
from bench.figures import Row, median, quantile
from bench.model import Replies, metered
from bot.database import prepare_database
from core.interviews.life_story.interview import LifeStory
from core.store.store import SqliteStore

LATENCY = 0.3
TURNS = 40


async def measure(folder: Path) -> list[Row]:
    """One person, the whole app on a file, a model that takes 300 ms behind the real ledger."""
    database = folder / "wait.db"
    prepare_database(database)
    store = SqliteStore(str(database))
    replies = Replies()
    interview = LifeStory()
    async with serving(store, metered(replies, store, latency=LATENCY), {interview.kind: interview}) as (_, crowd):
        person = crowd.listener("1")
        await person.starts(interview.kind)
        found = [wait / LATENCY for wait in await waits(person, TURNS)]
    calls = (replies.calls["talk"] + replies.calls["books"]) / TURNS
    return [
        Row(part="a", what="wait for the next question, median, in units of L = 300 ms", aim="≤ 1.05",
            measured=f"{median(found):.3f}", ratio="to L"),
        Row(part="a", what="the same, 95th percentile", measured=f"{quantile(found, 0.95):.3f}", ratio="to L"),
        Row(part="a", what="model calls of a turn, side by side", aim="2", measured=f"{calls:.2f}"),
    ]  # fmt: skip
