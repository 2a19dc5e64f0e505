"""Decisions of people about the books of their interviews."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.features.book.decisions import BookFront, BookState, BookStep, BookWording, PassageOrigin, PassageWording
from core.store.driver import execute, fetch_all, fetch_one, upsert
from core.store.rows import from_row, to_datetime
from core.store.schema import book_passages, books

_STATE = books.select().where(books.c.session_id == bindparam("session"))
_PASSAGES = (
    book_passages.select().where(book_passages.c.session_id == bindparam("session")).order_by(book_passages.c.seq)
)
_STATED = ("way", "questions", "made_at", "approved", "shared", "front")
_WORDED = ("of", "words", "origin", "withheld", "place")
_PUT_STATE = upsert(books, "session_id", then=lambda new: {name: new[name] for name in _STATED})
_PUT_WORDING = upsert(book_passages, "session_id", "seq", then=lambda new: {name: new[name] for name in _WORDED})


def book_state(c: Connection, session_id: str) -> BookState | None:
    """Return the state of a book; None where none was begun."""
    row = fetch_one(c, _STATE, {"session": session_id})
    if row is None:
        return None
    way, made_at = BookWording(row.way), to_datetime(row.made_at)
    questions, shared, front = bool(row.questions), bool(row.shared), BookFront(**json.loads(row.front))
    return from_row(BookState, row, way=way, made_at=made_at, questions=questions, shared=shared, front=front)


def wordings(c: Connection, session_id: str) -> dict[int, PassageWording]:
    """Return the wordings by the `seq` of the message."""
    return {
        row.seq: PassageWording(
            seq=row.seq,
            of=row.of,
            text=row.words,
            origin=PassageOrigin(row.origin),
            withheld=bool(row.withheld),
            place=row.place,
        )
        for row in fetch_all(c, _PASSAGES, {"session": session_id})
    }


def take_book_step(c: Connection, step: BookStep) -> None:
    if step.state is not None:
        front = json.dumps(asdict(step.state.front), ensure_ascii=False)
        values: dict[str, Any] = asdict(step.state) | {"made_at": step.state.made_at.timestamp(), "front": front}
        execute(c, _PUT_STATE, values)
    for wording in step.wordings:
        put_wording(c, step.session_id, wording)


def put_wording(c: Connection, session_id: str, wording: PassageWording) -> None:
    values = asdict(wording)
    words = values.pop("text")
    execute(c, _PUT_WORDING, {**values, "words": words, "session_id": session_id})
