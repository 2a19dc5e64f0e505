"""Who is being interviewed, for the operator's list."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.session import Session
from core.store.rows import session_of
from core.store.schema import addresses, persons, sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class Interviewee:
    """Somebody with the interview that they touched last."""

    name: str
    """What they want to be called, else the first name that the platform shows; may be empty."""
    session: Session


def touched_last(c: Connection, *, limit: int) -> tuple[Interviewee, ...]:
    """The people who did something last, the most recent first. Those without any interview are left out."""
    later = sessions.alias()
    newer = later.c.touched_at > sessions.c.touched_at
    newest = ~sa.exists().where(
        later.c.person_id == sessions.c.person_id,
        newer | ((later.c.touched_at == sessions.c.touched_at) & (later.c.id > sessions.c.id)),
    )
    rows = c.execute(
        sa.select(sessions, persons.c.name, addresses.c.sender_name)
        .join(persons, persons.c.id == sessions.c.person_id)
        .outerjoin(addresses, (addresses.c.platform == sessions.c.platform) & (addresses.c.chat == sessions.c.chat))
        .where(newest)
        .order_by(sessions.c.touched_at.desc(), sessions.c.id.desc())
        .limit(limit)
    )
    return tuple(Interviewee(name=row.name or row.sender_name or "", session=session_of(row)) for row in rows)
