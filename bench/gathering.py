"""A process of its own with people who come, agree, and answer once, on a file or in a house of several processes.

python -m bench.gathering DATABASE FOLDER

It prints a line when it serves, and one for each line that it reads: a number, so many more people have answered.
On a server it is the gateway.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bench.children import quiet, tell
from bench.crowd import ANSWER, SETTINGS, Crowd
from bench.member import member
from bench.model import Replies, metered
from bench.sleeper import LOOK, anything_waits
from bot.app import App, build_app
from core.interviews.life_story.interview import LifeStory
from core.store.database_url import Server
from core.store.store import SqliteStore

AT_ONCE = 50


async def _app(database: str, folder: Path) -> tuple[App, Crowd]:
    if "://" in database:
        return await member(Server(database), folder, 0.0, "gateway")
    store, crowd, kinds = SqliteStore(database), Crowd(), {LifeStory.kind: LifeStory()}
    model = metered(Replies(), store)
    return build_app(SETTINGS, store=store, platforms=[crowd], recordings=folder, model=model, kinds=kinds), crowd


async def _serve(database: str, folder: str) -> None:
    quiet()
    app, crowd = await _app(database, Path(folder))
    serving = asyncio.create_task(app.run())
    await crowd.up.wait()
    tell(up=True)
    answered = 0
    while line := await asyncio.to_thread(sys.stdin.readline):
        more = range(answered, answered + int(line))
        answered = more.stop
        await _come(crowd, more)
        while await app.store.read(anything_waits):  # noqa: ASYNC110 - nothing tells that the tables have become empty
            await asyncio.sleep(LOOK)
        tell(answered=answered)
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


async def _come(crowd: Crowd, chats: range) -> None:
    room = asyncio.Semaphore(AT_ONCE)

    async def come(chat: int) -> None:
        async with room:
            person = crowd.listener(str(chat))
            await person.starts(LifeStory.kind)
            await person.turn(ANSWER)
            crowd.leave(person)

    await asyncio.gather(*map(come, chats))


if __name__ == "__main__":
    asyncio.run(_serve(*sys.argv[1:]))
