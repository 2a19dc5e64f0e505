"""The mailbox of a person: what came for them, and what a step reads with it, such as the open question."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection, Engine

from core.contracts.messages import Address, Incoming, Voice
from core.contracts.script import ScriptSet
from core.contracts.session import QUESTIONS, Digest, Entry, EntryKind, Person, Session, Status
from core.store.claims import UNDELIVERED, Claim, is_claimable
from core.store.driver import chat_values, execute, fetch_all, fetch_one, insert_new, matches_chat
from core.store.rows import dump_incoming, entries_of, load_incoming, note_of, person_of, session_of
from core.store.schema import addresses, digests, entries, mailbox, notes, outbox, persons, revisions, scripts, sessions

_PUT = insert_new(mailbox, "event_id")
_IS_KNOWN = sa.select(mailbox.c.id).where(mailbox.c.event_id == bindparam("event"))


def is_known_mail(c: Connection, event_id: str) -> bool:
    """Return whether an event has come before."""
    return fetch_one(c, _IS_KNOWN, {"event": event_id}) is not None


def put_mail(c: Connection, incoming: Incoming, *, person_id: str, now: float, ready: bool = True) -> bool:
    """Put an event behind everything else that waits for a person; False for a known one, which changes nothing."""
    values = {
        "event_id": incoming.event_id,
        "person_id": person_id,
        "payload": dump_incoming(incoming),
        "arrived_at": now,
        "ready": ready,
        "done_at": None,
    }
    return execute(c, _PUT, values) == 1


def where_written(c: Connection, person_id: str, refs: Collection[str]) -> dict[str, Address]:
    """Return the chats of messages by their platforms' ids, as far as they are still here."""
    if not refs:
        return {}
    came = map(load_incoming, c.execute(sa.select(mailbox.c.payload).where(mailbox.c.person_id == person_id)).scalars())
    return {incoming.ref: incoming.address for incoming in came if incoming.ref in refs}


TAIL = 24
"""Entries before the open question that a turn looks at; a prompt has room for about 5,000 characters of them."""
SCRIPTS = 16
"""Scripts that are kept as they were read."""
NOTES = 120
"""Notes that a turn looks at; a prompt has room for about 15."""


@dataclass(frozen=True, slots=True)
class MailItem:
    id: int
    incoming: Incoming
    ready: bool
    arrived_at: float = 0.0
    overtaken: bool = False
    """Something that came after it was handled before it."""
    said: Incoming | None = None
    """The words that came, where they were understood as the command that `incoming` is."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """The delivery of the open question, and its place in the chat."""

    position: str | None
    """None: not delivered yet."""
    sent_at: float | None
    in_doubt_since: float | None
    """It may have been delivered from then on, by the platform's clock, and nobody could write that down."""
    in_flight: bool = False
    """It is on its way just now: whether it was seen will be known in a moment."""
    address: Address | None = None
    """The chat that it was, or will be, seen in; positions of another tell nothing. None where it is not known."""


@dataclass(frozen=True, slots=True)
class QuestionScene:
    """The open question and what surrounds it."""

    question: Entry | None
    answers: tuple[Entry, ...]
    """The answers to it so far, without those withdrawn."""
    tail: tuple[Entry, ...]
    """Newest entries, oldest first, without those withdrawn and without `answers`."""
    digest: Digest
    delivered: Delivered


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """One time that a question was asked."""

    session_id: str
    seq: int
    delivered: Delivered
    status: Status
    """Of the session, now."""
    ended_at: float | None
    """When the session ended, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Past:
    """The context that assigns something heard late to its question."""

    asked: tuple[QuestionAsked, ...] = ()
    """The questions that the person was asked lately, each as often as it was, the newest first."""
    later: tuple[MailItem, ...] = ()
    """Items that came after the first one that waits and were handled before it, in their order."""


@dataclass(frozen=True, slots=True)
class MailboxView:
    """One look at a person's mailbox, with what a step may rest on."""

    person: Person
    items: tuple[MailItem, ...]
    session: Session | None
    """The active one, else the one that was touched last."""
    scene: QuestionScene | None
    past: Past = Past()
    """Read only where something spoken, or overtaken, waits."""
    claimed_by: str | None = None
    claimed_until: float | None = None


