"""Joining two persons who turn out to be one: everything of the one becomes the other's, in one transaction.

A process that works for either of them meanwhile is fenced off: the one who goes is gone, the claim on the one who
stays is given up, and every session of theirs has a new revision. What they were at is looked at again.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.commits import Join
from core.contracts.errors import Stale
from core.contracts.messages import Address
from core.contracts.session import AloudWish, Awaited, Stage
from core.store.driver import row_exists
from core.store.family_steps import join_families
from core.store.feature_hooks import registered_hooks
from core.store.schema import metadata, persons, sessions, usage

_NAMING = tuple(table for table in metadata.sorted_tables if "person_id" in table.c)
_FILLED_IN = ("name", "timezone", "quiet_hours", "agreed", "mending")


def join_people(c: Connection, step: Join, goes: str, *, now: float, look_at: float | None) -> None:
    """Give everything of the person `goes` to the one who stays. Raises Stale where either is gone.

    `look_at`: when a session that is paused by this has to be looked at next.
    """
    stays = step.person_id
    _fill_in(c, stays, goes, now)
    _add_usage(c, stays, goes)
    join_families(c, stays, goes)
    for hooks in registered_hooks():
        if hooks.join is not None:
            hooks.join(c, stays, goes)
    if row_exists(c, sessions, sessions.c.person_id == stays, sessions.c.status == "active"):
        under_way = (sessions.c.person_id == goes) & (sessions.c.status == "active")
        c.execute(sessions.update().where(under_way).values(status="paused", due_at=look_at))
    for table in _NAMING:
        _give_rows(c, table, stays, goes)
    c.execute(persons.delete().where(persons.c.id == goes))
    _hold_at(c, stays, step.address)


def move_sessions(c: Connection, person_id: str, address: Address, *, but: str) -> None:
    """Hold a person's sessions where they are now; `but` one that is written for itself."""
    elsewhere = (sessions.c.platform != address.platform) | (sessions.c.chat != address.chat)
    _hold_at(c, person_id, address, elsewhere, sessions.c.id != but)


def _hold_at(c: Connection, person_id: str, address: Address, *which: sa.ColumnElement[bool]) -> None:
    c.execute(
        sessions.update()
        .where(sessions.c.person_id == person_id, *which)
        .values(platform=address.platform, chat=address.chat, revision=sessions.c.revision + 1)
    )


def _give_rows(c: Connection, table: sa.Table, stays: str, goes: str) -> None:
    """Give the rows of the one to the other, who keeps their own where there can be only one."""
    theirs = table.c.person_id == goes
    if "person_id" in table.primary_key.columns:
        own = table.alias()
        same = (own.c[key.name] == key for key in table.primary_key.columns if key.name != "person_id")
        c.execute(table.delete().where(theirs, sa.exists().where(own.c.person_id == stays, *same)))
    c.execute(table.update().where(theirs).values(person_id=stays))


def _fill_in(c: Connection, stays: str, goes: str, now: float) -> None:
    """Take from the other what is not known of the one who stays."""
    one, other = (c.execute(persons.select().where(persons.c.id == each)).first() for each in (stays, goes))
    if one is None or other is None:
        raise Stale("One of the two is gone.")
    values: dict[str, Any] = {name: getattr(one, name) or getattr(other, name) for name in _FILLED_IN}
    values["stage"] = Stage.KNOWN.value if Stage.KNOWN.value in {one.stage, other.stage} else one.stage
    values["no_notices"] = bool(one.no_notices or other.no_notices)
    values["forgotten_before"] = max(one.forgotten_before or 0.0, other.forgotten_before or 0.0) or None
    said = one.aloud in {AloudWish.ON.value, AloudWish.OFF.value}
    values["aloud"] = one.aloud if said else other.aloud or one.aloud
    values["awaits"] = one.awaits or other.awaits
    if one.awaits and other.awaits:
        # What was told in either chat, in the order in which it came.
        first, second = (Awaited.model_validate_json(each.awaits) for each in (one, other))
        mail = tuple(sorted({*first.mail, *second.mail}))
        values["awaits"] = (first if first.kind else second).model_copy(update={"mail": mail}).model_dump_json()
    values |= {"joined_at": now, "claimed_by": None, "claimed_until": None}
    c.execute(persons.update().where(persons.c.id == stays).values(values))


def _add_usage(c: Connection, stays: str, goes: str) -> None:
    """Add up what both have used of a day."""
    rows = {row.person_id: row for row in c.execute(usage.select().where(usage.c.person_id.in_([stays, goes])))}
    one, other = rows.get(stays), rows.get(goes)
    if other is None or (one is not None and one.day > other.day):
        c.execute(usage.delete().where(usage.c.person_id == goes))
        return
    values: dict[str, Any] = {"person_id": stays}
    if one is not None and one.day == other.day:
        values |= {name: getattr(one, name) + getattr(other, name) for name in ("bytes", "micros", "refused")}
    c.execute(usage.delete().where(usage.c.person_id == stays))
    c.execute(usage.update().where(usage.c.person_id == goes).values(values))
