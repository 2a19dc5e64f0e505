"""Notices to everybody: their texts, their lists, and the people who would get one."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.errors import Stale
from core.contracts.messages import Address
from core.contracts.notices import Audience, NoticeAudience
from core.contracts.session import Person
from core.features.announcements.notices import (
    AnnounceDeed,
    Announcement,
    AnnouncementStage,
    AnnouncementTally,
    AnnounceStep,
)
from core.store.claims import UNDELIVERED, Claimed
from core.store.notice_circles import circle_button, is_in_circle
from core.store.outbox import KEPT_OUT
from core.store.pruning import KEPT
from core.store.rows import from_row, person_of, to_datetime
from core.store.schema import addresses, announced, announcements, mailbox, outbox, persons, sessions
from core.timing.rules import TimerRules

QUEUE = "announcements"
"""Key: the id of a notice. It is to be sent."""
PREFIX = "announcement/"
"""How the keys of their messages begin."""
CLAIMS = Claimed(announcements)
AT_ONCE = 50
"""People looked at in one step."""
SPACING = 60.0
"""Seconds between two notices to one person."""


class NoticeState(StrEnum):
    """The state of a notice for one person."""

    WAITING = "waiting"
    PUT = "put"
    """It is in the outbox."""
    SENT = "sent"
    FAILED = "failed"
    UNSURE = "unsure"
    """Nobody knows whether it reached them, so it is not sent again."""


_STILL = frozenset({NoticeState.WAITING.value, NoticeState.FAILED.value})
"""It has not reached them."""


def notice_message_key(announcement_id: str, person_id: str) -> str:
    return f"{PREFIX}{announcement_id}/{person_id}"


def announcement_by_id(c: Connection, announcement_id: str) -> Announcement | None:
    row = c.execute(announcements.select().where(announcements.c.id == announcement_id)).first()
    return None if row is None else _announcement_of(c, row)


def newest_announcements(c: Connection, *, limit: int) -> tuple[Announcement, ...]:
    """Return the notices that were sent, or began to be, the newest first."""
    begun = announcements.select().where(announcements.c.begun_at.is_not(None))
    rows = c.execute(begun.order_by(announcements.c.created_at.desc(), announcements.c.id).limit(limit))
    return tuple(_announcement_of(c, row) for row in rows.all())


def announcement_to(c: Connection, circle: NoticeAudience) -> Announcement | None:
    """Return the notice that went to a circle; None where it is forgotten."""
    mine = (announcements.c.study == circle.name) & (announcements.c.wave == circle.number)
    row = c.execute(announcements.select().where(mine)).first()
    return None if row is None else _announcement_of(c, row)


def announcement_tally(c: Connection, announcement_id: str) -> AnnouncementTally:
    mine = announced.c.announcement_id == announcement_id
    # What is in the outbox is written down a moment after it was delivered, and not while it is stopped.
    key = PREFIX + announced.c.announcement_id + "/" + announced.c.person_id
    arrived = sa.exists().where(outbox.c.key == key, outbox.c.sent_at.is_not(None))
    state = sa.case(
        ((announced.c.state == NoticeState.PUT.value) & arrived, NoticeState.SENT.value),
        (announced.c.state == NoticeState.PUT.value, NoticeState.WAITING.value),
        else_=announced.c.state,
    ).label("now")
    found = sa.select(state).where(mine).subquery()
    counted = c.execute(sa.select(found.c.now, sa.func.count()).group_by(found.c.now)).all()
    return AnnouncementTally(**{str(row[0]): row[1] for row in counted})


def forget_oldest(c: Connection, now: float) -> None:
    """Delete a notice, with its list, in which nothing has happened for long."""
    old = sa.select(announcements.c.id).where(
        announcements.c.touched_at < now - KEPT, announcements.c.stage != AnnouncementStage.SENDING.value
    )
    c.execute(announcements.delete().where(announcements.c.id.in_(old.limit(1))))


def _announcement_of(c: Connection, row: Any) -> Announcement:
    circle = None if row.study is None else NoticeAudience(name=row.study, number=row.wave)
    return from_row(
        Announcement,
        row,
        texts=json.loads(row.texts),
        stage=AnnouncementStage(row.stage),
        address=None if row.chat is None else Address(platform=row.platform, chat=row.chat),
        created_at=to_datetime(row.created_at),
        begun_at=None if row.begun_at is None else to_datetime(row.begun_at),
        listed=bool(row.listed),
        circle=circle,
        button=None if circle is None else circle_button(c, circle),
    )


# --- what is done with one --------------------------------------------------------------------------------------------

_FROM = {
    AnnounceDeed.SEND: AnnouncementStage.SHOWN,
    AnnounceDeed.STOP: AnnouncementStage.SENDING,
    AnnounceDeed.GO_ON: AnnouncementStage.STOPPED,
    AnnounceDeed.DROP: AnnouncementStage.SHOWN,
}
"""The stage that a notice has to be in for each deed."""
_TO = {
    AnnounceDeed.SEND: AnnouncementStage.SENDING,
    AnnounceDeed.STOP: AnnouncementStage.STOPPED,
    AnnounceDeed.GO_ON: AnnouncementStage.SENDING,
}


def take_announce_step(c: Connection, step: AnnounceStep, person_id: str | None, *, now: float) -> None:
    """Take a step with a notice. Raises Stale where it has changed. `person_id`: None for the command line."""
    if step.deed is AnnounceDeed.SHOW:
        where = step.address
        values = {
            "id": step.announcement_id,
            "person_id": person_id,
            "texts": json.dumps(dict(step.texts), ensure_ascii=False),
            "stage": AnnouncementStage.SHOWN.value,
            "platform": None if where is None else where.platform,
            "chat": None if where is None else where.chat,
            "language": step.language,
            "created_at": now,
            "touched_at": now,
            "study": None if step.circle is None else step.circle.name,
            "wave": None if step.circle is None else step.circle.number,
        }
        c.execute(announcements.insert(), values)
        return
    mine = (announcements.c.id == step.announcement_id) & (announcements.c.stage == _FROM[step.deed].value)
    if step.deed is AnnounceDeed.DROP:
        changed = c.execute(announcements.delete().where(mine)).rowcount
    else:
        new: dict[str, Any] = {"stage": _TO[step.deed].value, "touched_at": now}
        if step.deed is not AnnounceDeed.STOP:
            new |= {"begun_at": now, "claimed_by": None, "claimed_until": None}
        if step.deed is AnnounceDeed.SEND:
            new["created_at"] = now
        changed = c.execute(announcements.update().where(mine).values(new)).rowcount
    if changed != 1:
        raise Stale("The notice is not as it was.")
    if step.deed is AnnounceDeed.STOP:
        # What nobody is sending yet is taken out of the outbox.
        put = (announced.c.announcement_id == step.announcement_id) & (announced.c.state == NoticeState.PUT.value)
        for person in c.execute(sa.select(announced.c.person_id).where(put)).scalars().all():
            letter = outbox.c.key == notice_message_key(step.announcement_id, person)
            if c.execute(outbox.delete().where(letter, UNDELIVERED, outbox.c.claimed_by.is_(None))).rowcount:
                set_recipient_state(c, step.announcement_id, person, NoticeState.WAITING, due_at=now)


def is_recipient(announcement_id: str, person_id: str) -> sa.ColumnElement[bool]:
    """Return whether a row is a person's place on the list of a notice."""
    return (announced.c.announcement_id == announcement_id) & (announced.c.person_id == person_id)


