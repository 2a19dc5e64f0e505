"""The line that tells how far the listening is, as a message in Telegram."""

from __future__ import annotations

from typing import Final

from telegram import Bot
from telegram.error import TelegramError

from adapters.telegram.failures import delivery_error

_SAME: Final = "not modified"
"""What Telegram says when the words are already there."""


class TelegramBoard:
    """Where `core.delivery.listening_line` shows its lines."""

    def __init__(self, *, bot: Bot) -> None:
        self._bot = bot

    async def put(self, chat: str, text: str) -> str:
        try:
            sent = await self._bot.send_message(chat, text, disable_notification=True)
        except TelegramError as error:
            raise delivery_error(error, token=self._bot.token) from None
        return str(sent.message_id)

    async def change(self, chat: str, message: str, text: str) -> None:
        try:
            await self._bot.edit_message_text(text, chat, int(message))
        except TelegramError as error:
            if _SAME not in error.message:
                raise delivery_error(error, token=self._bot.token) from None

    async def remove(self, chat: str, message: str) -> None:
        try:
            await self._bot.delete_message(chat, int(message))
        except TelegramError as error:
            raise delivery_error(error, token=self._bot.token) from None
