"""The operator's page: its lists, a page at a time, and the keys that open it.

Nothing here grows with the number of sessions but a search by name, which goes on where the page before it ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.operator_desk import LedgerCall, LedgerPage, ListPlace, Sought
from core.contracts.session import Entry, EntryKind, Role, Session
from core.store.call_rows import CALLS_AFTER
from core.store.chore_rows import unjudged_answers
from core.store.driver import execute_pipelined, fetch_all, fetch_one, insert_new
from core.store.mailbox_rows import LINES
from core.store.rows import entries_of, session_of
from core.store.schema import (
    addresses,
    entries,
    findings,
    operator_keys,
    outbox,
    persons,
    recordings,
    revisions,
    sessions,
    spending,
)

PAGE = 50
"""Sessions."""
CALLS = 10
"""Calls of a page: a prompt can be long."""
_CHUNK = 500
"""Sessions that are looked at in one statement while a name is searched."""
SOURCE = "source"
"""The finding with the subject of an interview."""


# --- the list ---------------------------------------------------------------------------------------------------------


def search_session_ids(c: Connection, sought: Sought) -> tuple[list[str], ListPlace | None]:
    """Return the ids of a page of the list, and the session behind which the next page begins, if there is one."""
    found = list(islice(_fitting(c, sought), PAGE + 1))
    last = ListPlace(touched_at=found[PAGE - 1][0], session_id=found[PAGE - 1][1]) if len(found) > PAGE else None
    return [session_id for _, session_id in found[:PAGE]], last


def _fitting(c: Connection, sought: Sought) -> Iterator[tuple[float, str]]:
    """Yield the sessions that are wanted, the one touched last first."""
    words = sought.words.strip().casefold()
    # They may be the address of somebody, or their id on a platform.
    platform, _, number = sought.words.strip().partition(":")
    here = (addresses.c.chat == number) | (addresses.c.sender_id == number)
    found = sa.select(addresses.c.person_id).where(addresses.c.platform == platform, here)
    theirs = frozenset(c.execute(found).scalars()) if number else frozenset()
    query = (
        sa.select(sessions.c.touched_at, sessions.c.id, sessions.c.person_id, persons.c.name)
        .join(persons, persons.c.id == sessions.c.person_id)
        .order_by(sessions.c.touched_at.desc(), sessions.c.id.desc())
        .limit(_CHUNK)
    )
    if sought.status is not None:
        query = query.where(sessions.c.status == sought.status.value)
    if sought.kind:
        query = query.where(sessions.c.kind == sought.kind)
    behind = sought.behind
    while True:
        chunk = query
        if behind is not None:
            same = (sessions.c.touched_at == behind.touched_at) & (sessions.c.id < behind.session_id)
            # The first half alone lets an index find where to begin.
            chunk = query.where(
                sessions.c.touched_at <= behind.touched_at, (sessions.c.touched_at < behind.touched_at) | same
            )
        rows = c.execute(chunk).all()
        for row in rows:
            if not words or words in row.name.casefold() or row.id.startswith(words) or row.person_id in theirs:
                yield row.touched_at, row.id
        if len(rows) < _CHUNK:
            return
        behind = ListPlace(touched_at=rows[-1].touched_at, session_id=rows[-1].id)


def number_of_sessions(c: Connection) -> int:
    number: int = c.execute(sa.select(sa.func.count()).select_from(sessions)).scalar_one()
    return number


def listed_sessions(c: Connection, ids: list[str]) -> list[tuple[Session, str, str, dict[str, int]]]:
    """Return sessions in this order, each with its person's name, its subject as JSON, and its `session_counts`."""
    about = sa.and_(findings.c.session_id == sessions.c.id, findings.c.name == SOURCE)
    rows = c.execute(
        sa.select(sessions, persons.c.name.label("called"), findings.c.body)
        .join(persons, persons.c.id == sessions.c.person_id)
        .outerjoin(findings, about)
        .where(sessions.c.id.in_(ids))
    )
    by_id = {row.id: row for row in rows}
    figures = session_counts(c, ids)
    there = [by_id[each] for each in ids if each in by_id]
    return [(session_of(row), row.called, row.body or "", figures[row.id]) for row in there]


def session_counts(c: Connection, ids: list[str]) -> dict[str, dict[str, int]]:
    """Return each session's "cost" in millionths, and its numbers of "dead" messages and "unheard" recordings."""
    found = {each: {"cost": 0, "dead": 0, "unheard": 0} for each in ids}
    spent = sa.select(spending).where(spending.c.scope.in_([f"session:{each}" for each in ids]))
    for row in c.execute(spent):
        found[row.scope.removeprefix("session:")]["cost"] = row.micros
    for name, table, which in (
        ("dead", outbox, outbox.c.dead_at.is_not(None)),
        ("unheard", recordings, recordings.c.state == "unheard"),
    ):
        number = sa.select(table.c.session_id, sa.func.count().label("number"))
        for row in c.execute(number.where(table.c.session_id.in_(ids), which).group_by(table.c.session_id)):
            found[row.session_id][name] = row.number
    return found


