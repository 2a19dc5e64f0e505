"""A person's interviews of one kind that are over, for what the next one can learn of them."""

from __future__ import annotations

from itertools import groupby

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.session import ENDED, Person, Record, Session
from core.store.desk_reads import OWNED_LINES
from core.store.driver import fetch_all
from core.store.records import load_record
from core.store.rows import entries_of, session_of
from core.store.schema import entries, sessions

MOST = 5
"""Interviews that are looked at, the newest ones: each turn reads them."""
_OVER = (
    sessions.select()
    .where(
        sessions.c.person_id == bindparam("person"),
        sessions.c.kind == bindparam("its_kind"),
        sa.or_(*(sessions.c.status == each.value for each in sorted(ENDED))),
        sessions.c.id != bindparam("but"),
        sessions.c.created_at > bindparam("since"),
    )
    .order_by(sessions.c.created_at.desc(), sessions.c.id)
    .limit(MOST)
)


def earlier_interviews(c: Connection, person: Person, kind: str, *, but: str = "") -> tuple[Record, ...]:
    """Return the newest ones with their entries, the one begun first first; without those that are to be forgotten.

    `but`: the id of a session to leave out.
    """
    since = 0.0 if person.forgotten_before is None else person.forgotten_before.timestamp()
    rows = fetch_all(c, _OVER, {"person": person.id, "its_kind": kind, "but": but, "since": since})
    found = [session_of(row) for row in reversed(rows)]
    lines = c.execute(OWNED_LINES.where(entries.c.session_id.in_([each.id for each in found]))) if found else ()
    told = {owner: entries_of(list(group)) for owner, group in groupby(lines, key=lambda row: row.owner)}
    return tuple(Record(person=person, session=each, entries=told.get(each.id, ())) for each in found)


def earlier_wholes(c: Connection, person: Person, session: Session) -> tuple[Record, ...]:
    """Return the person's other ones of the same kind, with all that was found in them."""
    others = earlier_interviews(c, person, session.kind, but=session.id)
    return tuple(load_record(c, each.session.id)[0] for each in others)
