"""Telegram: long polling in, the Bot API out. `SPEC` registers it; `platform.TelegramPlatform` is its face."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

from core.contracts.findings import Finding
from core.contracts.platform_spec import PlatformSection, PlatformSpec, Wiring
from core.contracts.ports import Platform

# Without this opt-in the library warns whenever Telegram asks it to wait. It is read at every such error.
os.environ.setdefault("PTB_TIMEDELTA", "true")


class TelegramSection(PlatformSection):
    api_base_url: str | None = None
    """Another Bot API server, for example http://127.0.0.1:8081."""


def _make(section: TelegramSection, wiring: Wiring) -> Platform:
    from adapters.telegram.platform import TelegramPlatform

    return TelegramPlatform(
        token=section.secret,
        clock=wiring.clock,
        api_base_url=section.api_base_url,
        commands=wiring.menus,
        on_accepted=wiring.on_accepted,
        on_contact=wiring.on_contact,
    )


def _examine(section: TelegramSection) -> AsyncIterator[Finding]:
    from adapters.telegram.account import examine

    return examine(section)


async def _invitation(section: TelegramSection, code: str, language: str) -> list[str]:
    from adapters.telegram.account import invitation

    return await invitation(section, code, language)


SPEC = PlatformSpec(
    name="telegram",
    title="Telegram",
    section=TelegramSection,
    example="123456789",
    ids="[0-9]+",
    make=_make,
    examine=_examine,
    invitation=_invitation,
    way_in="In Telegram the link is https://t.me/NAME?start={code} with the bot's name in place of NAME.",
    beginning="setup-beginning-telegram",
)
