"""Commits of what a step of the desk decided: one transaction, fenced by the session's revision."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.commits import BeginSession, Commit, ErasePerson, Join, MoveSessions
from core.contracts.errors import Stale
from core.store.claims import PEOPLE, Claim
from core.store.driver import execute, execute_many, fetch_one
from core.store.effect_writers import AFTER_MESSAGES, AFTER_WORDS, BEFORE_WORDS, INSERT_REVISION, Step, write_effects
from core.store.outbox import put_letter
from core.store.rows import entry_values, person_values, revision_values, session_values
from core.store.schema import entries, mailbox, persons, sessions

_FIXED = {"id", "person_id", "kind", "script_digest", "created_at"}
_MUTABLE = tuple(column.name for column in sessions.c if column.name not in _FIXED)
_UPDATE_SESSION = (
    sessions.update()
    .where(sessions.c.id == bindparam("the_session"), sessions.c.revision == bindparam("seen"))
    .values({name: bindparam(name) for name in _MUTABLE})
)
_DONE = (
    mailbox.update()
    .where(mailbox.c.id == bindparam("item"), mailbox.c.done_at.is_(None))
    .values(done_at=bindparam("now"))
)
_INSERT_ENTRY = entries.insert().inline()
_NEWEST = sa.select(sa.func.max(mailbox.c.id).label("newest")).where(
    mailbox.c.person_id == bindparam("person"), mailbox.c.done_at.is_(None)
)


class Arrived(Stale):
    """Something newer came for the person before the commit; nothing was written."""


def commit(c: Connection, change: Commit, *, now: float, claim: Claim | None = None) -> None:
    """Write a change; `claim`: of the process that goes on. Raises Stale (or Arrived) when it is outdated."""
    if change.expect_quiet is not None and newest_mail(c, change.person_id) > change.expect_quiet:
        raise Arrived("Something new came before the commit.")
    if change.person is not None:
        values = person_values(change.person)
        c.execute(persons.update().where(persons.c.id == values.pop("id")), values)
    for item in change.done:
        if execute(c, _DONE, {"item": item, "now": now}) != 1:
            raise Stale("The mailbox item was handled by somebody else.")
    step = Step(change=change, now=now, claim=claim)
    write_effects(c, step, BEFORE_WORDS)
    if change.session is not None and not change.has(BeginSession):
        session = change.session
        for moved in change.of(MoveSessions):
            session = session.model_copy(update={"address": moved.address})
        row = session_values(session) | {"due_at": change.due_at}
        seen = row["revision"]
        wanted = {name: row[name] for name in _MUTABLE}
        wanted |= {"revision": seen + 1, "the_session": session.id, "seen": seen}
        if execute(c, _UPDATE_SESSION, wanted) != 1:
            raise Stale("The session has changed in the meantime.")
    if change.entries:
        session_id = change.session_id
        execute_many(c, _INSERT_ENTRY, [entry_values(session_id, e) for e in change.entries])
        execute_many(
            c, INSERT_REVISION, [revision_values(session_id, e.seq, r) for e in change.entries for r in e.revisions]
        )
    write_effects(c, step, AFTER_WORDS)
    for letter in change.letters:
        put_letter(c, letter, now=now, claim=claim)
    write_effects(c, step, AFTER_MESSAGES)


def commit_step(c: Connection, change: Commit, claim: Claim) -> bool:
    """Write a change for the process that serves the person; return whether their mailbox has more.

    Raises Stale also where another process serves them.
    """
    commit(c, change, now=claim.now, claim=claim)
    # Asked here, where it costs one statement; a look of its own would be a hop to the reader and back.
    left = newest_mail(c, change.person_id) > 0
    keep = PEOPLE.renew if left else PEOPLE.release
    if not (keep(c, claim, change.person_id) or change.has(ErasePerson, Join)):
        raise Stale("Another process serves the person now.")
    return left


def newest_mail(c: Connection, person_id: str) -> int:
    """Return the id of the newest item that waits for a person; 0 when none does."""
    return fetch_one(c, _NEWEST, {"person": person_id}).newest or 0
