"""Background work: what waits, what it may look at, and what it found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.session import Entry, Reason
from core.contracts.turn import ChoreResult
from core.store.desk_reads import LINES
from core.store.driver import execute, execute_many, fetch_all, fetch_one
from core.store.finding_rows import put_finding
from core.store.rows import entries_of
from core.store.schema import chores, digests, entries, notes, revisions
from core.store.upsert import upsert

CHARACTERS = 12_000
"""Of changed entries that one run looks at; what is left comes in the next run."""


@dataclass(frozen=True, slots=True)
class Chore:
    id: int
    session_id: str
    name: str
    round: int
    attempts: int
    due_at: float


_ALIVE = chores.c.dead_at.is_(None)
_DUE = chores.select().where(
    chores.c.session_id == bindparam("session"),
    chores.c.name == bindparam("its_name"),
    _ALIVE,
    chores.c.due_at <= bindparam("now"),
)
_KEYS_DUE = (
    sa.select(chores.c.session_id, chores.c.name)
    .where(_ALIVE, chores.c.due_at <= bindparam("now"))
    .order_by(chores.c.due_at)
    .limit(500)
)
_DELETE = chores.delete().where(chores.c.id == bindparam("chore"), chores.c.round == bindparam("round_seen"))
_CHANGED = sa.select(revisions.c.seq, revisions.c.id, sa.func.length(revisions.c.text).label("size")).where(
    revisions.c.session_id == bindparam("session"), revisions.c.id > bindparam("watermark")
).order_by(revisions.c.id).limit(400)  # fmt: skip
_CHANGED_AGAIN = sa.select(revisions.c.seq).where(
    revisions.c.session_id == bindparam("session"),
    revisions.c.id > bindparam("watermark"),
    revisions.c.reason != Reason.ORIGINAL.value,
)
_NEWER = (
    sa.select(revisions.c.id)
    .where(revisions.c.session_id == bindparam("session"), revisions.c.id > bindparam("watermark"))
    .limit(1)
)
_STALE = sa.select(notes.c.entries).where(notes.c.session_id == bindparam("session"), notes.c.stale.is_(True))
_INSERT_NOTE = notes.insert().inline()
_DELETE_NOTE = notes.delete().where(notes.c.session_id == bindparam("session"), notes.c.key == bindparam("its_key"))
_PUT_DIGEST = upsert(digests, "session_id", then=lambda new: {"summary": new.summary, "watermark": new.watermark})
_PUT_WATERMARK = upsert(digests, "session_id", then=lambda new: {"watermark": new.watermark})
_LINES_AMONG = LINES.where(
    entries.c.session_id == bindparam("session"), entries.c.seq.in_(bindparam("seqs", expanding=True))
).order_by(entries.c.seq, revisions.c.id)


def due_chore(c: Connection, session_id: str, name: str, *, now: float) -> Chore | None:
    row = fetch_one(c, _DUE, {"session": session_id, "its_name": name, "now": now})
    if row is None:
        return None
    return Chore(row.id, row.session_id, row.name, row.round, row.attempts, row.due_at)


def due_keys(c: Connection, *, now: float) -> list[str]:
    """`session/name` of chores that are due, a few hundred at once, those due longest first."""
    return [f"{row.session_id}/{row.name}" for row in c.execute(_KEYS_DUE, {"now": now})]


def attempts_of(c: Connection, session_id: str) -> dict[str, int]:
    """Chores of a session that are not done, with the number of attempts; given-up ones too."""
    rows = c.execute(sa.select(chores.c.name, chores.c.attempts).where(chores.c.session_id == session_id))
    return {row.name: row.attempts for row in rows}


def is_there(c: Connection, chore: Chore) -> bool:
    """Whether it still waits, alive or given up; when its session is deleted, so is it."""
    return c.execute(sa.select(chores.c.id).where(chores.c.id == chore.id)).first() is not None


def finish(c: Connection, chore: Chore) -> None:
    """Done, unless it was asked for again meanwhile."""
    execute(c, _DELETE, {"chore": chore.id, "round_seen": chore.round})


def postpone(c: Connection, chore: Chore, *, due_at: float, error: str, counts: bool = True) -> None:
    """Try again at `due_at`; `counts` is false where waiting is nobody's failure (a spent budget)."""
    attempts = chores.c.attempts + (1 if counts else 0)
    c.execute(chores.update().where(chores.c.id == chore.id).values(attempts=attempts, due_at=due_at, error=error))


