"""Background work: the chores that wait, the words that they look at, and their findings."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.chore import ChoreResult
from core.contracts.errors import Stale
from core.contracts.session import Entry, Reason, Role
from core.store.claims import CHORES, Claim, claim_values, is_claimable
from core.store.driver import execute_many, execute_pipelined, fetch_all, fetch_one, upsert
from core.store.finding_rows import put_finding
from core.store.kept_rows import keep_back
from core.store.mailbox_rows import LINES
from core.store.rows import entries_of, from_row, note_values
from core.store.schema import chores, digests, entries, findings, notes, revisions

BOOKS = "books"
"""The chore that reads what a turn of a model has not."""
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
    error: str | None = None
    """Of the last try, or what it waits for."""
    waiting_since: float | None = None
    claimed_by: str | None = None
    claimed_until: float | None = None

    def waits_since(self, reasons: Collection[str], now: float) -> float:
        """Return since when it has been put off for one of these reasons."""
        return now if self.error not in reasons or self.waiting_since is None else self.waiting_since


_ALIVE = chores.c.dead_at.is_(None)
_DUE = chores.select().where(
    chores.c.session_id == bindparam("session"),
    chores.c.name == bindparam("its_name"),
    _ALIVE,
    chores.c.due_at <= bindparam("now"),
)
_KEYS_DUE = (
    sa.select(chores.c.session_id, chores.c.name)
    .where(_ALIVE, chores.c.due_at <= bindparam("now"), is_claimable(chores))
    .order_by(chores.c.due_at)
    .limit(500)
)
_HELD = sa.select(chores.c.id).where(
    chores.c.id == bindparam("chore"), chores.c.claimed_by.is_not_distinct_from(bindparam("owner"))
)
_DELETE = chores.delete().where(chores.c.id == bindparam("chore"), chores.c.round == bindparam("round_seen"))
_AFTER = (revisions.c.session_id == bindparam("session")) & (revisions.c.id > bindparam("watermark"))
_CHANGED = (
    sa.select(revisions.c.seq, revisions.c.id, sa.func.length(revisions.c.text).label("size"))
    .where(_AFTER)
    .order_by(revisions.c.id)
    .limit(400)
)
_CHANGED_AGAIN = sa.select(revisions.c.seq).where(_AFTER, revisions.c.reason != Reason.ORIGINAL.value)
_NEWER = sa.select(revisions.c.id).where(_AFTER).limit(1)
_WATERMARK = sa.select(digests.c.watermark).where(digests.c.session_id == bindparam("session"))
_UNREAD = (
    sa.select(revisions.c.seq)
    .join(entries, sa.and_(entries.c.session_id == revisions.c.session_id, entries.c.seq == revisions.c.seq))
    .where(_AFTER, revisions.c.withdrawn.is_(False), entries.c.role == Role.PERSON.value)
)
_FOUND = sa.select(findings.c.session_id).where(
    findings.c.session_id == bindparam("session"), findings.c.name == BOOKS, findings.c.body != ""
)
_NAMED = sa.select(chores.c.dead_at).where(
    chores.c.session_id == bindparam("session"), chores.c.name == bindparam("its_name")
)
_NEWEST_REVISION = sa.select(sa.func.max(revisions.c.id).label("id")).where(
    revisions.c.session_id == bindparam("session")
)
_STALE = sa.select(notes.c.entries).where(notes.c.session_id == bindparam("session"), notes.c.stale.is_(True))
_INSERT_NOTE = notes.insert().inline()
_DELETE_NOTE = notes.delete().where(notes.c.session_id == bindparam("session"), notes.c.key == bindparam("its_key"))
_PUT_CHORE = upsert(
    chores,
    "session_id",
    "name",
    then=lambda new: {"round": chores.c.round + 1, "due_at": new.due_at, "attempts": 0, "dead_at": None, "error": None},
)
_PUT_DIGEST = upsert(digests, "session_id", then=lambda new: {"summary": new.summary, "watermark": new.watermark})
_PUT_WATERMARK = upsert(digests, "session_id", then=lambda new: {"watermark": new.watermark})
_LINES_AT = LINES.where(entries.c.session_id == bindparam("session"), entries.c.seq == bindparam("seq"))


def ask_for_chore(c: Connection, session_id: str, name: str, *, due_at: float, claim: Claim | None = None) -> None:
    """Have a chore due at `due_at`, also one that waits or runs already. `claim`: for a new one."""
    values = {"session_id": session_id, "name": name, "round": 1, "due_at": due_at, "attempts": 0}
    execute_pipelined(c, _PUT_CHORE, values | claim_values(claim))


def due_chore(c: Connection, session_id: str, name: str, *, now: float) -> Chore | None:
    row = fetch_one(c, _DUE, {"session": session_id, "its_name": name, "now": now})
    return None if row is None else from_row(Chore, row)


def take_chore(c: Connection, session_id: str, name: str, claim: Claim) -> Chore | None:
    """Return a chore that is due, claimed; None where there is none, or another process does it."""
    return due_chore(c, session_id, name, now=claim.now) if CHORES.take(c, claim, session_id, name) else None


def due_keys(c: Connection, claim: Claim) -> list[str]:
    """Return `session/name` of chores that are due and may be taken, a few hundred, those due longest first."""
    return [f"{row.session_id}/{row.name}" for row in fetch_all(c, _KEYS_DUE, {"owner": claim.owner, "now": claim.now})]


def attempts_of(c: Connection, session_id: str) -> dict[str, int]:
    """Return the chores of a session that are not done, with their attempts; given-up ones too."""
    rows = c.execute(sa.select(chores.c.name, chores.c.attempts).where(chores.c.session_id == session_id))
    return {row.name: row.attempts for row in rows}


def is_held(c: Connection, chore: Chore) -> bool:
    """Return whether a chore is still there, and no other process has taken it; it goes with its session."""
    return fetch_one(c, _HELD, {"chore": chore.id, "owner": chore.claimed_by}) is not None


def check_chore_held(c: Connection, chore: Chore) -> None:
    """Raise Stale where nothing that came of a chore may be written any more."""
    if not is_held(c, chore):
        raise Stale("The chore is gone, or another process does it.")


def finish(c: Connection, chore: Chore) -> None:
    """Take a chore away, unless it was asked for again meanwhile. Raises Stale."""
    check_chore_held(c, chore)
    execute_pipelined(c, _DELETE, {"chore": chore.id, "round_seen": chore.round})


def postpone_chore(c: Connection, chore: Chore, *, due_at: float, error: str) -> None:
    """Have a chore that failed tried again at `due_at`. Raises Stale."""
    _put_off(c, chore, due_at=due_at, error=error, attempts=chores.c.attempts + 1)


def defer_chore(c: Connection, chore: Chore, *, due_at: float, reason: str, since: float) -> None:
    """Look again at `due_at`; that it has waited `since` then is nobody's failure. Raises Stale."""
    _put_off(c, chore, due_at=due_at, error=reason, waiting_since=since)


