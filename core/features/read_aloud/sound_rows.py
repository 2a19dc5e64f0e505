"""Questions that were delivered and are to be heard too, with their sounds."""

from __future__ import annotations

import json
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.commits import OutboxMessage
from core.contracts.messages import Address, Say
from core.store.driver import execute_pipelined, fetch_all, fetch_one
from core.store.erasing import PEOPLE, SESSIONS
from core.store.outbox import put_letter
from core.store.rows import from_row, load_say
from core.store.schema import addresses, entries, outbox, persons, sessions, tallies

SOUND_KEY = "voice"
"""The ending of a sound's key, behind the key of its words."""
AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidQuestion:
    """The words that asked an open question, where there is no sound of them yet."""

    key: str
    address: Address
    say: Say
    language: str
    """Of the bot's words in them."""
    spoken: str
    """The interview's language."""
    session_id: str
    seq: int
    person_id: str
    aloud: str
    """`Person.aloud`."""
    silent: bool
    """No voice message can be sent there."""


_sound = outbox.alias()
_OPEN = (sessions.c.status == "active") & (sessions.c.open_question == outbox.c.seq)
_QUESTION = outbox.c.seq.is_not(None) & outbox.c.sent_at.is_not(None)
_UNSPOKEN = ~sa.exists().where(_sound.c.key == outbox.c.key + f"/{SOUND_KEY}")
_SAID = (
    sa.select(
        outbox.c.key,
        outbox.c.payload,
        outbox.c.platform,
        outbox.c.chat,
        outbox.c.language,
        outbox.c.session_id,
        outbox.c.seq,
        sessions.c.language.label("spoken"),
        sessions.c.person_id,
        persons.c.aloud,
        addresses.c.silent,
    )
    .join(sessions, sessions.c.id == outbox.c.session_id)
    .join(persons, persons.c.id == sessions.c.person_id)
    .join(addresses, (addresses.c.platform == outbox.c.platform) & (addresses.c.chat == outbox.c.chat))
    .where(outbox.c.key == bindparam("letter"), _QUESTION, _OPEN, _UNSPOKEN)
)
_ASKED_AT = (
    sa.select(outbox.c.key, sessions.c.language.label("spoken"), persons.c.aloud)
    .select_from(addresses)
    .join(persons, persons.c.id == addresses.c.person_id)
    .join(sessions, sessions.c.person_id == persons.c.id)
    .join(outbox, outbox.c.session_id == sessions.c.id)
    .where(addresses.c.platform == bindparam("platform"), addresses.c.chat == bindparam("chat"))
    .where(outbox.c.platform == addresses.c.platform, outbox.c.chat == addresses.c.chat)
    .where(outbox.c.seq.is_not(None), _OPEN)
    .order_by(outbox.c.id.desc())
    .limit(1)
)
# From the sessions that were touched lately, which have an index, to the question of each, which has one too.
_LATELY = (
    sa.select(outbox.c.key)
    .join(sessions, sessions.c.id == outbox.c.session_id)
    .join(persons, persons.c.id == sessions.c.person_id)
    .where((persons.c.aloud == "on") | ((persons.c.aloud != "off") & (bindparam("unasked", type_=sa.Integer) == 1)))
    .where(sessions.c.touched_at > bindparam("since"), _QUESTION, outbox.c.sent_at > bindparam("since"), _OPEN)
    .where(_UNSPOKEN)
    .order_by(outbox.c.id)
    .limit(AT_ONCE)
)
_TOLD = (
    persons.update()
    .where(persons.c.id == bindparam("person"), persons.c.aloud == sa.literal_column("''"))
    .values(aloud="told")
)
_KEEP = (
    entries.update()
    .where(entries.c.session_id == bindparam("session"), entries.c.seq == bindparam("its_seq"))
    .where(entries.c.role == "interviewer")
    .values(audio=bindparam("name"))
)
_ERASED = sa.select(sa.func.sum(tallies.c.number).label("number")).where(
    (tallies.c.name == PEOPLE) | (tallies.c.name == SESSIONS)
)


def delivered_question(c: Connection, key: str) -> SaidQuestion | None:
    """Return the open question that was delivered with this key; None where it is over, or has its sound."""
    row = fetch_one(c, _SAID, {"letter": key})
    if row is None:
        return None
    data = json.loads(row.payload)
    if data["type"] != "say":
        return None
    address = Address(platform=row.platform, chat=row.chat)
    return from_row(SaidQuestion, row, address=address, say=load_say(data["say"]), silent=bool(row.silent))


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """The question that is open in a chat, with or without a sound, and delivered or not yet."""

    key: str
    spoken: str
    """The interview's language."""
    aloud: str
    """`Person.aloud`."""


def open_question_at(c: Connection, address: Address) -> OpenQuestion | None:
    """Return the open question of a chat; None where there is none."""
    row = fetch_one(c, _ASKED_AT, {"platform": address.platform, "chat": address.chat})
    return None if row is None else from_row(OpenQuestion, row)


def recently_delivered(c: Connection, *, since: float, unasked: bool) -> list[str]:
    """Return the keys of such questions delivered since; `unasked`: also to people who did not ask for a voice."""
    return [row.key for row in fetch_all(c, _LATELY, {"since": since, "unasked": int(unasked)})]


def put_sound(c: Connection, said: SaidQuestion, letter: OutboxMessage, *, now: float, file: str, tells: bool) -> bool:
    """Put a sound into the outbox, unless the question is over by now; return whether it is there.

    `file`: the name of the recording that is kept with the question; empty for none. `tells`: the person is told with
    it that they need not hear questions.
    """
    if delivered_question(c, said.key) is None:
        return False
    put_letter(c, letter, now=now)
    if file:
        execute_pipelined(c, _KEEP, {"session": said.session_id, "its_seq": said.seq, "name": file})
    if tells:
        execute_pipelined(c, _TOLD, {"person": said.person_id})
    return True


def count_erased(c: Connection) -> int:
    """Count the people and interviews that were deleted since the beginning."""
    return int(fetch_one(c, _ERASED, {}).number or 0)
