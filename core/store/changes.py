"""Commits of what a step of the desk decided: one transaction, fenced by the session's revision."""

from __future__ import annotations

import json

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.commits import Commit, ErasePerson, Join, Mark, MoveSessions
from core.contracts.errors import Stale
from core.store.claims import PEOPLE, Claim
from core.store.driver import execute, execute_many, fetch_all, fetch_one
from core.store.effect_writers import AFTER_MESSAGES, AFTER_WORDS, BEFORE_WORDS, Step, write_effects
from core.store.family_steps import requeue_questions
from core.store.kept_rows import keep_back, release
from core.store.outbox import put_letter
from core.store.page_rows import mark_line_sounded
from core.store.photo_rows import drop_photos
from core.store.records import keep_scripts
from core.store.rows import entry_values, person_values, revision_values, session_values
from core.store.schema import entries, mailbox, notes, persons, revisions, sessions
from core.store.study_rows import assign_to_studies

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
_INSERT_REVISION = revisions.insert().inline()
_INSERT_ENTRY = entries.insert().inline()
_STALE_NOTES = sa.select(notes.c.key, notes.c.entries).where(
    notes.c.session_id == bindparam("session"), notes.c.stale.is_(False)
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
    if change.session is not None:
        session = change.session
        for moved in change.of(MoveSessions):
            session = session.model_copy(update={"address": moved.address})
        row = session_values(session) | {"due_at": change.due_at}
        if change.scripts is not None:
            keep_scripts(c, change.scripts)
            c.execute(sessions.insert(), row | {"revision": 1})
            assign_to_studies(c, session, now=now)
        else:
            seen = row["revision"]
            wanted = {name: row[name] for name in _MUTABLE}
            wanted |= {"revision": seen + 1, "the_session": session.id, "seen": seen}
            if execute(c, _UPDATE_SESSION, wanted) != 1:
                raise Stale("The session changed meanwhile.")
    _write_words(c, change)
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


def _write_words(c: Connection, change: Commit) -> None:
    session_id = change.session.id if change.session is not None else change.revised
    if session_id is None:
        return
    if change.entries:
        execute_many(c, _INSERT_ENTRY, [entry_values(session_id, e) for e in change.entries])
        for entry in change.entries:
            if entry.audio and entry.ref and change.session is not None:
                # The page shows that its recording is kept.
                mark_line_sounded(c, change.session.address, entry.ref)
    added = [revision_values(session_id, e.seq, r) for e in change.entries for r in e.revisions]
    added += [revision_values(session_id, seq, revision) for seq, revision in change.revisions]
    if added:
        execute_many(c, _INSERT_REVISION, added)
    if change.revisions:
        mark_stale(c, session_id, {seq for seq, _ in change.revisions})
        withdrawn = {seq for seq, each in change.revisions if each.withdrawn}
        drop_photos(c, session_id, withdrawn)
        if change.session is not None and change.session.family_id is not None:
            requeue_questions(c, session_id, withdrawn)
    for mark in change.marks:
        _write_mark(c, session_id, mark)


def _write_mark(c: Connection, session_id: str, mark: Mark) -> None:
    values: dict[str, object] = {}
    if mark.asides is not None:
        values["asides"] = json.dumps(mark.asides, ensure_ascii=False)
    if mark.kept_back:
        keep_back(c, session_id, mark.seq, mark.kept_passages)
    elif mark.kept_back is not None:
        release(c, session_id, mark.seq)
    for name in ("question_id", "set_aside"):
        if (value := getattr(mark, name)) is not None:
            values[name] = value
    if values:
        c.execute(entries.update().where(entries.c.session_id == session_id, entries.c.seq == mark.seq), values)


def mark_stale(c: Connection, session_id: str, changed: set[int]) -> None:
    """Mark notes that rest on changed words, which are not used until they are renewed."""
    for row in fetch_all(c, _STALE_NOTES, {"session": session_id}):
        if changed.intersection(json.loads(row.entries)):
            c.execute(notes.update().where(notes.c.session_id == session_id, notes.c.key == row.key).values(stale=True))


_NEWEST = sa.select(sa.func.max(mailbox.c.id).label("newest")).where(
    mailbox.c.person_id == bindparam("person"), mailbox.c.done_at.is_(None)
)


def newest_mail(c: Connection, person_id: str) -> int:
    """Return the id of the newest item that waits for a person; 0 when none does."""
    return fetch_one(c, _NEWEST, {"person": person_id}).newest or 0