def _put_off(c: Connection, chore: Chore, **values: object) -> None:
    check_chore_held(c, chore)
    c.execute(chores.update().where(chores.c.id == chore.id).values(**values))


def make_chores_due(c: Connection, session_id: str, names: Sequence[str], error: str, *, now: float) -> None:
    """Make chores due at once that were put off for this reason."""
    waiting = chores.c.name.in_(names) & (chores.c.error == error)
    c.execute(chores.update().where(chores.c.session_id == session_id, waiting).values(due_at=now))


def give_up_chore(c: Connection, chore: Chore, *, now: float, error: str) -> None:
    """Give a chore up, unless it was asked for again meanwhile. Raises Stale."""
    check_chore_held(c, chore)
    c.execute(
        chores.update()
        .where(chores.c.id == chore.id, chores.c.round == chore.round)
        .values(dead_at=now, attempts=chores.c.attempts + 1, error=error)
    )


def changed_entries(c: Connection, session_id: str, watermark: int) -> tuple[tuple[Entry, ...], int]:
    """Return entries newer than the watermark or under stale notes, enough for one run, and the watermark after it."""
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
    lines = (fetch_all(c, _LINES_AT, {"session": session_id, "seq": seq}) for seq in sorted(seqs))
    return entries_of(row for each in lines for row in each), reached


