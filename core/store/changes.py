"""Committing what a step of the desk decided: one transaction, fenced by the session's revision."""

from __future__ import annotations

import json

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.commits import Commit, Mark, OutboxMessage
from core.contracts.errors import Stale, Unreachable
from core.contracts.messages import SOUND, SOUND_NAME, Say, SendDocument, SendVoice
from core.contracts.session import Session
from core.store.announcement_rows import take_announce_step
from core.store.arrivals import set_reachable, set_silent
from core.store.book_rows import take_book_step
from core.store.chore_rows import BOOKS, save_learned_notes, unread_answers
from core.store.claims import PEOPLE, Claim, claim_values
from core.store.codec import dump_saying
from core.store.consents import blank_mail, keep_consent
from core.store.driver import execute, execute_many, execute_pipelined, fetch_all, insert_new, row_exists, upsert
from core.store.erasing import erase_person, erase_session
from core.store.family_steps import requeue_questions, take_family_step
from core.store.finding_rows import drop_finding, put_finding
from core.store.links import decline_link, put_link_code
from core.store.mail_rows import newest_mail
from core.store.outbox import drop_letters
from core.store.page_rows import mark_line_sounded
from core.store.person_merge import join_people, move_sessions
from core.store.photo_rows import bind_photo, drop_photos
from core.store.recording_rows import bind_recording
from core.store.records import keep_scripts
from core.store.rows import entry_values, person_values, revision_values, session_values
from core.store.run_steps import take_step
from core.store.schema import (
    chores,
    documents,
    entries,
    mailbox,
    notes,
    occurrences,
    outbox,
    persons,
    revisions,
    sessions,
)
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
_INSERT_OCCURRENCE = occurrences.insert().inline()
_PAUSE_OTHERS = (
    sessions.update()
    .where(
        sessions.c.person_id == bindparam("person"),
        sessions.c.status == "active",
        sessions.c.id != bindparam("but"),
    )
    .values(status="paused", revision=sessions.c.revision + 1, due_at=bindparam("look_at"))
)
_STALE_NOTES = sa.select(notes.c.key, notes.c.entries).where(
    notes.c.session_id == bindparam("session"), notes.c.stale.is_(False)
)
_PUT_LETTER = insert_new(outbox, "key")
_PUT_CHORE = upsert(
    chores,
    "session_id",
    "name",
    then=lambda new: {
        "round": chores.c.round + 1,
        "due_at": new.due_at,
        "attempts": 0,
        "dead_at": None,
        "error": None,
    },
)


class Arrived(Stale):
    """Something newer came for the person before the commit; nothing was written."""


def commit(c: Connection, change: Commit, *, now: float, claim: Claim | None = None) -> None:
    """Write a change; `claim`: of who does what is next. Raises Stale (or Arrived) when it rests on what is over."""
    if change.expect_quiet is not None and newest_mail(c, change.person_id) > change.expect_quiet:
        raise Arrived("Something new came before the commit.")
    _write_person(c, change, now)
    _finish_items(c, change, now)
    if change.erase_session is not None:
        erase_session(c, change.erase_session)
    if change.erase_person:
        erase_person(c, change.person_id)
    _write_links(c, change, now)
    if change.session is not None:
        _write_session(c, change, change.session, now)
    caught_up = change.learned is not None and change.session is not None and not unread_answers(c, change.session.id)
    _write_words(c, change)
    if change.learned is not None and change.session is not None:
        save_learned_notes(c, change.session.id, change.learned, caught_up=caught_up, now=now)
        if not caught_up:
            ask_for_chore(c, change.session.id, BOOKS, due_at=now, claim=claim)
    for bound in change.bound:
        bind_recording(c, *bound)
    _take_steps(c, change, now)
    _write_photos(c, change)
    for letter in change.letters:
        put_letter(c, letter, now=now, claim=claim)
    if change.session is not None:
        _write_beside(c, change, change.session.id, now, claim)
    elif change.revised is not None:
        for name in change.chores:
            ask_for_chore(c, change.revised, name, due_at=now, claim=claim)
    if change.unreachable is not None:
        set_reachable(c, change.unreachable, unreachable_at=now)
        drop_letters(c, change.unreachable, now=now, error=Unreachable.code)