def set_recipient_state(c: Connection, announcement_id: str, person_id: str, state: NoticeState, **more: Any) -> None:
    c.execute(announced.update().where(is_recipient(announcement_id, person_id)).values(state=state.value, **more))


def join_lists(c: Connection, stays: str, goes: str) -> None:
    """Join two persons on each list, so that nothing comes to the one that the other has had."""
    mine = {row.announcement_id: row for row in c.execute(announced.select().where(announced.c.person_id == stays))}
    for row in c.execute(announced.select().where(announced.c.person_id == goes)).all():
        before = mine.get(row.announcement_id)
        spare = None
        if before is not None:
            spare = goes if row.state in _STILL or before.state not in _STILL else stays
        if spare is not None:
            unread = (outbox.c.key == notice_message_key(row.announcement_id, spare)) & outbox.c.sent_at.is_(None)
            c.execute(outbox.delete().where(unread))
            c.execute(announced.delete().where(is_recipient(row.announcement_id, spare)))
        if spare != goes:
            c.execute(announced.update().where(is_recipient(row.announcement_id, goes)).values(person_id=stays))
            old, new = (notice_message_key(row.announcement_id, each) for each in (goes, stays))
            c.execute(outbox.update().where(outbox.c.key == old).values(key=new))


# --- who gets one -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    person: Person
    address: Address
    busy: bool
    """Something of the interview is on its way to them, they have just written, or another notice has just come."""