_after = mailbox.alias()
_OVERTAKEN = sa.exists().where(
    _after.c.person_id == mailbox.c.person_id, _after.c.id > mailbox.c.id, _after.c.done_at.is_not(None)
)
_MAIL = (
    sa.select(mailbox.c.id, mailbox.c.payload, mailbox.c.ready, mailbox.c.arrived_at, _OVERTAKEN.label("overtaken"))
    .where(mailbox.c.person_id == bindparam("person"), mailbox.c.done_at.is_(None))
    .order_by(mailbox.c.id)
    .limit(200)
)
_PERSON = persons.select().where(persons.c.id == bindparam("person"))
_PERSON_AT = persons.select().join(addresses, addresses.c.person_id == persons.c.id).where(matches_chat(addresses))
_SESSION = (
    sessions.select()
    .where(sessions.c.person_id == bindparam("person"))
    .order_by(sa.case((sessions.c.status == "active", 0), else_=1), sessions.c.touched_at.desc())
    .limit(1)
)
_SESSION_BY_ID = sessions.select().where(sessions.c.id == bindparam("session"))
LINES = (
    sa.select(
        entries,
        revisions.c.id.label("number"),
        revisions.c.text,
        revisions.c.reason,
        revisions.c.withdrawn,
        revisions.c.at.label("revised_at"),
    )
    .join(revisions, (revisions.c.session_id == entries.c.session_id) & (revisions.c.seq == entries.c.seq))
    .order_by(entries.c.seq, revisions.c.id)
)
"""As `entries_of` wants them, for one session."""
_BY_SESSION = LINES.order_by(None).order_by(entries.c.session_id, entries.c.seq, revisions.c.id)
# In the order of an index of `revisions`: ordered by the seq of `entries`, which is the same, they would be sorted.
_LINES_AFTER = (
    LINES.where(entries.c.session_id == bindparam("session"), entries.c.seq > bindparam("after"))
    .order_by(None)
    .order_by(revisions.c.seq, revisions.c.id)
)
_OF_QUESTION = sa.union_all(
    sa.select(sa.cast(bindparam("seq"), sa.Integer)),
    sa.select(entries.c.seq).where(entries.c.session_id == bindparam("session"), entries.c.answers == bindparam("seq")),
)
_LINES_OF_QUESTION = LINES.where(entries.c.session_id == bindparam("session"), entries.c.seq.in_(_OF_QUESTION))
OWNED_LINES = _BY_SESSION.add_columns(entries.c.session_id.label("owner"))
LINES_OF_MESSAGE = OWNED_LINES.where(
    matches_chat(entries),
    entries.c.ref == bindparam("ref"),
    # In the very words of the partial index: with a parameter it would not be used, and every entry read.
    entries.c.ref != sa.literal_column("''"),
)
# An edit of a message is one of the words that stand beside what is spoken, where it does not say otherwise.
_LINES_WRITTEN = LINES_OF_MESSAGE.where(entries.c.spoken_seconds == 0)
_QUESTION_BEFORE = sa.select(sa.func.max(entries.c.answers)).where(
    entries.c.session_id == bindparam("session"), entries.c.answers.is_not(None), entries.c.answers < bindparam("seq")
)
_LINES_OF_QUESTION_BEFORE = LINES.where(
    entries.c.session_id == bindparam("session"), entries.c.seq == _QUESTION_BEFORE.scalar_subquery()
)
_NOTES = (
    notes.select().where(notes.c.session_id == bindparam("session")).order_by(notes.c.updated_at.desc()).limit(NOTES)
)
_DIGEST = digests.select().where(digests.c.session_id == bindparam("session"))
_EARLIER = outbox.alias("earlier")
_LOOKED_BACK = 10_000
"""Letters of everybody, at most: there is no index by the chat."""
AHEAD = sa.case(
    (
        outbox.c.in_doubt,
        sa.select(_EARLIER.c.sent_at - _EARLIER.c.platform_sent_at)
        .where(
            _EARLIER.c.id.between(outbox.c.id - _LOOKED_BACK, outbox.c.id - 1),
            _EARLIER.c.platform == outbox.c.platform,
            _EARLIER.c.chat == outbox.c.chat,
            _EARLIER.c.platform_sent_at.is_not(None),
        )
        .order_by(_EARLIER.c.id.desc())
        .limit(1)
        .scalar_subquery(),
    )
).label("ahead")
"""By how many seconds our clock was ahead of the platform's at the message before a question that is in doubt."""
_OF_THE_WAY = 30.0
"""Seconds of it that can be what the platform's answer took."""
DELIVERY = (
    *(outbox.c.place, outbox.c.sent_at, outbox.c.platform_sent_at, outbox.c.in_doubt, outbox.c.created_at),
    *(outbox.c.platform, outbox.c.chat, AHEAD),
)
"""The columns that `delivered_of` looks at."""
_DELIVERED = (
    sa.select(*DELIVERY, outbox.c.dead_at)
    .where(outbox.c.session_id == bindparam("session"), outbox.c.seq == bindparam("seq"), outbox.c.seq.is_not(None))
    # Of a person with several chats it may stand in each: what was read in this one tells most.
    .order_by(sa.case((matches_chat(outbox), 0), else_=1), outbox.c.id)
    .limit(1)
)
_HEAD = sa.select(outbox.c.not_before).where(matches_chat(outbox), UNDELIVERED).order_by(outbox.c.id).limit(1)
_SCRIPTS = sa.select(scripts.c.body).where(scripts.c.digest == bindparam("digest"))


