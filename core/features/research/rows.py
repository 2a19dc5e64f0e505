"""Studies: their participants, who come by an invitation, and the interviews that belong to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.closed_questions import SCREENED_OUT
from core.contracts.errors import ConfigurationError
from core.contracts.notices import NoticeAudience, NoticeButton
from core.contracts.session import EntryKind, Session, Status, last_time_name
from core.store.access import put_invite
from core.store.driver import execute, fetch_all, fetch_one, upsert
from core.store.mailbox_rows import LINES
from core.store.rows import entries_of, from_row
from core.store.schema import entries, invites, notes, occurrences, sessions
from core.store.schema_studies import participants, participations, studies

_REMEMBERED = 40
"""Answers of the last wave that the next one knows."""
_LONGEST = 300
"""Characters of each."""
_BY_CODE = (
    sa.select(participants, studies.c.kind, studies.c.quota, studies.c.wave, studies.c.closed_at)
    .join(studies, studies.c.name == participants.c.study)
    .where(participants.c.digest == bindparam("code"))
)
_COME = (
    participants.update()
    .where(participants.c.digest == bindparam("code"), participants.c.came_at.is_(None))
    .values(person_id=bindparam("person"), came_at=bindparam("now"))
)
_IS_IN = sa.select(participants.c.number).where(
    participants.c.study == bindparam("its_study"), participants.c.person_id == bindparam("person")
)
_asked_since = sa.exists().where(
    entries.c.session_id == occurrences.c.session_id,
    entries.c.kind == EntryKind.QUESTION.value,
    entries.c.at > occurrences.c.at,
)
_screened = sa.exists().where(
    # Who opens the interview again, answers otherwise and is asked on takes part after all.
    occurrences.c.session_id == participations.c.session_id,
    occurrences.c.name == SCREENED_OUT,
    ~_asked_since,
)
_TAKEN = (
    sa.select(sa.func.count().label("taken"))
    .select_from(participations)
    .join(participants, participants.c.id == participations.c.participant_id)
    .where(participants.c.study == bindparam("its_study"), participations.c.wave == bindparam("its_wave"), ~_screened)
)
_OPEN_TO = (
    sa.select(participants.c.id, participants.c.study, studies.c.wave)
    .join(studies, studies.c.name == participants.c.study)
    .where(
        participants.c.person_id == bindparam("person"),
        studies.c.kind == bindparam("kind"),
        studies.c.closed_at.is_(None),
    )
    .order_by(participants.c.id)
)
_HOLD = upsert(
    participations,
    "participant_id",
    "wave",
    then=lambda new: {
        # The first interview of a wave is the one that counts, as long as it is there.
        "session_id": sa.func.coalesce(participations.c.session_id, new.session_id)
    },
)
_LAST_TIME = sa.select(participations.c.session_id).where(
    participations.c.participant_id == bindparam("participant"), participations.c.wave == bindparam("its_wave")
)
_LINES = LINES.where(entries.c.session_id == bindparam("session"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    name: str
    kind: str
    quota: int
    """0: as many as come."""
    wave: int
    created_at: float
    closed_at: float | None


class Door(StrEnum):
    """The state of an invitation to a study."""

    OPEN = "open"
    USED = "used"
    """By somebody else, or by them for another chat."""
    FULL = "full"
    CLOSED = "closed"
    """The study is over, or the invitation has run out."""


# --- coming in --------------------------------------------------------------------------------------------------------


def study_entry(c: Connection, code: str, *, now: float, person_id: str = "") -> Door | None:
    """Return the state of an invitation; None where it is of no study. `code`: its digest. One's own is always open."""
    row = fetch_one(c, _BY_CODE, {"code": code})
    if row is None:
        return None
    if row.came_at is not None:
        return Door.OPEN if person_id and row.person_id == person_id else Door.USED
    if row.closed_at is not None or (row.closes_at is not None and row.closes_at <= now):
        return Door.CLOSED
    if row.quota and fetch_one(c, _TAKEN, {"its_study": row.study, "its_wave": row.wave}).taken >= row.quota:
        return Door.FULL
    return Door.OPEN


