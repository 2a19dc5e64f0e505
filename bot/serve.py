"""`raconteur run`: everything that is configured, until it is ended."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog
import typer

from bot import log
from bot.app import App, build_app
from bot.clock import SteeredClock
from bot.config import Settings
from bot.database import lock_database, make_folder, prepare_database
from bot.desktop import Doorstep, browser_command, is_interactive, is_scripted
from bot.facts import interviewer_privacy_facts
from bot.kinds import build_kinds
from bot.monitor.monitor import Monitor
from bot.operator_desk import OperatorService
from bot.platforms import (
    PlatformListeners,
    build_platforms,
    is_local_only,
    kind_titles,
    no_platform_notice,
    with_local_page,
)
from bot.roles import ALL, ProcessRole
from bot.setup_page import SetupPage
from bot.temporary_files import empty_temporary_folder
from bot.voice import SuppliedTranscriber, build_synthesizer, build_transcriber, supply_weights
from core.access.gate import Policy
from core.contracts.errors import AlreadyRunning, ConfigurationError, RaconteurError
from core.contracts.ports import Clock, Platform, Transcriber
from core.contracts.turn import Interview
from core.engine.task_cancellation import run_to_end
from core.processes.descriptors import raise_limit
from core.store.access import access_list
from core.store.database_url import Server
from core.store.opening import store_on
from core.store.reports import newest_at, read_while_running
from core.store.store import Result, Store, Unit

if TYPE_CHECKING:
    from bot.cluster_member import InstallPaths

ENDING = (signal.SIGTERM, signal.SIGINT)

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What a process has of its machine."""

    clock: Callable[[], SteeredClock] = SteeredClock
    hearing: Callable[[Settings, Clock], Transcriber | None] = build_transcriber
    """What hears, if anything does; called on the event loop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Start:
    """How it is started."""

    config: Path
    terminal: bool
    """The conversation is here, beside what is served, if anything is."""
    asked: bool
    """By name: they need not be told."""
    by_itself: bool
    """The page is served since nothing is configured."""
    roles: frozenset[ProcessRole] = ALL
    """What this process does where it is one of several."""
    guides: bool
    """They are shown the way to where it is: what opens it is said to nobody but them."""
    show: Callable[[str], None]
    """As in `Wiring`."""
    means: Means


def serve(
    settings: Settings,
    *,
    terminal: bool,
    config: Path,
    browser: bool = True,
    roles: frozenset[ProcessRole] = ALL,
    means: Means | None = None,
) -> None:
    """Run until the conversation at the terminal is over, or until SIGTERM or SIGINT ends a server. Blocks.

    Where nothing is configured to be served, it is the page on this computer; or the terminal, if `terminal` asks for
    it, or a pipe or a file holds what is to be said. `config` is only named in advice. `browser`: the page may be
    opened. `roles`: of one process of several. `means`: the machine's own by default. Raises RaconteurError for what
    the operator has to mend.
    """
    _check(settings, roles, terminal=terminal)
    # What is made from here on holds people's lives: nobody else on this machine reads it.
    umask = os.umask(0o077)
    raise_limit()
    make_folder(settings.storage.data_dir)
    here = terminal or (not settings.served and is_scripted())
    by_itself = not (here or settings.served)
    settings = settings if here else with_local_page(settings)
    at_desk = not here and is_local_only(settings) and is_interactive()
    show = _doorstep(umask, opens=browser and at_desk)
    _start_log(settings, into_file=here or at_desk)
    empty_temporary_folder(settings.storage.data_dir)
    guides = by_itself and at_desk
    start = _Start(
        config=config,
        terminal=here,
        asked=terminal,
        by_itself=by_itself,
        roles=roles,
        guides=guides,
        show=show,
        means=means or Means(),
    )
    if settings.is_shared:
        _serve_with_others(settings, start)
        return
    with lock_database(settings.storage.database) as seat:
        prepare_database(settings.storage.database)
        run_to_end(_serve(settings, start, seat))


def _check(settings: Settings, roles: frozenset[ProcessRole], *, terminal: bool) -> None:
    """Raises ConfigurationError for settings that exclude each other."""
    if not settings.is_shared:
        if roles != ALL:
            raise ConfigurationError('engine.kind: one process does everything; several need "procrastinate".')
        return
    if terminal or not settings.served:
        raise ConfigurationError(f"{no_platform_notice()}; several processes serve chats or the page, no terminal.")
    try:
        import bot.cluster_member  # noqa: F401 - whether what it needs is installed
    except ImportError:
        raise ConfigurationError("engine.kind: what it needs is not installed; `make large` installs it.") from None


def _serve_with_others(settings: Settings, start: _Start) -> None:
    """Be one of several processes, and begin anew where another has taken this one's place, or the database went."""
    from core.jobs.cluster import Displaced

    prepare_database(settings.storage.database)
    while True:
        try:
            return run_to_end(_serve(settings, start, None))
        except Displaced as error:
            _log.warning("displaced", reason=str(error))


