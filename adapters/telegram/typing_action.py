"""Signs of life: the thinking interviewer, the progress of transcription, the answer to a pressed button."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable
from contextlib import AbstractAsyncContextManager
from typing import Final

import structlog
from telegram import Bot, CallbackQuery
from telegram.constants import ChatAction
from telegram.error import BadRequest, InvalidToken, TelegramError

from adapters.telegram.connections import redacted, translate_telegram_errors
from core.contracts.ports import Clock
from core.delivery import typing_indicator

RENEWAL: Final = 4.0
"""Seconds after which it is shown again; Telegram clears "typing" after five, and a draft after thirty."""
_SAME: Final = "not modified"
"""Part of Telegram's answer when a message already has the new text."""
_DRAFTS = itertools.count(1)
"""Numbers of drafts: never 0, and a new one for each, so that none is taken for the one before."""

_log = structlog.get_logger()


def telegram_typing(*, bot: Bot, clock: Clock, chat: str) -> AbstractAsyncContextManager[None]:
    """Show that the interviewer thinks until the body ends, without holding it up: what fails ends the show alone."""
    return typing_indicator.show_repeatedly(
        _Thinking(bot, chat).show, clock=clock, every=RENEWAL, name=f"typing in {chat}"
    )


class _Thinking:
    """Shows an empty draft, which appears as "Thinking…", or "typing" where drafts are refused."""

    def __init__(self, bot: Bot, chat: str) -> None:
        self._bot = bot
        self._chat = chat
        self._draft: int | None = next(_DRAFTS)

    async def show(self) -> None:
        """Show the sign; raises DeliveryError if neither can be shown."""
        with translate_telegram_errors(self._bot.token):
            if self._draft is not None:
                try:
                    await self._bot.send_message_draft(int(self._chat), self._draft, "")
                # A server of one's own that is older answers that there is no such method, as if for a wrong token.
                except (BadRequest, InvalidToken) as error:
                    self._draft = None
                    _log.info("telegram.no_drafts", error=redacted(error, token=self._bot.token))
                else:
                    return
            await self._bot.send_chat_action(self._chat, ChatAction.TYPING)


class TelegramBoard:
    """A `Board` for status lines, which are messages in the chats."""

    def __init__(self, *, bot: Bot) -> None:
        self._bot = bot

    async def put(self, chat: str, text: str) -> str:
        with translate_telegram_errors(self._bot.token):
            sent = await self._bot.send_message(chat, text, disable_notification=True)
        return str(sent.message_id)

    async def change(self, chat: str, message: str, text: str) -> None:
        with translate_telegram_errors(self._bot.token):
            try:
                await self._bot.edit_message_text(text, chat, int(message))
            except TelegramError as error:
                if _SAME not in error.message:
                    raise

    async def remove(self, chat: str, message: str) -> None:
        with translate_telegram_errors(self._bot.token):
            await self._bot.delete_message(chat, int(message))


async def acknowledge_press(bot: Bot, query: CallbackQuery) -> None:
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
