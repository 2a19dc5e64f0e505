"""Parts of the app that the settings decide about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.config import Settings
from bot.facts import build_privacy_facts
from bot.platforms import PLATFORMS
from bot.voice import voice_rules
from core.access.gate import Gate
from core.contracts.ports import Platform, Synthesizer
from core.conversation.runtime import Runtime
from core.inbox.reception import Reception

if TYPE_CHECKING:
    from bot.cluster_member import InstallPaths


def configure_runtime(
    settings: Settings,
    runtime: Runtime,
    platforms: Mapping[str, Platform],
    synthesizer: Synthesizer | None,
    *,
    hears: bool,
) -> Runtime:
    """The runtime with what the settings and the platforms say of it."""
    links = any(interview.takes.links for interview in runtime.interviews.values())
    return replace(
        runtime,
        gate=build_gate(settings),
        rules=settings.timers.rules(),
        admins=frozenset(settings.access.admins),
        show_cost=settings.interviews.show_cost,
        prints=settings.documents.transcript == "pdf",
        gifts=settings.gift.rules(partial(_ways_in, settings)),
        voice=voice_rules(settings, platforms, synthesizer),
        served=frozenset(platforms),
        file_limits={name: platform.capabilities.file_limit for name, platform in platforms.items()},
        fetch_limits={name: platform.capabilities.fetch_limit for name, platform in platforms.items()},
        privacy=build_privacy_facts(
            settings, platforms, offline=runtime.offline, hears=hears, speaks=synthesizer is not None, links=links
        ),
    )


async def _ways_in(settings: Settings, code: str, language: str) -> list[str]:
    from bot.cli_access import entry_instructions  # with what the command line needs

    return await entry_instructions(settings, code, language)


def build_gate(settings: Settings) -> Gate:
    return Gate(
        policy=settings.access.policy,
        allowed=frozenset(settings.access.allowed) | frozenset(settings.access.admins),
        # Whoever can type there is the person.
        trusted_platforms=frozenset({"terminal"}),
        trusted_chats=frozenset(f"{spec.name}:{spec.home}" for spec in PLATFORMS if spec.home),
    )


def build_reception(
    settings: Settings, runtime: Runtime, platforms: Mapping[str, Platform], place: InstallPaths | None
) -> Reception:
    return Reception(
        store=runtime.store,
        gate=runtime.gate,
        clock=runtime.clock,
        platforms=platforms,
        new_id=runtime.new_id,
        owner=runtime.owner,
        limits=settings.limits.each(),
        photos=runtime.photos,
        recordings=runtime.audio,
        others=None if place is None else place.others,
    )
