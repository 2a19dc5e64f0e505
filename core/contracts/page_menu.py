"""What a page shows somebody that they can do now, and which interviews of theirs there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from core.contracts.messages import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """A command, without its slash, and what it does."""

    command: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuPart:
    """Entries that belong together, the most wanted first."""

    name: str
    """A `MenuGroup`: its title is the message `page-menu-NAME`."""
    entries: tuple[MenuEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnInterview:
    """An interview of the person that they can go on with."""

    id: str
    title: str
    how_far: str
    last: str
    """When the last message came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonMenu:
    """Everything that the menu of one person shows now."""

    parts: tuple[MenuPart, ...] = ()
    interviews: tuple[OwnInterview, ...] = ()
    """Without the one under way."""
    ahead: str = ""
    """What would be left out by finishing now, in a sentence; empty if nothing would."""
    first: tuple[str, ...] = ()
    """The commands that somebody looks for most in this state; the one to show before all others comes first."""
    time: str = ""
    """How long the interview under way has taken, in words; empty before the first minute is over."""
    wants_zone: bool = False
    """They have agreed to what becomes of their words, and nobody knows yet where they are."""


class PersonMenus(Protocol):
    """Tells a page what can be done in a chat now."""

    async def menu(self, address: Address, language: str) -> PersonMenu:
        """Return the menu, in that language; an empty one where nobody is known."""
