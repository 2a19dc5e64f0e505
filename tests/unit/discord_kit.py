"""Messages as Discord sends them, and what is read from them by the real library."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from adapters.discord.client import DiscordClient
from adapters.discord.inbound import (
    from_message,
)
from adapters.discord.interactions import Interactions
from core.contracts.messages import (
    Incoming,
)
from tests.contract.platform_kit import SteppedClock

BOT = 77
CHAT = 900_000_000_000_000_001
MESSAGE = 1_400_000_000_000_000_000
ANNA: dict[str, Any] = {"id": "42", "username": "anna1938", "global_name": "Anna", "discriminator": "0", "avatar": None}
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


CLOCK = SteppedClock()
CLIENT = DiscordClient(clock=CLOCK, interactions=Interactions(clock=CLOCK, limit_told=lambda chat, limit: None))


def raw(**fields: Any) -> dict[str, Any]:
    """A message of Anna's as Discord sends it."""
    plain = {
        "id": str(MESSAGE),
        "channel_id": str(CHAT),
        "type": 0,
        "author": ANNA,
        "content": "",
        "timestamp": "2026-03-01T12:00:00.000000+00:00",
        "edited_timestamp": None,
        "attachments": [],
        "embeds": [],
        "mentions": [],
        "flags": 0,
    }
    return plain | fields


def attachment(**fields: Any) -> dict[str, Any]:
    plain = {"id": "5", "filename": "a.bin", "size": 10, "url": "https://cdn.example/a", "proxy_url": ""}
    return plain | fields


def voice(**fields: Any) -> dict[str, Any]:
    note = {"filename": "voice-message.ogg", "content_type": "audio/ogg", "duration_secs": 4.5, "waveform": "AAAA"}
    return attachment(**(note | fields))


def snapshot(**fields: Any) -> dict[str, Any]:
    plain = {"type": 0, "content": "", "timestamp": "2020-01-01T00:00:00+00:00", "edited_timestamp": None}
    return {"message": plain | {"attachments": [], "embeds": [], "flags": 0} | fields}


def read(**fields: Any) -> list[Incoming]:
    return from_message(CLIENT.built(raw(**fields)), bot_id=BOT)


def only(**fields: Any) -> Incoming:
    [event] = read(**fields)
    return event
