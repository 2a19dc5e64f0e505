"""The small signs of life: "typing" while the interviewer thinks, and the answer to a pressed button."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Final

import structlog
from telegram import Bot, CallbackQuery
from telegram.constants import ChatAction
from telegram.error import TelegramError

from adapters.telegram.failures import redacted
from core.ports import Clock

RENEWAL: Final = 4.0
"""Seconds after which "typing" is shown again; Telegram clears it after five."""

_log = structlog.get_logger()


@asynccontextmanager
async def typing(*, bot: Bot, clock: Clock, chat: str) -> AsyncIterator[None]:
    """Show "typing" until the body ends, without holding it up. What fails ends the show, never the body."""
    task = asyncio.create_task(_keep_typing(bot, clock, chat), name=f"typing in {chat}")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def _keep_typing(bot: Bot, clock: Clock, chat: str) -> None:
    with suppress(TelegramError):
        while True:
            await bot.send_chat_action(chat, ChatAction.TYPING)
            await clock.sleep(RENEWAL)


async def settle_press(bot: Bot, query: CallbackQuery) -> None:
    """Tell the person's client that the press arrived, and take the buttons away, so that old ones do not pile up."""
    await _try("answer", bot, bot.answer_callback_query(query.id))
    if query.message is not None:
        buttons = bot.edit_message_reply_markup(query.message.chat.id, query.message.message_id)
        await _try("remove-buttons", bot, buttons)


async def _try(step: str, bot: Bot, request: Awaitable[object]) -> None:
    try:
        await request
    except TelegramError as error:
        _log.info("telegram.press_not_settled", step=step, error=redacted(error, token=bot.token))


class Errands:
    """Work in the background that nobody waits for; it ends with the adapter."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, errand: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel what still runs and wait for its end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
