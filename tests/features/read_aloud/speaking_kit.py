"""What tests of spoken questions share: settings, people who are being asked, and what reached them."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from bot.config import AccessSection, Settings
from bot.sections import VoiceSection
from core.access.gate import Policy
from core.contracts.errors import (
    DeliveryError,
)
from core.contracts.messages import Outgoing, SendVoice
from core.contracts.session import Person
from core.store.schema import outbox
from core.store.store import Connection
from tests.fakes.app import Running
from tests.fakes.platform import FakePerson, FakePlatform


def settings(speak: str = "always", *, keep: bool = False) -> Settings:
    voice = VoiceSection.model_validate({"speak": speak, "keep_audio": keep})
    return Settings(access=AccessSection(policy=Policy.OPEN), voice=voice)


def voices(person: FakePerson) -> list[SendVoice]:
    return [m.saying for m in person.received if isinstance(m.saying, SendVoice)]


async def beginning(r: Running, chat: str = "1", language: str = "en") -> FakePerson:
    person = await r.beginning(chat, language=language)
    await r.settled()
    return person


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


async def kept(r: Running) -> Person:
    return (await r.record()).person


def forbidding(*errors: DeliveryError, platform: FakePlatform) -> None:
    """These errors, one after the other, for sounds."""
    left = list(errors)

    def trouble(message: Outgoing) -> DeliveryError | None:
        return left.pop(0) if left and isinstance(message.saying, SendVoice) else None

    platform.trouble = trouble


async def unsent(r: Running) -> list[str]:
    def unit(c: Connection) -> list[str]:
        rows = c.execute(sa.select(outbox).where(outbox.c.sent_at.is_(None)).order_by(outbox.c.id))
        return [row.key for row in rows]

    return await r.store.read(unit)
