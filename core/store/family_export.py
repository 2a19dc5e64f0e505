"""What is kept of a person in families, as plain values for their own file: what is theirs, and what they may see."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from core.store.codec import to_datetime
from core.store.family_rows import NAME, families_of, family_of, members_of, memberships, tellings_of
from core.store.schema import persons
from core.store.schema_families import family_questions, tellings
from core.store.store import Connection


def family_data(c: Connection, person_id: str) -> list[dict[str, Any]]:
    """A family each, first those in which they tell; empty where they are in none.

    Who tells has the names of the members, the questions that were asked and what was told beside; a member has what
    they ask and tell themselves, and nothing of anybody else's.
    """
    told = [_as_teller(c, each.id) for each in families_of(c, person_id)]
    return [*filter(None, told), *(_as_member(c, each.family_id, person_id) for each in memberships(c, person_id))]


def _as_teller(c: Connection, family_id: str) -> dict[str, Any]:
    its = family_of(c, family_id)
    if its is None:
        return {}
    beside = () if its.session_id is None else tellings_of(c, family_id, its.session_id)
    return {
        "part": "teller",
        "called": its.name,
        "giver": its.giver,
        "leave": its.leave.value or None,
        "session": its.session_id,
        "members": [{"name": each.name, "way": each.way.value} for each in members_of(c, family_id)],
        "asked": _questions(c, family_questions.c.family_id == family_id, family_questions.c.seq.is_not(None)),
        "told_beside": [{"question": each.seq, "name": each.name, "text": each.text} for each in beside],
    }


def _as_member(c: Connection, family_id: str, person_id: str) -> dict[str, Any]:
    its = family_of(c, family_id)
    way = next(each.way.value for each in memberships(c, person_id) if each.family_id == family_id)
    mine = sa.select(tellings.c.text, tellings.c.at).where(
        tellings.c.family_id == family_id, tellings.c.person_id == person_id
    )
    asked = _questions(c, family_questions.c.family_id == family_id, family_questions.c.person_id == person_id)
    rows = c.execute(mine.order_by(tellings.c.id))
    return {
        "part": "member",
        "teller": "" if its is None else its.name,
        "way": way,
        "asked": [{key: each[key] for key in ("at", "text")} for each in asked],
        "told_beside": [{"at": to_datetime(row.at).isoformat(), "text": row.text} for row in rows],
    }


def _questions(c: Connection, *which: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
    columns = (family_questions.c.created_at, family_questions.c.text, family_questions.c.seq, NAME.label("name"))
    found = sa.select(*columns).join(persons, persons.c.id == family_questions.c.person_id).where(*which)
    rows = c.execute(found.order_by(family_questions.c.created_at, family_questions.c.id))
    return [
        {"at": to_datetime(row.created_at).isoformat(), "question": row.seq, "name": row.name, "text": row.text}
        for row in rows
    ]
