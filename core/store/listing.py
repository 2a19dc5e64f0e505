"""The operator's list of interviews, read while the engine may be running (`core.store.direct`)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from core.contracts.script import ScriptSet
from core.contracts.session import Session, Status
from core.store.direct import Snapshot, is_on_server
from core.store.rows import from_row, session_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFilter:
    """A choice of sessions for the list; what is empty leaves none out."""

    status: Status | None = None
    kind: str = ""
    person: str = ""
    """A part of their name, or whole: their number here, or an address of theirs, as in telegram:123456789."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    session: Session
    person: str
    """Their name as they want it; empty where they would rather not say."""
    about: str
    """Its subject as its kind keeps it, as JSON; may be empty."""
    calls: int
    """Of models."""
    input_tokens: int
    output_tokens: int
    cost_micros: int
    undeliverable: int
    """Messages that the platform never took."""
    unheard: int
    """Recordings that could not be heard."""


ALL = 1 << 62
"""As a limit."""
# SQLite's own LIKE knows no capital letters but those of English, and those that PostgreSQL knows are its locale's.
_FITTING = """
    FROM sessions s JOIN persons p ON p.id = s.person_id
    WHERE (:status = '' OR s.status = :status) AND (:kind = '' OR s.kind = :kind) AND (
        :person = '' OR p.id = :person OR {name} OR EXISTS (
            SELECT 1 FROM addresses a WHERE a.person_id = p.id
            AND :person IN (a.platform || ':' || a.chat, a.platform || ':' || a.sender_id)))
"""
_LIST = f"""
    WITH spent AS (
        SELECT session_id, count(*) AS calls, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
            CAST(sum(cost_micros) AS BIGINT) AS cost_micros
        FROM calls WHERE session_id IS NOT NULL GROUP BY session_id
    ),
    dead AS (SELECT session_id, count(*) AS number FROM outbox WHERE dead_at IS NOT NULL GROUP BY session_id),
    unheard AS (SELECT session_id, count(*) AS number FROM recordings WHERE state = 'unheard' GROUP BY session_id),
    fitting AS (SELECT s.id, p.name {_FITTING} ORDER BY s.touched_at DESC LIMIT :limit)
    SELECT s.*, fitting.name AS person,
        coalesce(f.body, '') AS about,
        coalesce(spent.calls, 0) AS calls, coalesce(spent.input_tokens, 0) AS input_tokens,
        coalesce(spent.output_tokens, 0) AS output_tokens, coalesce(spent.cost_micros, 0) AS cost_micros,
        coalesce(dead.number, 0) AS undeliverable, coalesce(unheard.number, 0) AS unheard
    FROM fitting JOIN sessions s ON s.id = fitting.id
    LEFT JOIN findings f ON f.session_id = s.id AND f.name = 'source'
    LEFT JOIN spent ON spent.session_id = s.id
    LEFT JOIN dead ON dead.session_id = s.id
    LEFT JOIN unheard ON unheard.session_id = s.id
    ORDER BY s.touched_at DESC
"""  # noqa: S608


def count_sessions(c: Snapshot, wanted: ListFilter) -> int:
    found = c.execute(_worded(c, f"SELECT count(*) AS number {_FITTING}"), _values(c, wanted))
    return int(found.fetchone().number)


def list_sessions(c: Snapshot, wanted: ListFilter, *, limit: int = ALL) -> Iterator[Listed]:
    """Yield the sessions that are wanted, the one touched last first."""
    for row in c.execute(_worded(c, _LIST), {**_values(c, wanted), "limit": limit}):
        about = row.about
        try:
            json.loads(about)
        except ValueError:
            about = ""  # a finding that is damaged must not hide the list
        yield from_row(Listed, row, session=session_of(row), about=about)


def bound_script_set(c: Snapshot, digest: str) -> ScriptSet | None:
    """Return the scripts that sessions are bound to under this digest."""
    row = c.execute("SELECT body FROM scripts WHERE digest = :digest", {"digest": digest}).fetchone()
    return None if row is None else ScriptSet.model_validate_json(row.body)


def _worded(c: Snapshot, statement: str) -> str:
    return statement.format(name="p.id = ANY(:named)" if is_on_server(c) else "holds(p.name, :person)")


def _values(c: Snapshot, wanted: ListFilter) -> dict[str, Any]:
    values = {"status": wanted.status.value if wanted.status else "", "kind": wanted.kind, "person": wanted.person}
    if isinstance(c, sqlite3.Connection):
        c.create_function("holds", 2, _holds, deterministic=True)
        return values
    people = c.execute("SELECT id, name FROM persons") if wanted.person else ()
    return {**values, "named": [row.id for row in people if _holds(row.name, wanted.person)]}


def _holds(name: str, part: str) -> bool:
    return part.casefold() in name.casefold()
