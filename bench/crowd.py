"""Many people at once on the fake platform, each of whom reads only their own chat."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.model import Replies, metered
from bot.app import App, build_app
from bot.clock import SystemClock
from bot.config import AccessSection, Settings
from bot.database import prepare_database
from bot.sections import LimitsSection
from core.access.gate import Policy
from core.contracts.messages import Address, Outgoing, Receipt, position_of
from core.contracts.turn import Interview
from core.interviews.life_story.interview import LifeStory
from core.llm.build import ManagedModel
from core.store.store import SqliteStore, Store
from tests.fakes.platform import FakePerson, FakePlatform

SETTINGS = Settings(access=AccessSection(policy=Policy.OPEN), limits=LimitsSection(messages_per_minute=0))
TURNS = 12
"""Questions that somebody waits for, unless more are wanted."""
ANSWER = "We lived by the river then, eleven of us, and in spring the water came up to the third step of the program."


class Crowd(FakePlatform):
    """A `FakePlatform` that keeps nothing of what was sent, and wakes only the one it was sent to."""

    def __init__(self) -> None:
        super().__init__(SystemClock(), name="bench")
        self._transcription: dict[Address, asyncio.Queue[Outgoing]] = {}
        self._delivered = 0

    async def send(self, message: Outgoing) -> Receipt:
        self._delivered += 1
        self._transcription[message.address].put_nowait(message)
        return Receipt(position=position_of(self.position()), ref=f"out-{self._delivered}", sent_at=self.clock.now())

    def listener(self, chat: str) -> Listener:
        person = Listener(self, chat)
        self._transcription[person.address] = person.arrived
        return person

    def leave(self, person: Listener) -> None:
        """Forget somebody who has heard all they wanted."""
        del self._transcription[person.address]


class Listener(FakePerson):
    """Somebody of the crowd."""

    def __init__(self, crowd: Crowd, chat: str) -> None:
        super().__init__(crowd, chat, "Anna", "en")
        self.arrived: asyncio.Queue[Outgoing] = asyncio.Queue()

    async def turn(self, text: str) -> None:
        """Say something, and hear what comes of it."""
        await self.write(text)
        await self.arrived.get()

    async def starts(self, kind: str) -> None:
        """Agree to an interview, and hear its first question."""
        await self.turn(f"/interview {kind}")
        await self.turn("I agree.")


@asynccontextmanager
async def serving(
    store: Store, model: ManagedModel | None, kinds: Mapping[str, Interview] | None
) -> AsyncIterator[tuple[App, Crowd]]:
    """Serve the whole app for a crowd until the block ends."""
    crowd = Crowd()
    passing = TemporaryDirectory()
    app = build_app(
        SETTINGS,
        store=store,
        platforms=[crowd],
        recordings=Path(passing.name),
        model=model,
        kinds=kinds,
    )
    task = asyncio.create_task(app.run())
    up = asyncio.create_task(crowd.up.wait())
    await asyncio.wait({task, up}, return_when=asyncio.FIRST_COMPLETED)
    up.cancel()
    try:
        if task.done():
            task.result()
        yield app, crowd
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        passing.cleanup()


@asynccontextmanager
async def life_story(database: Path, *, latency: float = 0.0) -> AsyncIterator[tuple[App, Crowd]]:
    """Serve the life story on a new file, with a model of this latency behind the real ledger, until the block ends."""
    prepare_database(database)
    store = SqliteStore(str(database))
    model = metered(Replies(), store, latency=latency)
    async with serving(store, model, {LifeStory.kind: LifeStory()}) as served:
        yield served


async def waits(person: Listener, turns: int = TURNS) -> list[float]:
    """Return the seconds that somebody waits for each of some questions."""
    found = []
    for _ in range(turns):
        began = time.perf_counter()
        await person.turn(ANSWER)
        found.append(time.perf_counter() - began)
    return found
