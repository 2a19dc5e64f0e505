"""Decides who may talk to the interviewer, before everything else, storage included. The default is nobody."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum

from core.contracts.messages import Address, ChatClosed, Command, Incoming, Ready, Removal, Timer

_CODE = re.compile(r"[A-Za-z0-9_-]{16}")


class Policy(StrEnum):
    NAMED = "named"
    """Only those who are named in `access.allowed` or `access.admins`, or whom the operator let in while it runs."""
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
    trusted_chats: frozenset[str] = frozenset()
    """The same of single chats, as `platform:chat`: the page of the operator's own computer."""

    def trusts(self, incoming: Incoming) -> bool:
        """Return whether somebody is admitted regardless of all other rules."""
        # From nobody comes what the program makes itself, and what a platform tells of somebody known.
        from_nobody = incoming.sender.id == "" and is_passive_event(incoming)
        return from_nobody or self.is_home(incoming.address)

    def is_home(self, address: Address) -> bool:
        """Return whether a chat is held at the operator's own computer."""
        return address.platform in self.trusted_platforms or str(address) in self.trusted_chats

    def admits(self, incoming: Incoming, *, ruled: bool | None = None) -> bool:
        """Return whether somebody may come in.

        `ruled`: what the operator said of them in the database, before the configuration; None if nothing.
        """
        if self.trusts(incoming):
            return True
        if ruled is not None:
            return ruled
        return self.policy is Policy.OPEN or sender_id(incoming) in self.allowed


def sender_id(incoming: Incoming) -> str:
    """Return `platform:id` of a sender."""
    return f"{incoming.address.platform}:{incoming.sender.id}"


def is_passive_event(incoming: Incoming) -> bool:
    """Return whether an event only tells something of somebody: it makes nobody known, and is no sign of presence."""
    return isinstance(incoming.content, ChatClosed | Ready | Removal | Timer)


def invitation_digest(incoming: Incoming) -> str:
    """Return the digest of the code that somebody comes in with (`/start CODE`); empty for everything else."""
    match incoming.content:
        case Command(name="start", argument=argument) if _CODE.fullmatch(argument.strip()):
            return code_digest(argument.strip())
        case _:
            return ""


def code_digest(code: str) -> str:
    """Return the stored form of an invitation's code: its SHA-256 in 64 hexadecimal digits."""
    return hashlib.sha256(code.encode()).hexdigest()
