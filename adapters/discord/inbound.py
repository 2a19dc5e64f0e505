"""Read what a person did from what Discord reports. Pure: no network, no clock of its own.

Only private channels count, and only people. Event ids are made from Discord's own, so an event that is read again from
the history has the same id.
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
from core.delivery.fitting import is_blank, replace_surrogates

PLATFORM: Final = "discord"
FETCH_LIMIT: Final = 50 * 1024 * 1024
"""The most bytes that are fetched of a person's file."""
PREFIX: Final = "r:"
"""The custom id of each of our buttons and menus begins with this."""
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
"""Media types of recordings and pictures that not every machine knows, by file extension."""


def from_message(message: discord.Message, *, bot_id: int) -> list[Incoming]:
    """Return the events in a message: its words, and each of its files; none if it is not a person's own message."""
    event = _event(message, event_id=_id(bot_id, message.id))
    if event is None:
        return []
    snapshots = message.message_snapshots
    found: list[Incoming] = []
    if words := _written(message):
        command = None if snapshots else _COMMAND.match(words)
        content: Content = Text(text=words)
        if command is not None:
            content = Command(name=command[1].lower(), argument=words[command.end() :].strip())
        found.append(replace(event, content=content))
    found += [_with_file(event, attachment, live=True) for attachment in message.attachments]
    for snapshot in snapshots:
        found += [_with_file(event, attachment, live=False) for attachment in snapshot.attachments]
    if found:
        return found
    kind = UnusableKind.EMPTY if message.content else UnusableKind.OTHER
    if message.stickers or any(snapshot.stickers for snapshot in snapshots):
        kind = UnusableKind.STICKER
    return [replace(event, content=Unusable(kind=kind))]


def from_edit(message: discord.Message, *, bot_id: int) -> list[Incoming]:
    """Return the new words of a message that its author changed.

    Discord also reports an update when a preview was added; and an edit without words takes nothing back.
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
    """Return the removal of a message. Discord tells neither who deleted it nor when, so the sender is nobody."""
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
    """Return a press, a slash command or code from an editor as an event in the channel `chat`."""
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
    """Return the event of a message that was sent but cannot be read."""
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
    """Return the press of one of our buttons, or of the chosen entry of one of our menus."""
    custom_id = str(data.get("custom_id", ""))
    if not custom_id.startswith(PREFIX):
        return None
    if data.get("component_type") == discord.ComponentType.button.value:
        return Press(data=custom_id.removeprefix(PREFIX))
    values = data.get("values") or []
    return Press(data=str(values[0])) if values else None


def slash_command(data: Mapping[str, Any]) -> Command | None:
    """Return a slash command as a command; None for other application commands.

    It is not compared with the commands as declared now, since an older menu may still be open.
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
    """Return the event of a person in a private channel, its content still to be set; None for everything else."""
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
    """Return all words in a message, forwarded ones included; empty where none can be seen."""
    texts = [message.content, *(snapshot.content for snapshot in message.message_snapshots)]
    return "\n\n".join(replace_surrogates(text) for text in texts if not is_blank(text))


def _with_file(event: Incoming, file: discord.Attachment, *, live: bool) -> Incoming:
    """Return the event with a file as its content. `live`: its sender recorded it, if it is a voice message.

    Whether a recording or a photograph is too large is decided elsewhere.
    """
    file_ref = f"{event.address.chat}/{event.ref}/{file.id}"
    media_type = _media_type(file)
    note = file.is_voice_message()
    content: Content
    if note or media_type.startswith(("audio/", "video/")) or media_type == "application/ogg":
        content = Voice(
            file_ref=file_ref,
            seconds=file.duration or None,
            size=file.size,
            media_type=media_type or _NOTE,
            prepared=not (note and live),
        )
    elif media_type in PHOTOGRAPHS:
        content = Photo(file_ref=file_ref, size=file.size)
    elif file.size > FETCH_LIMIT:
        content = Unusable(kind=UnusableKind.TOO_LARGE, file_ref=file_ref)
    else:
        name = replace_surrogates(file.filename)
        content = Attachment(file_ref=file_ref, name=name, media_type=media_type, size=file.size)
    return replace(event, event_id=f"{event.event_id}:{file.id}", content=content)


def _media_type(attachment: discord.Attachment) -> str:
    """Return the media type in lower case without parameters, guessed from the name if need be; else empty."""
    told = replace_surrogates(attachment.content_type or "").partition(";")[0].strip().lower()
    ending = attachment.filename.rpartition(".")[2].lower()
    return told or _TYPES.get(ending) or mimetypes.guess_type(attachment.filename)[0] or ""
