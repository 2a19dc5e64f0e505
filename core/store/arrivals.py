"""Arriving: a platform's event becomes an item in the mailbox of its person, if that is somebody who may come in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.access.gate import (
    HOUR,
    Admission,
    Gate,
    Over,
    content_size,
    exceeded_limit,
    invitation_digest,
    is_passive_event,
    sender_id,
    without_code,
)
from core.contracts.messages import Address, Command, Incoming, Photo, Unusable, UnusableKind, is_unheard
from core.store.access import STILL_OPEN, allow_name
from core.store.call_rows import add_usage, day_of, mark_informed, usage_of
from core.store.claims import PEOPLE, RECORDINGS, Claim
from core.store.driver import chat_values, execute, execute_pipelined, fetch_all, fetch_one, matches_chat
from core.store.feature_hooks import entrance_of, registered_hooks, sent_files
from core.store.mailbox_rows import is_known_mail, put_mail
from core.store.outbox import KEPT_OUT
from core.store.recording_rows import put_recording
from core.store.schema import access, addresses, invites, last_seen, persons

_RULED = sa.select(access.c.allowed).where(access.c.who == bindparam("person"))
_USE = (
    invites.update().where(invites.c.digest == bindparam("code"), STILL_OPEN).values(uses_left=invites.c.uses_left - 1)
)


def is_admitted(c: Connection, gate: Gate, incoming: Incoming, *, now: float) -> bool:
    """Return whether somebody may come in. An invitation that they come with, and need, is used up by one."""
    if gate.trusts(incoming):
        return True
    person = sender_id(incoming)
    row = fetch_one(c, _RULED, {"person": person})
    ruled = None if row is None else bool(row.allowed)
    if gate.admits(incoming, ruled=ruled):
        return True
    code = invitation_digest(incoming)
    if ruled is not None or not code or execute(c, _USE, {"code": code, "now": now}) != 1:
        return False
    allow_name(c, person, now=now)
    return True


def is_denied(c: Connection, incoming: Incoming) -> bool:
    """Return whether the operator keeps out whoever sent this."""
    row = fetch_one(c, _RULED, {"person": sender_id(incoming)})
    return row is not None and not row.allowed


_OWNER = (
    sa.select(
        addresses.c.person_id,
        addresses.c.unreachable_at,
        addresses.c.sender_id,
        last_seen.c.reached,
        persons.c.language,
    )
    .join(persons, persons.c.id == addresses.c.person_id)
    .outerjoin(last_seen, (last_seen.c.platform == addresses.c.platform) & (last_seen.c.chat == addresses.c.chat))
    .where(matches_chat(addresses))
)
_LAST_SEEN = sa.select(last_seen.c.reached).where(matches_chat(last_seen))
_REACHABLE = addresses.update().where(matches_chat(addresses)).values(unreachable_at=bindparam("at"))
_SET_SILENT = addresses.update().where(matches_chat(addresses)).values(silent=bindparam("now_silent"))
_WRITTEN_BY = addresses.update().where(matches_chat(addresses)).values(sender_id=bindparam("sender"))
# Only upward: what a person did to an older message comes with the position of that one.
_KEPT_UP_TO = (
    addresses.update()
    .where(matches_chat(addresses), addresses.c.reached.is_(None) | (addresses.c.reached < bindparam("newest")))
    .values(reached=bindparam("newest"))
)
_KEPT = sa.select(addresses.c.chat, addresses.c.reached, sa.exists().where(KEPT_OUT).label("denied")).where(
    addresses.c.platform == bindparam("platform")
)
_DELETED = sa.select(last_seen.c.chat, last_seen.c.reached).where(last_seen.c.platform == bindparam("platform"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """The room for an event that comes. None of the program's limits applies to the operator's keyboard."""

    place: Admission
    """In the minute."""
    bytes_per_day: int = 0
    unknown: int = 0
    """What a file is taken to weigh whose size is not told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """The outcome of an event from outside."""

    owner: str = ""
    """The person whose mailbox it is in; empty where nothing was kept."""
    stranger: bool = False
    """Its sender may not come in."""
    answer: str = ""
    """The message to a stranger; empty for the usual one."""
    anew: bool = False
    """They get it even if they were answered lately."""
    new: bool = False
    """It was not known before."""
    over: Over | None = None
    """Why it was not taken in from somebody who may come in."""
    tell: bool = False
    """They do not know that yet."""
    language: str = ""
    """In which they are told."""


