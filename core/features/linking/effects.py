"""What becomes of a code, in the commit that handles its command."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.commits import ChatEffect
from core.contracts.effects import Effect
from core.contracts.messages import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkCode(Effect):
    """A code by which another chat can be joined to this one."""

    digest: str
    address: Address
    """The address it was asked for at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptLink(Effect):
    """Use up the code that was entered in a chat and is answered with yes. Refused (Stale) where it is not good."""

    person_id: str
    """The person who made the code."""
    digest: str
    address: Address
    """Where it was entered."""


class DeclineLink(ChatEffect):
    """Use up the code that was entered in the chat, which is not to be joined after all."""

    __slots__ = ()