def add_participant(c: Connection, code: str, person_id: str, *, now: float) -> None:
    """Make whoever comes with an invitation a participant of its study, if it is open and they are none yet."""
    row = fetch_one(c, _BY_CODE, {"code": code})
    if row is None or study_entry(c, code, now=now) is not Door.OPEN:
        return
    if fetch_one(c, _IS_IN, {"its_study": row.study, "person": person_id}) is None:
        execute(c, _COME, {"code": code, "person": person_id, "now": now})


def assign_to_studies(c: Connection, session: Session, *, now: float) -> None:
    """Assign a new interview to its person's studies of that kind, with notes of what was said in the wave before.

    Of two codes that one person has by now, since two chats were joined, the first counts.
    """
    found = fetch_all(c, _OPEN_TO, {"person": session.person_id, "kind": session.kind})
    for row in {row.study: row for row in reversed(found)}.values():
        values = {"participant_id": row.id, "wave": row.wave, "session_id": session.id, "begun_at": now}
        execute(c, _HOLD, values)
        earlier = fetch_one(c, _LAST_TIME, {"participant": row.id, "its_wave": row.wave - 1}) if row.wave > 1 else None
        if earlier is None or earlier.session_id is None:
            continue
        said: dict[str, str] = {}
        for entry in entries_of(fetch_all(c, _LINES, {"session": earlier.session_id})):
            stands = entry.kind is EntryKind.ANSWER and not entry.withdrawn and not entry.kept_back
            if stands and entry.question_id and entry.text.strip():
                said[entry.question_id] = f"{said.get(entry.question_id, '')} {' '.join(entry.text.split())}".strip()
        told = [(last_time_name(question), text[:_LONGEST]) for question, text in list(said.items())[:_REMEMBERED]]
        fixed = {"session_id": session.id, "entries": "[]", "stale": False, "updated_at": now}
        if told:
            c.execute(notes.insert(), [{**fixed, "key": key, "value": text} for key, text in told])


def participant_codes(c: Connection, person_id: str, kind: str) -> tuple[str, ...]:
    """Return a person's codes in the studies by an interview of that kind."""
    mine = (participants.c.person_id == person_id) & (studies.c.kind == kind)
    found = sa.select(participants.c.number).join(studies, studies.c.name == participants.c.study).where(mine)
    return tuple(participant_code(number) for number in c.execute(found.order_by(participants.c.id)).scalars())


def participant_code(number: int) -> str:
    return f"P{number:03}"


# --- the next wave ----------------------------------------------------------------------------------------------------


def wave_circle(name: str, wave: int) -> NoticeAudience:
    """Return the people who are asked again in a wave, as a notice knows them."""
    return NoticeAudience(name=name, number=wave)


def select_wave_people(wave: NoticeAudience) -> sa.Select[Any]:
    """Select the people who finished the wave before and have not begun this one, without those screened out."""
    theirs, begun = participants.alias(), participations.alias()
    has_begun = sa.exists().where(
        theirs.c.study == wave.name,
        theirs.c.person_id == participants.c.person_id,
        begun.c.participant_id == theirs.c.id,
        begun.c.wave == wave.number,
    )
    return (
        sa.select(participants.c.person_id)
        .join(studies, studies.c.name == participants.c.study)
        .join(participations, participations.c.participant_id == participants.c.id)
        .join(sessions, sessions.c.id == participations.c.session_id)
        .where(
            participants.c.study == wave.name,
            studies.c.closed_at.is_(None),
            participations.c.wave == wave.number - 1,
            sessions.c.status == Status.COMPLETED.value,
            ~_screened,
            ~has_begun,
        )
    )


def wave_button(c: Connection, wave: NoticeAudience) -> NoticeButton | None:
    """Return the button that begins the interview once more."""
    of = study(c, wave.name)
    if of is None:
        return None
    return NoticeButton(label="button-study-wave", foot="study-wave-foot", command="interview", argument=of.kind)


# --- the researcher's -------------------------------------------------------------------------------------------------


def put_study(c: Connection, name: str, *, kind: str, quota: int, now: float) -> None:
    """Begin a study. Raises ConfigurationError where there is one of that name."""
    if study(c, name) is not None:
        raise ConfigurationError(f"There is a study {name!r} already.")
    values = {"name": name, "kind": kind, "quota": quota, "wave": 1, "created_at": now}
    c.execute(studies.insert(), values)


