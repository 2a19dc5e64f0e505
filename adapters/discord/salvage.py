"""Messages that the library cannot build, made readable.

Discord adds to what it sends, and leaves out what it once promised, and the library then fails on the whole message.
That must not take a person's words with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import discord

from adapters.discord.inbound import from_edit, from_message, unreadable_message
from core.contracts.messages import Incoming

Build = Callable[[dict[str, Any]], discord.Message]
"""From a message as Discord sends it; raises anything for what it cannot read."""

_UNREADABLE: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What the library raises over a message that is not as it expects."""
_MESSAGE: Final = {
    "id": str,
    "timestamp": str,
    "edited_timestamp": str,
    "content": str,
    "type": int,
    "flags": int,
}
_AUTHOR: Final = {"id": str, "username": str, "global_name": str, "bot": bool}
_ATTACHMENT: Final = {
    "id": str,
    "filename": str,
    "size": int,
    "url": str,
    "proxy_url": str,
    "content_type": str,
    "duration_secs": (int, float),
    "waveform": str,
}
_MISSING: Final[dict[str, Any]] = {"content": "", "type": 0, "attachments": [], "embeds": [], "mentions": []}
_NOBODY: Final[dict[str, Any]] = {"username": "", "discriminator": "0", "avatar": None}


def salvage_events(raw: dict[str, Any], build: Build, *, bot_id: int, chat: int) -> list[Incoming]:
    """The events in a message as Discord sends it: whole, else from its well-known fields, else that it was sent."""
    found = _first(raw, chat, lambda form: from_message(build(form), bot_id=bot_id))
    return _only_sent(raw, bot_id=bot_id, chat=chat) if found is None else found


def salvage_edits(raw: dict[str, Any], build: Build, *, bot_id: int, chat: int) -> list[Incoming]:
    """The edit in an update of a message as Discord sends it; none where nothing can be read."""
    return _first(raw, chat, lambda form: from_edit(build(form), bot_id=bot_id)) or []


def salvage_message(message: discord.Message, *, bot_id: int) -> list[Incoming]:
    """As `from_message`, also where the library has built a message with something in it that cannot be."""
    try:
        return from_message(message, bot_id=bot_id)
    except _UNREADABLE:
        return [unreadable_message(message.id, message.author.id, bot_id=bot_id, chat=message.channel.id)]


def _first(
    raw: dict[str, Any], chat: int, found_in: Callable[[dict[str, Any]], list[Incoming]]
) -> list[Incoming] | None:
    """What is read from the fullest form that can be read at all."""
    bare = _bare(raw)
    bare_words = bare | {"attachments": [], "edited_timestamp": None}
    for form in (raw, bare, bare | {"attachments": []}, bare_words):
        try:
            return found_in(form | {"channel_id": str(chat)})
        except _UNREADABLE:
            continue  # The next form has less that could be wrong.
    return None


def _only_sent(raw: dict[str, Any], *, bot_id: int, chat: int) -> list[Incoming]:
    author = _get(raw, "author")
    message_id, sender_id = parse_snowflake(raw.get("id")), parse_snowflake(_get(author, "id"))
    if message_id is None or sender_id is None or _get(author, "bot"):
        return []
    return [unreadable_message(message_id, sender_id, bot_id=bot_id, chat=chat)]


def parse_snowflake(value: object) -> int | None:
    """An id as Discord writes it; None for what is none."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() else None


def _bare(raw: dict[str, Any]) -> dict[str, Any]:
    attachments = _get(raw, "attachments")
    found = attachments if isinstance(attachments, list) else []
    return (
        _MISSING
        | _only(raw, _MESSAGE)
        | {
            "author": _NOBODY | _only(_get(raw, "author"), _AUTHOR),
            "attachments": [_only(attachment, _ATTACHMENT) for attachment in found],
        }
    )


def _get(raw: object, name: str) -> object:
    return raw.get(name) if isinstance(raw, dict) else None


def _only(raw: object, kinds: dict[str, Any]) -> dict[str, Any]:
    """The fields that are of the kind they should be."""
    return {name: value for name, kind in kinds.items() if isinstance(value := _get(raw, name), kind)}
