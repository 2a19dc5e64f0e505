"""Discord: the gateway in, the REST API out. `SPEC` registers it; `platform.DiscordPlatform` is its `Platform`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from core.contracts.platform_spec import PlatformSection, PlatformSpec, Wiring

if TYPE_CHECKING:
    from pathlib import Path

    from core.contracts.findings import Finding
    from core.contracts.ports import Platform


class DiscordSection(PlatformSection):
    """Nothing but the token."""


def _make(section: DiscordSection, wiring: Wiring) -> Platform:
    from adapters.discord.platform import DiscordPlatform

    return DiscordPlatform(
        token=section.secret,
        clock=wiring.clock,
        commands={language: menu for language, menu in wiring.menus.items() if language},
        kinds=wiring.titles,
        synced=wiring.data_dir / "discord-commands",
        on_accepted=wiring.on_accepted,
        on_contact=wiring.on_contact,
    )


def _examine(section: DiscordSection) -> AsyncIterator[Finding]:
    from adapters.discord.account import examine

    return examine(section)


async def _invitation(section: DiscordSection, code: str, language: str, _data_dir: Path) -> list[str]:
    from adapters.discord.account import invitation

    return await invitation(section, code, language)


SPEC = PlatformSpec(
    name="discord",
    title="Discord",
    section=DiscordSection,
    example="123456789012345678",
    ids="[0-9]+",
    make=_make,
    examine=_examine,
    invitation=_invitation,
    way_in="On Discord, they send the bot: /start {code}",
    beginning="setup-beginning-discord",
    advice="`raconteur doctor` shows the link that adds the bot to a server or to somebody's account in Discord.",
)
