"""Deleting what somebody has told, with every copy of it in the tables.

Most tables hang on a person or a session and go with it; what hangs on neither is looked for here. What stays is a
count, and how far a chat had come.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.contracts.session import Awaited
from core.store.call_rows import forget_calls
from core.store.codec import stored_position
from core.store.driver import execute_pipelined, is_in_chat, row_exists, upsert
from core.store.family_steps import delete_family_invites, forget_shared, forget_unopened
from core.store.feature_hooks import Erased, registered_hooks
from core.store.recording_rows import erase_recordings
from core.store.schema import (
    addresses,
    documents,
    entries,
    last_seen,
    mailbox,
    outbox,
    persons,
    sessions,
    shown,
    tallies,
)

PEOPLE = "deleted-people"
SESSIONS = "deleted-sessions"
"""Names in `tallies`."""
CHUNK = 500
"""Rows that one statement names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    interviews: int
    answers: int
    more: tuple[tuple[str, int], ...] = ()
    """What features keep: the message that says so, and how many."""


def person_holdings(c: Connection, person_id: str) -> Holdings:
    """Count what there is to delete of a person."""
    found = c.execute(sa.select(sessions.c.counters).where(sessions.c.person_id == person_id)).scalars().all()
    answers = sum(json.loads(counters).get("answers", 0) for counters in found)
    more = ((each.count_message, each.count(c, person_id)) for each in registered_hooks() if each.count is not None)
    return Holdings(interviews=len(found), answers=answers, more=tuple(pair for pair in more if pair[1]))


def chats_of(c: Connection, person_id: str) -> tuple[Address, ...]:
    """Return the chats in which a person can be reached, or could."""
    found = c.execute(addresses.select().where(addresses.c.person_id == person_id))
    return tuple(Address(platform=row.platform, chat=row.chat) for row in found)


def erase_person(c: Connection, person_id: str) -> None:
    """Delete everything of a person; somebody who writes from there again is a stranger."""
    here = c.execute(addresses.select().where(addresses.c.person_id == person_id))
    reached = {Address(platform=row.platform, chat=row.chat): row.reached or "" for row in here}
    # Also the positions of their mail count, chat by chat.
    for payload in c.execute(sa.select(mailbox.c.payload).where(mailbox.c.person_id == person_id)).scalars():
        match _loaded(payload):
            case {"address": [str(platform), str(chat)], "position": int(position) | str(position)}:
                address = Address(platform=platform, chat=chat)
                if address in reached:
                    reached[address] = max(reached[address], stored_position(position))
    for address in reached:
        reached[address] = max(reached[address], erase_letters(c, is_in_chat(outbox, address)))
    for address, position in reached.items():
        if position:
            values = {"platform": address.platform, "chat": address.chat, "reached": position, "position": 0}
            execute_pipelined(c, _SEEN, values)
    gone = c.execute(sa.select(sessions.c.id).where(sessions.c.person_id == person_id)).scalars().all()
    erased = Erased(sessions=gone, person_id=person_id, chats=tuple(reached))
    forget_calls(c, gone)
    forget_shared(c, gone)
    delete_family_invites(c, person_id=person_id)
    then = [hooks.erase(c, erased) for hooks in registered_hooks() if hooks.erase is not None]
    if c.execute(persons.delete().where(persons.c.id == person_id)).rowcount:
        _count(c, PEOPLE, 1)
        _count(c, SESSIONS, len(gone))
    forget_unopened(c)
    for rest in filter(None, then):
        rest(c)


