"""Both stores, and small values to fill them with."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ClauseElement

from core.contracts.commits import BeginSession, Commit, OutboxMessage, Revise
from core.contracts.errors import StorageError
from core.contracts.messages import Address, Content, Incoming, Say, Sender, Text
from core.contracts.session import Entry, EntryKind, Reason, Record, Revision, Role, Session
from core.store import mailbox_rows, outbox
from core.store.arrivals import accept_event
from core.store.changes import commit
from core.store.claims import Claim
from core.store.mailbox_rows import session_by_id
from core.store.postgres import PostgresStore
from core.store.rows import session_of
from core.store.schema import sessions
from core.store.store import Connection, MemoryStore, SqliteStore, Store
from tests.fakes.other_stores import new_database as new_database
from tests.fakes.other_stores import new_file
from tests.fakes.portability import problems
from tests.fakes.postgres import postgres_database
from tests.fakes.records import small_scripts

KINDS = ("memory", "sqlite", "postgres")
AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
NOW = AT.timestamp()
HERE = Address(platform="here", chat="1")
SCRIPTS = small_scripts()


def claim_at(now: float, owner: str = "test.me") -> Claim:
    return Claim(owner, now)


def people_with_mail(c: Connection) -> list[str]:
    """Whose mailbox has something in it, whoever is at it."""
    return mailbox_rows.people_with_mail(c, claim_at(math.inf))


def addresses_with_letters(c: Connection) -> list[Address]:
    """Where something waits, whoever is at it."""
    return outbox.addresses_with_letters(c, claim_at(math.inf))


AnyStore = MemoryStore | SqliteStore | PostgresStore


@asynccontextmanager
async def opened(kind: str, folder: Path) -> AsyncIterator[Store]:
    """A store of that kind, closed when the block ends. Every statement that it was given must suit PostgreSQL too."""
    with ExitStack() as needed:
        store = _made(kind, folder, needed)
        given: list[ClauseElement] = []

        @sa.event.listens_for(store._engine, "before_execute")
        def notice(_c: object, statement: ClauseElement, *_rest: object) -> None:
            given.append(statement)

        try:
            yield store
        finally:
            await store.close()
        assert [problem for statement in _distinct(given) for problem in problems(statement)] == []


def _made(kind: str, folder: Path, needed: ExitStack) -> AnyStore:
    if kind == "postgres":
        return PostgresStore(needed.enter_context(postgres_database()))
    return MemoryStore() if kind == "memory" else SqliteStore(new_file(folder))


def failing(store: MemoryStore, table: sa.Table, times: int) -> None:
    """Let the next statements that change a table fail, as on a full disk: their transactions are rolled back.

    Of those that go by the connection; what `core.store.driver` gives to the driver itself is not seen here.
    """
    left = times

    @sa.event.listens_for(store._engine, "before_execute")
    def refuse(_c: object, statement: ClauseElement, *_rest: object) -> None:
        nonlocal left
        if left and isinstance(statement, sa.UpdateBase) and statement.table is table:
            left -= 1
            raise StorageError("The disk is full.")


def _distinct(statements: list[ClauseElement]) -> list[ClauseElement]:
    # A listener gets the statement itself, so those that were built once are the same object each time.
    return list({id(statement): statement for statement in statements}.values())


def event(event_id: str, content: Content | None = None, *, address: Address = HERE, ref: str = "") -> Incoming:
    return Incoming(
        event_id=event_id,
        address=address,
        sender=Sender(id="7", name="Maria"),
        content=content or Text(text=f"words of {event_id}"),
        sent_at=AT,
        ref=ref,
    )


def arrive(c: Connection, incoming: Incoming, *, person_id: str = "p1", now: float = NOW) -> str:
    """Accept an event from somebody who would be `person_id` if nobody knew them."""
    return accept_event(c, incoming, person_id=person_id, language="en", now=now)


def waiting_ids(c: Connection) -> list[int]:
    """The numbers of all mailbox items that are not done."""
    return list(c.exec_driver_sql("SELECT id FROM mailbox WHERE done_at IS NULL ORDER BY id").scalars())


def new_session(session_id: str = "s1", *, person_id: str = "p1", address: Address = HERE, **more: Any) -> Session:
    values: dict[str, Any] = {
        "id": session_id,
        "person_id": person_id,
        "kind": "life-story",
        "title": "Life story",
        "language": "en",
        "script_digest": SCRIPTS.digest,
        "address": address,
        "created_at": AT,
        "touched_at": AT,
    }
    return Session(**(values | more))


def begin(c: Connection, session: Session | None = None, *, event_id: str = "hello", **more: Any) -> Session:
    """Keep a new session of a person who has just arrived; as it is afterwards."""
    session = session or new_session()
    arrive(c, event(event_id, address=session.address), person_id=session.person_id)
    effects = (BeginSession(SCRIPTS), *more.pop("effects", ()))
    commit(c, Commit(person_id=session.person_id, session=session, effects=effects, **more), now=NOW)
    return stored(c, session.id)


def stored(c: Connection, session_id: str = "s1") -> Session:
    session = session_by_id(c, session_id)
    assert session is not None
    return session


def question(seq: int, text: str = "What was it like?", *, question_id: str = "first-memory") -> Entry:
    return Entry(
        seq=seq,
        role=Role.INTERVIEWER,
        kind=EntryKind.QUESTION,
        question_id=question_id,
        at=AT,
        state={"asked": seq},
        revisions=(Revision(number=0, text=text, at=AT),),
    )


def answer(seq: int, to: int, *texts: str, ref: str = "", address: Address = HERE) -> Entry:
    """An answer with its first wording and those that edits brought; with a `ref`, in the chat of that `address`."""
    reasons = [Reason.ORIGINAL, *[Reason.EDIT] * len(texts)]
    return Entry(
        seq=seq,
        role=Role.PERSON,
        kind=EntryKind.ANSWER,
        question_id="first-memory",
        answers=to,
        ref=ref,
        address=address if ref else None,
        at=AT,
        revisions=tuple(
            Revision(number=0, text=text, reason=reason, at=AT)
            for text, reason in zip(texts or ("It was long ago.",), reasons, strict=False)
        ),
    )


def revise(session_id: str, *revisions: tuple[int, Revision]) -> tuple[Revise, ...]:
    """Return the effects that give entries these revisions."""
    return tuple(Revise(session_id, seq, revision) for seq, revision in revisions)


def edit(text: str, *, withdrawn: bool = False) -> Revision:
    return Revision(number=0, text=text, reason=Reason.UNDO if withdrawn else Reason.EDIT, withdrawn=withdrawn, at=AT)


def letter(key: str, text: str = "Good morning.", *, address: Address = HERE, **more: Any) -> OutboxMessage:
    return OutboxMessage(key=key, address=address, saying=Say(text=text), language="en", **more)


def append(c: Connection, session: Session, entries: Sequence[Entry], **more: Any) -> Session:
    """Commit further entries of a session; as it is afterwards."""
    values = {"last_seq": session.last_seq + len(entries)} | more.pop("values", {})
    change = Commit(
        person_id=session.person_id, session=session.model_copy(update=values), entries=tuple(entries), **more
    )
    commit(c, change, now=NOW)
    return stored(c, session.id)


def every_session(c: Connection) -> tuple[Session, ...]:
    """All sessions that there are, the one begun first first."""
    return tuple(session_of(row) for row in c.execute(sessions.select().order_by(sessions.c.created_at)))


def count(c: Connection, table: sa.Table) -> int:
    number: int = c.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
    return number


def unnumbered(whole: Record) -> Record:
    """The record with its revisions numbered 1, 2, 3 in their order, and the watermark moved along."""
    numbers = sorted(r.number for e in whole.entries for r in e.revisions)
    place = {number: n for n, number in enumerate(numbers, start=1)}

    def anew(entry: Entry) -> Entry:
        def renumbered(revision: Revision) -> Revision:
            return revision.model_copy(update={"number": place[revision.number]})

        return entry.model_copy(update={"revisions": tuple(map(renumbered, entry.revisions))})

    seen = sum(number <= whole.digest.watermark for number in numbers)
    notes = tuple(sorted(whole.digest.notes, key=lambda note: note.key))
    digest = whole.digest.model_copy(update={"watermark": seen, "notes": notes})
    return whole.model_copy(update={"entries": tuple(map(anew, whole.entries)), "digest": digest})
