"""Recordings: spoken messages to be heard, the outcome of each, and the files that are still needed.

As long as one is `WAITING`, the mailbox item that it came with is not ready, and the desk waits behind it. It becomes
ready as that is settled; what is heard only after the person was told that it could not be is a new item.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address, Incoming, Sender, Voice
from core.contracts.ports import Recognised
from core.store.claims import RECORDINGS, Claim, is_claimable
from core.store.driver import execute, execute_pipelined, fetch_all, fetch_one, insert_new
from core.store.file_rows import unneeded_files
from core.store.mailbox_rows import put_mail
from core.store.page_rows import set_line_words
from core.store.rows import dump_incoming, from_row, load_incoming, to_datetime
from core.store.schema import entries, mailbox, recordings

WAITING, HEARD, UNHEARD = "waiting", "heard", "unheard"
"""States of a recording."""
DOUBTFUL = "doubtful"
"""The trouble with one that was heard, whose file is kept until its person has seen the words
(`core.store.doubtful_recordings`)."""
DOUBT_SECONDS = 30 * 86_400.0
"""Seconds for which it is kept at most."""
ABSENT, LATER = "absent", "later"
"""The troubles with which it is tried again automatically: there is no hearing, and something was in the way."""
LATE_AT_ONCE = 20
"""Recordings in one sweep for which nobody waits."""
AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRecording:
    """A row, and whether the desk waits for it."""

    id: int
    event_id: str
    person_id: str
    address: Address
    file_ref: str
    seconds: float | None
    """As the platform declared them."""
    size: int | None
    media_type: str
    audio: str
    """Name of the file; empty while it is not here, and when it is not kept."""
    state: str
    trouble: str
    attempts: int
    due_at: float | None
    created_at: float
    session_id: str | None
    seq: int | None
    """The question that it answers, once the person was told that it could not be heard."""
    awaited: bool
    """Its mailbox item is not ready: the person has heard nothing of it yet."""
    claimed_by: str | None = None
    claimed_until: float | None = None


_ROW = sa.select(
    recordings, sa.case((mailbox.c.ready.is_(False) & mailbox.c.done_at.is_(None), 1), else_=0).label("awaited")
).outerjoin(mailbox, mailbox.c.event_id == recordings.c.event_id)
_BY_EVENT = _ROW.where(recordings.c.event_id == bindparam("event"))
_BY_NUMBER = _ROW.where(recordings.c.id == bindparam("number"))
_PUT = insert_new(recordings, "event_id")
_DUE = sa.select(recordings.c.event_id).where(recordings.c.due_at <= bindparam("now"), is_claimable(recordings))
_DUE_FIRST = _DUE.where(recordings.c.state == WAITING).order_by(recordings.c.due_at, recordings.c.id).limit(AT_ONCE)
_DUE_LATE = _DUE.where(recordings.c.state == UNHEARD).order_by(recordings.c.due_at, recordings.c.id).limit(LATE_AT_ONCE)
_DUE_UNFETCHED = _DUE_LATE.where(recordings.c.audio == "")
_ANY_WAITING = (
    sa.select(recordings.c.id)
    .outerjoin(mailbox, (mailbox.c.event_id == recordings.c.event_id) & mailbox.c.done_at.is_(None))
    .where(
        recordings.c.person_id == bindparam("person"),
        recordings.c.created_at <= bindparam("before"),
        (recordings.c.state == WAITING) | mailbox.c.id.is_not(None),
    )
    .limit(1)
)
_HELD = (recordings.c.id == bindparam("number")) & recordings.c.claimed_by.is_not_distinct_from(bindparam("owner"))
"""It is still there, and no other process has taken it."""
_KEEP_FILE = recordings.update().where(_HELD).values(audio=bindparam("name"))
_POSTPONE = recordings.update().where(_HELD).values(due_at=bindparam("at"), attempts=recordings.c.attempts + 1)
_SETTLE = (
    recordings.update()
    .where(_HELD, recordings.c.state != HEARD)
    .values(
        state=bindparam("new_state"),
        trouble=bindparam("why"),
        audio=bindparam("name"),
        due_at=bindparam("at"),
        heard_at=bindparam("now"),
        attempts=recordings.c.attempts + 1,
    )
)
_BIND = (
    recordings.update()
    .where(recordings.c.event_id == bindparam("event"))
    .values(session_id=bindparam("session"), seq=bindparam("question"))
)
_ITEM = sa.select(mailbox.c.id, mailbox.c.payload).where(
    mailbox.c.event_id == bindparam("event"), mailbox.c.ready.is_(False), mailbox.c.done_at.is_(None)
)
_CAME = sa.select(mailbox.c.payload).where(mailbox.c.event_id == bindparam("event"))
_MAKE_READY = (
    mailbox.update().where(mailbox.c.id == bindparam("item")).values(ready=True, payload=bindparam("new_payload"))
)


# --- arriving -----------------------------------------------------------------------------------------------------


def put_recording(c: Connection, incoming: Incoming, *, person_id: str, now: float) -> None:
    """Keep a recording that is to be heard; an event that is known changes nothing."""
    voice = incoming.content
    if not isinstance(voice, Voice):
        return
    values = {
        "event_id": incoming.event_id,
        "person_id": person_id,
        "platform": incoming.address.platform,
        "chat": incoming.address.chat,
        "file_ref": voice.file_ref,
        "seconds": voice.seconds,
        "size": voice.size,
        "media_type": voice.media_type,
        "audio": "",
        "state": WAITING,
        "trouble": "",
        "attempts": 0,
        "due_at": now,
        "created_at": now,
    }
    execute_pipelined(c, _PUT, values)


# --- looking ------------------------------------------------------------------------------------------------------


def recording_of_event(c: Connection, event_id: str) -> StoredRecording | None:
    """Return the recording that came with an event; None where there is none, or not any more."""
    row = fetch_one(c, _BY_EVENT, {"event": event_id})
    if row is None:
        return None
    address = Address(platform=row.platform, chat=row.chat)
    return from_row(StoredRecording, row, address=address, awaited=bool(row.awaited))


def message_of_recording(c: Connection, event_id: str) -> str:
    """Return the platform's id of the message that a recording came in; empty where that is not known any more."""
    row = fetch_one(c, _CAME, {"event": event_id})
    return "" if row is None else load_incoming(row.payload).ref


