"""From the section `[gift]` to what the engine of gifts works with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import time, timedelta

from bot.sections import WEEK, GiftSection
from core.features.gift.rules import GiftRules
from core.timing.cadence import Cadence


def rules_of(section: GiftSection, ways_in: Callable[[str, str], Awaitable[list[str]]]) -> GiftRules:
    """`ways_in`: as in `GiftRules`."""
    day, at = section.letters.split()
    return GiftRules(
        enabled=section.enabled,
        everyone=section.who == "everyone",
        grace=timedelta(minutes=section.grace_minutes),
        weekly=Cadence(frozenset({WEEK.index(day)}), time.fromisoformat(at)),
        good_for=timedelta(days=section.invitation_days),
        ways_in=ways_in,
    )
