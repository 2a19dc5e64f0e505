"""The operator's settings for gifts, as the running program has them at hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import time, timedelta

from core.conversation.context import Runtime
from core.timing.rules import Cadence


async def _nowhere(code: str, language: str) -> list[str]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftRules:
    """The operator's settings for gifts, and the families around them."""

    enabled: bool = True
    everyone: bool = False
    """Whether everybody who is let in may give one; else those who run this."""
    grace: timedelta = timedelta(minutes=10)
    """So long an answer stays here before it goes to the family."""
    weekly: Cadence = field(default_factory=lambda: Cadence(frozenset({6}), time(10)))
    """When weekly letters come."""
    good_for: timedelta = timedelta(days=30)
    """How long an invitation into a family is."""
    ways_in: Callable[[str, str], Awaitable[list[str]]] = _nowhere
    """From a code and a language: how somebody comes in with it, a line for each platform. May raise."""


def gift_rules(runtime: Runtime) -> GiftRules:
    """Return the settings of a running app; the usual ones where nobody has set any."""
    found: GiftRules = runtime.services.get(GiftRules) or GiftRules()
    return found