# --- people -----------------------------------------------------------------------------------------------------------

PEOPLE = 20
"""People on the first page."""
_TAIL = 60
"""Lines at the end of an interview among which the last thing told is looked for."""
_END = LINES.where(entries.c.session_id == bindparam("session"), entries.c.seq > bindparam("after"))


def latest_sessions(c: Connection) -> tuple[list[tuple[Session, str]], bool]:
    """Return the newest interview of each of the people who were active last, with their name, and if there are more.

    Nobody is looked for behind the newest `_CHUNK` interviews.
    """
    query = (
        sa.select(sessions, persons.c.name.label("called"))
        .join(persons, persons.c.id == sessions.c.person_id)
        .order_by(sessions.c.touched_at.desc(), sessions.c.id.desc())
        .limit(_CHUNK)
    )
    newest: dict[str, tuple[Session, str]] = {}
    for row in c.execute(query):
        if row.person_id in newest:
            continue
        if len(newest) == PEOPLE:
            return list(newest.values()), True
        newest[row.person_id] = (session_of(row), row.called)
    return list(newest.values()), False


def last_told(c: Connection, session: Session) -> tuple[Entry, ...]:
    """Return the newest answers of an interview that others may see whole, in order."""
    values = {"session": session.id, "after": session.last_seq - _TAIL}
    unread = unjudged_answers(c, session.id)

    def shows(entry: Entry) -> bool:
        if entry.role is not Role.PERSON or entry.kind is not EntryKind.ANSWER:
            return False
        return not (entry.withdrawn or entry.kept_back or entry.kept_passages or entry.seq in unread)

    return tuple(filter(shows, entries_of(fetch_all(c, _END, values))))


# --- one of them ------------------------------------------------------------------------------------------------------

_NEWEST = sa.select(sa.func.max(revisions.c.id)).where(revisions.c.session_id == bindparam("its_id")).scalar_subquery()
_PULSE = sa.select(sessions.c.revision, sessions.c.touched_at, _NEWEST.label("newest")).where(
    sessions.c.id == bindparam("its_id")
)


def session_pulse(c: Connection, session_id: str) -> str:
    """Return a text that is another one after each change of a session; empty where there is none."""
    row = fetch_one(c, _PULSE, {"its_id": session_id})
    return "" if row is None else f"{row.revision}.{row.touched_at}.{row.newest or 0}"


_CALLS = CALLS_AFTER.limit(CALLS + 1)


def ledger_page(c: Connection, session_id: str, behind: int) -> LedgerPage:
    rows = fetch_all(c, _CALLS, {"session": session_id, "after": behind})
    found = tuple(LedgerCall(**row._asdict()) for row in rows[:CALLS])
    return LedgerPage(calls=found, behind=found[-1].id if len(rows) > CALLS else None)


# --- keys -------------------------------------------------------------------------------------------------------------

_PUT_KEY = insert_new(operator_keys, "digest")
_GOOD = (operator_keys.c.digest == bindparam("its_digest")) & (operator_keys.c.expires_at > bindparam("now"))
_OPENS = sa.select(operator_keys.c.digest).where(_GOOD, operator_keys.c.is_link == bindparam("link"))
_DROP = operator_keys.delete().where(operator_keys.c.digest == bindparam("its_digest"))
_DROP_OLD = operator_keys.delete().where(operator_keys.c.expires_at <= bindparam("now"))


def put_operator_link(c: Connection, digest: str, *, now: float, until: float) -> None:
    """Keep a link to the page, by its digest."""
    _put_key(c, digest, link=True, now=now, until=until)


def exchange_link(c: Connection, link: str, cookie: str, *, now: float, until: float, device: str = "") -> bool:
    """Put a cookie in the place of a link; False where that is none, or not any more."""
    if fetch_one(c, _OPENS, {"its_digest": link, "link": True, "now": now}) is None:
        return False
    drop_key(c, link)
    _put_key(c, cookie, link=False, now=now, until=until, device=device)
    return True


def is_operator_key(c: Connection, cookie: str, *, now: float) -> bool:
    return fetch_one(c, _OPENS, {"its_digest": cookie, "link": False, "now": now}) is not None


def drop_key(c: Connection, digest: str) -> None:
    execute_pipelined(c, _DROP, {"its_digest": digest})


def _put_key(c: Connection, digest: str, *, link: bool, now: float, until: float, device: str = "") -> None:
    execute_pipelined(c, _DROP_OLD, {"now": now})
    execute_pipelined(
        c, _PUT_KEY, {"digest": digest, "is_link": link, "created_at": now, "expires_at": until, "device": device}
    )
