"""Findings: texts that are kept with a session, by name; writings about it, and its subject."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.about import ABOUT, About
from core.contracts.chore import MOST_EARLIER, Earlier
from core.contracts.session import EntryKind, Session
from core.store.driver import fetch_all, fetch_one, upsert
from core.store.mailbox_rows import LINES
from core.store.rows import entries_of, session_of, to_datetime
from core.store.schema import entries, findings, sessions

_FINDING = sa.select(findings.c.body).where(
    findings.c.session_id == bindparam("session"), findings.c.name == bindparam("its_name")
)
_FINDINGS = findings.select().where(findings.c.session_id == bindparam("session")).order_by(findings.c.name)
_WITH_ABOUT = (
    sa.select(sessions, findings.c.body)
    .join(findings, (findings.c.session_id == sessions.c.id) & (findings.c.name == ABOUT))
    .where(sessions.c.person_id == bindparam("person"))
    .order_by(sa.case((sessions.c.status == "active", 0), else_=1), sessions.c.touched_at.desc())
)
_TOLD_BEFORE = LINES.where(
    entries.c.session_id == bindparam("session"), entries.c.kind == EntryKind.ANSWER.value, entries.c.answers.is_(None)
)
_EARLIER = (
    sa.select(sessions.c.id, sessions.c.created_at, findings.c.body)
    .join(findings, findings.c.session_id == sessions.c.id)
    .where(
        sessions.c.person_id == bindparam("person"),
        sessions.c.kind == bindparam("its_kind"),
        sessions.c.id != bindparam("session"),
        findings.c.name == bindparam("its_name"),
    )
    .order_by(sessions.c.created_at.desc(), sessions.c.id)
    .limit(MOST_EARLIER)
)
_PUT = upsert(findings, "session_id", "name", then=lambda new: {"body": new.body, "at": new.at})


def put_finding(c: Connection, session_id: str, name: str, body: str, *, now: float) -> None:
    c.execute(_PUT, {"session_id": session_id, "name": name, "body": body, "at": now})


def finding_text(c: Connection, session_id: str, name: str) -> str | None:
    """Return a text by its name; None where it is not there."""
    row = fetch_one(c, _FINDING, {"session": session_id, "its_name": name})
    return None if row is None else row.body


def findings_of(c: Connection, session_id: str) -> dict[str, str]:
    return {row.name: row.body for row in fetch_all(c, _FINDINGS, {"session": session_id})}


def earlier_findings(c: Connection, session: Session, name: str) -> tuple[Earlier, ...]:
    """Return a finding of the person's other interviews of the same kind, the one begun first first."""
    sought = {"person": session.person_id, "its_kind": session.kind, "session": session.id, "its_name": name}
    rows = fetch_all(c, _EARLIER, sought)
    return tuple(
        Earlier(session_id=row.id, begun_at=to_datetime(row.created_at), finding=row.body) for row in reversed(rows)
    )


def about_of(c: Connection, session_id: str) -> About | None:
    """Return a session's subject, with what the person told of it before the first question, in its newest words."""
    value = finding_text(c, session_id, ABOUT)
    if value is None:
        return None
    told = entries_of(fetch_all(c, _TOLD_BEFORE, {"session": session_id}))
    return About(value=value, told=tuple(entry.text for entry in told if not entry.withdrawn))


def drop_finding(c: Connection, session_id: str, name: str) -> None:
    c.execute(findings.delete().where(findings.c.session_id == session_id, findings.c.name == name))


def sessions_about(c: Connection, person_id: str) -> tuple[tuple[Session, About], ...]:
    """Return a person's interviews that have a subject, an active one first, then the one touched last."""
    rows = c.execute(_WITH_ABOUT, {"person": person_id})
    return tuple((session_of(row), About(value=row.body)) for row in rows)