def _doorstep(umask: int, *, opens: bool) -> Callable[[str], None]:
    """What brings the page before the eyes of whoever starts it; nothing, where they have a screen and know the way."""
    program = browser_command(os.environ, user=os.geteuid() if hasattr(os, "geteuid") else 1)
    if program is not None and not opens:
        return lambda _: None
    return Doorstep(say=_say, program=program, umask=umask).show


def _start_log(settings: Settings, *, into_file: bool) -> None:
    """To standard error; or into a file, where the screen is for a conversation, or for the way to the page."""
    file = None
    if into_file:
        file = settings.storage.log_file
        try:
            file.touch(mode=0o600)
        except OSError as error:
            raise ConfigurationError(f"storage.data_dir: {file} cannot be written: {error.strerror}.") from None
    log.configure_logging(level=settings.log.level, form=settings.log.format, secrets=settings.secrets(), file=file)


async def _serve(settings: Settings, start: _Start, seat: object) -> None:
    asyncio.get_running_loop().set_exception_handler(log.Unhandled(time.monotonic))
    database = settings.storage.database

    async def beside(unit: Unit[Result]) -> Result:
        return await read_while_running(database, unit)

    clock = start.means.clock()
    transcription = start.means.hearing(settings, clock)
    voice = build_synthesizer(settings, clock)
    hears = transcription is not None
    kinds = build_kinds(settings, facts=interviewer_privacy_facts(settings, hears=hears, speaks=voice is not None))
    place = await _place(settings, start, kinds, clock)
    store = store_on(database, None if place is None else place.queue.defer)
    speaks = place is None or place.speaks
    monitor = Monitor(settings, store=store, beside=beside, clock=clock, speaks=speaks)
    announcement = StartNotice(settings, start.config)
    setup = SetupPage(path=start.config, clock=clock)
    house = OperatorService(
        settings=settings, store=store, beside=beside, clock=clock, titles=kind_titles(kinds), setup=setup
    )
    told = PlatformListeners(
        accepted=announcement.accepted, contact=monitor.standing.contact, tell=_say, show=start.show
    )
    served = _served(settings, start, house, kinds, told, hears=hears)
    app = build_app(
        settings,
        store=store,
        platforms=served,
        recordings=settings.storage.recordings,
        transcriber=transcription,
        synthesizer=voice,
        clock=clock,
        kinds=kinds,
        beside=beside,
        place=place,
        watch=monitor.watch,
    )
    house.audio, house.photos, house.scripts = app.transcription.files, app.photos.files, app.scripts
    told_here = start.by_itself and await _told_in_the_terminal(store)
    doors = await store.read(lambda c: access_list(c, now=time.time()))
    announcement.let_in = doors.lets_anybody_in

    def ready() -> None:
        # What was made for the start lives as long as the process: no collection has to look at it.
        gc.freeze()
        gc.enable()
        if settings.served and start.terminal:
            _say(f"While you converse here, the log goes to {settings.storage.log_file}.")
        elif not (settings.served or start.asked):
            _say(f"{no_platform_notice()}, so the conversation is here.")
        if told_here:
            _say("What you have told in the terminal goes on there: `make chat`, or `raconteur run --terminal`.")
        _log.info("ready", platforms=sorted(app.platforms))
        monitor.begun()

    async with monitor.at_work(app):
        running = asyncio.create_task(app.run(ready=ready))
        taken = _ends_with(seat, running)
        await _until_ended(running, beside=_supply(settings, clock, app))
    _log.info("ended")
    if taken.is_set():
        raise AlreadyRunning(f"Another Raconteur has taken over {database} while this one stood still.")


