"""Read messages that the library cannot build.

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
"""Builds the library's message from a raw one; raises anything for what it cannot read."""

_UNREADABLE: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""The errors that the library raises over a message that is not as it expects."""
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
    """Return the events in a raw message: whole, else from its well-known fields, else that it was sent."""
    found = _first(raw, chat, lambda form: from_message(build(form), bot_id=bot_id))
    if found is not None:
        return found
    author = _get(raw, "author")
    message_id, sender_id = parse_snowflake(raw.get("id")), parse_snowflake(_get(author, "id"))
    if message_id is None or sender_id is None or _get(author, "bot"):
        return []
    return [unreadable_message(message_id, sender_id, bot_id=bot_id, chat=chat)]


def salvage_edits(raw: dict[str, Any], build: Build, *, bot_id: int, chat: int) -> list[Incoming]:
    """Return the edit in a raw update of a message; none where nothing can be read."""
    return _first(raw, chat, lambda form: from_edit(build(form), bot_id=bot_id)) or []


def salvage_message(message: discord.Message, *, bot_id: int) -> list[Incoming]:
    """Return what `from_message` does, or the mere fact of a message with impossible contents."""
    try:
        return from_message(message, bot_id=bot_id)
    except _UNREADABLE:
        return [unreadable_message(message.id, message.author.id, bot_id=bot_id, chat=message.channel.id)]


def _first(
    raw: dict[str, Any], chat: int, found_in: Callable[[dict[str, Any]], list[Incoming]]
) -> list[Incoming] | None:
    """Return what is found in the fullest form that can be read at all."""
    attachments = _get(raw, "attachments")
    bare = _MISSING | _only(raw, _MESSAGE)
    bare["author"] = _NOBODY | _only(_get(raw, "author"), _AUTHOR)
    bare["attachments"] = [_only(one, _ATTACHMENT) for one in (attachments if isinstance(attachments, list) else [])]
    bare_words = bare | {"attachments": [], "edited_timestamp": None}
    for form in (raw, bare, bare | {"attachments": []}, bare_words):
        try:
            return found_in(form | {"channel_id": str(chat)})
        except _UNREADABLE:
            continue  # The next form has less that could be wrong.
    return None


def parse_snowflake(value: object) -> int | None:
    """Return the id in a value from Discord; None when it is not one."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() else None


def _get(raw: object, name: str) -> object:
    return raw.get(name) if isinstance(raw, dict) else None


def _only(raw: object, kinds: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that have the type they should have."""
    return {name: value for name, kind in kinds.items() if isinstance(value := _get(raw, name), kind)}