def commit_step(c: Connection, change: Commit, claim: Claim) -> bool:
    """The same for who serves the person; whether their mailbox has more. Raises Stale also where that is another."""
    commit(c, change, now=claim.now, claim=claim)
    # Asked here, where it costs one statement; a look of its own would be a hop to the reader and back.
    left = newest_mail(c, change.person_id) > 0
    keep = PEOPLE.renew if left else PEOPLE.release
    if not (keep(c, claim, change.person_id) or change.erase_person or change.join is not None):
        raise Stale("Another process serves the person now.")
    return left


def _take_steps(c: Connection, change: Commit, now: float) -> None:
    for step in change.runs:
        take_step(c, step, change.person_id, now=now)
    if change.book is not None:
        take_book_step(c, change.book)
    if change.announce is not None:
        take_announce_step(c, change.announce, change.person_id, now=now)
    for each in change.family:
        take_family_step(c, each, change.person_id, now=now)


def _write_links(c: Connection, change: Commit, now: float) -> None:
    """What becomes of the chats of a person."""
    if change.code is not None:
        put_link_code(c, change.person_id, change.code.address, change.code.digest, now=now)
    if change.not_joined is not None:
        decline_link(c, change.not_joined)
    if change.join is not None:
        join_people(c, change.join, change.person_id, now=now, look_at=change.others_due_at)
    if change.moves_to is not None:
        move_sessions(c, change.person_id, change.moves_to, but="" if change.session is None else change.session.id)


def _write_beside(c: Connection, change: Commit, session_id: str, now: float, claim: Claim | None) -> None:
    """What belongs to a session beside its words."""
    for name in change.chores:
        ask_for_chore(c, session_id, name, due_at=now, claim=claim)
    for name, body in change.findings:
        if body:
            put_finding(c, session_id, name, body, now=now)
        else:
            drop_finding(c, session_id, name)
    if change.log:
        rows = [{"session_id": session_id, "name": o.name, "detail": o.detail, "at": now} for o in change.log]
        execute_many(c, _INSERT_OCCURRENCE, rows)


def _write_person(c: Connection, change: Commit, now: float) -> None:
    if change.person is not None:
        values = person_values(change.person)
        c.execute(persons.update().where(persons.c.id == values.pop("id")), values)
    if change.consent is not None:
        keep_consent(c, change.person_id, change.consent, now=now)
    if change.heard_again is not None:
        set_silent(c, change.heard_again, silent=False)
    if change.blanked:
        blank_mail(c, change.person_id, change.blanked)


def _finish_items(c: Connection, change: Commit, now: float) -> None:
    for item in change.done:
        if execute(c, _DONE, {"item": item, "now": now}) != 1:
            raise Stale("The mailbox item was handled by somebody else.")


def _write_session(c: Connection, change: Commit, session: Session, now: float) -> None:
    if change.moves_to is not None:
        session = session.model_copy(update={"address": change.moves_to})
    values = session_values(session) | {"due_at": change.due_at}
    if change.scripts is not None:
        keep_scripts(c, change.scripts)
        values["revision"] = 1
        c.execute(sessions.insert(), values)
        assign_to_studies(c, session, now=now)
    else:
        seen = values["revision"]
        wanted = {name: values[name] for name in _MUTABLE}
        wanted |= {"revision": seen + 1, "the_session": session.id, "seen": seen}
        if execute(c, _UPDATE_SESSION, wanted) != 1:
            raise Stale("The session changed meanwhile.")
    if change.pause_others:
        others = {"person": change.person_id, "but": session.id, "look_at": change.others_due_at}
        execute_pipelined(c, _PAUSE_OTHERS, others)


