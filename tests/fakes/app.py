"""The whole app through its composition root, with fakes at the ports."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.app import App, build_app
from bot.app_process import AppProcess
from bot.clock import SystemClock
from bot.config import AccessSection, Settings
from core.access.gate import Policy
from core.contracts.ports import Clock, Prompt, Transcriber
from core.contracts.sandbox import Sandbox
from core.contracts.session import QUESTIONS, Record, Session
from core.contracts.tools import Readers
from core.contracts.turn import Interview
from core.contracts.watching import NOBODY, Watch
from core.conversation.context import ReadUnit
from core.llm.build import ManagedModel
from core.store.claims import APP
from core.store.records import load_record
from core.store.store import Queue, Store
from tests.fakes.interview import PlainInterview, Reply
from tests.fakes.model import Respond, ScriptedModel, plain_answer
from tests.fakes.other_stores import fresh_store
from tests.fakes.plain_sandbox import PlainSandbox
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.readers import InlineReaders
from tests.fakes.stores import every_session
from tests.fakes.waiting import until


def talking_model(words: str = "I see.") -> ScriptedModel:
    """A model that says the same to everything."""
    return ScriptedModel(lambda _prompt, _schema: Reply(words=words))


def sees(_prompt: Prompt, _schema: object) -> Reply:
    return Reply(words="I see.")


def held_model(*purposes: str, respond: Respond = plain_answer) -> ScriptedModel:
    """A model whose calls for these purposes wait at its gate, which is closed."""
    return ScriptedModel(respond, gate=asyncio.Event(), held=lambda prompt: prompt.purpose in purposes)


def thinking_model() -> ScriptedModel:
    """A model whose decisions wait at its gate, which is closed; background work goes on."""
    return held_model("talk", respond=sees)


@dataclass(slots=True, kw_only=True)
class Running:
    app: App
    platform: FakePlatform
    store: Store
    clock: Clock

    async def beginning(self, chat: str = "1", *, name: str = "Anna", language: str = "en") -> FakePerson:
        """Somebody who has just read the first question of the plain interview."""
        person = self.platform.person(chat, name=name, language=language)
        await person.hears(len(person.received))
        await person.begin("plain")
        return person

    async def settled(self) -> None:
        """Return when nothing is being handled any more: neither mail, letters, chores, voices nor photographs."""
        engines = [each.engine for each in self.app.services.each if each.work.room != "announcements"]
        await until(lambda: not any(engine.serving for engine in engines))

    async def handled(self, *deeds: Coroutine[object, object, object]) -> None:
        """Have people do this, one after the other; return each time when nothing is being handled any more."""
        for deed in deeds:
            await deed
            await self.settled()

    async def says(self, person: FakePerson, *texts: str) -> str:
        """Have somebody write, and wait until that is handled; so with each. What they read last."""
        await self.handled(*(person.write(text) for text in texts))
        return person.said[-1] if person.received else ""

    async def desk_settled(self) -> None:
        """Return when no mail is being handled any more, while letters are held back or chores hang."""
        await until(lambda: not self.app.engine(Queue.DESK).serving)

    async def sessions(self) -> list[Session]:
        """All of them, the one that was begun first first."""
        return list(await self.store.read(every_session))

    async def record(self, number: int = 0) -> Record:
        """The session that was begun as the `number`th, with every word of it."""
        session = (await self.sessions())[number]
        return (await self.store.read(lambda c: load_record(c, session.id)))[0]

    async def told(self, number: int = 0) -> list[tuple[str, list[str]]]:
        """What a session's documents show: each question's id with what was said to it, in the order of the asking."""
        whole = await self.record(number)
        shown = [e for e in whole.entries if not e.withdrawn]
        return [(e.question_id, [a.text for a in shown if a.answers == e.seq]) for e in shown if e.kind in QUESTIONS]


OPEN = Settings(access=AccessSection(policy=Policy.OPEN))


@asynccontextmanager
async def running(
    *,
    model: ManagedModel | None = None,
    kinds: Mapping[str, Interview] | None = None,
    store: Store | None = None,
    clock: Clock | None = None,
    settings: Settings = OPEN,
    platform: FakePlatform | None = None,
    slow_read: ReadUnit | None = None,
    transcriber: Transcriber | None = None,
    readers: Readers | None = None,
    sandbox: Sandbox | None = None,
    recordings: Path | None = None,
    ports: Mapping[str, Any] | None = None,
    seat: str = APP,
    watch: Watch = NOBODY,
) -> AsyncIterator[Running]:
    """An app that serves until the block ends. `recordings`: a folder that is still there afterwards.

    `seat`: another one than that of an app which serves at the same time.
    """
    clock = clock or SystemClock()
    store = store or fresh_store()
    platform = platform or FakePlatform(clock)
    # A thread that was at work when the app ended may still make a file.
    passing = TemporaryDirectory(ignore_cleanup_errors=True)
    app = build_app(
        settings,
        store=store,
        platforms=[platform],
        recordings=recordings or Path(passing.name),
        transcriber=transcriber,
        readers=readers or InlineReaders(),
        sandbox=sandbox or PlainSandbox(),
        clock=clock,
        model=model or talking_model(),
        kinds=kinds or {"plain": PlainInterview()},
        ports=ports,
        slow_read=slow_read,
        process=AppProcess(seat=seat),
        watch=watch,
    )
    task = asyncio.create_task(app.run())
    ready = asyncio.create_task(platform.up.wait())
    await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
    ready.cancel()
    if task.done():
        task.result()
    try:
        yield Running(app=app, platform=platform, store=store, clock=clock)
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        passing.cleanup()
