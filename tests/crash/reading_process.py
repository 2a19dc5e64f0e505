"""A bot in a process of its own to which somebody sends a file that is never read to its end.

    python -m tests.crash.reading_process

Prints the number of the reader process when it is at it, and ends like the real one at SIGTERM.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path

from bot.app import build_app
from bot.clock import SystemClock
from bot.serve import cancel_on_signal
from core.contracts.messages import Attachment
from core.interviews.podcast.interview import Podcast
from core.interviews.podcast.sources.opener import MODULE
from core.llm.build import OfflineModel
from core.readers.pool import ReaderPool
from core.store.store import MemoryStore
from tests.fakes import reader_process as told
from tests.fakes.app import OPEN, until
from tests.fakes.platform import FakePlatform


async def live(folder: Path) -> None:
    clock = SystemClock()
    platform = FakePlatform(clock)
    pool = ReaderPool(clock, reads=(MODULE,), module=told.MODULE)
    app = build_app(
        OPEN,
        store=MemoryStore(),
        platforms=[platform],
        recordings=folder,
        clock=clock,
        model=OfflineModel(),
        kinds={"podcast": Podcast()},
        readers=pool,
    )
    running = asyncio.create_task(app.run())
    cancel_on_signal(running)
    await platform.up.wait()
    anna = platform.person()
    await anna.begin("podcast")
    await anna.press("Creative")
    await anna.tell(Attachment(file_ref=platform.keep(told.HANG), name="talk.txt", size=len(told.HANG)))
    await until(lambda: bool(pool.pids))
    print(*pool.pids, flush=True)
    with suppress(asyncio.CancelledError):
        await running


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as passing:
        asyncio.run(live(Path(passing)))
