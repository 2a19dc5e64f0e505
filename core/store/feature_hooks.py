"""The places where features take part in the store's own work; the store knows none of them by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from sqlalchemy.engine import Connection

from core.contracts.messages import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """A person or an interview that is about to be deleted."""

    sessions: Sequence[str]
    """The interviews that go."""
    person_id: str | None = None
    """None: the person stays."""
    chats: Collection[Address] = ()
    """The chats of a person who goes."""


Then = Callable[[Connection], None]
"""The rest of an erasing, done when the rows are gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreHooks:
    """What one feature does when the store erases, joins or prunes; each in the store's transaction."""

    erase: Callable[[Connection, Erased], Then | None] | None = None
    """Deletes what does not hang on a person or a session by a foreign key."""
    join: Callable[[Connection, str, str], None] | None = None
    """Gives the person who stays what the one who goes has; called with both ids, in this order."""
    count: Callable[[Connection, str], int] | None = None
    """Counts what a person has of it, for the question before everything is deleted."""
    count_message: str = ""
    """The message that says so, with `count`."""
    retire: Callable[[Connection, float], bool] | None = None
    """Deletes some of what was last touched before that time, and tells whether there may be more."""


_registered: dict[str, StoreHooks] = {}


def register_hooks(feature: str, hooks: StoreHooks) -> None:
    """Have the store call a feature's hooks; once more changes nothing."""
    _registered[feature] = hooks


def registered_hooks() -> tuple[StoreHooks, ...]:
    return tuple(_registered.values())
