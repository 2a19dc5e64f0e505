"""The page as a process of its own, for `bench.page`: with the life story, and a model of a steady latency.

    python -m bench.page_server FOLDER LATENCY [EARS]

EARS are `steady` (`bench.steady_ears`) or `whisper`; without them nothing hears, and nothing is read aloud.
It prints where it is and the code of an invitation, then how much memory it takes, each time that a line comes in.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from adapters.web import WebSection
from adapters.web.platform import WebPlatform
from bench.children import quiet, tell
from bench.figures import resident
from bench.model import Replies, metered
from bot.app import build_app
from bot.clock import SystemClock
from bot.config import Settings
from bot.database import prepare_database
from bot.features.read_aloud import build_synthesizer
from bot.sections import LimitsSection, StorageSection
from core.access.gate import code_digest
from core.contracts.ports import Clock
from core.features.transcription.local import HearingOptions, LocalTranscriber
from core.interviews.life_story.interview import LifeStory
from core.store.access import put_invite
from core.store.store import SqliteStore

CODE = "bench_bench_benc"


async def serve(folder: Path, latency: float, ears: str) -> None:
    await asyncio.to_thread(folder.mkdir, exist_ok=True)
    database = folder / "page.db"
    prepare_database(database)
    store = SqliteStore(str(database))
    interview = LifeStory()
    clock = SystemClock()
    page = WebPlatform(WebSection(enabled=True, port=0), clock=clock, data_dir=folder)
    settings = Settings(limits=LimitsSection(messages_per_minute=0), storage=StorageSection(data_dir=folder))
    app = build_app(
        settings,
        transcriber=_transcriber(ears, clock) if ears else None,
        ports={"read_aloud": build_synthesizer(settings, clock)} if ears else {},
        store=store,
        platforms=[page],
        recordings=folder / "recordings",
        model=metered(Replies(), store, latency=latency),
        kinds={interview.kind: interview},
        clock=clock,
    )
    invite = code_digest(CODE)
    await store.write(lambda c: put_invite(c, invite, kind="", uses=10_000, expires_at=None, now=0.0))
    running = asyncio.create_task(app.run())
    while not page.link and not running.done():  # noqa: ASYNC110 - nothing tells when it is served
        await asyncio.sleep(0.01)
    tell(origin=page.link.rpartition("/in/")[0], code=CODE)
    while await asyncio.to_thread(sys.stdin.readline):
        tell(resident=resident())
    running.cancel()
    await asyncio.wait([running])


def _transcriber(ears: str, clock: Clock) -> LocalTranscriber:
    if ears == "steady":
        return LocalTranscriber(HearingOptions(folder=Path()), clock=clock, engine_module="bench.steady_ears")
    from tests.features.transcription.weights import MODEL, whisper_folder

    return LocalTranscriber(HearingOptions(model=MODEL, folder=whisper_folder()), clock=clock)


if __name__ == "__main__":
    quiet()
    asyncio.run(serve(Path(sys.argv[1]), float(sys.argv[2]), "".join(sys.argv[3:])))
