"""Gifts from outside: their settings in the running app, and those that the operator gives from the command line."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features import EntryPoints

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from bot.config import Settings
    from bot.features import AppParts, GivenInterview


def _offer_giving(parts: AppParts) -> None:
    from bot.cli_access import entry_instructions
    from bot.features.gift.settings import rules_of
    from core.features.gift.rules import GiftRules

    rules = rules_of(parts.settings.gift, partial(entry_instructions, parts.settings))
    parts.runtime.services[GiftRules] = rules


def _give(settings: Settings, given: GivenInterview, *, lasts: timedelta | None, now: datetime) -> list[str]:
    from bot.features.gift.cli import create_gift

    return create_gift(settings, given, lasts=lasts, now=now)


ENTRY = EntryPoints(build_service=_offer_giving, give_interview=_give)
