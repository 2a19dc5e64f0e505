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
from core.store.claims import Claimed


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
    invites: bool = True
    """False: the invitation that it brings lets nobody in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentFiles:
    """What is done with files of one sort that people send as a part of what they tell.

    A file of a sort that no feature takes is answered like any that the program cannot open.
    """

    content: type
    """Their sort."""
    queue: str
    """Where each is fetched, by the event that it came with."""
    put: Callable[[Connection, Incoming, str, float], None]
    """Has the file of an event fetched; called with its person and the time now."""
    claimed: Claimed
    """Those that are fetched, by their events."""
    coming: Callable[[Connection, Address, str], tuple[str, bool] | None]
    """Returns the name of the file of an event, empty for none, and whether it is still to come; None where that is
    nothing of its own, or belongs to an answer by now."""
    drop: Callable[[Connection, str], None]
    """Keeps nothing of the file of an event that becomes no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreHooks:
    """What one feature does when something comes in or is to be sent, and when the store erases, joins or prunes."""

    enter: Callable[[Connection, Incoming, str | None, float], Entrance | None] | None = None
    """Reads an event before it is decided who may come in; called with the person whose chat it is, if they are known.
    The operator's word against somebody is stronger than `Entrance.admit`."""
    shuts: Callable[[Connection, str, float], bool] | None = None
    """Tells whether an invitation, by its digest, lets nobody new in any more although it was not used."""
    taken_in: Callable[[Connection, Incoming, str, float], None] | None = None
    """Looks at an event that is in the mailbox of a person now."""
    begun: Callable[[Connection, Session, float], None] | None = None
    """Is told of an interview that has just begun."""
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
    withdrawn: Callable[[Connection, str, int, Session | None], None] | None = None
    """Is told of an entry that was taken back, by the id of its interview and its `seq`; the last argument is the
    interview that the step changes, if it changes one."""
    sent_files: SentFiles | None = None
    """Takes files that people send, of one sort."""
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


def is_shut(c: Connection, invitation: str, *, now: float) -> bool:
    """Return whether a feature lets nobody new in by an invitation any more; by its digest."""
    return any(each.shuts is not None and each.shuts(c, invitation, now) for each in registered_hooks())


def registered_hooks() -> tuple[StoreHooks, ...]:
    return tuple(_registered.values())


def sent_files(kind: type) -> SentFiles | None:
    """Return what is done with files of a sort; None where nothing takes them."""
    found = (hooks.sent_files for hooks in registered_hooks() if hooks.sent_files is not None)
    return next((each for each in found if each.content is kind), None)


def drop_sent_file(c: Connection, event_id: str) -> None:
    """Keep nothing of a file that came with an event, which has become no answer."""
    for hooks in registered_hooks():
        if hooks.sent_files is not None:
            hooks.sent_files.drop(c, event_id)


def is_given(c: Connection, whole: Record) -> bool:
    """Return whether the interview was given to its teller by somebody else."""
    return any(each.circle(c, whole) is not None for each in registered_hooks() if each.circle is not None)


def circle_around(c: Connection, whole: Record) -> FamilyCircle:
    """Return what others have told of the same and who may get what is made of an interview."""
    found = (each.circle(c, whole) for each in registered_hooks() if each.circle is not None)
    return next(filter(None, found), FamilyCircle())
