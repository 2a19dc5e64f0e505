"""Deadlines in the database: when to look at a session; `core.timing.rules` says then what is due."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address, Incoming, Sender, Timer
from core.contracts.session import Status
from core.store.claims import PEOPLE, Claim
from core.store.driver import execute, fetch_all
from core.store.mailbox_rows import put_mail
from core.store.rows import to_datetime
from core.store.schema import sessions
from core.timing.rules import TimerRules, deletion_notice_time

LATE = 120.0
"""Seconds: what is overdue for longer has been waiting for us (we were down), and is handled a little at a time."""
AT_ONCE = 1_000
"""Sessions in one sweep whose time has just come."""
OVERDUE = 20
"""Sessions in one sweep that are overdue: about one a second, so that a thousand people do not answer all at once."""
AGAIN = 3600.0
"""Seconds after which a session is looked at again, should handling its item have failed."""


_DUE = (
    sa.select(
        sessions.c.id,
        sessions.c.person_id,
        sessions.c.platform,
        sessions.c.chat,
        sessions.c.due_at,
        sessions.c.revision,
    )
    .where(
        sessions.c.due_at.is_not(None), sessions.c.due_at > bindparam("after"), sessions.c.due_at <= bindparam("until")
    )
    .order_by(sessions.c.due_at)
    .limit(bindparam("most"))
)
_LATER = (
    sessions.update()
    .where(
        sessions.c.id == bindparam("session"),
        sessions.c.due_at == bindparam("seen"),
        sessions.c.person_id == bindparam("whose"),
    )
    .values(due_at=bindparam("again"))
)


def due_sessions(c: Connection, *, now: float) -> list[Any]:
    """Return the sessions whose deadline has come, those due longest first, as rows."""
    late = now - LATE
    return [
        *fetch_all(c, _DUE, {"after": float("-inf"), "until": late, "most": OVERDUE}),
        *fetch_all(c, _DUE, {"after": late, "until": now, "most": AT_ONCE}),
    ]


def wake_due_sessions(c: Connection, due: Sequence[Any], claim: Claim) -> list[str]:
    """Put an item into the mailbox of each session's person; return the ids of these people.

    A repeated sweep rings once; a deadline that stood when its item was handled rings again, by the new revision.
    """
    rung: list[str] = []
    now = claim.now
    for session in due:
        values = {"session": session.id, "seen": session.due_at, "again": now + AGAIN, "whose": session.person_id}
        if execute(c, _LATER, values) != 1:
            continue  # an answer came meanwhile, or it is somebody else's now
        event = Incoming(
            event_id=f"timer:{session.id}:{session.revision}:{session.due_at:.3f}",
            address=Address(platform=session.platform, chat=session.chat),
            sender=Sender(id=""),
            content=Timer(session_id=session.id),
            sent_at=to_datetime(now),
        )
        put_mail(c, event, person_id=session.person_id, now=now)
        if claim.alone:
            PEOPLE.take(c, claim, session.person_id)
        rung.append(session.person_id)
    return rung


def set_missing_deadlines(c: Connection, rules: TimerRules, *, now: float) -> None:
    """Give a deadline to sessions that should have one: of an older version, or after a timer was switched on.

    Where finished interviews are to be kept for a shorter time than before, they are looked at earlier.
    """
    warning = None if rules.retention is None else rules.retention - deletion_notice_time(rules.retention)
    for status, since, span, sooner in (
        (Status.ACTIVE, sessions.c.touched_at, rules.reminder or rules.pause or rules.abandon, False),
        (Status.PAUSED, sessions.c.touched_at, rules.abandon, False),
        (Status.COMPLETED, sessions.c.ended_at, warning, True),
        (Status.ABANDONED, sessions.c.ended_at, warning, True),
    ):
        if span is None:
            continue
        due_at = since + span.total_seconds()
        none = sessions.c.due_at.is_(None)
        c.execute(
            sessions.update()
            .where(
                none | (sessions.c.due_at > due_at) if sooner else none,
                sessions.c.status == status.value,
                since.is_not(None),
                # Nothing is due for somebody who cannot be reached.
                sessions.c.timing.not_like('%"gone":true%'),
            )
            .values(due_at=sa.case((due_at < now, now), else_=due_at))
        )
