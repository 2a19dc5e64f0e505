"""The composition root: the one place that knows the concrete classes. Tests build the same app through it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog

from bot.chamber.in_app import ChamberPorts, chamber_job, chamber_ports
from bot.clock import SystemClock
from bot.config import Settings
from bot.facts import privacy_facts, spoken_facts
from bot.kinds import made
from bot.platforms import PLATFORMS
from bot.running import load, run_all, warm_up
from bot.voice import voice_rules
from core.chamber.job import ChamberJob
from core.contracts.calls import Budget
from core.contracts.ports import Clock, Platform, Synthesizer, Transcriber
from core.contracts.sandbox import Sandbox
from core.contracts.tools import Readers
from core.contracts.turn import Interview
from core.conversation.desk import Desk
from core.conversation.runtime import ReadUnit, Runtime
from core.delivery.delivery_worker import DeliveryWorker, parse_address
from core.inbox.gate import Gate
from core.inbox.reception import Reception
from core.interviews import signals
from core.jobs.chore_tools import Toolbox
from core.jobs.chores import ChoreWorker
from core.jobs.housekeeping import Pruner, Timekeeper
from core.jobs.scheduler import InProcessEngine
from core.jobs.spoken_questions import QuestionSpeaking
from core.llm.build import ManagedModel, ModelSettings, build_model
from core.llm.prices import Price
from core.photos.photo_files import photo_files
from core.photos.photo_job import PhotoKeeper
from core.readers.client import Client
from core.readers.pool import ReaderPool
from core.sandbox.on_demand import SandboxOnDemand
from core.store.call_rows import StoredLedger, settle_what_was_left
from core.store.claims import APP, CHORES, PEOPLE, PHOTOS, RECORDINGS, RENEWED, Claim, renew_letters, take_over
from core.store.desk_reads import people_with_mail
from core.store.outbox import addresses_with_letters
from core.store.store import Connection, Room, Store
from core.transcription.audio_files import AudioFiles
from core.transcription.job import Transcription

if TYPE_CHECKING:
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

log = structlog.get_logger()
TICK = 20
"""Seconds between two looks at what is due."""
ID_BYTES = 8
MICROS = 1_000_000
PHOTOS_READ = "core.photos.photo_reading"
"""The module that looks photographs over, in the reader processes."""


@dataclass(slots=True, kw_only=True)
class App:
    store: Store
    clock: Clock
    seat: str
    """Of which one process at a time is let in; what an earlier one in it left undone is this one's to go on with."""
    owner: str
    """This process, in its claims on what it works on."""
    model: ManagedModel
    platforms: Mapping[str, Platform]
    reception: Reception
    desk: Desk
    delivery: DeliveryWorker
    background: ChoreWorker
    transcription: Transcription
    photos: PhotoKeeper
    client: Client
    readers: Readers
    sandbox: Sandbox
    transcriber: Transcriber | None
    speaking: QuestionSpeaking
    timekeeper: Timekeeper
    pruner: Pruner
    chamber: ChamberJob
    desk_engine: InProcessEngine
    delivery_engine: InProcessEngine
    chore_engine: InProcessEngine
    transcription_engine: InProcessEngine
    speaking_engine: InProcessEngine
    photo_engine: InProcessEngine

    async def run(self, *, ready: Callable[[], None] = lambda: None) -> None:
        """Serve until every platform has ended or this is cancelled; raises what a platform raised.

        A platform that does not let us in any more (`Revoked`) leaves the others at work, and is raised after them.
        `ready` is called when everything is up, and what was left from the last time has been picked up.
        """
        engines = [
            asyncio.create_task(self.desk_engine.run(self.desk.drain), name="desk"),
            asyncio.create_task(self.delivery_engine.run(self.delivery.drain), name="delivery"),
            asyncio.create_task(self.chore_engine.run(self.background.drain), name="chores"),
            asyncio.create_task(self.transcription_engine.run(self.transcription.drain), name="transcription"),
            asyncio.create_task(self.chamber.run(), name="chamber"),
            asyncio.create_task(self.speaking_engine.run(self.speaking.drain), name="speaking"),
            asyncio.create_task(self.photo_engine.run(self.photos.drain), name="photos"),
        ]
        try:
            await self._pick_up()
            ready()
            engines.append(asyncio.create_task(self._look_after(), name="look-after"))
            await run_all({name: platform.run(self.reception) for name, platform in self.platforms.items()})
        finally:
            for task in engines:
                task.cancel()
            await asyncio.gather(*engines, return_exceptions=True)
            if self.transcriber is not None:
                await self.transcriber.close()
            await self.speaking.close()
            await self.readers.close()
            await self.sandbox.close()
            await self.client.close()
            await self.model.close()
            await self.store.close()

    async def _look_after(self) -> None:
        """Load what takes long while people are served already, then look regularly at what is due, until cancelled."""
        await asyncio.to_thread(signals.prepare)
        scheduler = await asyncio.to_thread(self._scheduler)
        scheduler.start()
        try:
            await load(self.model)
            if self.transcriber is not None:
                await warm_up(self.transcriber)
            await asyncio.Event().wait()
        finally:
            scheduler.shutdown(wait=False)

    async def _pick_up(self) -> None:
        """Find again what was under way when the last process ended."""

        claim = self._claim()

        def left(c: Connection) -> None:
            take_over(c, claim, self.seat)
            settle_what_was_left(c, claim, self.seat)

        await self.store.write(left)
        await self.timekeeper.adopt()
        await self.transcription.adopt()
        await self.tick()

    async def tick(self) -> None:
        """Look at what is due now, and at what waits and nobody is at: another process may have died over it."""
        claim = self._claim()
        self.delivery_engine.find(str(a) for a in await self.store.read(lambda c: addresses_with_letters(c, claim)))
        self.desk_engine.find(await self.store.read(lambda c: people_with_mail(c, claim)))
        self.chore_engine.find(await self.background.sweep())
        self.transcription_engine.find(await self.transcription.sweep())
        await self.chamber.tick()
        await self.speaking.tidy()
        self.speaking_engine.find(await self.speaking.sweep())
        self.photo_engine.find(await self.photos.sweep())
        await self.timekeeper.sweep()
        await self.pruner.look()
        await self.transcription.tidy()
        await self.photos.tidy()

    async def renew(self) -> None:
        """Put off the end of the claims on what is being worked on."""
        claim = self._claim()
        people, chores = self.desk_engine.serving, self.chore_engine.serving
        events, addresses = self.transcription_engine.serving, self.delivery_engine.serving
        pictured = self.photo_engine.serving

        def unit(c: Connection) -> None:
            for person in people:
                PEOPLE.renew(c, claim, person)
            for chore in chores:
                CHORES.renew(c, claim, *chore.split("/", 1))
            for event in events:
                RECORDINGS.renew(c, claim, event)
            for event in pictured:
                PHOTOS.renew(c, claim, event)
            for address in addresses:
                renew_letters(c, claim, parse_address(address))
            self.chamber.renew(c)

        if people or chores or events or addresses or pictured or self.chamber.holds:
            await self.store.write(unit)

    def _claim(self) -> Claim:
        return Claim(self.owner, self.clock.now().timestamp())

    def _scheduler(self) -> AsyncIOScheduler:
        # The tables are the record of what is due; the scheduler only says when to look.
        from apscheduler.schedulers.asyncio import AsyncIOScheduler

        scheduler = AsyncIOScheduler(timezone="UTC")
        every = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        scheduler.add_job(self.tick, "interval", seconds=TICK, **every)
        scheduler.add_job(self.renew, "interval", seconds=RENEWED, **every)
        return scheduler


