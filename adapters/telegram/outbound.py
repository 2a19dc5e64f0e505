"""Send one `Outgoing` as one message or several, and no part twice if that can be helped."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import structlog
from telegram import Bot, InputFile, LinkPreviewOptions, Message
from telegram.error import TelegramError

from adapters.telegram.failures import is_entity_error, translate_telegram_errors
from adapters.telegram.presenter import TelegramPart, caption, keyboard, parts
from core.contracts.errors import Rejected, TooLarge
from core.contracts.messages import SOUND_NAME, Outgoing, Receipt, Say, SendDocument, SendVoice, position_of
from core.delivery.splitting import Remembered

UPLOAD_LIMIT: Final = 50_000_000
"""The largest file that a bot may send, in bytes."""
_REMEMBERED: Final = 2_000
"""How many messages have their progress kept in memory."""
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)

_log = structlog.get_logger()

_Step = Callable[[], Awaitable[Message]]


class TelegramSender:
    """Delivers messages. A repeat for the same key continues after the last confirmed part, and sends nothing again."""

    def __init__(self, *, bot: Bot) -> None:
        self._bot = bot
        self._progress = Remembered(_REMEMBERED)

    async def send(self, message: Outgoing) -> Receipt:
        chat = message.address.chat
        steps: list[_Step]
        match message.saying:
            case Say() as say:
                steps = [partial(self._send_part, chat, part) for part in parts(say)]
                if not steps:
                    raise Rejected("There is no word in this message.")
            case SendDocument() as document:
                if len(document.body) > UPLOAD_LIMIT:
                    raise TooLarge(f"A file of {len(document.body)} bytes is over Telegram's {UPLOAD_LIMIT}.")
                steps = [partial(self._send_document, chat, document)]
            case SendVoice() as voice:
                steps = [partial(self._send_voice, chat, voice)]
        progress = self._progress.of(message.key)
        for step in steps[progress.confirmed :]:
            with translate_telegram_errors(self._bot.token):
                sent = await step()
            progress.add(str(sent.message_id), position_of(sent.message_id), sent.date)
        return progress.receipt

    async def _send_part(self, chat: str, part: TelegramPart) -> Message:
        try:
            return await self._send_text(chat, part)
        except TelegramError as error:
            if not part.entities or not is_entity_error(error):
                raise
            _log.warning("telegram.sent_without_styles", entities=len(part.entities))
        return await self._send_text(chat, TelegramPart(text=part.text, keyboard=part.keyboard))

    async def _send_text(self, chat: str, part: TelegramPart) -> Message:
        return await self._bot.send_message(
            chat,
            part.text,
            entities=part.entities or None,
            reply_markup=part.keyboard,
            link_preview_options=_NO_PREVIEW,
        )

    async def _send_document(self, chat: str, document: SendDocument) -> Message:
        file = InputFile(document.body, filename=document.name)
        return await self._bot.send_document(
            chat, file, caption=caption(document.caption), disable_content_type_detection=True
        )

    async def _send_voice(self, chat: str, voice: SendVoice) -> Message:
        return await self._bot.send_voice(
            chat,
            InputFile(voice.body, filename=SOUND_NAME),
            duration=max(1, round(voice.seconds)),
            caption=caption(voice.caption),
            reply_markup=keyboard(voice.choices),
        )
