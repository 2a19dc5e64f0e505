"""Recordings that were heard in doubt: their files are kept until their people have seen what was heard.

They have seen it when they go on after the quote was delivered, in words or with a button that does not put it right.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import KEEP, Press, Text, Voice, decode_button
from core.store.driver import execute_pipelined, fetch_all, fetch_one
from core.store.recording_rows import DOUBTFUL, HEARD
from core.store.rows import load_incoming
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
    """Let go of the files that were kept long enough, which are orphans then; return how many."""
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
    for item in fetch_all(c, _SINCE, {"person": row.person_id, "shown": shown.at}):
        content = load_incoming(item.payload).content
        button = decode_button(content.data) if isinstance(content, Press) else None
        mends = button is None or (button.command in _MENDING and button.argument != KEEP)
        if isinstance(content, Text | Voice) or not mends:
            return True
    return False
