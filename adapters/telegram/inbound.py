"""Read what a person did from a Telegram update. Pure: no network, no clock of its own."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from telegram import Chat, Message, MessageEntity, Update, User
from telegram.constants import ChatMemberStatus, ChatType, MessageEntityType

from core.contracts.fences import fence_code
from core.contracts.messages import (
    PHOTOGRAPHS,
    Address,
    Attachment,
    ChatClosed,
    Command,
    Content,
    Edit,
    Incoming,
    Photo,
    Press,
    Sender,
    Text,
    Unusable,
    UnusableKind,
    Voice,
    position_of,
)
from core.delivery.splitting import is_blank, replace_surrogates

PLATFORM: Final = "telegram"
DOWNLOAD_LIMIT: Final = 20 * 1024 * 1024
"""The largest file that a bot can download, in bytes."""
_CLOSED: Final = {ChatMemberStatus.BANNED, ChatMemberStatus.LEFT}
"""The bot's status in a private chat after the person has blocked it."""
_NOTE: Final = "audio/ogg"
_ROUND_NOTE: Final = "video/mp4"
"""The media types of notes whose message does not say it; that of a round video note never does."""


def preload_filters() -> None:
    """Load the filter that tells acts of people from news of the chat, which brings half of the library along."""
    importlib.import_module("telegram.ext.filters")


def events_in_update(update: Update, *, bot: User, now: datetime) -> list[Incoming]:
    """Return the events in an update: mostly one, two for a file with a caption, none for what no person did.

    Only private chats count. `now` is used where Telegram gives no time (a pressed button).
    """
    event_id = f"{PLATFORM}:{bot.id}:{update.update_id}"
    found: list[Incoming] = []
    if update.message:
        found = _from_message(update, update.message, bot=bot, event_id=event_id)
    elif update.edited_message:
        found = _from_edit(update.edited_message, event_id=event_id)
    elif (query := update.callback_query) and query.message is not None and query.data is not None:
        event = _event(query.message.chat, query.from_user, event_id=event_id, sent_at=now)
        found = [replace(event, content=Press(data=query.data))] if event else []
    elif (change := update.my_chat_member) and change.new_chat_member.status in _CLOSED:
        event = _event(change.chat, change.from_user, event_id=event_id, sent_at=change.date)
        found = [event] if event else []
    return [replace(event, order=position_of(update.update_id)) for event in found]


def _from_message(update: Update, message: Message, *, bot: User, event_id: str) -> list[Incoming]:
    event = _event(message.chat, message.from_user, event_id=event_id, sent_at=message.date)
    if event is None:
        return []
    event = replace(event, position=position_of(message.message_id), ref=str(message.message_id))
    if message.text is not None:
        content = _words(message, message.text, bot=bot)
        return [replace(event, content=content)] if content else []
    from telegram.ext import filters  # loaded by `preload_filters`

    if filters.StatusUpdate.ALL.check_update(update):
        return []
    media = replace(event, content=_media(message))
    if message.caption and not is_blank(message.caption):
        spoken = Text(text=_with_fences(message.caption_entities, message.caption))
        return [
            replace(event, event_id=f"{event_id}:caption", content=spoken),
            replace(media, event_id=f"{event_id}:media"),
        ]
    return [media]


def _from_edit(message: Message, *, event_id: str) -> list[Incoming]:
    """Return an edit. One without words (a live location that moves, a caption taken away) takes nothing back."""
    event = _event(message.chat, message.from_user, event_id=event_id, sent_at=message.edit_date or message.date)
    words = message.text or message.caption
    if event is None or not words or is_blank(words):
        return []
    ref, entities = str(message.message_id), message.entities if message.text else message.caption_entities
    content = Edit(ref=ref, text=_with_fences(entities, words))
    return [replace(event, position=position_of(message.message_id), ref=ref, content=content)]


def _event(chat: Chat, user: User | None, *, event_id: str, sent_at: datetime) -> Incoming | None:
    """Return an event of a person in a private chat, its content still to be set; None for other chats and bots."""
    if chat.type != ChatType.PRIVATE or user is None or user.is_bot:
        return None
    return Incoming(
        event_id=event_id,
        address=Address(platform=PLATFORM, chat=str(chat.id)),
        sender=Sender(id=str(user.id), name=replace_surrogates(user.first_name), language=user.language_code or ""),
        content=ChatClosed(),
        sent_at=sent_at,
    )


