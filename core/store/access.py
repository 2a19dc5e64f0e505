"""People let in or kept out in addition to the configuration, as `platform:id`; invitations go by their digest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.contracts.session import Status, Timing
from core.store.driver import execute_pipelined, fetch_one, upsert
from core.store.outbox import drop_letters
from core.store.rows import from_row, to_datetime
from core.store.schema import access, addresses, invites, links, sessions
from core.store.schema_families import families, family_codes

STILL_OPEN = (invites.c.uses_left > 0) & (invites.c.expires_at.is_(None) | (invites.c.expires_at > bindparam("now")))


_KIND = sa.select(invites.c.kind).where(invites.c.digest == bindparam("code"))
_USES_LEFT = sa.select(invites.c.uses_left).where(invites.c.digest == bindparam("code"))
_IS_OPEN = sa.select(invites.c.digest).where(invites.c.digest == bindparam("code"), STILL_OPEN)
_OPEN_INVITES = (
    sa.select(invites.c.digest, invites.c.kind, invites.c.uses_left, invites.c.expires_at, invites.c.created_at)
    .where(STILL_OPEN)
    .order_by(invites.c.created_at, invites.c.digest)
)
_PUT_RULE = upsert(access, "who", then=lambda new: {"allowed": new.allowed, "at": new.at})


def is_open_invite(c: Connection, code: str, *, now: float) -> bool:
    """Return whether an invitation, named by its digest, still lets somebody in."""
    return fetch_one(c, _IS_OPEN, {"code": code, "now": now}) is not None


def was_invite(c: Connection, code: str) -> bool:
    """Return whether an invitation, named by its digest, let somebody in as often as it may."""
    row = fetch_one(c, _USES_LEFT, {"code": code})
    return row is not None and row.uses_left <= 0


def invited_kind(c: Connection, code: str) -> str:
    """Return the kind of interview that an invitation leads to, used up or not; empty where the person chooses."""
    row = fetch_one(c, _KIND, {"code": code})
    return "" if row is None else row.kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """The work that denying somebody has stopped."""

    sessions: int
    """Interviews under way that are paused now."""
    letters: int
    """Messages that were not delivered yet, and will not be."""


def allow_person(c: Connection, person: str, *, now: float) -> None:
    """Let somebody in, also back in; in all their chats, where they have joined several."""
    for name in {person, *(_named(row) for row in _chats_of(c, person))}:
        allow_name(c, name, now=now)


def allow_name(c: Connection, person: str, *, now: float) -> None:
    """Let somebody in under this one name."""
    execute_pipelined(c, _PUT_RULE, {"who": person, "allowed": True, "at": now})


def deny_person(c: Connection, person: str, *, now: float) -> Stopped:
    """Keep somebody out, whatever else lets them in, and stop what would go out to them unasked; in all their chats.

    What they have told stays; finished interviews keep their deadline, so that no words are kept for ever.
    """
    chats = _chats_of(c, person)
    for name in (person, *(_named(row) for row in chats)):
        execute_pipelined(c, _PUT_RULE, {"who": name, "allowed": False, "at": now})
    there = [Address(platform=row.platform, chat=row.chat) for row in chats]
    theirs = {row.person_id for row in chats}
    # A code that was made before would bring another chat to what this person has told.
    c.execute(links.delete().where(links.c.person_id.in_(theirs)))
    unfinished = sessions.c.status.in_([Status.ACTIVE.value, Status.PAUSED.value])
    found = sa.select(sessions.c.id, sessions.c.status, sessions.c.timing)
    paused = 0
    for row in c.execute(found.where(sessions.c.person_id.in_(theirs), unfinished)).all():
        values: dict[str, object] = {"gone": True}
        if row.status == Status.ACTIVE.value:
            values["paused_at"] = to_datetime(now)
            paused += 1
        timing = Timing.model_validate_json(row.timing).model_copy(update=values)
        # Nothing is due as long as they do not come back.
        c.execute(
            sessions.update()
            .where(sessions.c.id == row.id)
            .values(
                status=Status.PAUSED.value,
                revision=sessions.c.revision + 1,
                due_at=None,
                timing=timing.model_dump_json(exclude_defaults=True),
            )
        )
    return Stopped(sessions=paused, letters=sum(drop_letters(c, address, now=now, error=DENIED) for address in there))


def _chats_of(c: Connection, person: str) -> Sequence[Any]:
    """Return the rows of `addresses` of a person, who may be known in several chats."""
    platform, _, number = person.partition(":")
    theirs = (addresses.c.sender_id == number) | ((addresses.c.sender_id == "") & (addresses.c.chat == number))
    owners = sa.select(addresses.c.person_id).where(addresses.c.platform == platform, theirs)
    return c.execute(addresses.select().where(addresses.c.person_id.in_(owners))).all()


def _named(row: Any) -> str:
    """Name the person behind an address as `access` does."""
    return f"{row.platform}:{row.sender_id or row.chat}"


DENIED = "denied"
"""The reason why a message is dead: its receiver may not be written to any more."""


def put_invite(c: Connection, code: str, *, kind: str, uses: int, expires_at: float | None, now: float) -> None:
    """Keep an invitation. `code`: its digest; `kind`: the interview it leads to, empty for any; None: for ever."""
    c.execute(
        invites.insert(), {"digest": code, "kind": kind, "uses_left": uses, "expires_at": expires_at, "created_at": now}
    )


def withdraw_invite(c: Connection, code: str) -> bool:
    """Withdraw an open invitation; whoever came with it stays. `code`: its digest."""
    still = (invites.c.digest == code) & (invites.c.uses_left > 0)
    return c.execute(invites.update().where(still).values(uses_left=0)).rowcount == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessRuling:
    person: str
    allowed: bool
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenInvite:
    digest: str
    kind: str
    uses_left: int
    expires_at: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessList:
    rulings: tuple[AccessRuling, ...] = ()
    """The oldest first."""
    invites: tuple[OpenInvite, ...] = ()

    @property
    def lets_anybody_in(self) -> bool:
        return bool(self.invites) or any(ruling.allowed for ruling in self.rulings)


def access_list(c: Connection, *, now: float) -> AccessList:
    """Return who was let in or kept out in addition to the configuration, and the invitations that are open."""
    rules = c.execute(access.select().order_by(access.c.at, access.c.who))
    still_open = c.execute(_OPEN_INVITES, {"now": now})
    return AccessList(
        rulings=tuple(AccessRuling(person=row.who, allowed=row.allowed, at=row.at) for row in rules),
        invites=tuple(from_row(OpenInvite, row) for row in still_open),
    )


def invited_families(c: Connection) -> dict[str, tuple[str, bool]]:
    """Return the invitations into families by digest: what the teller is called, and whether it is the teller's own."""
    joined = sa.select(family_codes.c.digest, family_codes.c.part, families.c.name).join(
        families, families.c.id == family_codes.c.family_id
    )
    return {row.digest: (row.name, row.part == "teller") for row in c.execute(joined)}
