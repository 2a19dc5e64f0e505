"""The composition root: the one place that knows the concrete classes. Tests build the same app through it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog

import core.chamber.feature
from bot.chamber.in_app import ChamberPorts, chamber_job, chamber_ports
from bot.clock import SystemClock
from bot.config import Settings
from bot.file_storage import open_kept_files
from bot.model_calls import model_settings, open_ledger
from bot.running import load_managed_model, run_platforms, warm_up_transcriber
from bot.scripts import Scripts, load_all_kinds, runtime_kinds
from bot.services import Find, RunningService, RunningServices
from bot.wiring import build_reception, configure_runtime
from core.binding.bindery import BindingProcess
from core.chamber.job import ChamberJob
from core.chamber.setup import SetupBook
from core.commands.router import handle_item
from core.contracts.ports import Clock, Drain, Engine, Platform, Synthesizer, Transcriber
from core.contracts.sandbox import Sandbox
from core.contracts.tools import Readers
from core.contracts.turn import Interview
from core.contracts.watching import NOBODY, Watch
from core.conversation.conversation_worker import ConversationWorker
from core.conversation.runtime import ReadUnit, Runtime
from core.delivery.delivery_worker import DeliveryWorker
from core.delivery.file_requests import FileFetcher
from core.engine.scheduler import InProcessEngine
from core.engine.task_cancellation import cancel_tasks
from core.features import register_features
from core.inbox.reception import Reception
from core.jobs.announcing import Announcer
from core.jobs.chore_tools import Toolbox
from core.jobs.chores import ChoreWorker
from core.jobs.family_post import FamilyPost, withdraw_from_family
from core.jobs.housekeeping import Pruner, Timekeeper
from core.jobs.spoken_questions import QuestionSpeaking
from core.llm.build import ManagedModel, build_model
from core.photos.photo_job import PhotoKeeper
from core.readers.client import SourceClient
from core.readers.pool import ReaderPool
from core.sandbox.on_demand import SandboxOnDemand
from core.store.call_rows import settle_abandoned_calls
from core.store.claims import APP, RENEWED, Claim, take_over
from core.store.desk_reads import people_with_mail
from core.store.effect_writers import register_effects
from core.store.outbox import addresses_with_letters
from core.store.store import Connection, Queue, Store
from core.transcription.job import Transcription

if TYPE_CHECKING:
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

    from bot.cluster_member import InstallPaths

log = structlog.get_logger()
TICK = 20
"""Seconds between two looks at what is due."""
ID_BYTES = 8
BOOKS = "books"
"""The folder in which books are bound, a part of it for each seat; nothing stays there."""
PHOTOS_READ = "core.photos.photo_reading"
"""The module that looks photographs over, in the reader processes."""


@dataclass(slots=True, kw_only=True)
class App:
    store: Store
    clock: Clock
    place: InstallPaths | None
    """In a house of several processes; None where this one does everything."""
    seat: str
    """Of which one process at a time is let in; what an earlier one in it left undone is this one's to go on with."""
    owner: str
    """This process, in its claims on what it works on."""
    model: ManagedModel
    platforms: Mapping[str, Platform]
    reception: Reception
    desk: ConversationWorker
    delivery: DeliveryWorker
    background: ChoreWorker
    transcription: Transcription
    photos: PhotoKeeper
    client: SourceClient
    readers: Readers
    sandbox: Sandbox
    transcriber: Transcriber | None
    speaking: QuestionSpeaking
    timekeeper: Timekeeper
    pruner: Pruner
    announcer: Announcer
    family_post: FamilyPost
    chamber: ChamberJob
    scripts: Scripts | None = None
    """The operator's own; None where no folder is named."""
    services: RunningServices = field(default_factory=RunningServices)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def engine(self, room: Queue) -> Engine:
        """Return what serves a room."""
        return next(service.engine for service in self.services.each if service.room is room)

    @property
    def engines(self) -> dict[str, Engine]:
        """Those that serve something here, by the rooms that wake them."""
        return {service.room.value: service.engine for service in self.services.each if service.here}

    def stopped(self) -> list[str]:
        """The parts that have ended by themselves, which none should."""
        return [task.get_name() for task in self._tasks if task.done()]

    def stands_by(self) -> bool:
        """Return whether it waits to speak for the bot in the place of another process."""
        return self.place is not None and self.place.stands_by

    async def run(self, *, ready: Callable[[], None] = lambda: None) -> None:
        """Serve until every platform has ended or this is cancelled; raises what a platform raised.

        A platform that does not let us in any more (`Revoked`) leaves the others at work, and is raised after them.
        `ready` is called when everything is up, and what was left from the last time has been picked up.
        """
        engines: list[asyncio.Task[None]] = []
        self._tasks = engines
        try:
            if self.place is not None:
                # Before anything is claimed: what nobody in a seat has claimed is given free.
                await self.place.enter(self.store, self.claim())
            engines += self.services.tasks()
            if self.thinks:
                engines.append(asyncio.create_task(self.chamber.run(), name="chamber"))
            claim = self.claim()

            def left(c: Connection) -> None:
                take_over(c, claim, self.seat)
                settle_abandoned_calls(c, claim, self.seat)

            await self.store.write(left)
            if self.thinks:
                await self.timekeeper.adopt()
            await self.transcription.adopt()
            await self.tick()
            ready()
            engines.append(asyncio.create_task(self._look_after(), name="look-after"))
            if self.place is None:
                await self._speak()
            else:
                await self.place.until_displaced(self.platforms, self.clock, self.reception, self._speak)
        finally:
            await cancel_tasks(engines)
            if self.place is not None:
                await self.place.leave()
            if self.transcriber is not None:
                await self.transcriber.close()
            await self.speaking.close()
            await self.readers.close()
            await self.sandbox.close()
            await self.client.close()
            await self.model.close()
            await self.store.close()

    def files_away(self) -> bool:
        """Return whether recordings or photographs could not be reached when something was last asked of them."""
        return self.transcription.files.is_away or self.photos.files.is_away

    @property
    def thinks(self) -> bool:
        """And sees to what is due, for the whole house."""
        return self.place is None or self.place.thinks

    @property
    def speaks(self) -> bool:
        """For the bot, or will as soon as it holds the tokens."""
        return self.place is None or self.place.speaks

    async def _speak(self) -> None:
        """Receive and deliver."""
        delivering = self.services.tasks(speaking=True)
        delivering.append(asyncio.create_task(self.chamber.show(), name="chamber-watching"))
        try:
            await run_platforms({name: platform.run(self.reception) for name, platform in self.platforms.items()})
        finally:
            await cancel_tasks(delivering)

    async def _look_after(self) -> None:
        """Load what takes long while people are served already, then look regularly at what is due, until cancelled."""
        scheduler = await asyncio.to_thread(self._scheduler)
        scheduler.start()
        try:
            await load_managed_model(self.model)
            if self.transcriber is not None and (self.place is None or self.place.hears):
                await warm_up_transcriber(self.transcriber)
            await asyncio.Event().wait()
        finally:
            scheduler.shutdown(wait=False)

    async def tick(self) -> None:
        """Look at what is due now, and at what waits and nobody is at: another process may have died over it."""
        if self.place is not None:
            await self.place.look(self.store, self.claim())
        await self.services.find()
        if self.scripts is not None:
            await asyncio.to_thread(self.scripts.look)
        await self.speaking.tidy()
        if self.speaks:
            await self.chamber.look()
        if self.thinks:
            await self.chamber.tick()
            await self.timekeeper.sweep()
            await self.family_post.sweep()
            await self.pruner.look()
            await self.transcription.tidy()
            await self.photos.tidy()

    async def renew(self) -> None:
        """Put off the end of the claims on what is being worked on."""
        await self.services.renew(self.store, self.claim(), self.chamber.renew if self.chamber.holds else None)

    def claim(self) -> Claim:
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
    place: InstallPaths | None = None,
    watch: Watch = NOBODY,
) -> App:
    """Wire everything. `beside` and `watch`: as in `Runtime`. `place`: where others work on the same database.

    `recordings` is the folder of this database's recordings and photographs, or of copies where the settings name a
    bucket: others in it are deleted. Without a `transcriber` what is spoken is kept, and heard when there is one;
    without a `synthesizer` questions are only written. `seat`: one that no other process has meanwhile.
    """
    register_effects(core.chamber.feature.EFFECTS)
    register_features()
    clock, seat = clock or SystemClock(), seat if place is None else place.seat
    owner = f"{seat}.{new_id()}"
    model = model or build_model(model_settings(settings), open_ledger(settings, store, clock, owner, watch), clock)
    played = platforms if place is None else place.platforms(platforms, store, clock, new_id)
    by_name = {platform.name: platform for platform in played}
    outside = store if place is None else place.fenced(store)
    files, pictures = open_kept_files(settings, recordings, shared=place is not None, store=store)
    ports = chamber or chamber_ports(settings, store, clock, owner, watch)
    known, own = load_all_kinds(settings, kinds, hears=bool(transcriber), speaks=bool(synthesizer))
    bare = Runtime(
        store=store, clock=clock, new_id=new_id, owner=owner, offline=model.offline, **runtime_kinds(known, own)
    )
    services: Mapping[type, Any] = {} if ports.setups is None else {SetupBook: ports.setups}
    bare = replace(bare, audio=files, photos=pictures, beside=beside, services=services, watch=watch)
    runtime = configure_runtime(settings, bare, by_name, synthesizer, hears=transcriber is not None)
    readers = readers or ReaderPool(clock, reads=(PHOTOS_READ, *(kind.reads for kind in known.values() if kind.reads)))
    sandbox = sandbox or SandboxOnDemand(settings.sandbox.settings(), clock)
    client = SourceClient(clock=clock, allowed_hosts=frozenset(settings.podcast.allowed_hosts))
    tools = Toolbox(
        platforms=by_name,
        web=client,
        readers=readers,
        sandbox=sandbox,
        transcriber=transcriber,
        fetch_limits=runtime.fetch_limits,
        bindery=BindingProcess(recordings / BOOKS / seat, clock),
    )
    app = App(
        store=store,
        clock=clock,
        place=place,
        seat=seat,
        owner=owner,
        model=model,
        platforms=by_name,
        reception=build_reception(settings, replace(runtime, store=outside), by_name, place),
        desk=ConversationWorker(runtime, model, by_name, handle_item),
        background=ChoreWorker(runtime, model, tools),
        client=client,
        readers=readers,
        sandbox=sandbox,
        transcription=Transcription(runtime, by_name, transcriber, files),
        photos=PhotoKeeper(runtime, by_name, readers, pictures),
        transcriber=transcriber,
        chamber=chamber_job(settings, runtime, ports, by_name, place),
        **_watchful(runtime, by_name, outside, synthesizer),
    )
    return _connected(app, own)