def new_id() -> str:
    """Sixteen hexadecimal digits nobody can guess."""
    return secrets.token_hex(ID_BYTES)


def build_app(
    settings: Settings,
    *,
    store: Store,
    platforms: Sequence[Platform],
    recordings: Path,
    transcriber: Transcriber | None = None,
    synthesizer: Synthesizer | None = None,
    readers: Readers | None = None,
    sandbox: Sandbox | None = None,
    clock: Clock | None = None,
    model: ManagedModel | None = None,
    kinds: Mapping[str, Interview] | None = None,
    chamber: ChamberPorts | None = None,
    beside: ReadUnit | None = None,
    seat: str = APP,
) -> App:
    """Wire everything. `beside`: as in `Runtime`. `seat`: one that no other process has; the caller sees to that.

    `recordings` is the folder of this database's recordings: others in it are deleted; photographs are kept in it, too.
    Without a `transcriber` what is spoken is kept until there is one; without a `synthesizer` nothing is read aloud.
    """
    clock, owner = clock or SystemClock(), f"{seat}.{new_id()}"
    model = model or build_model(model_settings(settings), ledger(settings, store, clock, owner), clock)
    by_name = {platform.name: platform for platform in platforms}
    files, pictures = AudioFiles(recordings), photo_files(recordings)
    ports = chamber or chamber_ports(settings, store, clock, owner)
    client = Client(clock=clock, allowed_hosts=frozenset(settings.podcast.allowed_hosts))
    known = kinds or made(settings, facts=spoken_facts(settings, hears=bool(transcriber), speaks=bool(synthesizer)))
    readers = readers or ReaderPool(clock, reads=(PHOTOS_READ, *(kind.reads for kind in known.values() if kind.reads)))
    bare = Runtime(store=store, clock=clock, interviews=known, new_id=new_id, owner=owner, offline=model.offline)
    bare = replace(bare, gate=_gate(settings), audio=files, photos=pictures, beside=beside, setups=ports.setups)
    runtime = _runtime(settings, bare, by_name, synthesizer, hears=transcriber is not None)
    sandbox = sandbox or SandboxOnDemand(settings.sandbox.settings(), clock)
    tools = Toolbox(platforms=by_name, web=client, readers=readers, sandbox=sandbox, transcriber=transcriber)
    speaking = QuestionSpeaking(runtime, by_name, synthesizer)
    app = App(
        store=store,
        clock=clock,
        seat=seat,
        owner=owner,
        model=model,
        platforms=by_name,
        reception=_reception(settings, runtime, by_name),
        desk=Desk(runtime, model, by_name),
        delivery=_delivery(runtime, by_name, speaking),
        background=ChoreWorker(runtime, model, replace(tools, fetch_limits=runtime.fetch_limits)),
        client=client,
        readers=readers,
        sandbox=sandbox,
        transcription=Transcription(runtime, by_name, transcriber, files),
        photos=PhotoKeeper(runtime, by_name, readers, pictures),
        transcriber=transcriber,
        speaking=speaking,
        timekeeper=Timekeeper(store, clock, runtime.rules, owner),
        pruner=Pruner(store, clock, runtime.rules.retention),
        chamber=chamber_job(settings, runtime, ports, by_name),
        **_engines(clock),
    )
    return _connected(app)


