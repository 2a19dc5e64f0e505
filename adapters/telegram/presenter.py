"""Render core's messages for Telegram: texts with entities and buttons. Pure; sends nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity
from telegram.constants import MessageEntityType

from core.contracts.messages import Choice, Say, Span, Style
from core.contracts.ports import Buttons
from core.delivery.splitting import replace_surrogates, split_text, utf16_length

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
