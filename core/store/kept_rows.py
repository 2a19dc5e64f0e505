"""What of an entry stays out of documents: all of it, or passages."""

from __future__ import annotations

import json

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.contracts.session import Role, joined_passages
from core.store.driver import execute, fetch_one
from core.store.page_rows import show_line_again
from core.store.schema import entries

_ENTRY = (entries.c.session_id == bindparam("session"), entries.c.seq == bindparam("its_seq"))
_KEPT = sa.select(entries.c.kept_back, entries.c.kept_passages).where(*_ENTRY, entries.c.role == Role.PERSON.value)
_PLACE = sa.select(entries.c.platform, entries.c.chat, entries.c.ref).where(*_ENTRY)
_KEEP = (
    entries.update().where(*_ENTRY).values(kept_back=bindparam("whether_kept"), kept_passages=bindparam("all_passages"))
)


def keep_back(c: Connection, session_id: str, seq: int, passages: tuple[str, ...]) -> None:
    """Keep back all of what a person said, or these passages besides those that are kept back already."""
    place = {"session": session_id, "its_seq": seq}
    row = fetch_one(c, _KEPT, place)
    if row is not None:
        found = joined_passages(bool(row.kept_back), tuple(json.loads(row.kept_passages)), passages)
        written = json.dumps(found, ensure_ascii=False)
        execute(c, _KEEP, {**place, "whether_kept": True, "all_passages": written})
        _show_again(c, session_id, seq)


def release(c: Connection, session_id: str, seq: int) -> None:
    """Keep nothing of an entry back any more."""
    execute(c, _KEEP, {"session": session_id, "its_seq": seq, "whether_kept": False, "all_passages": "[]"})
    _show_again(c, session_id, seq)


def _show_again(c: Connection, session_id: str, seq: int) -> None:
    """Have a page show what has become of the answer there."""
    row = fetch_one(c, _PLACE, {"session": session_id, "its_seq": seq})
    if row is not None and row.chat and row.ref:
        show_line_again(c, Address(platform=row.platform, chat=row.chat), row.ref)
