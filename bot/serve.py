"""`raconteur run`: everything that is configured, until it is ended."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog
import typer

from adapters.telegram import TelegramPlatform
from adapters.terminal import Exchange, TerminalPlatform
from adapters.terminal.identity import HERE, somebody
from bot import log
from bot.app import App, build_app, interviews
from bot.clock import SystemClock
from bot.config import Settings
from bot.database import lock, make_folder, prepare
from bot.voice import supply, transcriber
from core.commands import command_list
from core.draft import joined
from core.errors import ConfigurationError, RaconteurError
from core.gate import Policy
from core.ports import Inbox, Platform
from core.session import QUESTIONS, Entry
from core.store.access import access_list
from core.store.reports import newest_at, read_beside
from core.store.store import Result, SqliteStore, Store, Unit
from core.turn import Interview
from core.words import FALLBACK, LANGUAGES, known

if TYPE_CHECKING:
    from adapters.discord import DiscordPlatform

ENDING = (signal.SIGTERM, signal.SIGINT)

_log = structlog.get_logger()


def serve(settings: Settings, *, terminal: bool, config: Path) -> None:
    """Run until the conversation at the terminal is over, or until SIGTERM or SIGINT ends a server. Blocks.

    `terminal` asks for the terminal beside the chats; without a token of one it is there anyway. `config` is only named
    in advice. Raises RaconteurError for what the operator has to mend.
    """
    # What is made from here on holds people's lives: nobody else on this machine reads it.
    os.umask(0o077)
    make_folder(settings.storage.data_dir)
    here = terminal or not settings.chats
    _start_log(settings, here=here)
    with lock(settings.storage.database):
        prepare(settings.storage.database)
        asyncio.run(_serve(settings, here=here, config=config))


def _start_log(settings: Settings, *, here: bool) -> None:
    """To standard error; or into a file, where a conversation is on the screen."""
    file = None
    if here:
        file = settings.storage.log_file
        try:
            file.touch(mode=0o600)
        except OSError as error:
            raise ConfigurationError(f"storage.data_dir: {file} cannot be written: {error.strerror}.") from None
    log.configure(level=settings.log.level, form=settings.log.format, secrets=settings.secrets(), file=file)


async def _serve(settings: Settings, *, here: bool, config: Path) -> None:
    asyncio.get_running_loop().set_exception_handler(_unhandled)
    database = settings.storage.database
    store = SqliteStore(str(database))

    async def beside(unit: Unit[Result]) -> Result:
        return await read_beside(database, unit)

    clock, kinds = SystemClock(), interviews(settings)
    app = build_app(
        settings,
        store=store,
        platforms=_platforms(settings, store, kinds, here=here),
        recordings=settings.storage.recordings,
        transcriber=transcriber(settings, clock),
        clock=clock,
        kinds=kinds,
        beside=beside,
    )
    doors = await store.read(lambda c: access_list(c, now=time.time()))

    def ready() -> None:
        if settings.chats:
            _announce(settings, config, let_in=doors.lets_anybody_in)
            if here:
                _say(f"While you converse here, the log goes to {settings.storage.log_file}.")
        elif not sys.stdin.isatty():
            _say("Neither telegram.token nor discord.token is set, so the conversation is here.")
        _log.info("ready", platforms=sorted(app.platforms))

    running = asyncio.create_task(app.run(ready=ready))
    _end_by_signal(running)
    supplying = asyncio.create_task(_supply(settings, clock, app), name="weights")
    try:
        with suppress(asyncio.CancelledError):
            await running
    finally:
        supplying.cancel()
        await asyncio.gather(supplying, return_exceptions=True)
    _log.info("ended")


async def _supply(settings: Settings, clock: SystemClock, app: App) -> None:
    """Fetch what the ears need, if it is not there, and have them begin with what had to wait for it."""
    if app.transcriber is None:
        return
    try:
        await supply(settings, clock, then=app.ears.adopt)
    except RaconteurError as error:
        _log.error("weights-not-supplied", code=error.code, reason=str(error))


def _end_by_signal(task: asyncio.Task[None]) -> None:
    """The first signal ends the task in peace; a second one is not held back any more."""
    loop = asyncio.get_running_loop()

    def end() -> None:
        for number in ENDING:
            loop.remove_signal_handler(number)
        task.cancel()

    for number in ENDING:
        with suppress(NotImplementedError):  # on Windows, where Ctrl-C cancels by itself
            loop.add_signal_handler(number, end)


def _unhandled(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    # The loop's own handler would write the error's text, and with it people's words.
    _log.error("unhandled", what=context.get("message", ""), exc_info=context.get("exception"))


def _announce(settings: Settings, config: Path, *, let_in: bool) -> None:
    chats = settings.chats
    served = " and ".join(chats.values())
    _say(f"Serving {served}; everything is kept in {settings.storage.data_dir.resolve()}. Ctrl-C stops it.")
    access = settings.access
    if access.policy is Policy.NAMED and not (access.allowed or access.admins or let_in):
        you = f"{next(iter(chats))}:123456789"
        _say(
            f"Nobody may talk to the bot yet. Write to it in {' or '.join(chats.values())}: it answers with your "
            f"number, such as {you}. In another window, `raconteur allow {you}` lets you in at once, and "
            f"`raconteur invite` invites somebody else; {config} may name people too, under [access]."
        )
        if "discord" in chats:
            _say("`raconteur doctor` shows the link that adds the bot to a server or to somebody's account in Discord.")


def _say(line: str) -> None:
    # Standard output belongs to the conversation.
    typer.echo(line, err=True)


# --- platforms ----------------------------------------------------------------------------------------------------


def _platforms(settings: Settings, store: Store, kinds: Mapping[str, Interview], *, here: bool) -> list[Platform]:
    """Every platform that is configured, and the terminal where it is asked for. A new platform is one line here."""
    platforms: list[Platform] = []
    if settings.telegram.token.get_secret_value():
        platforms.append(telegram(settings))
    if settings.discord.token.get_secret_value():
        platforms.append(discord(settings, kinds))
    if here:
        platforms.append(_terminal(settings, store))
    return platforms


def telegram(settings: Settings) -> TelegramPlatform:
    """The bot of the configuration. Raises ConfigurationError when its token or address cannot be one."""
    return TelegramPlatform(
        token=settings.telegram.token.get_secret_value(),
        clock=SystemClock(),
        api_base_url=settings.telegram.api_base_url,
        commands={"": command_list(FALLBACK), **{language: command_list(language) for language in LANGUAGES}},
    )


def discord(settings: Settings, kinds: Mapping[str, Interview]) -> DiscordPlatform:
    """The bot of the configuration, which offers these interviews. Raises ConfigurationError for what is no token."""
    from adapters.discord import DiscordPlatform  # half a second that nobody else shall wait for

    titles = {
        kind: {language: interview.scripts.speak(language).title for language in LANGUAGES}
        for kind, interview in kinds.items()
    }
    return DiscordPlatform(
        token=settings.discord.token.get_secret_value(),
        clock=SystemClock(),
        commands={language: command_list(language) for language in LANGUAGES},
        kinds=titles,
        synced=settings.storage.data_dir / "discord-commands",
    )


def _terminal(settings: Settings, store: Store) -> TerminalPlatform:
    terminal = TerminalBeside if settings.chats else TerminalPlatform
    return terminal(
        clock=SystemClock(),
        documents=settings.storage.data_dir.resolve() / "documents",
        history=lambda: _exchanges(store),
        commands=command_list(known(somebody().language)),
        history_file=settings.storage.data_dir / "history",
    )


class TerminalBeside(TerminalPlatform):
    """The terminal where chats are served too: leaving it ends only the conversation."""

    async def run(self, inbox: Inbox) -> None:
        await super().run(inbox)
        _say("The conversation here is over; the bot goes on. Ctrl-C stops it.")


async def _exchanges(store: Store) -> tuple[Exchange, ...]:
    """The conversation at the terminal so far, as its table shows it."""
    return told(await store.read(lambda c: newest_at(c, HERE)))


def told(entries: Iterable[Entry]) -> tuple[Exchange, ...]:
    """Each question that was answered, in order, with all that was said to it and not taken back."""
    questions: dict[int, Entry] = {}
    answers: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.kind in QUESTIONS:
            questions[entry.seq] = entry
        elif entry.answers is not None and not entry.withdrawn:
            answers.setdefault(entry.answers, []).append(entry)
    return tuple(
        Exchange(question=questions[seq].text, answer=joined(e.text for e in said), at=said[-1].at)
        for seq, said in sorted(answers.items())
        if seq in questions
    )