def _words(message: Message, text: str, *, bot: User) -> Content | None:
    """Return the content of a text; None for a command to another bot."""
    if is_blank(text):
        return Unusable(kind=UnusableKind.EMPTY)
    # Telegram marks the commands, and those are ASCII.
    commands = (entity for entity in message.entities if entity.type == MessageEntityType.BOT_COMMAND)
    length = next((entity.length for entity in commands if entity.offset == 0), 0)
    if not length or not text.startswith("/"):
        return Text(text=_with_fences(message.entities, text))
    text = replace_surrogates(text)
    name, _, addressee = text[1:length].partition("@")
    if addressee and addressee.lower() != (bot.username or "").lower():
        return None
    return Command(name=name.lower(), argument=text[length:].strip())


def _with_fences(entities: Sequence[MessageEntity], text: str) -> str:
    """Return a text as it was typed: Telegram's apps turn a block of code into an entity without its fences."""
    units = text.encode("utf-16-le", "surrogatepass")
    parts, end = [], 0
    for entity in sorted(entities, key=lambda each: each.offset):
        if entity.type != MessageEntityType.PRE or entity.offset < end:
            continue
        before, code = (
            units[2 * start : 2 * stop].decode("utf-16-le", "surrogatepass")
            for start, stop in ((end, entity.offset), (entity.offset, entity.offset + entity.length))
        )
        parts += [before.rstrip("\n"), fence_code(code, entity.language or "")]
        end = entity.offset + entity.length
    rest = units[2 * end :].decode("utf-16-le", "surrogatepass")
    return (
        replace_surrogates("\n".join(filter(None, (*parts, rest.lstrip("\n"))))) if parts else replace_surrogates(text)
    )


def _media(message: Message) -> Voice | Photo | Attachment | Unusable:
    """Return what a message without words holds. The order matters: an animation is also a document."""
    if message.sticker:
        return Unusable(kind=UnusableKind.STICKER)
    if message.location or message.venue:
        return Unusable(kind=UnusableKind.LOCATION)
    if message.photo:
        # Take the largest size that can be downloaded, or the largest of all if none can.
        by_size = sorted(message.photo, key=lambda size: size.width * size.height, reverse=True)
        fitting = (size for size in by_size if size.file_size is None or size.file_size <= DOWNLOAD_LIMIT)
        largest = next(fitting, by_size[0])
        return Photo(file_ref=largest.file_id, size=largest.file_size)
    if voice := _voice(message):
        # Recorded as it was sent: a note, and no forwarded one.
        live = (message.voice or message.video_note) and message.forward_origin is None
        return voice if live else replace(voice, prepared=True)
    if animation := message.animation:
        is_too_large = animation.file_size is not None and animation.file_size > DOWNLOAD_LIMIT
        return Unusable(kind=UnusableKind.TOO_LARGE if is_too_large else UnusableKind.FILE, file_ref=animation.file_id)
    if (file := message.document) is None:
        return Unusable(kind=UnusableKind.OTHER)
    media_type = replace_surrogates(file.mime_type or "").lower()
    if media_type in PHOTOGRAPHS:
        return Photo(file_ref=file.file_id, size=file.file_size)
    if file.file_size is not None and file.file_size > DOWNLOAD_LIMIT:
        return Unusable(kind=UnusableKind.TOO_LARGE, file_ref=file.file_id)
    name = replace_surrogates(file.file_name or "").replace("\\", "/").rpartition("/")[2]
    return Attachment(file_ref=file.file_id, name=name, media_type=media_type, size=file.file_size)


def _voice(message: Message) -> Voice | None:
    """Return the recording in a message. An animation has no sound. Size limits are applied elsewhere."""
    if note := message.voice:
        return _recording(note.file_id, note.file_size, note.mime_type or _NOTE, note.duration)
    if round_note := message.video_note:
        return _recording(round_note.file_id, round_note.file_size, _ROUND_NOTE, round_note.duration)
    if message.animation:
        return None
    if tune := message.audio or message.video:
        return _recording(tune.file_id, tune.file_size, tune.mime_type or "", tune.duration)
    if file := message.document:
        media_type = (file.mime_type or "").lower()
        if media_type.startswith(("audio/", "video/")) or media_type == "application/ogg":
            return _recording(file.file_id, file.file_size, media_type, None)
    return None


def _recording(file_id: str, size: int | None, media_type: str, duration: int | timedelta | None) -> Voice:
    seconds = duration.total_seconds() if isinstance(duration, timedelta) else float(duration or 0)
    # A program that does not know the length writes zero.
    return Voice(
        file_ref=file_id, seconds=seconds or None, size=size, media_type=replace_surrogates(media_type).lower()
    )
