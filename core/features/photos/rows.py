"""Photographs on their way: those to be fetched, the outcome of each, and the files that are still needed.

An answer does not wait for its photograph. Which of the two is there first is open; as soon as both are, the entry of
the answer has the name of the file, and the row goes.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address, Incoming, Photo
from core.contracts.session import PHOTO_NOT_HERE
from core.store.claims import Claim, Claimed, is_claimable
from core.store.driver import chat_values, execute, execute_pipelined, fetch_all, fetch_one, insert_new, matches_chat
from core.store.feature_hooks import registered_hooks
from core.store.rows import from_row
from core.store.schema import entries, persons, photos

AT_ONCE = 100
PHOTOS = Claimed(photos, ("event_id",))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPhoto:
    id: int
    event_id: str
    person_id: str
    language: str
    """The person's."""
    address: Address
    file_ref: str
    size: int | None
    """As the platform declared it."""
    attempts: int
    due_at: float | None
    """None where nothing more is to be done."""
    claimed_by: str | None = None
    claimed_until: float | None = None


_PUT = insert_new(photos, "event_id")
_BY_EVENT = (
    sa.select(photos, persons.c.language)
    .join(persons, persons.c.id == photos.c.person_id)
    .where(photos.c.event_id == bindparam("event"))
)
_DUE = (
    sa.select(photos.c.event_id)
    .where(photos.c.due_at <= bindparam("now"), is_claimable(photos))
    .order_by(photos.c.due_at, photos.c.id)
    .limit(AT_ONCE)
)
_HELD = (photos.c.id == bindparam("number")) & photos.c.claimed_by.is_not_distinct_from(bindparam("owner"))
"""It is still there, and no other process has taken it."""
_POSTPONE = photos.update().where(_HELD).values(due_at=bindparam("at"), attempts=photos.c.attempts + 1)
_SETTLE = photos.update().where(_HELD).values(photo=bindparam("name"), due_at=None)
_BIND = (
    photos.update()
    .where(photos.c.event_id == bindparam("event"))
    .values(session_id=bindparam("session"), seq=bindparam("answer"))
)
_DONE = sa.select(photos.c.id, photos.c.session_id, photos.c.seq, photos.c.photo).where(
    photos.c.event_id == bindparam("event"), photos.c.session_id.is_not(None), photos.c.photo != ""
)
_NAME = (
    entries.update()
    .where(entries.c.session_id == bindparam("session"), entries.c.seq == bindparam("answer"))
    .values(photo=bindparam("name"))
)
_ON_ITS_WAY = sa.select(photos.c.photo, photos.c.due_at).where(
    matches_chat(photos), photos.c.event_id == bindparam("event")
)
_DROP = photos.delete().where(photos.c.id == bindparam("number"))
_DROP_BOUND = photos.delete().where(photos.c.session_id == bindparam("session"), photos.c.seq == bindparam("answer"))
_DROP_EVENT = photos.delete().where(photos.c.event_id == bindparam("event"))


def put_photo(c: Connection, incoming: Incoming, person_id: str, now: float) -> None:
    """Have the photograph of an event fetched; an event that is known changes nothing."""
    photo = incoming.content
    if not isinstance(photo, Photo):
        return
    values = {
        "event_id": incoming.event_id,
        "person_id": person_id,
        "platform": incoming.address.platform,
        "chat": incoming.address.chat,
        "file_ref": photo.file_ref,
        "size": photo.size,
        "photo": "",
        "attempts": 0,
        "due_at": now,
    }
    execute_pipelined(c, _PUT, values)


def photo_of(c: Connection, event_id: str) -> StoredPhoto | None:
    """Return the photograph that came with an event; None where there is none on its way."""
    row = fetch_one(c, _BY_EVENT, {"event": event_id})
    return None if row is None else from_row(StoredPhoto, row, address=Address(platform=row.platform, chat=row.chat))


def photo_coming(c: Connection, address: Address, event_id: str) -> tuple[str, bool] | None:
    """Return the file name of the photograph of an event, empty for none, and whether it is still to come.

    None where no photograph that is no answer yet came from there with it.
    """
    row = fetch_one(c, _ON_ITS_WAY, chat_values(address) | {"event": event_id})
    if row is None or not (row.photo or row.due_at is not None):
        return None
    return ("" if row.photo == PHOTO_NOT_HERE else row.photo), row.due_at is not None


def take_photo(c: Connection, event_id: str, claim: Claim) -> StoredPhoto | None:
    """Return the photograph of an event, claimed; None also where another process is at it."""
    return photo_of(c, event_id) if PHOTOS.take(c, claim, event_id) else None


def due_photos(c: Connection, claim: Claim) -> list[str]:
    """Return the events whose photographs are to be fetched now."""
    return [row.event_id for row in fetch_all(c, _DUE, {"owner": claim.owner, "now": claim.now})]


def postpone_photo(c: Connection, which: StoredPhoto, *, until: float) -> bool:
    """Have it fetched later; False where it was deleted meanwhile, or another process has it."""
    return execute(c, _POSTPONE, {"number": which.id, "owner": which.claimed_by, "at": until}) == 1


def settle_photo(c: Connection, which: StoredPhoto, *, name: str = PHOTO_NOT_HERE) -> bool:
    """Note the photograph's file, or that there is none; False where it was deleted, or another process has it."""
    if execute(c, _SETTLE, {"number": which.id, "owner": which.claimed_by, "name": name}) != 1:
        return False
    _finish(c, which.event_id)
    return True


def bind_photo(c: Connection, event_id: str, session_id: str, seq: int) -> None:
    """Bind a photograph to the answer that it became."""
    execute_pipelined(c, _BIND, {"event": event_id, "session": session_id, "answer": seq})
    _finish(c, event_id)


def _finish(c: Connection, event_id: str) -> None:
    for hooks in registered_hooks():
        if hooks.take_photo is not None:
            hooks.take_photo(c, event_id)
    row = fetch_one(c, _DONE, {"event": event_id})
    if row is not None:
        execute_pipelined(c, _NAME, {"session": row.session_id, "answer": row.seq, "name": row.photo})
        execute_pipelined(c, _DROP, {"number": row.id})


def drop_photo_of_answer(c: Connection, session_id: str, seq: int) -> None:
    """Keep nothing of a photograph whose answer was taken back."""
    execute_pipelined(c, _DROP_BOUND, {"session": session_id, "answer": seq})


def drop_photo_of(c: Connection, event_id: str) -> None:
    """Keep nothing of a photograph that has become no answer."""
    execute_pipelined(c, _DROP_EVENT, {"event": event_id})