def receive_event(
    c: Connection,
    incoming: Incoming,
    *,
    gate: Gate,
    person_id: str,
    language: str,
    now: float,
    history: bool = False,
    allowance: Allowance | None = None,
    claim: Claim | None = None,
) -> Received:
    """Keep an event from outside as `accept_event` does, unless its sender may not come in.

    `history`: how far its chat was kept is remembered. `allowance`: None where everything is taken in. `claim`: of the
    process that will handle it.
    """
    known = fetch_one(c, _OWNER, chat_values(incoming.address))
    if _was_deleted(c, incoming, known):
        return Received()
    known_id = None if known is None else known.person_id
    entrance = entrance_of(c, incoming, known_id, now=now)
    invited = entrance is None or entrance.invites
    let_in = is_admitted(c, gate, incoming if invited else replace(incoming, content=Command(name="start")), now=now)
    if not let_in and entrance is not None:
        let_in = not is_denied(c, incoming) and entrance.admit(c)
    if not let_in:
        answer, anew = ("", False) if entrance is None else (entrance.answer, entrance.anew)
        return Received(stranger=True, answer=answer, anew=anew)
    event = without_code(incoming if entrance is None else entrance.kept)
    over = None if allowance is None else _over(c, event, known, allowance, now=now)
    if over is None or allowance is None:
        owner, new = _keep(c, event, known, person_id=person_id, language=language, now=now)
        for hooks in registered_hooks():
            if hooks.taken_in is not None:
                hooks.taken_in(c, event, owner, now)
        if new and claim is not None and claim.alone:
            PEOPLE.take(c, claim, owner)
            if is_unheard(event):
                RECORDINGS.take(c, claim, event.event_id)
            if (files := sent_files(type(event.content))) is not None:
                files.claimed.take(c, claim, event.event_id)
        if new and allowance is not None and (weighs := content_size(event.content, unknown=allowance.unknown)):
            add_usage(c, owner, day_of(now), size=weighs)
        received = Received(owner=owner, new=new)
    else:
        if known is None:
            _introduce(c, event, person_id=person_id, language=language, now=now)
        owner = person_id if known is None else known.person_id
        tell = _refuse(c, owner, over, allowance, now=now)
        received = Received(over=over, tell=tell, language=language if known is None else known.language)
    if history and incoming.position:
        # Of what was not taken in, too: whoever was told so sends it again.
        execute_pipelined(c, _KEPT_UP_TO, chat_values(incoming.address) | {"newest": incoming.position})
    return received


def _over(c: Connection, incoming: Incoming, known: Any, allowance: Allowance, *, now: float) -> Over | None:
    """Return why there is no room for an event, if so; for one that is known already there is."""
    weighs = content_size(incoming.content, unknown=allowance.unknown)
    over = None if allowance.place.free else Over.PACE
    if over is None and weighs and allowance.bytes_per_day:
        taken = 0 if known is None else usage_of(c, known.person_id, day_of(now)).bytes
        over = exceeded_limit(incoming.content, weighs=weighs, used=taken, limit=allowance.bytes_per_day)
    if over is None or is_known_mail(c, incoming.event_id):
        return None
    return over


def _refuse(c: Connection, owner: str, over: Over, allowance: Allowance, *, now: float) -> bool:
    """Count a message that is not taken in; return whether its person is to be told."""
    day = day_of(now)
    before = usage_of(c, owner, day)
    add_usage(c, owner, day, refused=1)
    if over is Over.PACE:
        return allowance.place.tell
    tell = before.told != over.value or before.told_at is None or not 0 <= now - before.told_at < HOUR
    if tell:
        mark_informed(c, owner, over.value, now=now)
    return tell


