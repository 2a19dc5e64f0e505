"""The ledger of model calls. Money is in whole millionths of the operator's currency ("micros"), so sums are exact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The most that may be spent; None is no limit."""

    session_micros: int | None = None
    session_tokens: int | None = None
    """For models that have no price: all that an interview may send and receive."""
    day_micros: int | None = None
    person_micros: int | None = None
    """In a day, for one person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call that is about to be made."""

    purpose: str
    model: str
    session_id: str | None
    reserved_micros: int
    """The most that it can cost; held until it is settled."""
    reserved_tokens: int = 0
    """The most that it can send and receive; held as well."""
    prompt: str = ""
    """Empty where the operator keeps no prompts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The end of a call."""

    outcome: str
    """"ok", or the code of the ModelError."""
    input_tokens: int = 0
    """All tokens of the prompt, those read from the cache included."""
    cached_tokens: int = 0
    output_tokens: int = 0
    counted_tokens: int = 0
    """What it takes of the session's limit: more than the service told, where that told nothing."""
    cost_micros: int = 0
    latency_ms: int = 0
    answer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """The sums of the calls of one purpose to one model, for one session."""

    purpose: str
    model: str
    calls: int
    input_tokens: int
    """With those that were read from the cache."""
    cached_tokens: int
    output_tokens: int
    cost_micros: int


class Ledger(Protocol):
    """The place where calls are written down."""

    async def reserve(self, call: Call) -> int:
        """Hold the money, write the call down and return its number. Raises BudgetSpent, with nothing written."""

    async def settle(self, number: int, settlement: Settlement) -> None:
        """Replace what was held by what it cost."""
