"""The gate: who may talk to the interviewer. It stands before everything, storage included; the default is nobody."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.messages import Incoming


class Policy(StrEnum):
    NAMED = "named"
    """Only those who are named in `access.allowed` or `access.admins`."""
    OPEN = "open"
    """Everybody who finds the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Decides by the platform's own id of a person, which nobody can choose."""

    policy: Policy = Policy.NAMED
    allowed: frozenset[str] = frozenset()
    """`platform:id`."""
    trusted_platforms: frozenset[str] = frozenset()
    """Where whoever can type is the person: the operator's own keyboard."""

    def admits(self, incoming: Incoming) -> bool:
        platform = incoming.address.platform
        if platform in self.trusted_platforms or self.policy is Policy.OPEN:
            return True
        return f"{platform}:{incoming.sender.id}" in self.allowed