def accept_event(c: Connection, incoming: Incoming, *, person_id: str, language: str, now: float) -> str:
    """Keep an event; return the id of the person whose mailbox it is in now, empty where nothing was kept.

    `person_id` and `language`: of somebody new. Nothing is kept of what was deleted with everything else of its person,
    nor of what only tells something of somebody who is not known. An event that is known changes nothing.
    """
    known = fetch_one(c, _OWNER, chat_values(incoming.address))
    if _was_deleted(c, incoming, known):
        return ""
    return _keep(c, incoming, known, person_id=person_id, language=language, now=now)[0]


def kept_positions(c: Connection, platform: str) -> dict[str, str]:
    """Return each chat's newest position that was kept, also where everything was deleted; not of denied people."""
    known = fetch_all(c, _KEPT, {"platform": platform})
    kept = {row.chat: row.reached for row in fetch_all(c, _DELETED, {"platform": platform})}
    for row in known:
        if row.reached is not None:
            kept[row.chat] = max(row.reached, kept.get(row.chat, ""))
    denied = {row.chat for row in known if row.denied}
    return {here: position for here, position in kept.items() if here not in denied}


def _was_deleted(c: Connection, incoming: Incoming, known: Any) -> bool:
    """Return whether this was written before its chat was deleted: an event delivered twice, or a late edit."""
    if not incoming.position:
        return False
    row = known if known is not None else fetch_one(c, _LAST_SEEN, chat_values(incoming.address))
    return row is not None and row.reached is not None and incoming.position <= row.reached


def _keep(
    c: Connection, incoming: Incoming, known: Any, *, person_id: str, language: str, now: float
) -> tuple[str, bool]:
    """Put an event into a mailbox, and have its recording or file fetched; return its owner and if it is new."""
    files = sent_files(type(incoming.content))
    if files is None and isinstance(incoming.content, Photo):
        unusable = Unusable(kind=UnusableKind.FILE, file_ref=incoming.content.file_ref)
        incoming = replace(incoming, content=unusable)
    if known is None:
        if is_passive_event(incoming):
            return "", False
        _introduce(c, incoming, person_id=person_id, language=language, now=now)
    owner: str = person_id if known is None else known.person_id
    unheard = is_unheard(incoming)
    if not put_mail(c, incoming, person_id=owner, now=now, ready=not unheard):
        return owner, False
    if unheard:
        put_recording(c, incoming, person_id=owner, now=now)
    if files is not None:
        files.put(c, incoming, owner, now)
    if known is not None:
        sender = incoming.sender.id
        if sender and sender != known.sender_id:
            execute_pipelined(c, _WRITTEN_BY, chat_values(incoming.address) | {"sender": sender})
        if known.unreachable_at is not None and not is_passive_event(incoming):
            set_reachable(c, incoming.address, unreachable_at=None)
    return owner, True


def set_reachable(c: Connection, address: Address, *, unreachable_at: float | None) -> None:
    execute_pipelined(c, _REACHABLE, chat_values(address) | {"at": unreachable_at})


def _introduce(c: Connection, incoming: Incoming, *, person_id: str, language: str, now: float) -> None:
    person = {"id": person_id, "name": "", "language": language, "stage": "new", "created_at": now}
    c.execute(persons.insert(), person)
    where = {"platform": incoming.address.platform, "chat": incoming.address.chat, "person_id": person_id}
    sender = {"sender_name": incoming.sender.name, "sender_id": incoming.sender.id}
    c.execute(addresses.insert(), {**where, **sender, "unreachable_at": None})


def set_silent(c: Connection, address: Address, *, silent: bool) -> None:
    """Note whether no voice message can be sent there."""
    execute_pipelined(c, _SET_SILENT, chat_values(address) | {"now_silent": silent})
