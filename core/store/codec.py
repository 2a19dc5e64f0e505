"""Values of core as JSON text in a column, and back."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime
from typing import Any, get_args

from pydantic import TypeAdapter

from core.contracts.errors import StorageError
from core.contracts.messages import (
    Address,
    Choice,
    Content,
    Incoming,
    Say,
    Saying,
    SendDocument,
    Sender,
    SendVoice,
    position_of,
)

_ADAPTERS: dict[str, TypeAdapter[Any]] = {kind.__name__.lower(): TypeAdapter(kind) for kind in get_args(Content)}
"""By the tag of a content: the name of its class, which is kept in mailboxes and so never changes."""
_SAY = TypeAdapter(Say)
_CHOICES = TypeAdapter(tuple[Choice, ...])
_UNREADABLE = (KeyError, TypeError, ValueError, OverflowError, OSError)
"""What wrong values lead to; a moment that no calendar has is one of the last two."""


def to_datetime(value: float) -> datetime:
    return datetime.fromtimestamp(value, UTC)


def dump_incoming(incoming: Incoming) -> str:
    """Return `Incoming` as JSON, its content tagged by name. Raises StorageError for a content of an unknown type.

    Half of a surrogate pair, which no database can hold, becomes a question mark: else it would come again for ever.
    """
    name = type(incoming.content).__name__.lower()
    if name not in _ADAPTERS:
        raise StorageError(f"A message of the type {type(incoming.content).__name__} cannot be kept.")
    text = json.dumps(
        {
            "event_id": incoming.event_id,
            "address": [incoming.address.platform, incoming.address.chat],
            "sender": [incoming.sender.id, incoming.sender.name, incoming.sender.language],
            "sent_at": incoming.sent_at.timestamp(),
            "position": incoming.position,
            "ref": incoming.ref,
            "order": incoming.order,
            "type": name,
            "content": _ADAPTERS[name].dump_python(incoming.content, mode="json"),
        },
        ensure_ascii=False,
    )
    return text.encode("utf-8", "replace").decode()


def load_incoming(text: str) -> Incoming:
    """Undo `dump_incoming`. Raises StorageError, without a word of the message."""
    try:
        data = json.loads(text)
        platform, chat = data["address"]
        sender_id, name, language = data["sender"]
        return Incoming(
            event_id=data["event_id"],
            address=Address(platform=platform, chat=chat),
            sender=Sender(id=sender_id, name=name, language=language),
            sent_at=to_datetime(data["sent_at"]),
            position=stored_position(data["position"]),
            ref=data["ref"],
            order=data.get("order", ""),
            content=_ADAPTERS[data["type"]].validate_python(data["content"]),
        )
    except _UNREADABLE:
        raise StorageError("A message in the mailbox cannot be read; a newer Raconteur may have written it.") from None


def stored_position(value: int | str) -> str:
    """Return a position in a mailbox item; a version before wrote numbers."""
    return position_of(value) if isinstance(value, int) else value


def dump_saying(saying: Saying) -> str:
    """Return a `Say` as JSON; of the others all but their file, which has a row of its own."""
    if isinstance(saying, SendVoice):
        told = {
            "type": "voice",
            "of": saying.of,
            "seconds": saying.seconds,
            "waveform": base64.b64encode(saying.waveform).decode(),
            "caption": saying.caption,
            "choices": _CHOICES.dump_python(saying.choices, mode="json"),
        }
        return json.dumps(told, ensure_ascii=False)
    if isinstance(saying, SendDocument):
        return json.dumps({"type": "document", "caption": saying.caption}, ensure_ascii=False)
    return json.dumps({"type": "say", "say": _SAY.dump_python(saying, mode="json")}, ensure_ascii=False)


def load_say(data: Any) -> Say:
    """Undo `dump_saying` for a `Say`. Raises StorageError, without a word of the message."""
    try:
        return _SAY.validate_python(data)
    except _UNREADABLE:
        raise StorageError("A message in the outbox cannot be read; a newer Raconteur may have written it.") from None


def load_voice(data: Any, body: bytes) -> SendVoice:
    """Undo `dump_saying` for a `SendVoice`. Raises StorageError, without a word of the message."""
    try:
        return SendVoice(
            of=data["of"],
            body=body,
            seconds=data["seconds"],
            waveform=base64.b64decode(data["waveform"]),
            caption=data["caption"],
            choices=_CHOICES.validate_python(data["choices"]),
        )
    except _UNREADABLE:
        raise StorageError("A sound in the outbox cannot be read; a newer Raconteur may have written it.") from None
