"""The section `[gift]`."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import time, timedelta
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from core.conversation.context import GiftRules

WaysIn = Callable[[str, str], Awaitable[list[str]]]
"""From a code and a language to the ways in with it."""
_LETTER_DAY = re.compile(r"(mon|tues|wednes|thurs|fri|satur|sun)day ([01]\d|2[0-3]):([0-5]\d)")
_WEEK = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")


def _letter_time(value: str) -> str:
    if _LETTER_DAY.fullmatch(value) is None:
        raise ValueError('write a day and a time, as in "sunday 10:00"')
    return value


class GiftSection(BaseModel):
    """Interviews that somebody is given, and the family around them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    enabled: bool = True
    who: Literal["admins", "everyone"] = "admins"
    """Who may give one: its link lets somebody new in."""
    grace_minutes: Annotated[int, Field(ge=0, le=1_440)] = 10
    """So long an answer stays here before it goes to the family."""
    letters: Annotated[str, AfterValidator(_letter_time)] = "sunday 10:00"
    """When weekly letters come, by the clock of whoever gets them."""
    invitation_days: Annotated[int, Field(ge=1, le=365)] = 30

    def rules(self, ways_in: WaysIn) -> GiftRules:
        from core.conversation.context import GiftRules
        from core.timing.rules import Cadence

        found = _LETTER_DAY.fullmatch(self.letters)
        day, hour, minute = ("sun", "10", "00") if found is None else found.groups()
        return GiftRules(
            enabled=self.enabled,
            everyone=self.who == "everyone",
            grace=timedelta(minutes=self.grace_minutes),
            weekly=Cadence(frozenset({_WEEK.index(day)}), time(int(hour), int(minute))),
            good_for=timedelta(days=self.invitation_days),
            ways_in=ways_in,
        )
