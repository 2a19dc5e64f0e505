"""Pruning: rows that have done their work are deleted after a while, a small window at a time.

Rows are looked at in the order of their numbers, which is that of their age, so that a step costs the same however
large a table is: it reads one window and deletes what it may of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.store.driver import fetch_all
from core.store.erasing import awaited_mail, delete_rows
from core.store.feature_hooks import registered_hooks
from core.store.recording_rows import HEARD
from core.store.schema import documents, mailbox, outbox, persons, recordings, sessions

KEPT = 30 * 86_400.0
"""Seconds for which a row is kept after its work is done."""
WINDOW = 500
"""Rows that one step looks at."""


class PrunedPart(StrEnum):
    """The parts that are pruned, in this order."""

    MAIL = "mail"
    LETTERS = "letters"
    DOCUMENTS = "documents"
    RECORDINGS = "recordings"


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkPlace:
    """The place that a walk has reached."""

    part: PrunedPart = PrunedPart.MAIL
    after: int = 0
    """The number of the last row that was looked at."""


def _window(table: sa.Table, found: sa.Select[Any]) -> sa.Select[Any]:
    return found.where(table.c.id > bindparam("after")).order_by(table.c.id).limit(WINDOW)


_IS_FILE = outbox.c.payload.startswith('{"type": "document"')

_OLD = {
    PrunedPart.MAIL: _window(
        mailbox,
        sa.select(mailbox.c.id, mailbox.c.arrived_at.label("at"), mailbox.c.done_at, persons.c.awaits).join(
            persons, persons.c.id == mailbox.c.person_id
        ),
    ),
    PrunedPart.LETTERS: _window(
        outbox,
        sa.select(
            outbox.c.id,
            outbox.c.created_at.label("at"),
            sa.func.coalesce(outbox.c.sent_at, outbox.c.dead_at).label("ended"),
            outbox.c.document_id,
            (_IS_FILE & outbox.c.session_id.is_not(None)).label("is_file"),
            (outbox.c.seq.is_not(None) & (outbox.c.seq == sessions.c.open_question)).label("is_open"),
        ).outerjoin(sessions, sessions.c.id == outbox.c.session_id),
    ),
    PrunedPart.DOCUMENTS: _window(
        documents,
        sa.select(
            documents.c.id,
            documents.c.created_at.label("at"),
            sa.exists().where(outbox.c.document_id == documents.c.id).label("is_used"),
        ),
    ),
    PrunedPart.RECORDINGS: _window(
        recordings,
        sa.select(
            recordings.c.id,
            recordings.c.created_at.label("at"),
            recordings.c.state,
            recordings.c.audio,
            recordings.c.heard_at,
        ),
    ),
}


def prune_step(c: Connection, place: WalkPlace, *, now: float) -> WalkPlace | None:
    """Take a step of a walk over all that may be pruned; return where the next one begins, None at the end."""
    if place == WalkPlace():
        for hooks in registered_hooks():
            if hooks.prune is not None:
                hooks.prune(c, now)
    before = now - KEPT
    rows = fetch_all(c, _OLD[place.part], {"after": place.after})
    match place.part:
        case PrunedPart.MAIL:
            # Handled mail, but for what an interview will begin with.
            old = [row for row in rows if row.done_at is not None and row.done_at < before]
            delete_rows(c, mailbox, [row.id for row in old if row.id not in awaited_mail(row.awaits)])
        case PrunedPart.LETTERS:
            # Messages that were sent, or never could be, with their files. The one that asks an open question stays:
            # its place in the chat tells which words came after it. The row of a session's file stays: its key keeps
            # the file from being sent again.
            old = [row for row in rows if row.ended is not None and row.ended < before]
            delete_rows(c, outbox, [row.id for row in old if not row.is_file and not row.is_open])
            delete_rows(c, documents, [row.document_id for row in old if row.document_id is not None])
        case PrunedPart.DOCUMENTS:
            # Files that nothing sends.
            delete_rows(c, documents, [row.id for row in rows if not row.is_used and row.at < before])
        case PrunedPart.RECORDINGS:
            # What was heard and is not kept. What could not be heard stays, for the day on which it can be.
            over = [row for row in rows if row.state == HEARD and not row.audio and row.heard_at < before]
            delete_rows(c, recordings, [row.id for row in over])
    if len(rows) == WINDOW and rows[-1].at < before:
        return replace(place, after=rows[-1].id)
    parts = list(PrunedPart)
    following = parts[parts.index(place.part) + 1 :]
    return WalkPlace(part=following[0]) if following else None
