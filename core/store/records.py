"""Sessions whole: for documents, exports, imports and the operator's lists."""

from __future__ import annotations

from itertools import groupby

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.errors import BadImport, NotFound
from core.contracts.script import ScriptSet
from core.contracts.session import ENDED, Person, Record, Session
from core.store.chore_rows import unjudged_answers
from core.store.driver import fetch_all, insert_new, row_exists
from core.store.finding_rows import findings_of
from core.store.mailbox_rows import LINES, OWNED_LINES, load_digest, script_set, session_with_person
from core.store.rows import (
    entries_of,
    entry_values,
    note_values,
    person_values,
    revision_values,
    session_of,
    session_values,
)
from core.store.schema import (
    addresses,
    calls,
    digests,
    entries,
    findings,
    notes,
    persons,
    recordings,
    revisions,
    scripts,
    sessions,
)

_LINES = LINES.where(entries.c.session_id == bindparam("session"))
_NOTES = notes.select().where(notes.c.session_id == bindparam("session")).order_by(notes.c.key)


def load_record(c: Connection, session_id: str, *, entries_needed: bool = True) -> tuple[Record, ScriptSet]:
    """Return a session with every word of it, and the script it is bound to. Raises NotFound."""
    held = session_with_person(c, session_id)
    if held is None:
        raise NotFound(f"There is no session {session_id!r}; `raconteur sessions` lists them.")
    session, person = held
    found = script_set(c, session.script_digest)
    if found is None:
        raise NotFound(f"The script of session {session_id!r} is missing from the database.")
    whole = Record.model_construct(
        person=person,
        session=session,
        entries=entries_of(fetch_all(c, _LINES, {"session": session_id})) if entries_needed else (),
        digest=load_digest(c, session_id, _NOTES),
        findings=findings_of(c, session_id),
    )
    return whole, found


def record_for_others(c: Connection, session_id: str) -> tuple[Record, ScriptSet]:
    """Return a session for others: words that the books have yet to read are kept back, and all of an answer of which
    a passage is. Raises NotFound."""
    whole, found = load_record(c, session_id)
    return whole.without_parts().keeping_back(unjudged_answers(c, session_id)), found


def costs_of(c: Connection, sessions_wanted: list[str]) -> dict[str, int]:
    """Return the cost of the sessions' model calls, in millionths; those without any are left out."""
    rows = c.execute(
        sa.select(calls.c.session_id, sa.cast(sa.func.sum(calls.c.cost_micros), sa.BigInteger).label("cost"))
        .where(calls.c.session_id.in_(sessions_wanted))
        .group_by(calls.c.session_id)
    )
    return {row.session_id: row.cost for row in rows}


def session_ids(c: Connection, person_id: str | None = None) -> tuple[str, ...]:
    """Return all sessions, or all of a person, the one begun first first."""
    found = sa.select(sessions.c.id).order_by(sessions.c.created_at, sessions.c.id)
    return tuple(c.execute(found if person_id is None else found.where(sessions.c.person_id == person_id)).scalars())


def audio_of(c: Connection, person_id: str) -> dict[str, float]:
    """Return by file name when each recording of a person came, oldest first; also those that became no answer."""
    found = sa.select(recordings.c.audio, recordings.c.created_at).where(
        recordings.c.person_id == person_id, recordings.c.audio != ""
    )
    return {row.audio: row.created_at for row in c.execute(found.order_by(recordings.c.id))}


def put_record(c: Connection, whole: Record, script: ScriptSet) -> None:
    """Write an imported session. Raises BadImport when a session of that id is here already.

    The database counts revisions over all sessions, so they are numbered anew, and the watermark is moved with them.
    """
    session = whole.session
    if row_exists(c, sessions, sessions.c.id == session.id):
        raise BadImport(f"Session {session.id} is in this database already; nothing was imported.")
    if script.digest != session.script_digest:
        raise BadImport("The script in the file is not the one that the session was held with.")
    if len({note.key for note in whole.digest.notes}) < len(whole.digest.notes):
        raise BadImport("Two notes in the file have the same key.")
    # What waits for them to agree is in the mailbox of another database.
    person = whole.person.model_copy(update={"awaits": None, "mending": None})
    c.execute(insert_new(persons, "id"), person_values(person))
    where = {"platform": session.address.platform, "chat": session.address.chat}
    c.execute(insert_new(addresses, "platform", "chat"), {**where, "person_id": person.id, "sender_name": ""})
    keep_scripts(c, script)
    # The family around it is in another database, too.
    c.execute(sessions.insert(), session_values(session.model_copy(update={"family_id": None})))
    if whole.entries:
        c.execute(entries.insert(), [entry_values(session.id, e) for e in whole.entries])
    watermark = 0
    lines = [(entry.seq, revision) for entry in whole.entries for revision in entry.revisions]
    for seq, revision in sorted(lines, key=lambda pair: pair[1].number):
        values = revision_values(session.id, seq, revision)
        number = c.execute(revisions.insert().returning(revisions.c.id), values).scalar_one()
        if revision.number <= whole.digest.watermark:
            watermark = number
    at = session.touched_at.timestamp()
    if whole.digest.summary or watermark:
        known = {"session_id": session.id, "summary": whole.digest.summary, "watermark": watermark}
        c.execute(digests.insert(), known)
    for note in whole.digest.notes:
        c.execute(notes.insert(), note_values(session.id, note, at))
    for name, body in whole.findings.items():
        c.execute(findings.insert(), {"session_id": session.id, "name": name, "body": body, "at": at})


def keep_scripts(c: Connection, script: ScriptSet) -> None:
    """Keep a script that is not known yet."""
    c.execute(insert_new(scripts, "digest"), {"digest": script.digest, "body": script.model_dump_json()})


MOST = 5
"""Interviews that are looked at, the newest ones: each turn reads them."""
_OVER = (
    sessions.select()
    .where(
        sessions.c.person_id == bindparam("person"),
        sessions.c.kind == bindparam("its_kind"),
        sa.or_(*(sessions.c.status == each.value for each in sorted(ENDED))),
        sessions.c.id != bindparam("but"),
        sessions.c.created_at > bindparam("since"),
    )
    .order_by(sessions.c.created_at.desc(), sessions.c.id)
    .limit(MOST)
)


def earlier_interviews(c: Connection, person: Person, kind: str, *, but: str = "") -> tuple[Record, ...]:
    """Return the newest ones with their entries, the one begun first first; without those that are to be forgotten.

    `but`: the id of a session to leave out.
    """
    since = 0.0 if person.forgotten_before is None else person.forgotten_before.timestamp()
    rows = fetch_all(c, _OVER, {"person": person.id, "its_kind": kind, "but": but, "since": since})
    found = [session_of(row) for row in reversed(rows)]
    lines = c.execute(OWNED_LINES.where(entries.c.session_id.in_([each.id for each in found]))) if found else ()
    told = {owner: entries_of(list(group)) for owner, group in groupby(lines, key=lambda row: row.owner)}
    return tuple(Record(person=person, session=each, entries=told.get(each.id, ())) for each in found)


def earlier_wholes(c: Connection, person: Person, session: Session) -> tuple[Record, ...]:
    """Return the person's other ones of the same kind, with all that was found in them."""
    others = earlier_interviews(c, person, session.kind, but=session.id)
    return tuple(load_record(c, each.session.id)[0] for each in others)
