"""Send one `Outgoing` as one message or several, and no part twice if that can be helped."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputFile,
    LinkPreviewOptions,
    Message,
    MessageEntity,
)
from telegram.constants import MessageEntityType
from telegram.error import TelegramError

from adapters.telegram.connections import is_entity_error, translate_telegram_errors
from core.contracts.errors import Rejected, TooLarge
from core.contracts.messages import (
    SOUND_NAME,
    Choice,
    Outgoing,
    Receipt,
    Say,
    SendDocument,
    SendVoice,
    Span,
    Style,
    position_of,
)
from core.contracts.ports import Buttons
from core.delivery.fitting import Remembered, replace_surrogates, split_text, utf16_length

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
_ROW_WIDTH = 24
"""The most characters of all labels in one row, for a narrow phone."""
_ROW_LENGTH = 3
_ELLIPSIS = "…"
BUTTONS = Buttons(most=100, label=64)
"""Telegram takes longer labels, and a phone shows their beginnings."""
_ENTITY_TYPES = {
    Style.BOLD: MessageEntityType.BOLD,
    Style.ITALIC: MessageEntityType.ITALIC,
    Style.CODE: MessageEntityType.CODE,
    Style.QUOTE: MessageEntityType.BLOCKQUOTE,
    Style.BLOCK: MessageEntityType.PRE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramPart:
    """One message: at most `TEXT_LIMIT` UTF-16 units, the entities counted in these units from its own beginning."""

    text: str
    entities: tuple[MessageEntity, ...] = ()
    keyboard: InlineKeyboardMarkup | None = None


def parts(say: Say, *, limit: int = TEXT_LIMIT) -> list[TelegramPart]:
    """Return the messages for a `Say`, in order, the buttons under the last. Empty when there is nothing to read."""
    text = replace_surrogates(say.text)
    stretches = split_text(text, limit)
    starts = range(0, max(1, len(say.choices)), BUTTONS.most)
    first, *more = [keyboard(say.choices[start : start + BUTTONS.most]) for start in starts]
    return [
        TelegramPart(
            text=text[start:end],
            entities=tuple(_entities(text, say.spans, start, end)),
            keyboard=first if end == stretches[-1][1] else None,
        )
        for start, end in stretches
    ] + [TelegramPart(text=_ELLIPSIS, keyboard=each) for each in (more if stretches else ())]


def caption(text: str) -> str | None:
    """Return the caption of a file, shortened to what Telegram takes; None for a blank text."""
    text = replace_surrogates(text).strip()
    if utf16_length(text) <= CAPTION_LIMIT:
        return text or None
    start, end = split_text(text, CAPTION_LIMIT - utf16_length(_ELLIPSIS))[0]
    return text[start:end] + _ELLIPSIS


def keyboard(choices: Iterable[Choice]) -> InlineKeyboardMarkup | None:
    """Return buttons one below the other; short ones share a row."""
    rows: list[list[InlineKeyboardButton]] = []
    for choice in choices:
        button = InlineKeyboardButton(replace_surrogates(choice.label), callback_data=choice.data)
        row = rows[-1] if rows else []
        width = sum(len(other.text) for other in row) + len(button.text)
        if row and len(row) < _ROW_LENGTH and width <= _ROW_WIDTH:
            row.append(button)
        else:
            rows.append([button])
    return InlineKeyboardMarkup(rows) if rows else None


def _entities(text: str, spans: Iterable[Span], start: int, end: int) -> Iterator[MessageEntity]:
    """Yield the parts of the spans in `text[start:end]`, without white space at their edges."""
    for span in spans:
        first, last = max(span.start, start), min(span.end, end)
        styled = text[first:last]
        if first >= last or not styled.strip():
            continue
        edges = "\n" if span.style is Style.BLOCK else None
        first += len(styled) - len(styled.lstrip(edges))
        styled = styled.strip(edges)
        yield MessageEntity(
            type=_ENTITY_TYPES[span.style], offset=utf16_length(text[start:first]), length=utf16_length(styled)
        )


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
                    raise Rejected("This message has no words in it.")
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
            chat,
            file,
            caption=caption(document.caption),
            disable_content_type_detection=True,
            reply_markup=keyboard(document.choices),
        )

    async def _send_voice(self, chat: str, voice: SendVoice) -> Message:
        return await self._bot.send_voice(
            chat,
            InputFile(voice.body, filename=SOUND_NAME),
            duration=max(1, round(voice.seconds)),
            caption=caption(voice.caption),
            reply_markup=keyboard(voice.choices),
        )