def take_recording(c: Connection, event_id: str, claim: Claim) -> StoredRecording | None:
    """Return the recording of an event, claimed; None also where another process is at it."""
    return recording_of_event(c, event_id) if RECORDINGS.take(c, claim, event_id) else None


def due_recordings(c: Connection, claim: Claim, *, hearing: bool) -> list[str]:
    """Return the events whose recordings may be tried: all that somebody waits for, and few others.

    Without `hearing`, those of the others that are at least to be fetched.
    """
    late = _DUE_LATE if hearing else _DUE_UNFETCHED
    values = {"owner": claim.owner, "now": claim.now}
    rows = [*fetch_all(c, _DUE_FIRST, values), *fetch_all(c, late, values)]
    return [row.event_id for row in rows]


def has_waiting_recordings(c: Connection, person_id: str, before: float) -> bool:
    """Return whether something spoken until `before` is still to be heard, or to be handled."""
    return fetch_one(c, _ANY_WAITING, {"person": person_id, "before": before}) is not None


# --- what becomes of one ------------------------------------------------------------------------------------------


def set_recording_file(c: Connection, which: StoredRecording, name: str) -> bool:
    """Note the name of the file; False when the recording was deleted meanwhile, or taken by another process."""
    return execute(c, _KEEP_FILE, {"number": which.id, "owner": which.claimed_by, "name": name}) == 1


def postpone_recording(c: Connection, which: StoredRecording, *, until: float | None) -> None:
    """Have it tried again at that moment (None: not automatically); nobody is told anything yet."""
    execute_pipelined(c, _POSTPONE, {"number": which.id, "owner": which.claimed_by, "at": until})


def save_heard(
    c: Connection, which: StoredRecording, words: Recognised, *, file: str, keep: bool, now: float
) -> str | None:
    """Keep what was heard; return its person, or None when it was deleted or taken by another meanwhile.

    `file`: its name; with `keep` it belongs to the answer, else it is needed only while the words are in doubt.
    """
    in_doubt = words.doubtful and not keep
    row = fetch_one(c, _BY_NUMBER, {"number": which.id})
    if row is None:
        return None
    # It may have become another person's since `which` was read: two chats were joined.
    which = replace(which, person_id=row.person_id)
    audio = file if keep or in_doubt else ""
    trouble, until = (DOUBTFUL, now + DOUBT_SECONDS) if in_doubt else ("", None)
    if not _settle(c, which, state=HEARD, trouble=trouble, audio=audio, due_at=until, now=now):
        return None
    voice = Voice(
        file_ref=which.file_ref,
        seconds=words.seconds,
        size=which.size,
        media_type=which.media_type,
        text=words.text,
        audio=file if keep else "",
        doubtful=words.doubtful,
    )
    came = fetch_one(c, _CAME, {"event": which.event_id})
    if came is not None and (ref := load_incoming(came.payload).ref):
        # On a page of our own the recording's line has its words.
        set_line_words(c, which.address, ref, words.text)
    if not _make_ready(c, which, voice):
        event = Incoming(
            event_id=f"{which.event_id}:heard:{which.attempts + 1}",
            address=which.address,
            sender=Sender(id=""),
            content=replace(voice, late=True),
            sent_at=to_datetime(now),
            ref=which.event_id,
        )
        put_mail(c, event, person_id=which.person_id, now=now)
    return which.person_id