def look_at_mailbox(c: Connection, person_id: str, *, notes_needed: bool = True) -> MailboxView | None:
    """Return a person's mailbox with all that the next step may rest on; None when there is no such person."""
    person = fetch_one(c, _PERSON, {"person": person_id})
    if person is None:
        return None
    mail = fetch_all(c, _MAIL, {"person": person_id})
    items = order_as_happened(
        MailItem(row.id, load_incoming(row.payload), bool(row.ready), row.arrived_at, bool(row.overtaken))
        for row in mail
    )
    if not items:
        return MailboxView(person_of(person), (), None, None)
    row = fetch_one(c, _SESSION, {"person": person_id})
    session = None if row is None else session_of(row)
    found = None if session is None else load_question_scene(c, session, notes_needed=notes_needed)
    past = Past()
    if any(item.overtaken or isinstance(item.incoming.content, Voice) for item in items):
        past = Past(recent_questions(c, person_id), handled_after(c, person_id, items[0].id))
    return MailboxView(
        person_of(person), items, session, found, past, claimed_by=person.claimed_by, claimed_until=person.claimed_until
    )


def order_as_happened(items: Iterable[MailItem]) -> tuple[MailItem, ...]:
    """Return items in the order in which they happened, each in the place of another one of its chat."""
    found = list(items)
    places: dict[Address, list[int]] = {}
    for place, item in enumerate(found):
        if item.incoming.order:
            places.setdefault(item.incoming.address, []).append(place)
    for here in places.values():
        ordered = sorted((found[place] for place in here), key=lambda item: item.incoming.order)
        for place, item in zip(here, ordered, strict=True):
            found[place] = item
    return tuple(found)


def load_question_scene(c: Connection, session: Session, *, notes_needed: bool = True) -> QuestionScene:
    """Return the situation of a session; its size does not grow with the interview."""
    lines = entries_of(fetch_all(c, _LINES_AFTER, {"session": session.id, "after": session.last_seq - TAIL}))
    seq = session.open_question
    around = lines
    if seq is not None and (not lines or lines[0].seq > seq):
        around = (*entries_of(fetch_all(c, _LINES_OF_QUESTION, {"session": session.id, "seq": seq})), *lines)
    question = next((e for e in around if e.seq == seq), None)
    answers = {e.seq: e for e in around if seq is not None and e.answers == seq and not e.withdrawn}
    tail = tuple(e for e in lines if not e.withdrawn and e.seq not in answers)
    if session.timing.open_waits and not any(e.kind in QUESTIONS and e.seq != seq for e in tail):
        # So much was said while the question waits for its time that the one before is not among the newest lines.
        tail = (*entries_of(fetch_all(c, _LINES_OF_QUESTION_BEFORE, {"session": session.id, "seq": seq})), *tail)
    known = load_digest(c, session.id) if notes_needed else Digest()
    return QuestionScene(question, tuple(answers.values()), tail, known, _delivered(c, session, seq))


def load_digest(c: Connection, session_id: str, wanted: sa.Select[Any] = _NOTES) -> Digest:
    """Return what the books know. `wanted`: the statement that finds the notes."""
    found = tuple(note_of(row) for row in fetch_all(c, wanted, {"session": session_id}))
    row = fetch_one(c, _DIGEST, {"session": session_id})
    return Digest.model_construct(
        notes=found, summary=row.summary if row else "", watermark=row.watermark if row else 0
    )


