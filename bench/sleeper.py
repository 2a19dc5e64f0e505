"""A process of its own that serves a file: when it is ready, how much memory it takes, and after everybody answered.

python -m bench.sleeper DATABASE ANSWERS

Of the answers one half is given after the other, each followed by all the work in the background that it leads to.
"""

from __future__ import annotations

import time

_BEGAN = time.perf_counter()

import asyncio  # noqa: E402 - the imports are part of what is measured
import sys  # noqa: E402
from contextlib import suppress  # noqa: E402
from pathlib import Path  # noqa: E402

import sqlalchemy as sa  # noqa: E402

import bot.serve  # noqa: E402, F401 - all that `raconteur run` imports
from bench.children import quiet, tell  # noqa: E402
from bench.crowd import ANSWER, Crowd  # noqa: E402
from bench.figures import resident  # noqa: E402
from bench.model import Replies, SteadyModel  # noqa: E402
from bot.app import build_app  # noqa: E402
from bot.config import AccessSection, Settings  # noqa: E402
from bot.database import prepare_database  # noqa: E402
from core.access.gate import Policy  # noqa: E402
from core.store.schema import chores, mailbox, outbox  # noqa: E402
from core.store.store import Connection, SqliteStore, Store  # noqa: E402

AT_ONCE = 200
LOOK = 0.2
"""Seconds between two looks at whether everything is done."""


async def serve(database: Path, answers: int, imported: float) -> None:
    quiet()
    crowd = Crowd()
    began = time.perf_counter()
    prepare_database(database)
    settings = Settings(access=AccessSection(policy=Policy.OPEN))
    store = SqliteStore(str(database))
    recordings = database.with_suffix(".recordings")
    app = build_app(settings, store=store, platforms=[crowd], recordings=recordings, model=SteadyModel(Replies()))
    ready = asyncio.Event()
    task = asyncio.create_task(app.run(ready=ready.set))
    await ready.wait()
    tell(imported=imported, ready=time.perf_counter() - began, idle=resident())
    if answers:
        await crowd.up.wait()
        half = answers // 2
        tell(half=await _answered(crowd, store, range(half)))
        tell(after=await _answered(crowd, store, range(half, answers)))
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def _answered(crowd: Crowd, store: Store, chats: range) -> int:
    """Return the memory after each of these has answered once."""
    people = asyncio.Semaphore(AT_ONCE)

    async def answer(chat: int) -> None:
        async with people:
            person = crowd.listener(str(chat))
            await person.turn(ANSWER)
            crowd.leave(person)

    await asyncio.gather(*map(answer, chats))
    while await store.read(anything_waits):  # noqa: ASYNC110 - nothing tells that the tables have become empty
        await asyncio.sleep(LOOK)
    return resident()


def anything_waits(c: Connection) -> bool:
    return any(
        c.execute(waiting.limit(1)).first()
        for waiting in (
            sa.select(mailbox.c.id).where(mailbox.c.done_at.is_(None)),
            sa.select(outbox.c.id).where(outbox.c.sent_at.is_(None)),
            sa.select(chores.c.id),
        )
    )


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2]), time.perf_counter() - _BEGAN))