def _write_words(c: Connection, change: Commit) -> None:
    session_id = change.session.id if change.session is not None else change.revised
    if session_id is None:
        return
    if change.entries:
        execute_many(c, _INSERT_ENTRY, [entry_values(session_id, e) for e in change.entries])
    for entry in change.entries:
        if entry.audio and entry.ref and change.session is not None:
            mark_line_sounded(c, change.session.address, entry.ref)
    added = [revision_values(session_id, e.seq, r) for e in change.entries for r in e.revisions]
    added += [revision_values(session_id, seq, revision) for seq, revision in change.revisions]
    if added:
        execute_many(c, _INSERT_REVISION, added)
    if change.revisions:
        mark_stale(c, session_id, {seq for seq, _ in change.revisions})
    for mark in change.marks:
        _put_mark(c, session_id, mark)


def _write_photos(c: Connection, change: Commit) -> None:
    """Which answers photographs have become; of those that are taken back none is kept."""
    for pictured in change.pictured:
        bind_photo(c, *pictured)
    session_id = change.session.id if change.session is not None else change.revised
    if session_id is not None:
        taken_back = {seq for seq, revision in change.revisions if revision.withdrawn}
        drop_photos(c, session_id, taken_back)
        if change.session is not None and change.session.family_id is not None:
            requeue_questions(c, session_id, taken_back)


def _put_mark(c: Connection, session_id: str, mark: Mark) -> None:
    values: dict[str, object] = {}
    if mark.asides is not None:
        values["asides"] = json.dumps(mark.asides, ensure_ascii=False)
    if mark.question_id is not None:
        values["question_id"] = mark.question_id
    if mark.kept_back is not None:
        values["kept_back"] = mark.kept_back
    if mark.set_aside is not None:
        values["set_aside"] = mark.set_aside
    if values:
        c.execute(entries.update().where(entries.c.session_id == session_id, entries.c.seq == mark.seq), values)


def mark_stale(c: Connection, session_id: str, changed: set[int]) -> None:
    """Notes that rest on changed words are not used until they are renewed."""
    for row in fetch_all(c, _STALE_NOTES, {"session": session_id}):
        if changed.intersection(json.loads(row.entries)):
            c.execute(notes.update().where(notes.c.session_id == session_id, notes.c.key == row.key).values(stale=True))


def put_letter(c: Connection, letter: OutboxMessage, *, now: float, claim: Claim | None = None) -> None:
    """Into the outbox, with its document; a key that is known changes nothing. `claim`: of whoever will send it."""
    document_id: int | None = None
    if not isinstance(letter.saying, Say):
        if row_exists(c, outbox, outbox.c.key == letter.key):
            return
        document_id = _put_file(c, letter.saying, letter.session_id, now)
    execute(
        c,
        _PUT_LETTER,
        {
            "key": letter.key,
            "platform": letter.address.platform,
            "chat": letter.address.chat,
            "language": letter.language,
            "session_id": letter.session_id,
            "seq": letter.seq,
            "payload": dump_saying(letter.saying),
            "document_id": document_id,
            "created_at": now,
            "attempts": 0,
            "forget": letter.forget,
            **claim_values(claim),
        },
    )


def _put_file(c: Connection, saying: SendDocument | SendVoice, session_id: str | None, now: float) -> int:
    document = saying if isinstance(saying, SendDocument) else None
    values = {
        "session_id": session_id,
        "name": SOUND_NAME if document is None else document.name,
        "media_type": SOUND if document is None else document.media_type,
        "body": saying.body,
        "created_at": now,
    }
    row: int = c.execute(documents.insert().returning(documents.c.id), values).scalar_one()
    return row


def ask_for_chore(c: Connection, session_id: str, name: str, *, due_at: float, claim: Claim | None = None) -> None:
    """Due at `due_at`, also one that waits already; one that runs will run once more. `claim`: for a new one."""
    values = {"session_id": session_id, "name": name, "round": 1, "due_at": due_at, "attempts": 0}
    execute_pipelined(c, _PUT_CHORE, values | claim_values(claim))
