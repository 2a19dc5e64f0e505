"""Putting what goes to the family into the outbox, and looking once more when it is about to be sent.

An answer goes out in the wording that stood for the time of grace; whatever has come about until it is sent takes it
back: it was changed, taken back or kept back, the leave was withdrawn, or its receiver is a member no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.commits import OutboxMessage
from core.contracts.messages import Address
from core.features.gift.family import ShareBatch, SharingConsent, SharingFrequency
from core.features.gift.rows import family_of, is_answer_unchanged, members_of, shared_with
from core.store.driver import execute_pipelined, fetch_all, fetch_one
from core.store.letter_hooks import SendingMoment
from core.store.outbox import SHARED, WaitingMessage, discard_attachments, discard_message, put_letter
from core.store.rows import person_of
from core.store.schema import persons
from core.store.schema_families import families, members, shares

ANSWER_KEY = rf"{SHARED}[^/]+/\d+\.\d+/"
"""As `ShareBatch.key` writes it."""
_PUT_SHARE = shares.insert()
_PERSONS = persons.select().where(persons.c.id == bindparam("person"))


def put_parcels(
    c: Connection,
    family_id: str,
    parcels: Sequence[tuple[ShareBatch, Sequence[OutboxMessage]]],
    *,
    seen: int,
    due_at: float | None,
    now: datetime,
) -> list[Address]:
    """Put what a look has found into the outbox, as far as it is still so; return where something is to be sent.

    `parcels`: with the letters of each, in their order. `seen`: the revision of the session that was looked at.
    `due_at`: when to look again; None: when something new is told.
    """
    family = family_of(c, family_id)
    if family is None or family.leave is not SharingConsent.YES:
        return []
    present = {member.id for member in members_of(c, family_id)}
    woken: list[Address] = []
    for parcel, letters in parcels:
        session_id, person_id = parcel.session_id, parcel.member.person_id
        had = shared_with(c, session_id, person_id)
        answers = [told.answer for told in parcel.told]
        if parcel.member.id not in present or not all(
            each.seq not in had and is_answer_unchanged(c, session_id, each.seq, each.newest.number) for each in answers
        ):
            # They are a member no more, it was worded otherwise, or another look was faster.
            continue
        for answer in answers:
            values = {
                "session_id": session_id,
                "seq": answer.seq,
                "person_id": person_id,
                "family_id": parcel.family.id,
                "revision": answer.newest.number,
                "letter": parcel.key,
                "at": now.timestamp(),
            }
            execute_pipelined(c, _PUT_SHARE, values)
        for letter in letters:
            put_letter(c, letter, now=now.timestamp())
        woken.append(parcel.address)
    again = now.timestamp() if parcels else due_at
    c.execute(families.update().where(families.c.id == family_id).values(seen=seen, due_at=again))
    return woken


# --- when it is about to be sent --------------------------------------------------------------------------------------

_IN_LETTER = sa.select(shares).where(shares.c.letter == bindparam("key"))
_NOT_SENT = shares.delete().where(shares.c.letter == bindparam("key"))
_AGAIN = families.update().where(families.c.id == bindparam("family")).values(due_at=bindparam("at"))
_MAY = (
    sa.select(members.c.id)
    .join(families, families.c.id == members.c.family_id)
    .where(
        members.c.family_id == bindparam("family"),
        members.c.person_id == bindparam("person"),
        members.c.way != SharingFrequency.NOTHING.value,
        families.c.leave == SharingConsent.YES.value,
    )
)


def main_message_key(key: str) -> str:
    """Return the key of the letter that something goes with: a recording has its own behind it."""
    return "/".join(key.split("/")[:4])


def withdraw_withheld(c: Connection, waiting: WaitingMessage, moment: SendingMoment) -> bool:
    """Take answers for the family out of the outbox that may not go out now; return whether that was so.

    What may still go out of it is looked at again.
    """
    key = main_message_key(waiting.outgoing.key)
    whole = waiting.outgoing.key == key
    rows = fetch_all(c, _IN_LETTER, {"key": key})
    if rows and all(
        fetch_one(c, _MAY, {"family": row.family_id, "person": row.person_id}) is not None
        and is_answer_unchanged(c, row.session_id, row.seq, row.revision)
        for row in rows
    ):
        person = person_of(fetch_one(c, _PERSONS, {"person": rows[0].person_id}))
        if not whole or not moment.rules.is_quiet(person, moment.now):
            return False
    discard_message(c, waiting.id)
    if whole:
        discard_attachments(c, key)
        execute_pipelined(c, _NOT_SENT, {"key": key})
        for family_id in {row.family_id for row in rows}:
            execute_pipelined(c, _AGAIN, {"family": family_id, "at": moment.now.timestamp()})
    return True