def has_newer_entries(c: Connection, session_id: str, watermark: int) -> bool:
    """Return whether there are words behind the watermark for another run to look at."""
    return fetch_one(c, _NEWER, {"session": session_id, "watermark": watermark}) is not None


def unread_answers(c: Connection, session_id: str) -> frozenset[int]:
    """Return the `seq` of the person's messages whose newest wording the books have not read."""
    row = fetch_one(c, _WATERMARK, {"session": session_id})
    found = fetch_all(c, _UNREAD, {"session": session_id, "watermark": 0 if row is None else row.watermark})
    return frozenset(each.seq for each in found)


def has_unsettled_words(c: Connection, session_id: str) -> bool:
    """Return whether the books have not read everything, or nobody has acted on what they found yet."""
    return bool(unread_answers(c, session_id)) or fetch_one(c, _FOUND, {"session": session_id}) is not None


def awaits_books(c: Connection, session_id: str) -> bool:
    """Return whether the books will try to read something of a session, or what they found is to be acted on."""
    row = fetch_one(c, _NAMED, {"session": session_id, "its_name": BOOKS})
    return (row is not None and row.dead_at is None) or fetch_one(c, _FOUND, {"session": session_id}) is not None


def unjudged_answers(c: Connection, session_id: str) -> frozenset[int]:
    """Return the `seq` of the person's messages that the books were to read and have not; none without a model."""
    asked_for = fetch_one(c, _NAMED, {"session": session_id, "its_name": BOOKS}) is not None
    return unread_answers(c, session_id) if asked_for else frozenset()


def save_learned_notes(c: Connection, session_id: str, result: ChoreResult, *, caught_up: bool, now: float) -> None:
    """Keep notes that came with a turn. `caught_up`: before it there was nothing left to read, so there is none now."""
    _keep_notes(c, session_id, result, None, now)
    row = fetch_one(c, _WATERMARK, {"session": session_id})
    watermark = 0 if row is None else row.watermark
    if caught_up:
        newest = fetch_one(c, _NEWEST_REVISION, {"session": session_id})
        watermark = watermark if newest is None or newest.id is None else newest.id
    values = {"session_id": session_id, "summary": result.summary or "", "watermark": watermark}
    execute_pipelined(c, _PUT_WATERMARK if result.summary is None else _PUT_DIGEST, values)


def save_chore_result(
    c: Connection, chore: Chore, result: ChoreResult, *, watermark: int | None, again: bool, now: float
) -> None:
    """Write what a chore found; it is done, or comes `again` because there was more to look at. Raises Stale."""
    check_chore_held(c, chore)
    _keep_notes(c, chore.session_id, result, watermark, now)
    if watermark is not None:
        values = {"session_id": chore.session_id, "summary": result.summary or "", "watermark": watermark}
        execute_pipelined(c, _PUT_WATERMARK if result.summary is None else _PUT_DIGEST, values)
    # With the watermark: nothing is read before it is kept back.
    for part in result.kept_back:
        keep_back(c, chore.session_id, part.seq, part.passages)
    if result.finding is not None:
        put_finding(c, chore.session_id, chore.name, result.finding, now=now)
    for name, body in result.findings:
        put_finding(c, chore.session_id, name, body, now=now)
    if not again:
        execute_pipelined(c, _DELETE, {"chore": chore.id, "round_seen": chore.round})


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
        note_values(session_id, note, now) | {"stale": not changed.isdisjoint(note.entries)} for note in found.values()
    ]
    execute_many(c, _INSERT_NOTE, rows)
