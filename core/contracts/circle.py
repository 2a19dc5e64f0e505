"""Those around an interview: what they tell of the same, and who may get what is made of it."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.events import Event
from core.contracts.messages import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class Receiver:
    id: str
    name: str
    """Empty where they have not said it."""
    language: str
    person_id: str
    address: Address | None
    """None: they cannot be written to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyCircle:
    events: tuple[Event, ...] = ()
    """What others have told of the same."""
    receivers: tuple[Receiver, ...] = ()
    """Whom the teller knows of, and who wish to get anything; none without leave."""