async def _place(
    settings: Settings, start: _Start, kinds: Mapping[str, Interview], clock: SteeredClock
) -> InstallPaths | None:
    """Return where several processes work on the database; waits until the database is there."""
    database = settings.storage.database
    if not settings.is_shared or not isinstance(database, Server):
        return None
    from bot.cluster_member import join_cluster

    return await join_cluster(database, start.roles, kinds, clock)


async def _until_ended(running: asyncio.Task[None], *, beside: Coroutine[Any, Any, None]) -> None:
    """Let the app run until a signal ends it, or it ends by itself; raises what it raised."""
    cancel_on_signal(running)
    supplying = asyncio.create_task(beside, name="weights")
    try:
        with suppress(asyncio.CancelledError):
            await running
    finally:
        supplying.cancel()
        await asyncio.gather(supplying, return_exceptions=True)


def _ends_with(seat: object, running: asyncio.Task[None]) -> asyncio.Event:
    """Have the work end where the seat is another's; what tells whether that was so. A lock file is lost to nobody."""
    taken, loop = asyncio.Event(), asyncio.get_running_loop()

    def end() -> None:
        taken.set()
        running.cancel()

    watch = getattr(seat, "watch", None)
    if watch is not None:
        watch(lambda: loop.call_soon_threadsafe(end))
    return taken


def _served(
    settings: Settings,
    start: _Start,
    house: OperatorService,
    kinds: Mapping[str, Interview],
    told: PlatformListeners,
    *,
    hears: bool,
) -> list[Platform]:
    """Return the platforms to serve."""
    served = build_platforms(settings, house.clock, kinds, told, operator=house, guides=start.guides, hears=hears)
    if start.terminal:
        from bot.terminal import build_terminal

        served.append(build_terminal(settings, house.store))
    return served


async def _told_in_the_terminal(store: Store) -> bool:
    """Return whether somebody has been interviewed there, who would look for it on the page in vain."""
    from adapters.terminal.scene import HERE

    return bool(await store.read(lambda c: newest_at(c, HERE)))


async def _supply(settings: Settings, clock: Clock, app: App) -> None:
    """Fetch what the transcriber needs, if it is not there, and have them begin with what had to wait for it."""
    if not isinstance(app.transcriber, SuppliedTranscriber):
        return
    try:
        await supply_weights(settings, clock, then=app.transcription.adopt)
    except RaconteurError as error:
        _log.error("weights-not-supplied", code=error.code, reason=str(error))


def cancel_on_signal(task: asyncio.Task[None]) -> None:
    """The first signal ends the task in peace; a second one is not held back any more."""
    loop = asyncio.get_running_loop()

    def end() -> None:
        for number in ENDING:
            loop.remove_signal_handler(number)
        task.cancel()

    for number in ENDING:
        with suppress(NotImplementedError):  # on Windows, where Ctrl-C cancels by itself
            loop.add_signal_handler(number, end)


class StartNotice:
    """What whoever has started it is told about the chats that are served, once each has accepted its token."""

    def __init__(self, settings: Settings, config: Path) -> None:
        self._settings = settings
        self._config = config
        self._said = False
        self.let_in = False
        """Whether anybody may come in beside those whom the configuration names."""

    def accepted(self, name: str) -> None:
        """A platform knows its bot."""
        title = next(spec.title for spec, _ in self._settings.served if spec.name == name)
        if self._said:
            _say(f"Serving {title}, too.")
            return
        self._said = True
        _say(f"Serving {title}; everything is kept in {self._settings.storage.data_dir.resolve()}. Ctrl-C stops it.")
        access = self._settings.access
        if access.policy is Policy.NAMED and not (access.allowed or access.admins or self.let_in):
            self._advise()

    def _advise(self) -> None:
        chats = [spec for spec, _ in self._settings.served if not spec.home]
        if not chats:
            return
        you = f"{chats[0].name}:{chats[0].example}"
        titles = " or ".join(spec.title for spec in chats)
        _say(
            f"Nobody may talk to the bot yet. Write to it in {titles}: it answers with your number, such as {you}. In "
            f"another window, `raconteur allow {you}` lets you in at once, and `raconteur invite` invites somebody "
            f"else; {self._config} may name people too, under [access]."
        )
        for line in filter(None, (spec.advice for spec in chats)):
            _say(line)


def _say(line: str) -> None:
    # Standard output belongs to the conversation.
    typer.echo(line, err=True)
