"""The composition root: the one place that knows the concrete classes. Tests build the same app through it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog

from bot.app_process import AppProcess
from bot.clock import SystemClock, new_id
from bot.config import Settings
from bot.facts import build_privacy_facts, interviewer_privacy_facts
from bot.features import AppParts, FeatureService, commands_in_menu, entries_at_work, entry_points, modules_read
from bot.file_storage import open_kept_files
from bot.kinds import build_kinds, build_operator
from bot.model_calls import model_settings, open_ledger
from bot.platforms import HOME_IDS
from bot.scripts import Offered, Scripts, ScriptsInUse
from bot.services import QueueWork, RunningService, RunningServices, run_platforms
from core.access.gate import Gate
from core.commands.page_menu import MenusOfInterviews
from core.commands.router import handle_item
from core.contracts.errors import HearingError
from core.contracts.giving import Giving
from core.contracts.messages import Photo
from core.contracts.ports import Clock, Engine, Platform, Transcriber
from core.contracts.sandbox import Sandbox
from core.contracts.tools import Readers
from core.contracts.turn import Interview
from core.contracts.watching import NOBODY, Watch
from core.conversation.context import ReadUnit, Runtime, VoiceRules
from core.conversation.conversation_worker import ConversationWorker
from core.conversation.phases.consent import WelcomeToInterviews
from core.delivery.delivery_worker import DeliveryWorker, parse_address
from core.engine.task_cancellation import cancel_tasks
from core.features.registration import register_features
from core.inbox.reception import Reception
from core.jobs.chore_tools import Toolbox
from core.jobs.chores import ChoreWorker
from core.jobs.housekeeping import FileTidier, Pruner, Timekeeper, look_at_due
from core.jobs.live_hearing import HandsFreeHearing
from core.jobs.recordings import Transcription
from core.llm.build import ManagedModel, build_model
from core.readers.client import SourceClient
from core.readers.pool import ReaderPool
from core.sandbox.on_demand import SandboxOnDemand
from core.store.call_rows import settle_abandoned_calls
from core.store.claims import CHORES, PEOPLE, RECORDINGS, RENEWED, renew_letters, take_over
from core.store.feature_hooks import sent_files
from core.store.mailbox_rows import people_with_mail
from core.store.outbox import addresses_with_letters
from core.store.store import Connection, Queue, Store

if TYPE_CHECKING:
    from apscheduler.schedulers.asyncio import AsyncIOScheduler


log = structlog.get_logger()
TICK = 20
"""Seconds between two looks at what is due."""


@dataclass(slots=True, kw_only=True)
class App:
    runtime: Runtime
    process: AppProcess
    model: ManagedModel
    platforms: Mapping[str, Platform]
    reception: Reception
    desk: ConversationWorker
    background: ChoreWorker
    transcription: Transcription
    client: SourceClient
    readers: Readers
    sandbox: Sandbox
    transcriber: Transcriber | None
    timekeeper: Timekeeper
    pruner: Pruner
    tidier: FileTidier
    features: dict[str, FeatureService]
    """The work of features, by name."""
    queues: tuple[QueueWork, ...]
    """What serves the queues of features."""
    scripts: Scripts | None
    """The operator's own; None where no folder is named."""
    services: RunningServices
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def store(self) -> Store:
        return self.runtime.store

    @property
    def engines(self) -> dict[str, Engine]:
        """The engines that serve something in this process, by the name of their queue."""
        return {service.work.room: service.engine for service in self.services.each if service.here}

    def engine(self, room: str) -> Engine:
        return next(service.engine for service in self.services.each if service.work.room == room)

    def stopped(self) -> list[str]:
        """Return the parts that have ended by themselves, which none should."""
        return [task.get_name() for task in self._tasks if task.done()]

    def stands_by(self) -> bool:
        """Return whether it waits to speak for the bot in the place of another process."""
        return self.process.stands_by

    def files_away(self) -> bool:
        """Return whether recordings or photographs could not be reached when something was last asked of them."""
        return any(files is not None and files.is_away for files in (self.runtime.audio, self.runtime.photos))

    async def run(self, *, ready: Callable[[], None] = lambda: None) -> None:
        """Serve until every platform has ended or this is cancelled; raises what a platform raised.

        A platform that does not let us in any more (`Revoked`) leaves the others at work, and is raised after them.
        `ready` is called when everything is up, and what was left from the last time has been picked up.
        """
        engines: list[asyncio.Task[None]] = []
        self._tasks = engines
        try:
            # Before anything is claimed: this may free what is claimed by nobody in a seat.
            await self.process.enter(self.store, self.runtime.claim())
            engines += self.services.tasks()
            if self.process.thinks:
                engines += (asyncio.create_task(each.run(), name=name) for name, each in self.features.items())
            claim = self.runtime.claim()

            def left(c: Connection) -> None:
                take_over(c, claim, self.process.seat)
                settle_abandoned_calls(c, claim, self.process.seat)

            await self.store.write(left)
            if self.process.thinks:
                await self.timekeeper.adopt()
            await self.transcription.adopt()
            await self.tick()
            ready()
            engines.append(asyncio.create_task(self._look_after(), name="look-after"))
            await self.process.serve(self.platforms, self.runtime.clock, self.reception, self._speak)
        finally:
            await cancel_tasks(engines)
            await self.process.leave()
            if self.transcriber is not None:
                await self.transcriber.close()
            for each in self.queues:
                await each.close()
            await self.readers.close()
            await self.sandbox.close()
            await self.client.close()
            await self.model.close()
            await self.store.close()

    async def _speak(self) -> None:
        """Receive and deliver."""
        delivering = self.services.tasks(speaking=True)
        delivering += (asyncio.create_task(each.show(), name=f"{name}-shown") for name, each in self.features.items())
        try:
            await run_platforms({name: platform.run(self.reception) for name, platform in self.platforms.items()})
        finally:
            await cancel_tasks(delivering)

    async def _look_after(self) -> None:
        """Load what takes long while people are served already, then look regularly at what is due, until cancelled."""
        scheduler = await asyncio.to_thread(self._scheduler)
        scheduler.start()
        try:
            # If a library or the weights are missing, the first call that needs them fails for the same reason.
            try:
                await self.model.warm_up()
            except Exception as error:  # noqa: BLE001 - whatever an import of somebody else's may raise
                log.warning("model-not-ready", error=type(error).__name__)
            if self.transcriber is not None and self.process.hears:
                try:
                    await self.transcriber.warm_up()
                except HearingError as error:
                    log.warning("transcriber-not-ready", error=error.code, reason=str(error))
            await asyncio.Event().wait()
        finally:
            scheduler.shutdown(wait=False)

    def _scheduler(self) -> AsyncIOScheduler:
        # The tables are the record of what is due; the scheduler only says when to look.
        from apscheduler.schedulers.asyncio import AsyncIOScheduler

        defaults = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        scheduler = AsyncIOScheduler(timezone="UTC", job_defaults=defaults)
        scheduler.add_job(self.tick, "interval", seconds=TICK)
        scheduler.add_job(self.renew, "interval", seconds=RENEWED)
        return scheduler

    async def tick(self) -> None:
        """Look at what is due now, and at what waits and nobody is at: another process may have died over it."""
        await self.process.look(self.store, self.runtime.claim())
        await self.services.find()
        if self.scripts is not None:
            await asyncio.to_thread(self.scripts.look)
        for queue in self.queues:
            await queue.tidy()
        if self.process.speaks:
            for each in self.features.values():
                await each.look()
        if self.process.thinks:
            for each in self.features.values():
                await each.tick()
            await self.timekeeper.sweep()
            await look_at_due(self.runtime)
            await self.pruner.look()
            await self.tidier.look()

    async def renew(self) -> None:
        """Put off the end of the claims on what is being worked on."""
        holding = [each.renew for each in self.features.values() if each.holds]
        await self.services.renew(self.store, self.runtime.claim(), holding)