def _delivered(c: Connection, session: Session, seq: int | None) -> Delivered:
    if seq is None or session.timing.open_waits:
        return Delivered(None, None, None)
    row = fetch_one(c, _DELIVERED, chat_values(session.address) | {"session": session.id, "seq": seq})
    if row is None or row.dead_at is not None:
        # Imported, or tidied away, or never to be delivered: nothing is waited for, and words are an answer.
        return Delivered("", 0.0, None)
    found = delivered_of(row)
    if found.position is not None or found.in_doubt_since is not None:
        return found
    head = fetch_one(c, _HEAD, {"its_platform": row.platform, "its_chat": row.chat})
    return replace(found, in_flight=head is not None and head.not_before is None)


def delivered_of(row: Any) -> Delivered:
    """Return the delivery in a row of the outbox that is not dead."""
    # Behind, words count rather too early than too late: whoever has answered must not be asked once more.
    ahead = row.ahead if row.ahead is not None and row.ahead > _OF_THE_WAY else 0.0
    doubt = row.created_at - ahead if row.in_doubt else None
    address = Address(platform=row.platform, chat=row.chat)
    if row.sent_at is None:
        return Delivered(None, None, doubt, address=address)
    return Delivered(row.place or "", row.platform_sent_at or row.sent_at, doubt, address=address)


def talk_since(c: Connection, session_id: str, seq: int) -> tuple[Entry, ...]:
    """Return the entries from `seq` on without those withdrawn, as a decision of a model sees them."""
    rows = fetch_all(c, _LINES_AFTER, {"session": session_id, "after": seq - 1})
    return tuple(entry for entry in entries_of(rows) if not entry.withdrawn)


def entry_by_ref(c: Connection, address: Address, ref: str) -> tuple[str, Entry] | None:
    """Return the session and the entry that a message became; for one with photographs, the entry of its words."""
    rows = fetch_all(c, _LINES_WRITTEN, chat_values(address) | {"ref": ref})
    if not rows:
        return None
    owner: Any = rows[-1].owner
    found = entries_of([row for row in rows if row.owner == owner])
    return owner, next((entry for entry in reversed(found) if not entry.photo), found[0])


def session_by_id(c: Connection, session_id: str) -> Session | None:
    row = fetch_one(c, _SESSION_BY_ID, {"session": session_id})
    return None if row is None else session_of(row)


def session_with_person(c: Connection, session_id: str) -> tuple[Session, Person] | None:
    session = session_by_id(c, session_id)
    if session is None:
        return None
    return session, person_of(fetch_one(c, _PERSON, {"person": session.person_id}))


def person_by_id(c: Connection, person_id: str) -> Person | None:
    row = fetch_one(c, _PERSON, {"person": person_id})
    return None if row is None else person_of(row)


def person_at(c: Connection, address: Address) -> Person | None:
    """Return the person whose chat it is."""
    row = fetch_one(c, _PERSON_AT, chat_values(address))
    return None if row is None else person_of(row)


def sessions_of(c: Connection, person_id: str) -> tuple[Session, ...]:
    """Return a person's sessions, the one touched last first."""
    found = sessions.select().where(sessions.c.person_id == person_id).order_by(sessions.c.touched_at.desc()).limit(20)
    return tuple(session_of(row) for row in c.execute(found))


def kept_back_of(c: Connection, person_id: str) -> tuple[tuple[str, Entry], ...]:
    """Return the entries that a person keeps back, with their sessions, the newest first."""
    theirs = entries.c.session_id.in_(sa.select(sessions.c.id).where(sessions.c.person_id == person_id))
    rows = groupby(c.execute(_BY_SESSION.where(theirs, entries.c.kept_back.is_(True))), key=lambda row: row.session_id)
    found = [(session_id, entry) for session_id, lines in rows for entry in entries_of(lines) if not entry.withdrawn]
    return tuple(sorted(found, key=lambda each: each[1].at, reverse=True))


def answers_sent_as(c: Connection, person_id: str, ref: str) -> tuple[tuple[str, Entry], ...]:
    """Return a person's answers that came with a message, with their sessions, without what was taken back."""
    theirs = entries.c.session_id.in_(sa.select(sessions.c.id).where(sessions.c.person_id == person_id))
    its = (entries.c.ref != sa.literal_column("''"), entries.c.ref == ref, entries.c.kind == EntryKind.ANSWER.value)
    rows = groupby(c.execute(_BY_SESSION.where(theirs, *its)), key=lambda row: row.session_id)
    found = [(session_id, entry) for session_id, lines in rows for entry in entries_of(lines)]
    return tuple((session_id, entry) for session_id, entry in found if not entry.withdrawn)


