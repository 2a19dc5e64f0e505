"""Claims: a process works on a row, and until a moment every other one leaves it alone.

A claim has an owner, the id that a process gives itself at its start, and an end, which is put off while the work goes
on; one that has ended may be taken by anybody. It is written with the row where its maker will work on it, so that it
costs no write of its own. Whoever writes what came of the work names the owner again: of what was taken meanwhile
nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.store.driver import chat_values, execute, execute_pipelined, matches_chat
from core.store.schema import announcements, chores, errands, mailbox, outbox, persons, photos, recordings, runs

LEASE = 60.0
"""Seconds for which a claim holds."""
RENEWED = 20.0
"""Seconds between two renewals."""
APP = "app"
"""The seat of the process that does everything, of which the lock file lets only one at a time be."""
NUMBER = "-"
"""In the name of a seat of which there may be several, before its number."""


class Claimable(Protocol):
    """A row, or an object made of one."""

    @property
    def claimed_by(self) -> str | None: ...

    @property
    def claimed_until(self) -> float | None: ...


@dataclass(frozen=True, slots=True)
class Claim:
    """A process's claim on rows at a moment."""

    owner: str
    now: float
    """Seconds since 1970."""

    @property
    def until(self) -> float:
        return self.now + LEASE

    @property
    def alone(self) -> bool:
        """Return whether no other process serves what this one wakes, so that it may claim that at once."""
        return NUMBER not in self.owner.partition(".")[0]

    def holds(self, row: Claimable) -> bool:
        """Return whether the row is the owner's already, for long enough to begin with the work."""
        return row.claimed_by == self.owner and (row.claimed_until or 0.0) >= self.now + LEASE / 2


def claim_values(claim: Claim | None) -> dict[str, Any]:
    """Return the claim's columns of a new row, which is anybody's without a claim or where others serve it too."""
    if claim is None or not claim.alone:
        return {"claimed_by": None, "claimed_until": None}
    return {"claimed_by": claim.owner, "claimed_until": claim.until}


def is_claimable(table: sa.Table) -> sa.ColumnElement[bool]:
    """Return whether a row may be taken by `owner` at the moment `now`, both of them parameters."""
    by, until = table.c.claimed_by, table.c.claimed_until
    return by.is_(None) | (by == bindparam("owner")) | (until <= bindparam("now"))


@dataclass(slots=True)
class Claimed:
    """A table whose rows are claimed, each named by the values of its key."""

    table: sa.Table
    key: tuple[str, ...] = ("id",)
    also: dict[str, Any] = field(default_factory=dict)
    """Other columns that change in a row that is taken."""
    _take: sa.Update = field(init=False)
    _renew: sa.Update = field(init=False)
    _release: sa.Update = field(init=False)

    def __post_init__(self) -> None:
        row = sa.and_(*(self.table.c[name] == bindparam(f"its_{name}") for name in self.key))
        mine = self.table.update().where(row, self.table.c.claimed_by == bindparam("owner"))
        taken = {"claimed_by": bindparam("owner"), "claimed_until": bindparam("until"), **self.also}
        self._take = self.table.update().where(row, is_claimable(self.table)).values(taken)
        self._renew = mine.values({"claimed_until": bindparam("until")})
        self._release = mine.values(claimed_by=None, claimed_until=None)

    def take(self, c: Connection, claim: Claim, *key: object) -> bool:
        """Claim a row; False where it is somebody else's, or gone."""
        values = {"owner": claim.owner, "now": claim.now, "until": claim.until}
        return execute(c, self._take, self._named(key) | values) == 1

    def renew(self, c: Connection, claim: Claim, *key: object) -> bool:
        """Put off the end of one's own claim, be it over; False where the row is not one's own any more, or gone."""
        return execute(c, self._renew, self._named(key) | {"owner": claim.owner, "until": claim.until}) == 1

    def release(self, c: Connection, claim: Claim, *key: object) -> bool:
        """Let go of a row with which there is nothing more to do now; False as with `renew`."""
        return execute(c, self._release, self._named(key) | {"owner": claim.owner}) == 1

    def _named(self, key: tuple[object, ...]) -> dict[str, Any]:
        return {f"its_{name}": value for name, value in zip(self.key, key, strict=True)}


UNDELIVERED = outbox.c.sent_at.is_(None) & outbox.c.dead_at.is_(None)
_BEING_SENT = outbox.c.not_before.is_(None)
"""One that waits for its time is known to be undelivered; any other was perhaps being sent when its claim was given up,
be it for the first time or again."""
_BY_ANOTHER = outbox.c.claimed_by.is_not(None) & (outbox.c.claimed_by != bindparam("owner"))
PEOPLE = Claimed(persons)
LETTERS = Claimed(outbox, also={"in_doubt": sa.case((_BY_ANOTHER & _BEING_SENT, True), else_=outbox.c.in_doubt)})
CHORES = Claimed(chores, ("session_id", "name"))
RECORDINGS = Claimed(recordings, ("event_id",))
_RENEW_LETTERS = (
    outbox.update()
    .where(matches_chat(outbox), UNDELIVERED, outbox.c.claimed_by == bindparam("owner"))
    .values(claimed_until=bindparam("until"))
)


def renew_letters(c: Connection, claim: Claim, address: Address) -> None:
    """Put off the end of one's own claims on what is to be sent to an address."""
    execute_pipelined(c, _RENEW_LETTERS, chat_values(address) | {"owner": claim.owner, "until": claim.until})


def take_over(c: Connection, claim: Claim, seat: str) -> None:
    """Free, at the start of a process, what an earlier one in its seat had claimed; other seats are kept."""
    _give_free(c, lambda table: was_claimed_by_seat(table, claim, seat))


def free_dead_claims(c: Connection, at_work: Collection[str]) -> None:
    """Free what processes had claimed that are not among those at work, whatever their seats were."""
    several = f"%{NUMBER}%.%"
    _give_free(c, lambda table: table.c.claimed_by.like(several) & table.c.claimed_by.not_in(at_work))


def _give_free(c: Connection, left: Callable[[sa.Table], sa.ColumnElement[bool]]) -> None:
    loose = {"claimed_by": None, "claimed_until": None}
    waiting = sa.select(mailbox.c.person_id).where(mailbox.c.done_at.is_(None))
    c.execute(outbox.update().where(UNDELIVERED, _BEING_SENT, left(outbox)).values(in_doubt=True))
    for table, narrowed in (
        (persons, persons.c.id.in_(waiting)),
        (outbox, UNDELIVERED),
        (chores, sa.true()),
        (recordings, recordings.c.due_at.is_not(None)),
        (photos, photos.c.due_at.is_not(None)),
        (errands, errands.c.answered_at.is_(None)),
        (runs, sa.true()),
        (announcements, sa.true()),
    ):
        c.execute(table.update().where(narrowed, left(table)).values(loose))


def was_claimed_by_seat(table: sa.Table, claim: Claim, seat: str) -> sa.ColumnElement[bool]:
    """Return whether a row was claimed by an earlier process in a seat."""
    by = table.c.claimed_by
    return by.startswith(f"{seat}.", autoescape=True) & (by != claim.owner)
