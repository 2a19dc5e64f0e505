"""The decisions about a person's books, in the files of everything about them."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial

from core.conversation.context import Runtime
from core.documents.readable import escape_json
from core.features.book.book_rows import book_state, wordings
from core.jobs.person_export import ExportPart
from core.store.records import session_ids
from core.store.store import Connection


async def export_books(runtime: Runtime, person_id: str) -> ExportPart | None:
    """Return the decisions about each book, with its interview; None where no book was begun."""
    ids = await runtime.store.read(lambda c: session_ids(c, person_id))
    found = {one: await runtime.store.read(partial(_decisions, session_id=one)) for one in ids}
    files = {one: (("book.json", decided),) for one, decided in found.items() if decided is not None}
    return ExportPart(of_sessions=files) if files else None


def _decisions(c: Connection, *, session_id: str) -> bytes | None:
    """Return what was decided about the book of an interview, as JSON; None where none was begun."""
    state = book_state(c, session_id)
    if state is None:
        return None
    decided = {**asdict(state), "made_at": state.made_at.isoformat()}
    passages = [asdict(wording) for wording in wordings(c, session_id).values()]
    return (escape_json(json.dumps({**decided, "passages": passages}, indent=2, ensure_ascii=False)) + "\n").encode()