_TOUCHED = (
    sa.select(sa.func.max(sessions.c.touched_at))
    .where(
        sessions.c.person_id == addresses.c.person_id,
        sessions.c.platform == addresses.c.platform,
        sessions.c.chat == addresses.c.chat,
    )
    .scalar_subquery()
)
_INTERVIEWED = sa.exists().where(sessions.c.person_id == addresses.c.person_id)
_WRITING = sa.exists().where(mailbox.c.person_id == addresses.c.person_id, mailbox.c.done_at.is_(None))
_WRITTEN_TO = sa.exists().where(
    outbox.c.platform == addresses.c.platform, outbox.c.chat == addresses.c.chat, UNDELIVERED
)
_PEOPLE = (
    sa.select(
        persons,
        addresses.c.platform,
        addresses.c.chat,
        addresses.c.unreachable_at,
        sa.exists().where(KEPT_OUT).label("denied"),
        _TOUCHED.label("touched"),
        _INTERVIEWED.label("interviewed"),
        (_WRITING | _WRITTEN_TO).label("busy"),
    )
    .join(addresses, addresses.c.person_id == persons.c.id)
    .order_by(persons.c.id, addresses.c.platform, addresses.c.chat)
)


def recipients(
    c: Connection, people: Sequence[str], served: Collection[str], circle: NoticeAudience | None
) -> dict[str, Recipient | None]:
    """Return where each of the people would get a notice; None for those who would, but want none.

    Left out are those who never agreed to be interviewed, who cannot be reached, and who were denied. Of several
    chats it is the one in which they were last. `served`: the platforms by which something can be sent now.
    `circle`: those to whom alone it goes, if it is not for everybody.
    """
    wanted = _PEOPLE.where(persons.c.id.in_(people), _reached_by(circle))
    rows = c.execute(wanted).all() if people else []
    found: dict[str, Recipient | None] = {}
    for person_id, mine in groupby(rows, key=lambda row: row.id):
        there = list(mine)
        usable = [row for row in there if row.unreachable_at is None and row.platform in served]
        if not usable or any(row.denied for row in there) or not (there[0].agreed or there[0].interviewed):
            continue
        last = max(usable, key=lambda row: row.touched or 0.0)
        address = Address(platform=last.platform, chat=last.chat)
        person = person_of(last)
        found[person_id] = (
            None if person.no_notices else Recipient(person=person, address=address, busy=bool(last.busy))
        )
    return found


def _reached_by(circle: NoticeAudience | None) -> sa.ColumnElement[bool]:
    return sa.true() if circle is None else is_in_circle(circle)


def people_after(c: Connection, after: str, before: float, circle: NoticeAudience | None) -> Sequence[str]:
    """Return some of the people known before that moment, in order; of a circle only its own."""
    known = sa.select(persons.c.id).where(persons.c.id > after, persons.c.created_at <= before, _reached_by(circle))
    return c.execute(known.order_by(persons.c.id).limit(AT_ONCE)).scalars().all()


def audience(
    c: Connection, served: Collection[str], rules: TimerRules, now: datetime, *, circle: NoticeAudience | None = None
) -> Audience:
    """Count the people who would get a notice now, to everybody or to a circle."""
    platforms: dict[str, int] = {}
    asleep = declined = 0
    after = ""
    while people := people_after(c, after, now.timestamp(), circle):
        after = people[-1]
        for each in recipients(c, people, served, circle).values():
            if each is None:
                declined += 1
                continue
            platforms[each.address.platform] = platforms.get(each.address.platform, 0) + 1
            asleep += rules.is_quiet(each.person, now)
    return Audience(platforms=dict(sorted(platforms.items())), asleep=asleep, declined=declined)


def recently_notified(c: Connection, people: Iterable[str], but: str, since: float) -> set[str]:
    """Return those of the people to whom another notice has gone since then."""
    here = (announced.c.person_id.in_(list(people))) & (announced.c.announcement_id != but)
    return set(c.execute(sa.select(announced.c.person_id).where(here, announced.c.put_at > since)).scalars())
