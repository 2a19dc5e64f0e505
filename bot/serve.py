"""`raconteur run`: it serves everything that is configured until it is ended."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
import typer

from adapters.terminal.scene import HERE
from bot import log
from bot.app import App, build_app
from bot.app_process import AppProcess, Join
from bot.clock import SteeredClock
from bot.config import Settings
from bot.database import lock_database, make_folder, prepare_database
from bot.desktop import Doorstep, browser_command, is_interactive, is_scripted
from bot.facts import interviewer_privacy_facts
from bot.features import build_transcriber, commands_in_menu, entries_at_work, open_ports, way_to_join
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
from bot.setup_page import SetupPage
from bot.temporary_files import empty_temporary_folder
from core.access.gate import Policy
from core.contracts.errors import AlreadyRunning, ConfigurationError, Displaced, RaconteurError
from core.contracts.ports import Clock, Supplied, Transcriber
from core.engine.task_cancellation import run_to_end
from core.processes.descriptors import raise_limit
from core.store.access import access_list
from core.store.opening import store_on
from core.store.reports import newest_at, read_while_running
from core.store.store import Result, Unit

if TYPE_CHECKING:
    from filelock import FileLock

    from core.store.seats import Seat

ENDING = (signal.SIGTERM, signal.SIGINT)

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What a process takes from its machine."""

    clock: Callable[[], SteeredClock] = SteeredClock
    hearing: Callable[[Settings, Clock], Transcriber | None] = build_transcriber
    """Makes what hears, if anything does; called on the event loop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Start:
    """How the program is started."""

    config: Path
    terminal: bool
    """The conversation is here, besides what is served, if anything is."""
    asked: bool
    """The terminal was asked for by name, so nobody has to be told about it."""
    by_itself: bool
    """The page is served because nothing is configured."""
    join: Join | None
    """Joins other processes on the same database; None where this one works alone."""
    guides: bool
    """Whoever starts it is shown the way to their page, and nobody else hears of that."""
    show: Callable[[str], None]
    """As in `Wiring`."""
    means: Means


def serve(
    settings: Settings,
    *,
    terminal: bool,
    config: Path,
    browser: bool = True,
    roles: Sequence[str] = (),
    means: Means | None = None,
) -> None:
    """Run until the conversation at the terminal is over, or until SIGTERM or SIGINT ends a server. Blocks.

    Where nothing is configured to be served, it is the page on this computer; or the terminal, if `terminal` asks for
    it, or a pipe or a file holds what is to be said. `config` is only named in advice. `browser`: the page may be
    opened. `roles`: the names of those of one process of several. `means`: the machine's own by default. Raises
    RaconteurError for what the operator has to mend.
    """
    join = way_to_join(settings, roles)
    if join is not None and (terminal or not settings.served):
        raise ConfigurationError(f"{no_platform_notice()}; several processes serve chats or the page, no terminal.")
    # What is made from here on holds people's lives: nobody else on this machine reads it.
    umask = os.umask(0o077)
    raise_limit()
    make_folder(settings.storage.data_dir)
    here = terminal or (not settings.served and is_scripted())
    by_itself = not (here or settings.served)
    settings = settings if here else with_local_page(settings)
    at_desk = not here and is_local_only(settings) and is_interactive()
    program = browser_command(os.environ, user=os.geteuid() if hasattr(os, "geteuid") else 1)
    # Those who have a screen on which nothing may be opened know the way.
    knows_the_way = program is not None and not (browser and at_desk)
    show = (lambda _: None) if knows_the_way else Doorstep(say=_say, program=program, umask=umask).show
    # The log goes to a file where the screen is for a conversation, or for the way to the page.
    file = settings.storage.log_file if here or at_desk else None
    if file is not None:
        try:
            file.touch(mode=0o600)
        except OSError as error:
            raise ConfigurationError(f"storage.data_dir: {file} cannot be written: {error.strerror}.") from None
    log.configure_logging(level=settings.log.level, form=settings.log.format, secrets=settings.secrets(), file=file)
    empty_temporary_folder(settings.storage.data_dir)
    start = _Start(
        config=config,
        terminal=here,
        asked=terminal,
        by_itself=by_itself,
        join=join,
        guides=by_itself and at_desk,
        show=show,
        means=means or Means(),
    )
    if join is None:
        with lock_database(settings.storage.database) as seat:
            prepare_database(settings.storage.database)
            run_to_end(_serve(settings, start, seat))
        return None
    prepare_database(settings.storage.database)
    while True:
        try:
            return run_to_end(_serve(settings, start, None))
        except Displaced as error:
            # Another process has taken this one's place, or the database went away: begin again.
            _log.warning("displaced", reason=str(error))


async def _serve(settings: Settings, start: _Start, seat: FileLock | Seat | None) -> None:
    asyncio.get_running_loop().set_exception_handler(log.Unhandled(time.monotonic))
    database = settings.storage.database

    async def slow_read(unit: Unit[Result]) -> Result:
        return await read_while_running(database, unit)

    clock = start.means.clock()
    transcriber = start.means.hearing(settings, clock)
    ports = open_ports(settings, clock)
    hears = transcriber is not None
    kinds = build_kinds(settings, facts=interviewer_privacy_facts(settings, hears=hears))
    process = AppProcess() if start.join is None else await start.join(kinds, clock)
    store = store_on(database, process.enqueue)
    monitor = Monitor(settings, store=store, slow_read=slow_read, clock=clock, speaks=process.speaks)
    announcement = StartNotice(settings, start.config)
    setup = SetupPage(path=start.config, clock=clock, running=settings.llm)
    desk = OperatorService(
        settings=settings, store=store, slow_read=slow_read, clock=clock, titles=kind_titles(kinds), setup=setup
    )
    told = PlatformListeners(
        accepted=announcement.accepted, contact=monitor.standing.contact, tell=_say, show=start.show
    )
    menu = commands_in_menu(entries_at_work(ports))
    platforms = build_platforms(
        settings, clock, kinds, told, operator=desk, guides=start.guides, hears=hears, also_in_menu=menu
    )
    if start.terminal:
        from bot.terminal import build_terminal

        platforms.append(build_terminal(settings, store))
    app = build_app(
        settings,
        store=store,
        platforms=platforms,
        recordings=settings.storage.recordings,
        transcriber=transcriber,
        clock=clock,
        kinds=kinds,
        ports=ports,
        slow_read=slow_read,
        process=process,
        watch=monitor.watch,
    )
    desk.audio, desk.photos, desk.scripts = app.runtime.audio, app.runtime.photos, app.scripts
    # Whoever was interviewed in the terminal would look in vain for that on the page.
    told_here = start.by_itself and bool(await store.read(lambda c: newest_at(c, HERE)))
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
        cancel_on_signal(running)
        taken, loop = asyncio.Event(), asyncio.get_running_loop()

        def lost() -> None:
            taken.set()
            running.cancel()

        # Another process can take over a database on a server; a lock file is lost to nobody.
        if watch := getattr(seat, "watch", None):
            watch(lambda: loop.call_soon_threadsafe(lost))
        supplying = asyncio.create_task(_supply(app), name="weights")
        try:
            with suppress(asyncio.CancelledError):
                await running
        finally:
            supplying.cancel()
            await asyncio.gather(supplying, return_exceptions=True)
    _log.info("ended")
    if taken.is_set():
        raise AlreadyRunning(f"Another Raconteur has taken over {database} while this one stood still.")


async def _supply(app: App) -> None:
    """Fetch what the transcriber lacks, and let it begin with what had to wait for that."""
    if not isinstance(app.transcriber, Supplied):
        return
    try:
        await app.transcriber.supply(app.transcription.adopt)
    except RaconteurError as error:
        _log.error("weights-not-supplied", code=error.code, reason=str(error))


def cancel_on_signal(task: asyncio.Task[None]) -> None:
    """Cancel the task at the first signal; a second one has the effect that it always has."""
    loop = asyncio.get_running_loop()

    def end() -> None:
        for number in ENDING:
            loop.remove_signal_handler(number)
        task.cancel()

    for number in ENDING:
        with suppress(NotImplementedError):  # on Windows, where Ctrl-C cancels by itself
            loop.add_signal_handler(number, end)


class StartNotice:
    """Tells whoever has started the program which chats are served, once each has accepted its token."""

    def __init__(self, settings: Settings, config: Path) -> None:
        self._settings = settings
        self._config = config
        self._said = False
        self.let_in = False
        """Somebody may come in besides those whom the configuration names."""

    def accepted(self, name: str) -> None:
        """Hear that a platform knows its bot."""
        title = next(spec.title for spec, _ in self._settings.served if spec.name == name)
        if self._said:
            _say(f"Serving {title}, too.")
            return
        self._said = True
        _say(f"Serving {title}; everything is saved in {self._settings.storage.data_dir.resolve()}. Ctrl-C stops it.")
        access = self._settings.access
        chats = [spec for spec, _ in self._settings.served if not spec.home]
        if not chats or access.policy is not Policy.NAMED or access.allowed or access.admins or self.let_in:
            return
        you = f"{chats[0].name}:{chats[0].example}"
        titles = " or ".join(spec.title for spec in chats)
        _say(
            f"Nobody can talk to the bot yet. Write to it in {titles}: it answers with your number, such as {you}. In "
            f"another window, `raconteur allow {you}` lets you in at once, and `raconteur invite` invites somebody "
            f"else; {self._config} may name people too, under [access]."
        )
        for line in filter(None, (spec.advice for spec in chats)):
            _say(line)


def _say(line: str) -> None:
    # Standard output belongs to the conversation.
    typer.echo(line, err=True)