def erase_session(c: Connection, session_id: str) -> None:
    """Delete one interview; its person stays. One that is gone already changes nothing."""
    session = c.execute(sessions.select().where(sessions.c.id == session_id)).first()
    if session is None:
        return
    # The platforms' names of the messages that became a part of it.
    named = sa.select(entries.c.ref).where(entries.c.session_id == session_id, entries.c.ref != "")
    refs = set(c.execute(named).scalars())
    until = session.touched_at if session.ended_at is None else session.ended_at
    if not row_exists(c, sessions, sessions.c.person_id == session.person_id, sessions.c.id != session_id):
        # It is the only one: whatever there is may hold words of it.
        until = None
    _erase_mail(c, session, refs, until)
    _erase_shown(c, session, refs, until)
    erase_recordings(c, session_id, session.person_id, until=until)
    # Files that were sent to the person and belong to no one session: they hold all sessions.
    files = (
        sa.select(outbox.c.id, outbox.c.document_id)
        .join(documents, documents.c.id == outbox.c.document_id)
        .join(addresses, (addresses.c.platform == outbox.c.platform) & (addresses.c.chat == outbox.c.chat))
        .where(
            documents.c.session_id.is_(None),
            addresses.c.person_id == session.person_id,
            outbox.c.sent_at.is_not(None) | outbox.c.dead_at.is_not(None),
        )
    )
    exports = c.execute(files).all()
    delete_rows(c, outbox, [row.id for row in exports])
    delete_rows(c, documents, [row.document_id for row in exports])
    forget_calls(c, [session_id])
    forget_shared(c, [session_id])
    delete_family_invites(c, session_id=session_id)
    erased = Erased(sessions=[session_id])
    then = [hooks.erase(c, erased) for hooks in registered_hooks() if hooks.erase is not None]
    c.execute(sessions.delete().where(sessions.c.id == session_id))
    for rest in filter(None, then):
        rest(c)
    _count(c, SESSIONS, 1)


def _loaded(payload: str) -> dict[str, Any]:
    """Return a mailbox item's fields; none where it cannot be read, which must not keep anybody from deleting it."""
    try:
        data = json.loads(payload)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def erase_letters(c: Connection, *which: sa.ColumnElement[bool]) -> str:
    """Delete such letters, whatever they belong to, with their files; return the highest position of them."""
    rows = c.execute(sa.select(outbox.c.id, outbox.c.document_id, outbox.c.place).where(*which)).all()
    delete_rows(c, outbox, [row.id for row in rows])
    delete_rows(c, documents, [row.document_id for row in rows if row.document_id is not None])
    return max((row.place or "" for row in rows), default="")


def _erase_shown(c: Connection, session: Any, refs: set[str], until: float | None) -> None:
    """Delete lines of a page that may hold words of a session, by the same window as the mail."""
    names = shown.c.body.contains(session.id, autoescape=True) | shown.c.key.contains(session.id, autoescape=True)
    window = sa.true() if until is None else (shown.c.at <= until) | names
    for address in chats_of(c, session.person_id):
        here = is_in_chat(shown, address)
        c.execute(shown.delete().where(here, window))
        left = c.execute(sa.select(shown.c.number, shown.c.key).where(here)).all()
        theirs = [row.number for row in left if row.key in refs]
        for start in range(0, len(theirs), CHUNK):
            c.execute(shown.delete().where(here, shown.c.number.in_(theirs[start : start + CHUNK])))


def _erase_mail(c: Connection, session: Any, refs: set[str], until: float | None) -> None:
    """Delete handled mail that may hold words of a session: what came until its end, or names it; without one, all."""
    awaits = c.execute(sa.select(persons.c.awaits).where(persons.c.id == session.person_id)).scalar_one()
    kept = awaited_mail(awaits)
    handled = sa.select(mailbox.c.id, mailbox.c.payload, mailbox.c.arrived_at).where(
        mailbox.c.person_id == session.person_id, mailbox.c.done_at.is_not(None)
    )
    goes: list[int] = []
    for row in c.execute(handled):
        data = _loaded(row.payload)
        content = data.get("content")
        changed = content.get("ref") if isinstance(content, dict) else None
        # It became a part of the session, changed one, or is about it.
        names = session.id in row.payload or data.get("ref") in refs or changed in refs
        if row.id not in kept and (until is None or row.arrived_at <= until or names):
            goes.append(row.id)
    delete_rows(c, mailbox, goes)


def awaited_mail(awaits: str) -> frozenset[int]:
    """Return the mailbox items that an interview will begin with; `awaits` is the column of that name."""
    return frozenset(Awaited.model_validate_json(awaits).mail) if awaits else frozenset()


def delete_rows(c: Connection, table: sa.Table, ids: Sequence[int]) -> None:
    for start in range(0, len(ids), CHUNK):
        c.execute(table.delete().where(table.c.id.in_(ids[start : start + CHUNK])))


def _count(c: Connection, name: str, number: int) -> None:
    if number:
        execute_pipelined(c, _COUNT, {"name": name, "number": number})


_COUNT = upsert(tallies, "name", then=lambda new: {"number": tallies.c.number + new.number})
# A chat that was deleted twice: positions only rise.
_SEEN = upsert(
    last_seen,
    "platform",
    "chat",
    then=lambda new: {"reached": sa.case((new.reached > last_seen.c.reached, new.reached), else_=last_seen.c.reached)},
)
