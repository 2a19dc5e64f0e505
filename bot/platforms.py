"""The platforms that there are. A new platform is one line in `PLATFORMS`.

The configuration and the doctor ask here for what they need of a platform; what is not configured is not loaded: each
wing imports its library.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from adapters import discord, mail, telegram, web
from adapters.web import WebSection
from core.contracts.messages import Address
from core.contracts.platform_spec import Contact, PlatformSpec, Wiring

if TYPE_CHECKING:
    from bot.config import Settings
    from core.contracts.operator_desk import OperatorDesk
    from core.contracts.ports import Clock, Platform
    from core.contracts.turn import Interview

PLATFORMS: tuple[PlatformSpec[Any], ...] = (telegram.SPEC, discord.SPEC, mail.SPEC, web.SPEC)
"""Beside the terminal, which is here wherever it is asked for."""


HOMES: tuple[Address, ...] = tuple(Address(platform=spec.name, chat=spec.home) for spec in PLATFORMS if spec.home)
"""The chats of whoever sits at this computer."""
HOME_IDS: frozenset[str] = frozenset(f"{home.platform}:{home.chat}" for home in HOMES)
"""Whoever writes there owns the program: they are an admin, and open the operator's page."""


def page_section(settings: Settings) -> WebSection:
    """Return the settings of the page."""
    return next(section for _, section in settings.sections if isinstance(section, WebSection))


def with_local_page(settings: Settings) -> Settings:
    """Return the settings, with the page on this computer if nothing is configured that could be served."""
    if settings.served:
        return settings
    switched = {
        spec.name: section.model_copy(update={spec.switch: True}) for spec, section in settings.sections if spec.home
    }
    return settings.model_copy(update=switched)


def is_local_only(settings: Settings) -> bool:
    """Return whether what is served is for whoever sits at this computer, as far as the platforms know."""
    return all(spec.home for spec, _ in settings.served)


def no_platform_notice() -> str:
    """Say that no platform is configured, as the beginning of a sentence."""
    *others, last = (f"{spec.name}.{spec.switch}" for spec in PLATFORMS)
    return f"None of {', '.join(others)} and {last} is set"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformListeners:
    """Who hears from the platforms."""

    accepted: Callable[[str], None]
    """Of each, by name, that has accepted its token."""
    tell: Callable[[str], None]
    """Lines for whoever has started the program."""
    show: Callable[[str], None] = lambda _: None
    """A link that is to come before their eyes."""
    contact: Callable[[str, Contact], None] = lambda _name, _contact: None
    """Which can be reached, and which cannot any more."""


def build_platforms(
    settings: Settings,
    clock: Clock,
    kinds: Mapping[str, Interview],
    told: PlatformListeners,
    *,
    operator: OperatorDesk | None = None,
    guides: bool = False,
    hears: bool = True,
    also_in_menu: Collection[str] = (),
) -> list[Platform]:
    """Every platform that is configured. `operator`: what whoever runs the house is shown on a page; `guides`:
    `told.tell` says the way there. `hears`: recordings are heard here. `also_in_menu`: as in `Runtime`.

    Raises ConfigurationError for settings that cannot be right.
    """
    from core.commands import command_list, command_menu
    from core.features.registration import register_features
    from core.languages import LANGUAGES
    from core.languages.messages import FALLBACK

    # The menus list the features' commands, too.
    register_features()
    names = command_menu(also_in_menu)
    menus = {language: command_list(language, names) for language in LANGUAGES}
    shared = Wiring(
        clock=clock,
        data_dir=settings.storage.data_dir,
        menus={"": menus[FALLBACK], **menus},
        titles=kind_titles(kinds),
        on_accepted=lambda: None,
        tell=told.tell,
        show=told.show,
        longest=settings.voice.max_minutes * 60.0,
    )

    def wiring(name: str) -> Wiring:
        accepted, contact = partial(told.accepted, name), partial(told.contact, name)
        asked = replace(shared, operator=operator, guides=guides, hears=hears)
        return replace(asked, on_accepted=accepted, on_contact=contact)

    return [spec.make(section, wiring(spec.name)) for spec, section in settings.served]


def kind_titles(kinds: Mapping[str, Interview]) -> dict[str, dict[str, str]]:
    """Return what each interview is called, by kind and language."""
    from core.languages import LANGUAGES

    return {
        kind: {language: interview.scripts.speak(language).title for language in LANGUAGES}
        for kind, interview in kinds.items()
    }