def script_set(c: Connection, digest: str) -> ScriptSet | None:
    """Return the set of that digest, which never changes and is read once from each database."""
    with _SCRIPTS_LOCK:
        read = _SCRIPTS_READ.setdefault(c.engine, {})
        found = read.get(digest)
    if found is not None:
        return found
    row = fetch_one(c, _SCRIPTS, {"digest": digest})
    if row is None:
        return None
    found = ScriptSet.model_validate_json(row.body)
    with _SCRIPTS_LOCK:
        read[digest] = found
        if len(read) > SCRIPTS:
            del read[next(iter(read))]
    return found


_SCRIPTS_READ: WeakKeyDictionary[Engine, dict[str, ScriptSet]] = WeakKeyDictionary()
_SCRIPTS_LOCK = threading.Lock()


_WITH_MAIL = (
    sa.select(mailbox.c.person_id)
    .join(persons, persons.c.id == mailbox.c.person_id)
    .where(mailbox.c.done_at.is_(None), is_claimable(persons))
    .distinct()
)


def people_with_mail(c: Connection, claim: Claim) -> list[str]:
    """Return the people whose mailboxes have something in them and may be taken."""
    return [row.person_id for row in fetch_all(c, _WITH_MAIL, {"owner": claim.owner, "now": claim.now})]


MOST = 60
"""Questions to look back at, repeated ones too: as many as may be asked while something long is spoken and heard."""
_ASKED = (
    sa.select(outbox.c.session_id, outbox.c.seq, *DELIVERY, sessions.c.status, sessions.c.ended_at)
    .join(sessions, sessions.c.id == outbox.c.session_id)
    .where(sessions.c.person_id == bindparam("person"), outbox.c.seq.is_not(None), outbox.c.dead_at.is_(None))
    .order_by(outbox.c.id.desc())
    .limit(MOST)
)
_LATER = (
    sa.select(mailbox.c.id, mailbox.c.payload, mailbox.c.ready, mailbox.c.arrived_at)
    .where(
        mailbox.c.person_id == bindparam("person"), mailbox.c.id > bindparam("after"), mailbox.c.done_at.is_not(None)
    )
    .order_by(mailbox.c.id)
)
_ENTRY = LINES.where(entries.c.session_id == bindparam("session"), entries.c.seq == bindparam("seq"))
_SPOKEN = LINES.where(
    entries.c.session_id == bindparam("session"), entries.c.answers.is_not(None), entries.c.spoken_seconds > 0
)
_TOLD = LINES.where(
    entries.c.session_id == bindparam("session"),
    entries.c.answers.is_not(None),
    entries.c.question_id.in_(bindparam("questions", expanding=True)),
)


def recent_questions(c: Connection, person_id: str) -> tuple[QuestionAsked, ...]:
    """Return the questions that a person was asked, each as often as it was, the newest first."""
    return tuple(
        QuestionAsked(row.session_id, row.seq, delivered_of(row), Status(row.status), row.ended_at)
        for row in fetch_all(c, _ASKED, {"person": person_id})
    )


def handled_after(c: Connection, person_id: str, item: int) -> tuple[MailItem, ...]:
    """Return a person's items that came after an item and were handled before it, in their order."""
    rows = fetch_all(c, _LATER, {"person": person_id, "after": item})
    return tuple(MailItem(row.id, load_incoming(row.payload), bool(row.ready), row.arrived_at) for row in rows)


def entry_at(c: Connection, session_id: str, seq: int) -> Entry | None:
    found = entries_of(fetch_all(c, _ENTRY, {"session": session_id, "seq": seq}))
    return found[0] if found else None


def last_spoken(c: Connection, session_id: str) -> Entry | None:
    """Return the newest answer of a session that was spoken and not taken back."""
    found = entries_of(fetch_all(c, _SPOKEN, {"session": session_id}))
    return next((entry for entry in reversed(found) if not entry.withdrawn), None)


def answers_to_questions(c: Connection, session_id: str, questions: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Return the answers to these questions of the script in their newest words, the oldest first."""
    found: dict[str, tuple[str, ...]] = {}
    rows = c.execute(_TOLD, {"session": session_id, "questions": sorted(questions)}).all()
    for entry in entries_of(rows):
        if not entry.withdrawn:
            found[entry.question_id] = (*found.get(entry.question_id, ()), entry.text)
    return found