def _delivery(runtime: Runtime, platforms: Mapping[str, Platform], speaking: QuestionSpeaking) -> DeliveryWorker:
    return DeliveryWorker(
        runtime.store,
        platforms,
        runtime.clock,
        runtime.rules,
        owner=runtime.owner,
        tidy=partial(_swept, runtime),
        is_heard=speaking.is_heard,
    )


async def _swept(runtime: Runtime) -> None:
    """Delete the files that no table names any more. Raises OSError."""
    for files in filter(None, (runtime.audio, runtime.photos)):
        await files.sweep(runtime.store)


_ENGINES = {
    "desk": Room.DESK,
    "delivery": Room.DELIVERY,
    "chore": Room.CHORES,
    "transcription": Room.TRANSCRIPTION,
    "speaking": Room.SPEAKING,
    "photo": Room.PHOTOS,
}
"""By the fields of `App`: whom each commit wakes for it."""


def _engines(clock: Clock) -> dict[str, Any]:
    """By the fields of `App`."""
    return {f"{field}_engine": InProcessEngine(clock, name=room.value) for field, room in _ENGINES.items()}


def _runtime(
    settings: Settings,
    runtime: Runtime,
    platforms: Mapping[str, Platform],
    synthesizer: Synthesizer | None,
    *,
    hears: bool,
) -> Runtime:
    links = any(interview.takes.links for interview in runtime.interviews.values())
    return replace(
        runtime,
        rules=settings.timers.rules(),
        admins=frozenset(settings.access.admins),
        show_cost=settings.interviews.show_cost,
        voice=voice_rules(settings, platforms, synthesizer),
        file_limits={name: platform.capabilities.file_limit for name, platform in platforms.items()},
        fetch_limits={name: platform.capabilities.fetch_limit for name, platform in platforms.items()},
        privacy=privacy_facts(
            settings, platforms, offline=runtime.offline, hears=hears, speaks=synthesizer is not None, links=links
        ),
    )


def _connected(app: App) -> App:
    """Have each commit wake whom it concerns; the same app."""
    for field, room in _ENGINES.items():
        app.store.on_wake(room, getattr(app, f"{field}_engine").wake)
    return app


def _gate(settings: Settings) -> Gate:
    return Gate(
        policy=settings.access.policy,
        allowed=frozenset(settings.access.allowed) | frozenset(settings.access.admins),
        # Whoever can type there is the person.
        trusted_platforms=frozenset({"terminal"}),
        trusted_chats=frozenset(f"{spec.name}:{spec.home}" for spec in PLATFORMS if spec.home),
    )


def _reception(settings: Settings, runtime: Runtime, platforms: Mapping[str, Platform]) -> Reception:
    return Reception(
        store=runtime.store,
        gate=runtime.gate,
        clock=runtime.clock,
        platforms=platforms,
        new_id=runtime.new_id,
        owner=runtime.owner,
        limits=settings.limits.each(),
        photos=runtime.photos,
        recordings=runtime.audio,
    )


def ledger(settings: Settings, store: Store, clock: Clock, owner: str | None = None) -> StoredLedger:
    """Where model calls are written down, with the budgets of the configuration. `owner`: as in `StoredLedger`."""

    def micros(amount: Any) -> int | None:
        return None if amount is None else int(amount * MICROS)

    llm = settings.llm
    budget = Budget(
        session_micros=micros(llm.session_budget),
        session_tokens=llm.session_tokens,
        day_micros=micros(llm.day_budget),
        person_micros=micros(settings.person_budget),
    )
    return StoredLedger(store, budget, clock, owner)


def model_settings(settings: Settings) -> ModelSettings:
    llm = settings.llm
    return ModelSettings(
        provider=llm.provider,
        model=llm.model,
        fast_model=llm.fast_model,
        base_url=llm.base_url,
        api_key=llm.api_key.get_secret_value(),
        prices={name: Price(**dict(price)) for name, price in llm.prices.items()},
        keep_prompts=llm.keep_prompts,
    )