def hurry(c: Connection, session_id: str, names: Sequence[str], error: str, *, now: float) -> None:
    """Those that were put off for this reason are due at once."""
    waiting = chores.c.name.in_(names) & (chores.c.error == error)
    c.execute(chores.update().where(chores.c.session_id == session_id, waiting).values(due_at=now))


def give_up(c: Connection, chore: Chore, *, now: float, error: str) -> None:
    """Never again, unless it was asked for again meanwhile."""
    c.execute(
        chores.update()
        .where(chores.c.id == chore.id, chores.c.round == chore.round)
        .values(dead_at=now, attempts=chores.c.attempts + 1, error=error)
    )


def changed_entries(c: Connection, session_id: str, watermark: int) -> tuple[tuple[Entry, ...], int]:
    """Entries with words newer than the watermark, as far as one run goes, and the watermark after that run.

    Entries that stale notes rest on come too, so that those notes can be renewed.
    """
    room = CHARACTERS
    seqs: set[int] = set()
    reached = watermark
    for row in fetch_all(c, _CHANGED, {"session": session_id, "watermark": watermark}):
        if seqs and row.size > room:
            break
        room -= row.size
        seqs.add(row.seq)
        reached = row.id
    for row in fetch_all(c, _STALE, {"session": session_id}):
        seqs.update(json.loads(row.entries))
    if not seqs:
        return (), reached
    return entries_of(c.execute(_LINES_AMONG, {"session": session_id, "seqs": sorted(seqs)})), reached


def anything_newer(c: Connection, session_id: str, watermark: int) -> bool:
    """Whether there are words behind the watermark, so that another run has something to look at."""
    return fetch_one(c, _NEWER, {"session": session_id, "watermark": watermark}) is not None


def keep(c: Connection, chore: Chore, result: ChoreResult, *, watermark: int | None, again: bool, now: float) -> None:
    """Write what a chore found into rows of its own; it is done, or comes `again` because there was more to look at."""
    _keep_notes(c, chore.session_id, result, watermark, now)
    if watermark is not None:
        _put_digest(c, chore.session_id, result.summary, watermark)
    if result.finding is not None:
        put_finding(c, chore.session_id, chore.name, result.finding, now=now)
    for name, body in result.findings:
        put_finding(c, chore.session_id, name, body, now=now)
    if not again:
        finish(c, chore)


def _keep_notes(c: Connection, session_id: str, result: ChoreResult, watermark: int | None, now: float) -> None:
    found = {note.key: note for note in result.notes}
    gone = {*result.dropped, *found}
    if gone:
        execute_many(c, _DELETE_NOTE, [{"session": session_id, "its_key": key} for key in sorted(gone)])
    if not found:
        return
    # What was edited or taken back while the chore ran is not what its notes rest on.
    seen = {"session": session_id, "watermark": watermark}
    changed = set() if watermark is None else {row.seq for row in fetch_all(c, _CHANGED_AGAIN, seen)}
    rows = [
        {
            "session_id": session_id,
            "key": note.key,
            "value": note.value,
            "entries": json.dumps(note.entries),
            "stale": not changed.isdisjoint(note.entries),
            "updated_at": now,
        }
        for note in found.values()
    ]
    execute_many(c, _INSERT_NOTE, rows)


def _put_digest(c: Connection, session_id: str, summary: str | None, watermark: int) -> None:
    values = {"session_id": session_id, "summary": summary or "", "watermark": watermark}
    execute(c, _PUT_WATERMARK if summary is None else _PUT_DIGEST, values)
