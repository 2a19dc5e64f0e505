"""Derives from the configuration what people are told about their words."""

from __future__ import annotations

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from bot.config import LlmSection, Settings
from core.contracts.ports import Platform
from core.llm.providers import PROVIDERS
from core.privacy.facts import Facts, HeardWhere, NoteCopies, ReadWhere, host_location

ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")
"""Where Amazon's own programs look for another provider's address."""


def build_privacy_facts(
    settings: Settings,
    platforms: Mapping[str, Platform],
    *,
    offline: bool,
    hears: bool = False,
    also: tuple[str, ...] = (),
    photos: bool = True,
    links: bool = False,
) -> Facts:
    """Return who keeps, carries, reads and hears what people tell.

    `offline`: no model is asked, and `hears`: voice notes are heard, whatever is configured. `also`: as in `Facts`.
    `photos`: they are kept.
    `links`: there is an interview about something that people send a link to.
    """
    place, host = (ReadWhere.NOWHERE, "") if offline else _where(settings.llm)
    llm, podcast, copies = settings.llm, settings.podcast, NoteCopies.NONE
    if links and podcast.notes_dir is not None:
        copies = NoteCopies.ALL
    elif links and podcast.inkwell_dir is not None:
        copies = NoteCopies.INKWELL
    return Facts(
        operator=settings.access.operator.strip(),
        place=place,
        host=host,
        models=() if offline else tuple(dict.fromkeys(filter(None, (llm.model, llm.fast_model)))),
        keeps_prompts=llm.keep_prompts and not offline,
        hearing=HeardWhere.LOCAL if hears else HeardWhere.NONE,
        keeps_audio=settings.voice.keep_audio and hears,
        files_at=_files_at(settings),
        also=also,
        keeps_photos=photos,
        opens_links=links,
        copies=copies,
        retention_days=settings.timers.retention_days,
        terms=settings.interviews.consent_text,
        carriers={name: platform.capabilities.carrier for name, platform in platforms.items()},
    )


def interviewer_privacy_facts(settings: Settings, *, hears: bool = False) -> Facts:
    """Return what an interviewer may say of itself and of who can read; the platforms need not be there yet."""
    return build_privacy_facts(settings, {}, offline=settings.llm.provider == "offline", hears=hears)


def _files_at(settings: Settings) -> str:
    """Say who has the servers of the bucket, unless they are in one's own network."""
    if settings.storage.bucket is None:
        return ""
    endpoint = settings.storage.files_endpoint or next(filter(None, map(os.environ.get, ENDPOINTS)), "")
    host = urlsplit(endpoint).hostname or "Amazon"
    return host if host == "Amazon" or host_location(host) is ReadWhere.PROVIDER else ""


def _where(llm: LlmSection) -> tuple[ReadWhere, str]:
    """Return where the model is asked, and the name that people know it by."""
    host = urlsplit(llm.base_url).hostname if llm.base_url else None
    if host is None:
        host = PROVIDERS[llm.provider].host if llm.provider in PROVIDERS else "localhost"
    place = host_location(host)
    companies = {service.host: service.company for service in PROVIDERS.values()}
    return place, "" if place is ReadWhere.HERE else companies.get(host, host)
