"""What a person did, read from what Discord tells. Pure: no network, no clock of its own.

Only private channels count, and only people. The event ids are made of Discord's own, so that what is read again in the
history is the same event.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import discord

from core.contracts.messages import (
    PHOTOGRAPHS,
    Address,
    Attachment,
    Command,
    Content,
    Edit,
    Incoming,
    Photo,
    Press,
    Removal,
    Sender,
    Text,
    Unusable,
    UnusableKind,
    Voice,
    position_of,
)
from core.delivery.splitting import is_blank, replace_surrogates

PLATFORM: Final = "discord"
FETCH_LIMIT: Final = 50 * 1024 * 1024
"""Bytes of a person's file that are fetched at most."""
PREFIX: Final = "r:"
"""What the custom id of every button and menu of ours begins with."""
GROUP: Final = "interview"
"""The slash command that holds all others."""

_SPOKEN_BY_PEOPLE: Final = {discord.MessageType.default, discord.MessageType.reply}
_COMMAND: Final = re.compile(r"/([A-Za-z][A-Za-z0-9_]*)(?=\s|\Z)")
_NOTE: Final = "audio/ogg"
_TYPES: Final = {
    "aac": "audio/aac",
    "amr": "audio/amr",
    "flac": "audio/flac",
    "heic": "image/heic",
    "heif": "image/heif",
    "m4a": "audio/mp4",
    "oga": "audio/ogg",
    "ogg": "audio/ogg",
    "opus": "audio/ogg",
    "weba": "audio/webm",
    "webp": "image/webp",
}
"""Endings of recordings and pictures that not every machine knows."""


def from_message(message: discord.Message, *, bot_id: int) -> list[Incoming]:
    """The events in a message: its words, and each of its files; none for what is not a person's own message."""
    event = _event(message, event_id=_id(bot_id, message.id))
    if event is None:
        return []
    found: list[Incoming] = []
    if words := _written(message):
        found.append(replace(event, content=_read(message, words)))
    for attachment in message.attachments:
        found.append(_with_file(event, attachment, live=True))
    for snapshot in message.message_snapshots:
        found += [_with_file(event, attachment, live=False) for attachment in snapshot.attachments]
    return found or [replace(event, content=Unusable(kind=_wordless(message)))]


def from_edit(message: discord.Message, *, bot_id: int) -> list[Incoming]:
    """The new words of a message that its author changed.

    Discord also tells of an update when a preview was added; and an edit without words takes nothing back.
    """
    edited = message.edited_at
    if edited is None:
        return []
    event = _event(message, event_id=f"{_id(bot_id, message.id)}:edit:{round(edited.timestamp() * 1000)}")
    words = _written(message)
    if event is None or not words:
        return []
    return [replace(event, content=Edit(ref=event.ref, text=words), sent_at=edited)]


def from_removal(removal: discord.RawMessageDeleteEvent, *, bot_id: int, now: datetime) -> list[Incoming]:
    """Of a deleted message Discord tells neither who deleted it nor when: the sender is nobody."""
    if removal.guild_id is not None:
        return []
    ref = str(removal.message_id)
    return [
        Incoming(
            event_id=f"{_id(bot_id, removal.message_id)}:deleted",
            address=address(removal.channel_id),
            sender=Sender(id=""),
            content=Removal(ref=ref),
            sent_at=now,
            position=position_of(removal.message_id),
            ref=ref,
        )
    ]


def from_interaction(
    interaction: discord.Interaction[Any], content: Press | Command | Text | Unusable, *, bot_id: int, chat: int
) -> Incoming:
    """A press, a slash command or what was written in an editor, as something that happened in the channel `chat`."""
    user = interaction.user
    return Incoming(
        event_id=_id(bot_id, interaction.id),
        address=address(chat),
        sender=Sender(
            id=str(user.id),
            name=replace_surrogates(user.global_name or user.name),
            language=str(interaction.locale.value),
        ),
        content=content,
        sent_at=interaction.created_at,
        position=position_of(interaction.id),
    )


def unreadable_message(message_id: int, sender_id: int, *, bot_id: int, chat: int) -> Incoming:
    """A message of which no more can be told than that it was sent."""
    return Incoming(
        event_id=_id(bot_id, message_id),
        address=address(chat),
        sender=Sender(id=str(sender_id)),
        content=Unusable(kind=UnusableKind.OTHER),
        sent_at=discord.utils.snowflake_time(message_id),
        position=position_of(message_id),
        ref=str(message_id),
    )


