"""The section `[limits]`: how much one person may bring and cost, so that something is left for the others."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from core.inbox.limits import Limits

MEGABYTE = 1_000_000
LEAST = 30
"""Messages in a minute; somebody who thinks in short lines must lose none."""


def _room_for_a_burst(value: int) -> int:
    if 0 < value < LEAST:
        raise ValueError(f"people write in bursts: {LEAST} or more, or 0 for no limit")
    return value


class LimitsSection(BaseModel):
    """For each person; 0 is no limit."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    messages_per_minute: Annotated[int, Field(ge=0), AfterValidator(_room_for_a_burst)] = 120
    megabytes_per_day: Annotated[int, Field(ge=0)] = 500
    """Of words, files and recordings."""
    sources_at_a_time: Annotated[int, Field(ge=0)] = 2
    """Episodes that are looked up, read or listened to side by side."""
    money_per_day: Annotated[Decimal, Field(ge=0)] | None = None
    """For models; None: half of what all may cost in a day."""

    def each(self) -> Limits:
        return Limits(messages_per_minute=self.messages_per_minute, bytes_per_day=self.megabytes_per_day * MEGABYTE)

    def money(self, day_budget: Decimal | None) -> Decimal | None:
        """What models may cost for one person in a day; None for no limit."""
        if self.money_per_day is not None:
            return self.money_per_day or None
        return None if day_budget is None else day_budget / 2

    def told(self, day_budget: Decimal | None) -> str:
        """All of it in words, for the doctor."""
        parts = {
            f"{self.messages_per_minute} messages a minute": self.messages_per_minute,
            f"{self.megabytes_per_day} MB a day": self.megabytes_per_day,
            f"{self.sources_at_a_time} episodes at a time": self.sources_at_a_time,
        }
        if money := self.money(day_budget):
            parts[f"{money:.2f} a day for models"] = 1
        return ", ".join(text for text, limit in parts.items() if limit) or "none"
