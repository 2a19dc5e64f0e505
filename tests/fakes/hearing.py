"""A house that only listens: reception, ears and store, with nobody at the desk who would take the words away."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.clock import SystemClock
from core.access.gate import Gate, Policy
from core.contracts.messages import Incoming, Text, Voice
from core.contracts.ports import Clock, Transcriber
from core.conversation.context import Runtime, VoiceRules
from core.engine.scheduler import InProcessEngine
from core.files.folder import Folder
from core.files.keeping import KeptFiles, recordings_in
from core.inbox.reception import Reception
from core.jobs.recordings import Transcription
from core.store.recording_rows import StoredRecording, recording_of_event
from core.store.rows import load_incoming
from core.store.schema import mailbox, recordings
from core.store.store import Connection, Queue, Store
from tests.fakes.interview import PlainInterview
from tests.fakes.other_stores import fresh_store
from tests.fakes.platform import FakePlatform
from tests.fakes.waiting import until


@dataclass(slots=True, kw_only=True)
class Listener:
    store: Store
    platform: FakePlatform
    transcription: Transcription
    engine: InProcessEngine
    files: KeptFiles
    folder: Path
    woken: list[str] = field(default_factory=list)
    """Whose desks were woken, each time."""

    async def settled(self) -> None:
        """Return when nothing is listened to any more, and nothing waits for its time."""
        await until(lambda: not self.engine.serving)

    async def wakes(self) -> None:
        """One look at what is due."""
        self.engine.wake(await self.transcription.sweep())

    async def mail(self) -> list[tuple[Incoming, bool]]:
        """Everything in all mailboxes, in order, with whether it is ready."""
        rows = await self.store.read(lambda c: c.execute(mailbox.select().order_by(mailbox.c.id)).all())
        return [(load_incoming(row.payload), bool(row.ready)) for row in rows]

    async def voices(self) -> list[Voice]:
        """What was spoken and is ready, in order."""
        return [i.content for i, ready in await self.mail() if ready and isinstance(i.content, Voice)]

    async def words(self, chat: str | None = None) -> list[str | None]:
        """What was written and said (in one chat), in order; None for what nobody could hear or has heard yet."""
        return [
            content.text
            for i, _ in await self.mail()
            if isinstance(content := i.content, Text | Voice) and chat in {None, i.address.chat}
        ]

    async def rows(self) -> list[StoredRecording]:
        """Every recording, in order."""

        def all_of_them(c: Connection) -> list[StoredRecording]:
            events = c.execute(recordings.select().order_by(recordings.c.id)).all()
            return [row for each in events if (row := recording_of_event(c, each.event_id)) is not None]

        return await self.store.read(all_of_them)

    def kept(self) -> list[str]:
        """The names of all that is in the folder, what is half written too."""
        return sorted(path.name for path in self.folder.iterdir()) if self.folder.exists() else []


@asynccontextmanager
async def listener(
    folder: Path,
    transcriber: Transcriber | None,
    *,
    store: Store | None = None,
    clock: Clock | None = None,
    platform: FakePlatform | None = None,
    make: Callable[..., Transcription] = Transcription,
    files: KeptFiles | None = None,
    **rules: Any,
) -> AsyncIterator[Listener]:
    """Ears at work until the block ends, as after a start. The store stays open when it was given."""
    clock = clock or SystemClock()
    mine, store = store is None, store or fresh_store()
    platform = platform or FakePlatform(clock)
    ids = itertools.count(1)
    runtime = Runtime(
        store=store,
        clock=clock,
        interviews={"plain": PlainInterview()},
        new_id=lambda: f"p{next(ids)}",
        owner="test.me",
        offline=True,
        voice=VoiceRules(**rules),
    )
    files = files or recordings_in(Folder(folder))
    transcription = make(runtime, {platform.name: platform}, transcriber, files)
    engine = InProcessEngine(clock, name="transcription")
    here = Listener(
        store=store, platform=platform, transcription=transcription, engine=engine, files=files, folder=folder
    )
    store.on_wake(Queue.TRANSCRIPTION, engine.wake)
    store.on_wake(Queue.DESK, here.woken.extend)
    gate = Gate(policy=Policy.OPEN, allowed=frozenset(), trusted_platforms=frozenset())
    platform.inbox = Reception(
        store=store, gate=gate, clock=clock, platforms={platform.name: platform}, new_id=runtime.new_id, owner="test.me"
    )
    task = asyncio.create_task(engine.run(transcription.drain))
    try:
        await transcription.adopt()
        await here.wakes()
        with suppress(OSError):
            await files.sweep(store)
        yield here
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        if mine:
            await store.close()