def build_gate(settings: Settings) -> Gate:
    return Gate(
        policy=settings.access.policy,
        allowed=frozenset(settings.access.allowed) | frozenset(settings.access.admins),
        # Whoever can type there is the person.
        trusted_platforms=frozenset({"terminal"}),
        trusted_chats=HOME_IDS,
    )


def printed_on(settings: Settings, platforms: Iterable[Platform]) -> frozenset[str]:
    """Return the names of the platforms where transcripts come as PDF."""
    form = settings.documents.transcript
    return frozenset(
        each.name for each in platforms if form == "pdf" or (form == "auto" and each.capabilities.in_browser)
    )


def build_app(
    settings: Settings,
    *,
    store: Store,
    platforms: Sequence[Platform],
    recordings: Path,
    transcriber: Transcriber | None = None,
    readers: Readers | None = None,
    sandbox: Sandbox | None = None,
    clock: Clock | None = None,
    model: ManagedModel | None = None,
    kinds: Mapping[str, Interview] | None = None,
    ports: Mapping[str, Any] | None = None,
    slow_read: ReadUnit | None = None,
    process: AppProcess | None = None,
    watch: Watch = NOBODY,
) -> App:
    """Wire everything. `slow_read` and `watch`: as in `Runtime`. `process`: one that does everything, by default.

    `recordings` is the folder of this database's recordings and photographs, or of copies where the settings name a
    bucket: others in it are deleted. Without a `transcriber` what is spoken is kept, and heard when there is one.
    `ports`: those of features, by name.
    """
    register_features()
    clock = clock or SystemClock()
    process = process or AppProcess()
    owner = f"{process.seat}.{new_id()}"
    model = model or build_model(model_settings(settings), open_ledger(settings, store, clock, owner, watch), clock)
    hears, ports = transcriber is not None, ports or {}
    at_work = entries_at_work(ports)

    # The platforms as this process has them, and the store through which it exchanges words with them.
    by_name = {each.name: each for each in process.platforms(platforms, store, clock, new_id)}
    outside = process.fenced(store)

    # The interviews: the kinds that are enabled, and the operator's own scripts.
    facts = interviewer_privacy_facts(settings, hears=hears)
    known = kinds or build_kinds(settings, facts=facts)
    scripts: Scripts | None = None
    interviews, begins = known, known
    if settings.interviews.scripts_dir is not None:
        scripts = Scripts(settings.interviews.scripts_dir, build_operator(settings, facts=facts), known)
        interviews, begins = ScriptsInUse(known, scripts), Offered(known, scripts)

    # What every turn, command and chore has at hand.
    audio, pictures = open_kept_files(settings, recordings, shared=not process.alone, store=store)
    rules = settings.timers.rules()
    runtime = Runtime(
        store=store,
        clock=clock,
        interviews=interviews,
        begins=begins,
        new_id=new_id,
        owner=owner,
        offline=model.offline,
        rules=rules,
        admins=frozenset(settings.access.admins) | HOME_IDS,
        gate=build_gate(settings),
        show_cost=settings.interviews.show_cost,
        in_browser=frozenset(name for name, each in by_name.items() if each.capabilities.in_browser),
        prints=printed_on(settings, by_name.values()),
        prints_gifts=settings.documents.transcript == "auto",
        voice=VoiceRules(max_seconds=settings.voice.max_minutes * 60.0, keep_audio=settings.voice.keep_audio),
        audio=audio,
        photos=pictures,
        file_limits={name: platform.capabilities.file_limit for name, platform in by_name.items()},
        fetch_limits={name: platform.capabilities.fetch_limit for name, platform in by_name.items()},
        served=frozenset(by_name),
        privacy=build_privacy_facts(
            settings,
            by_name,
            offline=model.offline,
            hears=hears,
            also=tuple(each.privacy for each in at_work if each.privacy),
            photos=sent_files(Photo) is not None,
            links=any(interview.takes.links for interview in interviews.values()),
        ),
        slow_read=slow_read,
        watch=watch,
        also_in_menu=commands_in_menu(at_work),
    )

    # What does the work.
    reads = (*modules_read(), *(kind.reads for kind in known.values() if kind.reads))
    readers = readers or ReaderPool(clock, reads=reads)
    sandbox = sandbox or SandboxOnDemand(settings.sandbox.settings(), clock)
    client = SourceClient(clock=clock, allowed_hosts=frozenset(settings.podcast.allowed_hosts))
    reception = Reception(
        store=outside,
        gate=runtime.gate,
        clock=clock,
        platforms=by_name,
        new_id=new_id,
        owner=owner,
        limits=settings.limits.each(),
        photos=pictures,
        recordings=audio,
        welcome=WelcomeToInterviews(runtime=runtime),
        menus=MenusOfInterviews(runtime=runtime),
        pages=tuple(each.build_page(runtime) for _, each in entry_points() if each.build_page),
        others=process.others,
    )
    desk = ConversationWorker(runtime, model, by_name, handle_item)
    toolbox = Toolbox(
        platforms=by_name,
        web=client,
        readers=readers,
        sandbox=sandbox,
        transcriber=transcriber,
        fetch_limits=runtime.fetch_limits,
    )
    background = ChoreWorker(runtime, model, toolbox)
    transcription = Transcription(runtime, by_name, transcriber, audio)
    reception.live = HandsFreeHearing(
        runtime=runtime, transcription=transcription, transcriber=transcriber, hears=process.hears
    )

    # The work of features.
    parts = {
        name: AppParts(
            settings=settings,
            runtime=runtime,
            platforms=by_name,
            readers=readers,
            process=process,
            recordings=recordings,
            ports=ports.get(name),
        )
        for name, _ in entry_points()
    }
    built = {name: each.build_service(parts[name]) for name, each in entry_points() if each.build_service}
    reception.giving = runtime.services.get(Giving)
    features = {name: service for name, service in built.items() if service is not None}
    queues = tuple(each.build_queue(parts[name]) for name, each in entry_points() if each.build_queue)

    async def tidy() -> None:
        """Delete the files that no table names any more, and the copies that features keep. Raises OSError."""
        for queue in queues:
            await queue.forget()
        await audio.sweep(store)
        await pictures.sweep(store)

    delivery = DeliveryWorker(
        outside,
        by_name,
        clock,
        rules,
        owner=owner,
        tidy=tidy,
        watch=watch,
        wakes=lambda waiting: [wake for queue in queues for wake in queue.wakes_after(waiting)],
    )

    async def people() -> list[str]:
        return await store.read(lambda c: people_with_mail(c, runtime.claim()))

    async def addressed() -> list[str]:
        return [str(a) for a in await store.read(lambda c: addresses_with_letters(c, runtime.claim()))]

    # The queues: what serves each of them, and how what waits there is found.
    work = [
        QueueWork(room=Queue.DESK, drain=desk.drain, find=people, renew=PEOPLE.renew),
        QueueWork(
            room=Queue.DELIVERY,
            drain=delivery.drain,
            find=addressed,
            renew=lambda c, claim, key: renew_letters(c, claim, parse_address(key)),
        ),
        QueueWork(
            room=Queue.CHORES,
            drain=background.drain,
            find=background.sweep,
            renew=lambda c, claim, key: CHORES.renew(c, claim, *key.split("/", 1)),
        ),
        QueueWork(
            room=Queue.TRANSCRIPTION,
            drain=transcription.drain,
            find=transcription.sweep,
            renew=RECORDINGS.renew,
        ),
        *queues,
        *process.work_for_others(outside, by_name, clock, owner),
    ]
    serving: list[RunningService] = []
    for each in work:
        engine, here = process.engine(each.room, by_name, store, clock)
        serving.append(RunningService(engine=engine, work=each, here=here))
    return App(
        runtime=runtime,
        process=process,
        model=model,
        platforms=by_name,
        reception=reception,
        desk=desk,
        background=background,
        transcription=transcription,
        client=client,
        readers=readers,
        sandbox=sandbox,
        transcriber=transcriber,
        timekeeper=Timekeeper(store, clock, rules, owner),
        pruner=Pruner(store, clock, rules.retention),
        tidier=FileTidier(runtime),
        features=features,
        queues=queues,
        scripts=scripts,
        services=RunningServices(tuple(serving)),
    )
