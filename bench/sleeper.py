"""A process of its own that serves a file: when it is ready, how much memory it takes, and after everybody answered.

python -m bench.sleeper DATABASE ANSWERS
"""

from __future__ import annotations

import time

_BEGAN = time.perf_counter()

import asyncio  # noqa: E402 - the imports are part of what is measured
import sys  # noqa: E402
from contextlib import suppress  # noqa: E402
from pathlib import Path  # noqa: E402

from bench.children import tell  # noqa: E402
from bench.crowd import ANSWER, Crowd  # noqa: E402
from bench.figures import resident  # noqa: E402
from bot.app import build_app  # noqa: E402
from bot.config import AccessSection, Settings  # noqa: E402
from bot.database import prepare  # noqa: E402
from core.gate import Policy  # noqa: E402
from core.store.store import SqliteStore  # noqa: E402

AT_ONCE = 200


async def serve(database: Path, answers: int, imported: float) -> None:
    crowd = Crowd()
    began = time.perf_counter()
    prepare(database)
    settings = Settings(access=AccessSection(policy=Policy.OPEN))
    app = build_app(settings, store=SqliteStore(str(database)), platforms=[crowd])
    ready = asyncio.Event()
    task = asyncio.create_task(app.run(ready=ready.set))
    await ready.wait()
    tell(imported=imported, ready=time.perf_counter() - began, idle=resident())
    if answers:
        people = asyncio.Semaphore(AT_ONCE)

        async def answer(chat: int) -> None:
            async with people:
                person = crowd.listener(str(chat))
                await person.turn(ANSWER)
                crowd.leave(person)

        await crowd.up.wait()
        await asyncio.gather(*map(answer, range(answers)))
        tell(after=resident())
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2]), time.perf_counter() - _BEGAN))
