"""Recordings that were heard in doubt: their files are kept until their people have seen what was heard.

They have when they go on after the quote was delivered, in words or with any button but those that put it right.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.buttons import KEEP, decode_button
from core.contracts.messages import Content, Press, Text, Voice
from core.store.codec import load_incoming
from core.store.driver import execute_pipelined, fetch_all, fetch_one
from core.store.recording_rows import DOUBTFUL, HEARD
from core.store.schema import mailbox, outbox, recordings

_MENDING = frozenset({"fix", "record", "again"})
"""Commands of the buttons that put words right."""
_IN_DOUBT = sa.select(
    recordings.c.id, recordings.c.person_id, recordings.c.session_id, recordings.c.seq, recordings.c.due_at
).where(
    # In the very words of the partial index.
    recordings.c.due_at.is_not(None),
    recordings.c.state == HEARD,
    recordings.c.trouble == DOUBTFUL,
)
_SHOWN = sa.select(sa.func.min(outbox.c.sent_at).label("at")).where(
    outbox.c.session_id == bindparam("session"), outbox.c.key.like(bindparam("ending"), escape="/")
)
_SINCE = (
    sa.select(mailbox.c.payload)
    .where(mailbox.c.person_id == bindparam("person"), mailbox.c.arrived_at > bindparam("shown"))
    .order_by(mailbox.c.id)
)
_LET_GO = recordings.update().where(recordings.c.id == bindparam("number")).values(audio="", trouble="", due_at=None)


def release_doubtful_files(c: Connection, *, now: float) -> int:
    """Let go of the files that were kept long enough, which are orphans then; how many."""
    over = [row for row in fetch_all(c, _IN_DOUBT, {}) if row.due_at <= now or _is_seen(c, row)]
    for row in over:
        execute_pipelined(c, _LET_GO, {"number": row.id})
    return len(over)


def _is_seen(c: Connection, row: Any) -> bool:
    if row.session_id is None:
        return False
    shown = fetch_one(c, _SHOWN, {"session": row.session_id, "ending": f"%//heard-{row.seq}"})
    if shown is None or shown.at is None:
        return False
    since = fetch_all(c, _SINCE, {"person": row.person_id, "shown": shown.at})
    return any(_goes_on(load_incoming(item.payload).content) for item in since)


def _goes_on(content: Content) -> bool:
    if isinstance(content, Press):
        button = decode_button(content.data)
        return button is not None and (button.command not in _MENDING or button.argument == KEEP)
    return isinstance(content, Text | Voice)