def component_press(data: Mapping[str, Any]) -> Press | None:
    """What a component of ours stands for: a button itself, or the chosen entry of a menu."""
    custom_id = str(data.get("custom_id", ""))
    if not custom_id.startswith(PREFIX):
        return None
    if data.get("component_type") == discord.ComponentType.button.value:
        return Press(data=custom_id.removeprefix(PREFIX))
    values = data.get("values") or []
    return Press(data=str(values[0])) if values else None


def slash_command(data: Mapping[str, Any]) -> Command | None:
    """A slash command as the command it is everywhere; None for what is no such command.

    It is read as Discord tells it and not by the commands as they are declared now: an older menu may still be open.
    """
    if data.get("type", 1) != discord.AppCommandType.chat_input.value:
        return None
    name, options = str(data["name"]), data.get("options") or []
    if name == GROUP and options:
        name, options = str(options[0]["name"]), options[0].get("options") or []
    given = {
        str(option["name"]): replace_surrogates(str(option["value"])).strip() for option in options if "value" in option
    }
    argument = next((given[option] for option in ("code", "kind", "text") if given.get(option)), "")
    return Command(name=name.lower(), argument=argument)


def address(chat: int) -> Address:
    return Address(platform=PLATFORM, chat=str(chat))


def _id(bot_id: int, own: int) -> str:
    return f"{PLATFORM}:{bot_id}:{own}"


def _event(message: discord.Message, *, event_id: str) -> Incoming | None:
    """An event of a person in a private channel, its content still to be set; None for everything else."""
    private = isinstance(message.channel, discord.DMChannel)
    if not private or message.type not in _SPOKEN_BY_PEOPLE or message.author.bot or message.webhook_id:
        return None
    author = message.author
    return Incoming(
        event_id=event_id,
        address=address(message.channel.id),
        sender=Sender(id=str(author.id), name=replace_surrogates(author.global_name or author.name)),
        content=Unusable(kind=UnusableKind.OTHER),
        sent_at=message.created_at,
        position=position_of(message.id),
        ref=str(message.id),
    )


def _written(message: discord.Message) -> str:
    """All words in a message, those that are passed on in it included; empty where none can be seen."""
    texts = [message.content, *(snapshot.content for snapshot in message.message_snapshots)]
    return "\n\n".join(replace_surrogates(text) for text in texts if not is_blank(text))


def _read(message: discord.Message, words: str) -> Content:
    command = _COMMAND.match(words)
    if command is None or message.message_snapshots:
        return Text(text=words)
    return Command(name=command[1].lower(), argument=words[command.end() :].strip())


def _wordless(message: discord.Message) -> UnusableKind:
    """Why a message without words and files is no answer."""
    if message.stickers or any(snapshot.stickers for snapshot in message.message_snapshots):
        return UnusableKind.STICKER
    return UnusableKind.EMPTY if message.content else UnusableKind.OTHER


def _with_file(event: Incoming, attachment: discord.Attachment, *, live: bool) -> Incoming:
    content = _file(attachment, f"{event.address.chat}/{event.ref}/{attachment.id}", live=live)
    return replace(event, event_id=f"{event.event_id}:{attachment.id}", content=content)


def _file(attachment: discord.Attachment, file_ref: str, *, live: bool) -> Voice | Photo | Attachment | Unusable:
    """What a file is to us. `live`: it was sent by whoever recorded it, if it is a voice message.

    How much of a recording or a photograph is too much is not decided here.
    """
    media_type = _media_type(attachment)
    note = attachment.is_voice_message()
    if note or media_type.startswith(("audio/", "video/")) or media_type == "application/ogg":
        return Voice(
            file_ref=file_ref,
            seconds=attachment.duration or None,
            size=attachment.size,
            media_type=media_type or _NOTE,
            prepared=not (note and live),
        )
    if media_type in PHOTOGRAPHS:
        return Photo(file_ref=file_ref, size=attachment.size)
    if attachment.size > FETCH_LIMIT:
        return Unusable(kind=UnusableKind.TOO_LARGE, file_ref=file_ref)
    name = replace_surrogates(attachment.filename)
    return Attachment(file_ref=file_ref, name=name, media_type=media_type, size=attachment.size)


def _media_type(attachment: discord.Attachment) -> str:
    """Without its parameters, in lower case; by the file's name where Discord does not tell; else empty."""
    told = replace_surrogates(attachment.content_type or "").partition(";")[0].strip().lower()
    ending = attachment.filename.rpartition(".")[2].lower()
    return told or _TYPES.get(ending) or mimetypes.guess_type(attachment.filename)[0] or ""
