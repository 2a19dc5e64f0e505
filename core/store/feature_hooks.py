"""The places where features take part in the store's own work; the store knows none of them by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.circle import FamilyCircle
from core.contracts.messages import Address, Incoming
from core.contracts.session import Record, Session


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
class Entrance:
    """An event by which somebody may come in, as a feature has read it."""

    kept: Incoming
    """What is kept in its place."""
    admit: Callable[[Connection], bool]
    """Tells whether it lets in its sender, whom nothing else does, and notes that they are in."""
    answer: str = ""
    """The message to a stranger whom it does not let in; empty for the usual one."""
    anew: bool = False
    """They get it even if they were answered lately."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreHooks:
    """What one feature does when something comes in or is to be sent, and when the store erases, joins or prunes."""

    enter: Callable[[Connection, Incoming, str | None, float], Entrance | None] | None = None
    """Reads an event before it is decided who may come in; called with the person whose chat it is, if they are known.
    The operator's word against somebody is stronger than `Entrance.admit`."""
    taken_in: Callable[[Connection, Incoming, str], None] | None = None
    """Looks at an event that is in the mailbox of a person now."""
    erase: Callable[[Connection, Erased], Then | None] | None = None
    """Deletes what does not hang on a person or a session by a foreign key."""
    join: Callable[[Connection, str, str], None] | None = None
    """Gives the person who stays what the one who goes has; called with both ids, in this order."""
    prune: Callable[[Connection, float], None] | None = None
    """Deletes, once an hour, what has done its work."""
    count: Callable[[Connection, str], int] | None = None
    """Counts what a person has of it, for the question before everything is deleted."""
    count_message: str = ""
    """The message that says so, with `count`."""
    retire: Callable[[Connection, float], bool] | None = None
    """Deletes some of what was last touched before that time, and tells whether there may be more."""
    withdrawn: Callable[[Connection, Session, Collection[int]], None] | None = None
    """Is told of the entries of an interview that were taken back."""
    take_photo: Callable[[Connection, str], None] | None = None
    """Takes a photograph that is here, by the event that it came with, where something of the feature waits for it."""
    photos: tuple[sa.Column[Any], ...] = ()
    """Columns with the names of photographs that are needed; each has an index of what is not empty."""
    circle: Callable[[Connection, Record], FamilyCircle | None] | None = None
    """Returns those around an interview; None where it has nobody to name."""


_registered: dict[str, StoreHooks] = {}


def register_hooks(feature: str, hooks: StoreHooks) -> None:
    """Have the store call a feature's hooks; once more changes nothing."""
    _registered[feature] = hooks


def entrance_of(c: Connection, incoming: Incoming, owner: str | None, *, now: float) -> Entrance | None:
    """Return how the first feature reads an event that has one for it."""
    entering = (hooks.enter(c, incoming, owner, now) for hooks in registered_hooks() if hooks.enter is not None)
    return next(filter(None, entering), None)


def registered_hooks() -> tuple[StoreHooks, ...]:
    return tuple(_registered.values())


def circle_around(c: Connection, whole: Record) -> FamilyCircle:
    """Return what others have told of the same and who may get what is made of an interview."""
    found = (each.circle(c, whole) for each in registered_hooks() if each.circle is not None)
    return next(filter(None, found), FamilyCircle())
