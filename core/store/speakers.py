"""Speakers: facts about people that help to hear them rightly."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.session import Session
from core.store.driver import fetch_all, fetch_one
from core.store.rows import session_of
from core.store.schema import notes, persons, sessions

NOTES = 40
"""Notes that are looked at for names, the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    name: str
    language: str
    """Of the bot's words to them."""
    session: Session | None
    """The one that an answer would belong to."""
    notes: tuple[str, ...]
    """Values, the newest first."""


_PERSON = sa.select(persons.c.name, persons.c.language).where(persons.c.id == bindparam("person"))
_SESSION = (
    sessions.select()
    .where(sessions.c.person_id == bindparam("person"), sessions.c.status != "completed")
    .order_by(sa.case((sessions.c.status == "active", 0), else_=1), sessions.c.touched_at.desc())
    .limit(1)
)
_NOTES = (
    sa.select(notes.c.value)
    .where(notes.c.session_id == bindparam("session"), notes.c.stale.is_(False))
    .order_by(notes.c.updated_at.desc(), notes.c.key)
    .limit(NOTES)
)


def speaker_circumstances(c: Connection, person_id: str) -> Circumstances | None:
    """Return what helps to hear a person rightly; None when there is no such person any more."""
    person = fetch_one(c, _PERSON, {"person": person_id})
    if person is None:
        return None
    row = fetch_one(c, _SESSION, {"person": person_id})
    session = None if row is None else session_of(row)
    told = () if session is None else tuple(n.value for n in fetch_all(c, _NOTES, {"session": session.id}))
    return Circumstances(name=person.name, language=person.language, session=session, notes=told)