def study(c: Connection, name: str) -> Study | None:
    row = c.execute(studies.select().where(studies.c.name == name)).first()
    return None if row is None else from_row(Study, row)


def all_studies(c: Connection) -> tuple[Study, ...]:
    return tuple(from_row(Study, row) for row in c.execute(studies.select().order_by(studies.c.name)))


def change_study(
    c: Connection, name: str, *, quota: int | None = None, closed_at: float | None = None, reopen: bool = False
) -> None:
    values: dict[str, Any] = {} if quota is None else {"quota": quota}
    if reopen or closed_at is not None:
        values["closed_at"] = None if reopen else closed_at
    if values:
        c.execute(studies.update().where(studies.c.name == name).values(values))


def next_wave(c: Connection, name: str) -> int:
    """Begin the next wave; return its number."""
    c.execute(studies.update().where(studies.c.name == name).values(wave=studies.c.wave + 1))
    return int(c.execute(sa.select(studies.c.wave).where(studies.c.name == name)).scalar_one())


def put_batch(
    c: Connection, of: Study, codes: Sequence[str], *, batch: str, closes_at: float | None, now: float
) -> int:
    """Invite as many as there are `codes` (digests); return the number of the first of them."""
    newest = sa.select(sa.func.coalesce(sa.func.max(participants.c.number), 0)).where(participants.c.study == of.name)
    first = int(c.execute(newest).scalar_one()) + 1
    for number, code in enumerate(codes, start=first):
        put_invite(c, code, kind=of.kind, uses=1, expires_at=closes_at, now=now)
        values = {"study": of.name, "number": number, "batch": batch, "digest": code}
        c.execute(participants.insert(), values | {"invited_at": now, "closes_at": closes_at})
    return first


def close_batch(c: Connection, name: str, batch: str, *, now: float) -> int:
    """Close the invitations of a batch that were not used; return how many."""
    unused = (participants.c.study == name) & (participants.c.batch == batch) & participants.c.came_at.is_(None)
    codes = sa.select(participants.c.digest).where(unused)
    c.execute(invites.update().where(invites.c.digest.in_(codes)).values(uses_left=0))
    return c.execute(participants.update().where(unused).values(closes_at=now)).rowcount


@dataclass(frozen=True, slots=True, kw_only=True)
class WaveParticipant:
    """A participant in one wave, as the tables know them."""

    participant_id: int
    number: int
    batch: str
    person_id: str | None
    invited_at: float
    came_at: float | None
    wave: int
    session_id: str | None
    begun_at: float | None
    status: str | None
    """Of the session."""
    screened_out: bool

    @property
    def code(self) -> str:
        return participant_code(self.number)

    @property
    def withdrawn(self) -> bool:
        """Return whether all that they told is deleted, by themselves or by a deadline."""
        return self.came_at is not None and (
            self.person_id is None or (self.begun_at is not None and not self.session_id)
        )


def wave_participants(c: Connection, name: str) -> tuple[WaveParticipant, ...]:
    """Return every participant in each wave that they have begun; those who have begun none, once, in the first."""
    found = (
        sa.select(
            participants.c.id.label("participant_id"),
            participants.c.number,
            participants.c.batch,
            participants.c.person_id,
            participants.c.invited_at,
            participants.c.came_at,
            sa.func.coalesce(participations.c.wave, 1).label("wave"),
            participations.c.session_id,
            participations.c.begun_at,
            sessions.c.status,
            _screened.label("screened_out"),
        )
        .outerjoin(participations, participations.c.participant_id == participants.c.id)
        .outerjoin(sessions, sessions.c.id == participations.c.session_id)
        .where(participants.c.study == name)
        .order_by(participants.c.number, participations.c.wave)
    )
    return tuple(from_row(WaveParticipant, row) for row in c.execute(found))


def count_taken(c: Connection, of: Study) -> int:
    """Count the interviews of the wave that count towards the quota."""
    return int(fetch_one(c, _TAKEN, {"its_study": of.name, "its_wave": of.wave}).taken)
