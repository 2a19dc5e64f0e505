"""The context that assigns something heard late to its question: what was asked when, and what came after it."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Voice
from core.contracts.session import Entry, Status
from core.store.codec import load_incoming
from core.store.desk_reads import (
    DELIVERY,
    LINES,
    MailboxView,
    MailItem,
    Past,
    QuestionAsked,
    delivered_of,
    load_mailbox_view,
)
from core.store.driver import fetch_all
from core.store.rows import entries_of
from core.store.schema import entries, mailbox, outbox, sessions

MOST = 60
"""Questions to look back at, repeated ones too: as many as may be asked while something long is spoken and heard."""
_ASKED = (
    sa.select(outbox.c.session_id, outbox.c.seq, *DELIVERY, sessions.c.status, sessions.c.ended_at)
    .join(sessions, sessions.c.id == outbox.c.session_id)
    .where(sessions.c.person_id == bindparam("person"), outbox.c.seq.is_not(None), outbox.c.dead_at.is_(None))
    .order_by(outbox.c.id.desc())
    .limit(MOST)
)
_LATER = (
    sa.select(mailbox.c.id, mailbox.c.payload, mailbox.c.ready, mailbox.c.arrived_at)
    .where(
        mailbox.c.person_id == bindparam("person"), mailbox.c.id > bindparam("after"), mailbox.c.done_at.is_not(None)
    )
    .order_by(mailbox.c.id)
)
_ENTRY = LINES.where(entries.c.session_id == bindparam("session"), entries.c.seq == bindparam("seq"))
_SPOKEN = LINES.where(
    entries.c.session_id == bindparam("session"), entries.c.answers.is_not(None), entries.c.spoken_seconds > 0
)
_TOLD = LINES.where(
    entries.c.session_id == bindparam("session"),
    entries.c.answers.is_not(None),
    entries.c.question_id.in_(bindparam("questions", expanding=True)),
)


def look_at_mailbox(c: Connection, person_id: str, *, notes_needed: bool = True) -> MailboxView | None:
    """Return a person's mailbox with all that the next step may rest on; None when there is no such person."""
    seen = load_mailbox_view(c, person_id, notes_needed=notes_needed)
    if seen is None or not any(i.overtaken or isinstance(i.incoming.content, Voice) for i in seen.items):
        return seen
    return replace(seen, past=Past(recent_questions(c, person_id), handled_after(c, person_id, seen.items[0].id)))


def recent_questions(c: Connection, person_id: str) -> tuple[QuestionAsked, ...]:
    """Return the questions that a person was asked, each as often as it was, the newest first."""
    return tuple(
        QuestionAsked(row.session_id, row.seq, delivered_of(row), Status(row.status), row.ended_at)
        for row in fetch_all(c, _ASKED, {"person": person_id})
    )


def handled_after(c: Connection, person_id: str, item: int) -> tuple[MailItem, ...]:
    """Return a person's items that came after an item and were handled before it, in their order."""
    rows = fetch_all(c, _LATER, {"person": person_id, "after": item})
    return tuple(MailItem(row.id, load_incoming(row.payload), bool(row.ready), row.arrived_at) for row in rows)


def entry_at(c: Connection, session_id: str, seq: int) -> Entry | None:
    found = entries_of(fetch_all(c, _ENTRY, {"session": session_id, "seq": seq}))
    return found[0] if found else None


def last_spoken(c: Connection, session_id: str) -> Entry | None:
    """Return the newest answer of a session that was spoken and not taken back."""
    found = entries_of(fetch_all(c, _SPOKEN, {"session": session_id}))
    return next((entry for entry in reversed(found) if not entry.withdrawn), None)


def answers_to_questions(c: Connection, session_id: str, questions: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Return the answers to these questions of the script in their newest words, the oldest first."""
    found: dict[str, tuple[str, ...]] = {}
    rows = c.execute(_TOLD, {"session": session_id, "questions": sorted(questions)}).all()
    for entry in entries_of(rows):
        if not entry.withdrawn:
            found[entry.question_id] = (*found.get(entry.question_id, ()), entry.text)
    return found