def save_unheard(c: Connection, which: StoredRecording, *, trouble: str, due_at: float | None) -> str | None:
    """Note that it could not be heard, to be tried again at `due_at`; return its person, or None if they know it."""
    row = fetch_one(c, _BY_NUMBER, {"number": which.id})
    # Its file may have come since `which` was read.
    if row is None or not _settle(c, which, state=UNHEARD, trouble=trouble, audio=row.audio, due_at=due_at, now=None):
        return None
    voice = Voice(
        file_ref=which.file_ref, seconds=which.seconds, size=which.size, media_type=which.media_type, trouble=trouble
    )
    person_id: str = row.person_id
    return person_id if _make_ready(c, which, voice) else None


def bind_recording(c: Connection, event_id: str, session_id: str, seq: int) -> None:
    """Remember which question an unheard recording answers, or which answer one in doubt is."""
    execute_pipelined(c, _BIND, {"event": event_id, "session": session_id, "question": seq})


def retry_recording(c: Connection, number: int, *, now: float) -> bool:
    """Have an unheard recording tried again at the next look at what is due; False where there is no such one."""
    changed = c.execute(
        recordings.update()
        .where(recordings.c.id == number, recordings.c.state == UNHEARD)
        .values(state=WAITING, due_at=now)
    )
    return changed.rowcount == 1


def retry_waiting_recordings(c: Connection, *, now: float) -> None:
    """Make due, at the start of a program that hears, what waited for that or for something in the way."""
    c.execute(
        recordings.update()
        .where(
            recordings.c.due_at.is_not(None), recordings.c.state == UNHEARD, recordings.c.trouble.in_((ABSENT, LATER))
        )
        .values(due_at=now)
    )


def _settle(
    c: Connection,
    which: StoredRecording,
    *,
    state: str,
    trouble: str,
    audio: str,
    due_at: float | None,
    now: float | None,
) -> bool:
    held = {"number": which.id, "owner": which.claimed_by}
    values = held | {"new_state": state, "why": trouble, "name": audio, "at": due_at, "now": now}
    return execute(c, _SETTLE, values) == 1


def _make_ready(c: Connection, which: StoredRecording, voice: Voice) -> bool:
    """Give the desk the recording that it waits for; False where it does not wait."""
    item = fetch_one(c, _ITEM, {"event": which.event_id})
    if item is None:
        return False
    came = load_incoming(item.payload)
    prepared = isinstance(came.content, Voice) and came.content.prepared
    payload = dump_incoming(replace(came, content=replace(voice, prepared=prepared)))
    execute_pipelined(c, _MAKE_READY, {"item": item.id, "new_payload": payload})
    return True


# --- files --------------------------------------------------------------------------------------------------------


def recording_orphans(c: Connection, names: Sequence[str]) -> list[str]:
    """Return the file names that nothing needs any more: neither a recording nor an entry of a transcript."""
    return unneeded_files(c, names, recordings.c.audio, entries.c.audio)


def erase_recordings(c: Connection, session_id: str, person_id: str, *, until: float | None) -> None:
    """Delete the recordings of a session, before the session itself and after its mail: its files are orphans then.

    Those that are bound to it, those whose file one of its entries has, and all of the person's that belong to no
    session and came until its end (`until`; None: whenever), since they may hold words of it. What waits to be heard
    stays, and what came with a mailbox item that is still there.
    """
    kept = sa.select(entries.c.audio).where(entries.c.session_id == session_id, entries.c.audio != "")
    has_mail = sa.exists().where(mailbox.c.event_id == recordings.c.event_id)
    loose = recordings.c.session_id.is_(None) & (recordings.c.state != WAITING) & ~has_mail
    if until is not None:
        loose &= recordings.c.created_at <= until
    c.execute(
        recordings.delete().where(
            recordings.c.person_id == person_id,
            (recordings.c.session_id == session_id) | recordings.c.audio.in_(kept) | loose,
        )
    )
