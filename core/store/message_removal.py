"""The traces of one message of a person, wherever it went: for its person has deleted it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address, Edit, Incoming, Photo, Text, Unusable, Voice
from core.contracts.session import Entry, Reason
from core.store.changes import newest_mail
from core.store.driver import chat_values, fetch_all
from core.store.mailbox_rows import LINES_OF_MESSAGE, OWNED_LINES
from core.store.recording_rows import HEARD, UNHEARD
from core.store.rows import entries_of, load_incoming
from core.store.schema import entries, mailbox, recordings, revisions, sessions

_MAIL = (
    sa.select(mailbox.c.id, mailbox.c.event_id, mailbox.c.payload, mailbox.c.done_at, recordings.c.state)
    .outerjoin(recordings, recordings.c.event_id == mailbox.c.event_id)
    .where(mailbox.c.person_id == bindparam("person"), mailbox.c.payload.like(bindparam("naming"), escape="/"))
    .order_by(mailbox.c.id)
)
_REWORDED = sa.select(revisions.c.session_id, revisions.c.seq).where(
    revisions.c.session_id == entries.c.session_id,
    revisions.c.seq == entries.c.seq,
    revisions.c.reason == Reason.EDIT.value,
    revisions.c.at == bindparam("moment"),
)
# In whatever chat it was spoken: other words may be sent from another one.
_MENDED = OWNED_LINES.join(sessions, sessions.c.id == entries.c.session_id).where(
    sessions.c.person_id == bindparam("person"),
    # Other words can take the place only of what was spoken.
    entries.c.spoken_seconds > 0,
    sa.exists(_REWORDED.correlate(entries)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageTraces:
    """The places where a message went. It may have been several at once: words, and recordings with them."""

    waiting: tuple[int, ...] = ()
    """Mailbox items with something of it, or changes of it, that are not handled yet."""
    unused: tuple[int, ...] = ()
    """Those, and the handled ones whose words have become no answer."""
    unheard: bool = False
    """Something spoken in it could not be heard, which its person was told."""
    moments: frozenset[datetime] = frozenset()
    """When it was sent, and when it was changed, as far as that is still known: its wordings are of then."""
    mended: tuple[str, Entry] | None = None
    """The session and the spoken answer whose words it has taken the place of, and still has."""
    answers: dict[str, tuple[Entry, ...]]
    """The answers that it has become and still is, by session."""
    newest: int = 0
    """The newest mailbox item that waited for its person when this was looked at."""


@dataclass(frozen=True, slots=True)
class _Item:
    id: int
    event_id: str
    incoming: Incoming
    waits: bool
    state: str | None
    """Of the recording that came with it."""

    @property
    def is_spoken(self) -> bool:
        return isinstance(self.incoming.content, Voice)


def message_traces(c: Connection, person_id: str, address: Address, ref: str) -> MessageTraces:
    """Find the traces of a message, by the platform's id of it."""
    mail = _mail(c, person_id, address, ref)
    events = [item.event_id for item in mail if item.is_spoken]
    # What was heard late came as an item of its own, which names the event of the recording.
    for event in events:
        mail += _mail(c, person_id, address, event)
    told: list[tuple[str, Entry]] = []
    for name in (ref, *events):
        told += _by_owner(fetch_all(c, LINES_OF_MESSAGE, chat_values(address) | {"ref": name}))
    became = {bool(entry.spoken_seconds) for _, entry in told}
    answers: dict[str, tuple[Entry, ...]] = {}
    for session_id, entry in told:
        if not entry.withdrawn:
            answers[session_id] = (*answers.get(session_id, ()), entry)
    moments = frozenset(item.incoming.sent_at for item in mail)
    mended = (
        (owner, entry)
        for moment in moments
        for owner, entry in _by_owner(fetch_all(c, _MENDED, {"person": person_id, "moment": moment.timestamp()}))
        if entry.newest.at in moments and not entry.withdrawn
    )
    return MessageTraces(
        waiting=tuple(item.id for item in mail if item.waits),
        unused=tuple(
            item.id
            for item in mail
            # Handled words are in no answer if they were not heard, or no answer is spoken (or written) as they are.
            if item.waits or (item.is_spoken and item.state not in {None, HEARD}) or item.is_spoken not in became
        ),
        unheard=any(not item.waits and item.state == UNHEARD for item in mail),
        moments=moments,
        mended=next(mended, None),
        answers=answers,
        newest=newest_mail(c, person_id),
    )


def _mail(c: Connection, person_id: str, address: Address, ref: str) -> list[_Item]:
    naming = json.dumps(ref, ensure_ascii=False)
    for special in ("/", "%", "_"):
        naming = naming.replace(special, f"/{special}")
    rows = fetch_all(c, _MAIL, {"person": person_id, "naming": f"%{naming}%"})
    items = [_Item(r.id, r.event_id, load_incoming(r.payload), r.done_at is None, r.state) for r in rows]
    return [item for item in items if item.incoming.address == address and _is_of(item.incoming, ref)]


def _is_of(incoming: Incoming, ref: str) -> bool:
    """Return whether something is a message of that id, or a change of it."""
    match incoming.content:
        case Edit(ref=changed):
            return changed == ref
        case Text() | Voice() | Photo() | Unusable():
            return incoming.ref == ref
        case _:
            return False


def _by_owner(rows: Sequence[Any]) -> Sequence[tuple[str, Entry]]:
    owners = dict.fromkeys(row.owner for row in rows)
    return [(owner, entry) for owner in owners for entry in entries_of([row for row in rows if row.owner == owner])]
