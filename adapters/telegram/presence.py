"""The small signs of life: "typing", how far the listening is, and the answer to a pressed button."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import AbstractAsyncContextManager
from typing import Final

import structlog
from telegram import Bot, CallbackQuery
from telegram.constants import ChatAction
from telegram.error import TelegramError

from adapters.telegram.failures import in_our_words, redacted
from core.contracts.ports import Clock
from core.delivery import presence

RENEWAL: Final = 4.0
"""Seconds after which "typing" is shown again; Telegram clears it after five."""
_SAME: Final = "not modified"
"""What Telegram says when the words of a message are already there."""

_log = structlog.get_logger()


def typing(*, bot: Bot, clock: Clock, chat: str) -> AbstractAsyncContextManager[None]:
    """Show "typing" until the body ends, without holding it up. What fails ends the show, never the body."""

    async def show() -> None:
        with in_our_words(bot.token):
            await bot.send_chat_action(chat, ChatAction.TYPING)

    return presence.typing(show, clock=clock, every=RENEWAL, name=f"typing in {chat}")


class TelegramBoard:
    """Where `core.delivery.presence` shows its lines."""

    def __init__(self, *, bot: Bot) -> None:
        self._bot = bot

    async def put(self, chat: str, text: str) -> str:
        with in_our_words(self._bot.token):
            sent = await self._bot.send_message(chat, text, disable_notification=True)
        return str(sent.message_id)

    async def change(self, chat: str, message: str, text: str) -> None:
        with in_our_words(self._bot.token):
            try:
                await self._bot.edit_message_text(text, chat, int(message))
            except TelegramError as error:
                if _SAME not in error.message:
                    raise

    async def remove(self, chat: str, message: str) -> None:
        with in_our_words(self._bot.token):
            await self._bot.delete_message(chat, int(message))


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
