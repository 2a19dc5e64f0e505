"""The platforms of the configuration. What is not configured is not loaded: each wing imports its library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from bot.clock import SystemClock
from bot.config import Settings
from core.commands import MENU, command_list
from core.contracts.ports import Platform
from core.contracts.turn import Interview
from core.words import FALLBACK, LANGUAGES

if TYPE_CHECKING:
    from adapters.discord import DiscordPlatform
    from adapters.telegram import TelegramPlatform
    from core.store.store import Store


def platforms(
    settings: Settings, store: Store, kinds: Mapping[str, Interview], *, here: bool, accepted: Callable[[str], None]
) -> list[Platform]:
    """Every platform that is configured, and the terminal where it is asked for. A new platform is one line here.

    `accepted` is told the name of each that has accepted its token.
    """
    served: list[Platform] = []
    if settings.telegram.token.get_secret_value():
        served.append(telegram(settings, on_accepted=lambda: accepted("telegram")))
    if settings.discord.token.get_secret_value():
        served.append(discord(settings, kinds, on_accepted=lambda: accepted("discord")))
    if here:
        from bot.terminal import terminal

        served.append(terminal(settings, store))
    return served


def telegram(settings: Settings, *, on_accepted: Callable[[], None] = lambda: None) -> TelegramPlatform:
    """The bot of the configuration. Raises ConfigurationError when its token or address cannot be one."""
    from adapters.telegram import TelegramPlatform

    return TelegramPlatform(
        token=settings.telegram.token.get_secret_value(),
        clock=SystemClock(),
        api_base_url=settings.telegram.api_base_url,
        commands={"": command_list(FALLBACK, MENU), **_menus()},
        on_accepted=on_accepted,
    )


def discord(
    settings: Settings, kinds: Mapping[str, Interview], *, on_accepted: Callable[[], None] = lambda: None
) -> DiscordPlatform:
    """The bot of the configuration, which offers these interviews. Raises ConfigurationError for what is no token."""
    from adapters.discord import DiscordPlatform

    titles = {
        kind: {language: interview.scripts.speak(language).title for language in LANGUAGES}
        for kind, interview in kinds.items()
    }
    return DiscordPlatform(
        token=settings.discord.token.get_secret_value(),
        clock=SystemClock(),
        commands=_menus(),
        kinds=titles,
        synced=settings.storage.data_dir / "discord-commands",
        on_accepted=on_accepted,
    )


def _menus() -> dict[str, tuple[tuple[str, str], ...]]:
    return {language: command_list(language, MENU) for language in LANGUAGES}
