"""(b) Turns a second through Telegram's client library, against an echo bot of that library on the same server."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from telegram import Update
from telegram.ext import Application, ApplicationBuilder, ContextTypes, MessageHandler, filters

from adapters.telegram import TelegramPlatform
from bench.children import ROOT, told
from bench.core_alone import PEOPLE, pace_of
from bench.figures import Row, number
from bench.model import Replies, SteadyModel
from bot.app import build_app
from bot.clock import SystemClock
from bot.config import AccessSection, Settings
from bot.database import prepare
from core.gate import Policy
from core.interviews.life_story import LifeStory
from core.store.store import SqliteStore

TURNS = 8
"""Answers of each person over the wire."""
Bot = Callable[[str, str], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    per_second: float
    cpu_ms: float
    """Milliseconds of the bot's processor time for a turn."""


async def measure(folder: Path) -> list[Row]:
    """The echo bot and the interviewer in turn, twice; the better run of each. Then the core without a wire."""

    def interviewer(url: str, token: str) -> AbstractAsyncContextManager[None]:
        return _interviewer(url, token, folder)

    echoes = [await _run(_echo, "/start"), await _run(_echo, "/start")]
    turns = [await _run(interviewer, "/interview life-story"), await _run(interviewer, "/interview life-story")]
    echo, ours = max(echoes, key=lambda r: r.per_second), max(turns, key=lambda r: r.per_second)
    plain = await pace_of(folder, plain=True)
    life = await pace_of(folder, plain=False)
    return [
        Row(part="b", what="echo bot of python-telegram-bot, messages/s", measured=number(echo.per_second)),
        Row(part="b", what="life story through Telegram's client, turns/s", measured=number(ours.per_second),
            ratio=f"{ours.per_second / echo.per_second:.2f} to the echo bot"),
        Row(part="b", what="processor time of the bot for a turn / an echo",
            measured=f"{ours.cpu_ms:.1f} ms / {echo.cpu_ms:.1f} ms", ratio=f"{ours.cpu_ms / echo.cpu_ms:.2f}"),
        Row(part="b", what="core alone, an interview without craft, turns/s", aim="1,500",
            measured=number(plain.per_second), ratio=f"{plain.cpu_ms:.2f} ms of processor time each"),
        Row(part="b", what="core alone, life story and ledger, turns/s",
            measured=number(life.per_second), ratio=f"{life.cpu_ms:.2f} ms of processor time each"),
    ]  # fmt: skip


async def _run(bot: Bot, first: str) -> Run:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bench.wire_server",
        str(PEOPLE),
        str(TURNS),
        first,
        cwd=ROOT,
        stdin=PIPE,
        stdout=PIPE,
    )
    place = await told(process)
    async with bot(place["url"], place["token"]):
        found = await _counted(process)
    await _go(process)
    await process.wait()
    return found


async def _counted(process: Process) -> Run:
    cpu = time.process_time()
    await _go(process)
    found = await told(process)
    cpu = time.process_time() - cpu
    if found["violations"]:
        raise RuntimeError("the Bot API was used against its specification")
    # The first words of everybody are in the processor time as well; they are a turn each.
    return Run(per_second=PEOPLE * TURNS / found["seconds"], cpu_ms=1000 * cpu / (PEOPLE * (TURNS + 1)))


async def _go(process: Process) -> None:
    if process.stdin is not None:
        process.stdin.write(b"go\n")
        await process.stdin.drain()


@asynccontextmanager
async def _interviewer(url: str, token: str, folder: Path) -> AsyncIterator[None]:
    database = folder / f"wire-{time.monotonic_ns()}.db"
    prepare(database)
    interview = LifeStory()
    platform = TelegramPlatform(token=token, clock=SystemClock(), api_base_url=url)
    app = build_app(
        Settings(access=AccessSection(policy=Policy.OPEN)),
        store=SqliteStore(str(database)),
        platforms=[platform],
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
