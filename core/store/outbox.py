"""The outbox: messages that were decided and are not yet delivered."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.commits import OutboxMessage
from core.contracts.messages import (
    SOUND,
    SOUND_NAME,
    Address,
    Doubt,
    Outgoing,
    Receipt,
    Say,
    Saying,
    SendDocument,
    SendVoice,
)
from core.store.claims import LETTERS, UNDELIVERED, Claim, claim_values, is_claimable
from core.store.driver import (
    chat_values,
    execute,
    execute_pipelined,
    fetch_all,
    fetch_one,
    insert_new,
    is_in_chat,
    matches_chat,
    row_exists,
)
from core.store.rows import dump_saying, from_row, load_choices, load_say, load_voice, to_datetime
from core.store.schema import access, addresses, chores, documents, mailbox, outbox, persons, sessions

_PUT_LETTER = insert_new(outbox, "key")
REMINDER = "reminder"
"""How the keys of reminders end."""
SHARED = "family/"
"""How the keys of what goes to a family begin; the session follows."""
# As `access` names whoever an address belongs to.
_WHO = (
    addresses.c.platform + ":" + sa.case((addresses.c.sender_id == "", addresses.c.chat), else_=addresses.c.sender_id)
)
KEPT_OUT = (access.c.who == _WHO) & access.c.allowed.is_(False)
"""True for an address whose person was denied."""
_DENIED = sa.exists().where(addresses.c.platform == outbox.c.platform, addresses.c.chat == outbox.c.chat, KEPT_OUT)
_ALOUD = (
    sa.select(persons.c.aloud)
    .join(addresses, addresses.c.person_id == persons.c.id)
    .where(addresses.c.platform == outbox.c.platform, addresses.c.chat == outbox.c.chat)
    .scalar_subquery()
)
_NEXT = (
    sa.select(outbox, documents.c.name, documents.c.media_type, documents.c.body)
    .add_columns(_DENIED.label("denied"), sa.func.coalesce(_ALOUD, "").label("aloud"))
    .outerjoin(documents, documents.c.id == outbox.c.document_id)
    .where(matches_chat(outbox), UNDELIVERED)
    .order_by(outbox.c.id)
    .limit(1)
)
_DELIVERED_BEFORE = (
    sa.select(outbox.c.ref)
    .where(matches_chat(outbox), outbox.c.id < bindparam("row"), outbox.c.sent_at.is_not(None), outbox.c.ref != "")
    .order_by(outbox.c.id.desc())
    .limit(1)
)
_SENT = (
    outbox.update()
    .where(outbox.c.id == bindparam("row"), outbox.c.sent_at.is_(None))
    .values(
        sent_at=bindparam("now"),
        ref=bindparam("its_ref"),
        place=bindparam("its_place"),
        platform_sent_at=bindparam("at"),
    )
)
_STILL_ASKED = (
    sa.select(outbox.c.id)
    .join(sessions, sessions.c.id == outbox.c.session_id)
    .join(persons, persons.c.id == sessions.c.person_id)
    .where(outbox.c.key == bindparam("letter"), sessions.c.status == "active", sessions.c.open_question == outbox.c.seq)
    .where(persons.c.aloud != "off")
)
_DROP_FILE = documents.delete().where(
    documents.c.id == sa.select(outbox.c.document_id).where(outbox.c.id == bindparam("row")).scalar_subquery()
)
_SEIZE = (
    outbox.update()
    .where(outbox.c.id == bindparam("row"))
    .values(claimed_by=bindparam("owner"), claimed_until=bindparam("until"))
)
_WITH_LETTERS = sa.select(outbox.c.platform, outbox.c.chat).where(UNDELIVERED, is_claimable(outbox)).distinct()


@dataclass(frozen=True, slots=True)
class WaitingMessage:
    """The next message of an address."""

    id: int
    outgoing: Outgoing
    attempts: int
    not_before: float | None
    session_id: str | None
    denied: bool = False
    """Its receiver may not be written to any more."""
    forget: bool = False
    """The last word to somebody who had everything deleted."""
    seq: int | None = None
    """The question that it asks."""
    in_doubt: bool = False
    """It may have been delivered already."""
    aloud: str = ""
    """`Person.aloud` of its receiver."""
    claimed_by: str | None = None
    claimed_until: float | None = None
    created_at: float = 0.0

    @property
    def reminds(self) -> bool:
        return self.outgoing.key.endswith(f"/{REMINDER}")

    @property
    def asks(self) -> bool:
        """Return whether it asks a question, and does not only remind of one."""
        return self.seq is not None and not self.reminds

    @property
    def speaks(self) -> SendVoice | None:
        """Return the sound, where it is one."""
        saying = self.outgoing.saying
        return saying if isinstance(saying, SendVoice) else None


_WHO_WAITS = (
    sa.select(mailbox.c.person_id)
    .join(sessions, sessions.c.person_id == mailbox.c.person_id)
    .join(outbox, outbox.c.session_id == sessions.c.id)
    .where(outbox.c.id == bindparam("row"), outbox.c.seq.is_not(None), mailbox.c.done_at.is_(None))
    .limit(1)
)


def waiting_writer(c: Connection, row: int) -> list[str]:
    """Return the person who wrote while a question was on its way: now their words can be assigned."""
    return [found.person_id for found in fetch_all(c, _WHO_WAITS, {"row": row})]


def take_letter(c: Connection, address: Address, claim: Claim) -> WaitingMessage | None:
    """Return the next message of an address, claimed; None where there is none, or another process sends it."""
    waiting = next_letter(c, address)
    if waiting is None or claim.holds(waiting):
        return waiting
    return next_letter(c, address) if LETTERS.take(c, claim, waiting.id) else None


def take_following(c: Connection, address: Address, claim: Claim) -> WaitingMessage | None:
    """Claim the next message for the process that has just settled the one before: nobody else was sending it."""
    waiting = next_letter(c, address)
    if waiting is not None and not claim.holds(waiting):
        execute_pipelined(c, _SEIZE, {"row": waiting.id, "owner": claim.owner, "until": claim.until})
    return waiting


def next_letter(c: Connection, address: Address) -> WaitingMessage | None:
    """Return the oldest message that is not delivered; those behind it wait for it."""
    row = fetch_one(c, _NEXT, chat_values(address))
    if row is None:
        return None
    doubt = None
    if row.in_doubt:
        # It is looked for behind what was delivered there before it.
        before = fetch_one(c, _DELIVERED_BEFORE, chat_values(address) | {"row": row.id})
        doubt = Doubt(after="" if before is None else before.ref, since=to_datetime(row.created_at))
    outgoing = Outgoing(key=row.key, address=address, saying=saying_of(row), language=row.language, doubt=doubt)
    yes_or_no = {name: bool(getattr(row, name)) for name in ("denied", "forget", "in_doubt")}
    return from_row(WaitingMessage, row, outgoing=outgoing, **yes_or_no)


def saying_of(row: Any) -> Saying:
    """Return the saying in a row of the outbox, joined with that of its document."""
    data = json.loads(row.payload)
    if data["type"] == "voice":
        return load_voice(data, row.body or b"")
    if data["type"] != "document":
        return load_say(data["say"])
    return SendDocument(
        name=row.name or "document.md",
        media_type=row.media_type or "text/markdown",
        body=row.body or b"",
        caption=data["caption"],
        choices=load_choices(data),
    )


def is_on_its_way(c: Connection, session_id: str, chore: str) -> bool:
    """Return whether something of a session is not delivered yet, the file that this chore writes included."""
    # What goes to a family waits for its members, who may be long away.
    theirs = ~outbox.c.key.startswith(SHARED)
    if row_exists(c, outbox, outbox.c.session_id == session_id, UNDELIVERED, theirs):
        return True
    return row_exists(c, chores, chores.c.session_id == session_id, chores.c.name == chore, chores.c.dead_at.is_(None))


def mark_sent(c: Connection, row: int, receipt: Receipt, *, now: float) -> None:
    at = None if receipt.sent_at is None else receipt.sent_at.timestamp()
    values = {"row": row, "now": now, "its_ref": receipt.ref, "its_place": receipt.position, "at": at}
    execute_pipelined(c, _SENT, values)


def drop_file(c: Connection, row: int) -> None:
    """Keep the row of a message that was delivered, and not its file."""
    execute_pipelined(c, _DROP_FILE, {"row": row})


def still_asked(c: Connection, key: str) -> bool:
    """Return whether the words with this key ask what is still open, of somebody who wants to hear it, too."""
    return fetch_one(c, _STILL_ASKED, {"letter": key}) is not None


def postpone_message(c: Connection, row: int, *, not_before: float, error: str, in_doubt: bool = False) -> None:
    """Put off a message that was not taken. `in_doubt`: it may have been delivered all the same."""
    values: dict[str, Any] = {"attempts": outbox.c.attempts + 1, "not_before": not_before, "error": error}
    if in_doubt:
        values["in_doubt"] = True
    c.execute(outbox.update().where(outbox.c.id == row).values(values))


def retry_in_doubt(c: Connection, row: int) -> None:
    """Have a postponed message tried again now: whether it was seen will be known in a moment."""
    c.execute(outbox.update().where(outbox.c.id == row).values(not_before=None))


def mark_dead(c: Connection, row: int, *, now: float, error: str) -> None:
    """Give up a message that can never be delivered; the operator sees it, and those behind it go on."""
    c.execute(outbox.update().where(outbox.c.id == row).values(dead_at=now, error=error))


def drop_letters(c: Connection, address: Address, *, now: float, error: str) -> int:
    """Give up all that waits for an address; return how much that is."""
    # The last word to somebody who had everything deleted still has to do its work: without it, what the platform's
    # adapter keeps of them would stay.
    there = outbox.update().where(is_in_chat(outbox, address), outbox.c.forget.is_(False), UNDELIVERED)
    return c.execute(there.values(dead_at=now, error=error)).rowcount


def discard_message(c: Connection, row: int) -> None:
    c.execute(outbox.delete().where(outbox.c.id == row))


def discard_attachments(c: Connection, key: str) -> None:
    """Delete the files that go with the letter of this key."""
    c.execute(outbox.delete().where(outbox.c.key >= f"{key}/", outbox.c.key < f"{key}/~", UNDELIVERED))


def addresses_with_letters(c: Connection, claim: Claim) -> list[Address]:
    """Return the addresses for which something waits that may be taken."""
    rows = fetch_all(c, _WITH_LETTERS, {"owner": claim.owner, "now": claim.now})
    return [Address(platform=row.platform, chat=row.chat) for row in rows]


def put_letter(c: Connection, letter: OutboxMessage, *, now: float, claim: Claim | None = None) -> None:
    """Put a letter into the outbox, with its document, unless its key is known. `claim`: of its sender."""
    document_id: int | None = None
    saying = letter.saying
    if not isinstance(saying, Say):
        if row_exists(c, outbox, outbox.c.key == letter.key):
            return
        document = saying if isinstance(saying, SendDocument) else None
        values = {
            "session_id": letter.session_id,
            "name": SOUND_NAME if document is None else document.name,
            "media_type": SOUND if document is None else document.media_type,
            "body": saying.body,
            "created_at": now,
        }
        document_id = c.execute(documents.insert().returning(documents.c.id), values).scalar_one()
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
