"""Gifts from outside: their settings in the running app, and those that the operator gives from the command line."""

from __future__ import annotations

from datetime import time, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.features import EntryPoints

if TYPE_CHECKING:
    from bot.features import AppParts


def _offer_giving(parts: AppParts) -> None:
    from bot.cli_access import entry_instructions
    from bot.sections import WEEK
    from core.contracts.giving import Giving
    from core.features.gift.desk import GiftDesk
    from core.features.gift.rules import GiftRules
    from core.timing.rules import Cadence

    section = parts.settings.gift
    day, at = section.letters.split()
    parts.runtime.services[GiftRules] = GiftRules(
        enabled=section.enabled,
        everyone=section.who == "everyone",
        grace=timedelta(minutes=section.grace_minutes),
        weekly=Cadence(frozenset({WEEK.index(day)}), time.fromisoformat(at)),
        good_for=timedelta(days=section.invitation_days),
        ways_in=partial(entry_instructions, parts.settings),
    )
    parts.runtime.services[Giving] = GiftDesk(runtime=parts.runtime)


def _give(*args: Any, **said: Any) -> list[str]:
    from bot.features.gift.cli import create_gift

    return create_gift(*args, **said)


ENTRY = EntryPoints(build_service=_offer_giving, give_interview=_give)