def _watchful(
    runtime: Runtime, platforms: Mapping[str, Platform], outside: Store, synthesizer: Synthesizer | None
) -> dict[str, Any]:
    """By the fields of `App`: what looks at the outbox and at the clock, and speaks what was delivered."""
    clock, rules, owner = runtime.clock, runtime.rules, runtime.owner
    speaking = QuestionSpeaking(runtime, platforms, synthesizer)
    tells: dict[str, Any] = {
        "tidy": partial(_swept, runtime, synthesizer),
        "watch": runtime.watch,
        "is_heard": speaking.is_heard,
        "withdraw": withdraw_from_family,
    }
    return {
        "speaking": speaking,
        "delivery": DeliveryWorker(outside, platforms, clock, rules, owner=owner, **tells),
        "announcer": Announcer(runtime, platforms),
        "family_post": FamilyPost(runtime),
        "timekeeper": Timekeeper(runtime.store, clock, rules, owner),
        "pruner": Pruner(runtime.store, clock, rules.retention),
    }


def _connected(app: App, scripts: Scripts | None) -> App:
    """Give the app its services and scripts, and have each commit wake whom it concerns; the same app."""
    app.scripts = scripts

    async def people() -> list[str]:
        return await app.store.read(lambda c: people_with_mail(c, app.claim()))

    async def addressed() -> list[str]:
        return [str(a) for a in await app.store.read(lambda c: addresses_with_letters(c, app.claim()))]

    work: dict[Queue, tuple[Drain, Find]] = {
        Queue.DESK: (app.desk.drain, people),
        Queue.DELIVERY: (app.delivery.drain, addressed),
        Queue.CHORES: (app.background.drain, app.background.sweep),
        Queue.TRANSCRIPTION: (app.transcription.drain, app.transcription.sweep),
        Queue.SPEAKING: (app.speaking.drain, app.speaking.sweep),
        Queue.PHOTOS: (app.photos.drain, app.photos.sweep),
        Queue.ANNOUNCEMENTS: (app.announcer.drain, app.announcer.sweep),
    }
    if app.place is None:
        engines: dict[Queue, tuple[Engine, bool]] = {
            room: (InProcessEngine(app.clock, name=room.value), True) for room in work
        }
    else:
        errands = FileFetcher(app.reception.store, app.platforms, app.clock, app.owner)
        work[Queue.ERRANDS] = (errands.drain, errands.sweep)
        engines = {room: app.place.engine(room, app.platforms) for room in work}
    app.services = RunningServices(
        tuple(
            RunningService(room=room, engine=engines[room][0], drain=drain, find=find, here=engines[room][1])
            for room, (drain, find) in work.items()
        )
    )
    if app.place is None:
        app.services.connect(app.store)
    return app


async def _swept(runtime: Runtime, synthesizer: Synthesizer | None) -> None:
    """Delete the files that no table names any more, and what was spoken lately. Raises OSError."""
    if synthesizer is not None:
        await synthesizer.forget()
    for files in filter(None, (runtime.audio, runtime.photos)):
        await files.sweep(runtime.store)
