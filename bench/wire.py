"""(b) Turns a second through Telegram's client library, against an echo bot of that library on the same server."""

from __future__ import annotations

import asyncio
import logging
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from telegram import Update
from telegram.ext import Application, ApplicationBuilder, ContextTypes, MessageHandler, filters

from adapters.telegram.platform import TelegramPlatform
from bench.children import start, told
from bench.core_alone import PEOPLE, pace_of
from bench.crowd import SETTINGS
from bench.figures import Row, number
from bench.model import Replies, SteadyModel
from bot.app import build_app
from bot.clock import SystemClock
from bot.database import prepare_database
from core.interviews.life_story.interview import LifeStory
from core.store.store import SqliteStore

SECONDS = 6.0
"""So long each bot is watched at a time."""
ROUNDS = 2
"""The bots take turns, so that other work on the machine disturbs both."""
Bot = Callable[[str, str], AbstractAsyncContextManager[None]]


@dataclass(slots=True)
class Run:
    """What a bot did in all its rounds."""

    answered: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    """Seconds of the bot's processor time."""
    server: float = 0.0
    """Seconds of the server's."""

    @property
    def per_second(self) -> float:
        return self.answered / self.seconds

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of the bot's processor time for a turn."""
        return 1000 * self.cpu / self.answered


async def measure(folder: Path) -> list[Row]:
    """The echo bot and the interviewer in turn. Then the core without a wire."""

    def interviewer(url: str, token: str) -> AbstractAsyncContextManager[None]:
        return _interviewer(url, token, folder)

    echo, ours = Run(), Run()
    for _ in range(ROUNDS):
        await _add(echo, _echo, ("/start",))
        await _add(ours, interviewer, ("/interview life-story", "I agree."))
    plain = await pace_of(folder, plain=True)
    life = await pace_of(folder, plain=False)
    return [
        Row(part="b", what="echo bot of python-telegram-bot, messages/s", measured=number(echo.per_second),
            ratio=f"the server {100 * echo.server / echo.seconds:.0f} % busy"),
        Row(part="b", what="life story through Telegram's client, turns/s", measured=number(ours.per_second),
            ratio=f"{ours.per_second / echo.per_second:.2f} to the echo bot"),
        Row(part="b", what="processor time of the bot for a turn / an echo",
            measured=f"{ours.cpu_ms:.1f} ms / {echo.cpu_ms:.1f} ms", ratio=f"{ours.cpu_ms / echo.cpu_ms:.2f}"),
        Row(part="b", what="core alone, an interview without craft, turns/s", aim="1,500",
            measured=number(plain.per_second), ratio=f"{plain.cpu_ms:.2f} ms of processor time each"),
        Row(part="b", what="core alone, life story and ledger, turns/s",
            measured=number(life.per_second), ratio=f"{life.cpu_ms:.2f} ms of processor time each"),
    ]  # fmt: skip


async def _add(run: Run, bot: Bot, first: tuple[str, ...]) -> None:
    process = await start("bench.wire_server", str(PEOPLE), str(SECONDS), *first)
    place = await told(process)
    async with bot(place["url"], place["token"]):
        await _go(process)
        await told(process)
        cpu = time.process_time()
        found = await told(process)
        run.cpu += time.process_time() - cpu
    await _go(process)
    await process.wait()
    if found["violations"]:
        raise RuntimeError("the Bot API was used against its rules")
    run.answered += found["answered"]
    run.seconds += found["seconds"]
    run.server += found["busy"]


async def _go(process: Process) -> None:
    if process.stdin is not None:
        process.stdin.write(b"go\n")
        await process.stdin.drain()


@asynccontextmanager
async def _interviewer(url: str, token: str, folder: Path) -> AsyncIterator[None]:
    database = folder / f"wire-{time.monotonic_ns()}.db"
    prepare_database(database)
    interview = LifeStory()
    platform = TelegramPlatform(token=token, clock=SystemClock(), api_base_url=url)
    app = build_app(
        SETTINGS,
        store=SqliteStore(str(database)),
        platforms=[platform],
        recordings=database.with_suffix(".recordings"),
        model=SteadyModel(Replies()),
        kinds={interview.kind: interview},
    )
    task = asyncio.create_task(app.run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _answer(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
    if update.message is not None and update.message.text is not None:
        await update.message.reply_text(update.message.text)


@asynccontextmanager
async def _echo(url: str, token: str) -> AsyncIterator[None]:
    """The plainest bot of the library: it repeats what it is told, many at once, and keeps nothing."""
    # At its end it would say that people were still writing, as they always are here.
    logging.getLogger("telegram").setLevel(logging.CRITICAL + 1)
    application: Application = (  # type: ignore[type-arg]  # its six parameters say nothing here
        ApplicationBuilder()
        .token(token)
        .base_url(f"{url}/bot")
        .concurrent_updates(True)  # noqa: FBT003 - the library's own signature
        .connection_pool_size(256)
        .pool_timeout(30)
        .build()
    )
    application.add_handler(MessageHandler(filters.TEXT, _answer))
    async with application:
        await application.start()
        if application.updater is not None:
            await application.updater.start_polling(timeout=10)
        try:
            yield
        finally:
            if application.updater is not None:
                await application.updater.stop()
            await application.stop()
