"""Sending a notice to everybody, a step at a time: who is next on its list, as far as there is room, and what became
of those before.

The outbox holds as much of it at a time as may be sent in a second, and less as long as anything of an interview waits
there. A step may be repeated after any crash: what was put is on the list, in the transaction that put it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.commits import OutboxMessage
from core.contracts.errors import TryLater
from core.contracts.messages import Address
from core.contracts.session import Person
from core.features.announcements.notice_rows import (
    CLAIMS,
    PREFIX,
    SPACING,
    NoticeState,
    announcement_by_id,
    announcement_tally,
    is_recipient,
    notice_message_key,
    people_after,
    recently_notified,
    recipients,
    set_recipient_state,
)
from core.features.announcements.notices import Announcement, AnnouncementStage, AnnouncementTally
from core.store.claims import UNDELIVERED, Claim, is_claimable
from core.store.codec import to_datetime
from core.store.driver import insert_new, is_in_chat
from core.store.letter_hooks import WAITS, SendingMoment
from core.store.outbox import WaitingMessage, put_letter
from core.store.rows import person_of
from core.store.schema import announced, announcements, mailbox, outbox, persons
from core.timing.rules import TimerRules

BUSY = 20.0
"""Seconds after which somebody who was in the middle of something is looked at again."""
MOST_LOOKS = 500
"""After so many times that it could not go to somebody, it never does: at least two hours."""
_PATIENT = 5
"""Failures of one message after which nothing else waits for it any more."""


@dataclass(frozen=True, slots=True)
class Sending:
    """The rules and texts for sending a notice."""

    paces: Mapping[str, int]
    """Messages a second, at most, that nobody waits for, on each platform that is served."""
    rules: TimerRules
    letter: Callable[[Announcement, Person], OutboxMessage]
    """Makes the message to a person; the address and the key are set here."""
    over: Callable[[Announcement, AnnouncementTally], OutboxMessage | None]
    """Makes the last message, to the chat that began it."""


@dataclass(frozen=True, slots=True)
class Advanced:
    woken: tuple[Address, ...] = ()
    """Addresses with something new in the outbox."""
    again: float | None = None
    """When there is more to do; None: nothing, or it is another's."""


def notices_in_progress(c: Connection, claim: Claim) -> list[str]:
    """Return the notices on their way that may be taken, the oldest first."""
    mine = (announcements.c.stage == AnnouncementStage.SENDING.value) & is_claimable(announcements)
    found = sa.select(announcements.c.id).where(mine).order_by(announcements.c.begun_at, announcements.c.id)
    return list(c.execute(found, {"owner": claim.owner, "now": claim.now}).scalars())


def advance_sending(c: Connection, claim: Claim, announcement_id: str, how: Sending) -> Advanced:
    """Take one step of sending a notice, if nobody else is at it."""
    if not CLAIMS.take(c, claim, announcement_id):
        return Advanced()
    found = announcement_by_id(c, announcement_id)
    if found is None or found.stage is not AnnouncementStage.SENDING:
        CLAIMS.release(c, claim, announcement_id)
        return Advanced()
    # What became of what is in the outbox is written down; some of it may be there still.
    key = PREFIX + announced.c.announcement_id + "/" + announced.c.person_id
    rows = c.execute(
        sa.select(announced.c.person_id, outbox.c.id, outbox.c.sent_at, outbox.c.dead_at)
        .outerjoin(outbox, outbox.c.key == key)
        .where(_of(announcement_id, NoticeState.PUT))
    ).all()
    pending = False
    for row in rows:
        if row.id is None:
            set_recipient_state(c, announcement_id, row.person_id, NoticeState.UNSURE)
        elif row.sent_at is not None:
            set_recipient_state(c, announcement_id, row.person_id, NoticeState.SENT)
        elif row.dead_at is not None:
            set_recipient_state(c, announcement_id, row.person_id, NoticeState.FAILED)
        else:
            pending = True
    if not found.listed:
        found = _list_more(c, found, claim.now, how)
    put = [each for name, pace in how.paces.items() for each in _put_some(c, found, claim.now, name, pace, how)]
    if put or pending or not found.listed:
        return Advanced(tuple(put), claim.now)
    next_due = c.execute(
        sa.select(sa.func.min(announced.c.due_at)).where(_of(announcement_id, NoticeState.WAITING))
    ).scalar()
    if next_due is not None:
        return Advanced((), next_due)
    # Nobody waits any more: whoever began it is told so, by day.
    if found.person_id is not None:
        author = c.execute(persons.select().where(persons.c.id == found.person_id)).first()
        if author is not None and (awake := _awake(person_of(author), claim.now, how.rules)) > claim.now:
            return Advanced((), awake)
    mine = announcements.c.id == found.id
    values = {"stage": AnnouncementStage.DONE.value, "touched_at": claim.now, "claimed_by": None, "claimed_until": None}
    c.execute(announcements.update().where(mine).values(values))
    letter = how.over(found, announcement_tally(c, found.id))
    if letter is None:
        return Advanced()
    put_letter(c, letter, now=claim.now)
    return Advanced((letter.address,))


def _of(announcement_id: str, state: NoticeState) -> sa.ColumnElement[bool]:
    return (announced.c.announcement_id == announcement_id) & (announced.c.state == state.value)


def _list_more(c: Connection, found: Announcement, now: float, how: Sending) -> Announcement:
    """Put some more people on its list, where they wait; those who sleep, until they are awake."""
    people = people_after(c, found.after, found.created_at.timestamp(), found.circle)
    new = [each for each in recipients(c, people, how.paces, found.circle).values() if each is not None]
    for each in new:
        values = {
            "announcement_id": found.id,
            "person_id": each.person.id,
            "platform": each.address.platform,
            "state": NoticeState.WAITING.value,
            "attempts": 0,
            "looks": 0,
            "due_at": _awake(each.person, now, how.rules),
        }
        c.execute(insert_new(announced, "announcement_id", "person_id"), values)
    after, listed = (people[-1], False) if people else (found.after, True)
    values_now = {"after": after, "listed": listed, "touched_at": now}
    c.execute(announcements.update().where(announcements.c.id == found.id).values(values_now))
    return replace(found, after=after, listed=listed)


def _awake(person: Person, now: float, rules: TimerRules) -> float:
    """Return the first moment from now on at which somebody may be written to unasked."""
    hours = rules.quiet_of(person)
    return now if hours is None else hours.after(to_datetime(now), rules.zone_of(person)).timestamp()


def _put_some(c: Connection, found: Announcement, now: float, platform: str, pace: int, how: Sending) -> list[Address]:
    """Put letters to those on the list whose turn it is into the outbox of a platform, as far as there is room."""
    there = (outbox.c.platform == platform) & UNDELIVERED
    later = (outbox.c.not_before > now) & (outbox.c.attempts <= _PATIENT)
    refused = (announced.c.due_at > now) & announced.c.attempts.between(1, _PATIENT)
    waiting = _of(found.id, NoticeState.WAITING) & (announced.c.platform == platform)
    if c.execute(sa.select(sa.exists().where(there, later) | sa.exists().where(waiting, refused))).scalar():
        # The platform asks to wait, or does not answer.
        return []
    due = outbox.c.not_before.is_(None) | (outbox.c.not_before <= now)
    room = pace - int(c.execute(sa.select(sa.func.count()).select_from(outbox).where(there, due)).scalar_one())
    if room <= 0:
        return []
    turn = sa.select(announced.c.person_id).where(waiting, announced.c.due_at <= now)
    people = c.execute(turn.order_by(announced.c.due_at, announced.c.person_id).limit(room)).scalars().all()
    receivers = recipients(c, people, how.paces, found.circle)
    lately = recently_notified(c, people, found.id, now - SPACING)
    put: list[Address] = []
    for person_id in people:
        each = receivers.get(person_id)
        if each is None:
            # Wants none meanwhile, or cannot be written to: they are not told, and that is no failure.
            c.execute(announced.delete().where(is_recipient(found.id, person_id)))
            continue
        due_at = _awake(each.person, now, how.rules)
        if due_at <= now and (each.busy or person_id in lately):
            due_at = now + (SPACING if person_id in lately else BUSY)
        if due_at > now or each.address.platform != platform:
            _wait(c, found.id, person_id, due_at, platform=each.address.platform)
            continue
        key = notice_message_key(found.id, person_id)
        put_letter(c, replace(how.letter(found, each.person), key=key, address=each.address), now=now)
        set_recipient_state(c, found.id, person_id, NoticeState.PUT, put_at=now)
        put.append(each.address)
    return put


# --- when it is about to be sent, and afterwards ----------------------------------------------------------------------


def withdraw_hindered(c: Connection, waiting: WaitingMessage, moment: SendingMoment) -> bool:
    """Take a notice's letter that may not be sent now out of the outbox again; return whether that was so.

    It goes behind whatever else there is for the person.
    """
    now = moment.now.timestamp()
    announcement_id, person_id = parse_notice_key(waiting.outgoing.key)
    found = announcement_by_id(c, announcement_id)
    row = c.execute(persons.select().where(persons.c.id == person_id)).first()
    if found is None or row is None or row.no_notices:
        return_to_list(c, waiting, None)
        return True
    if waiting.in_doubt and not moment.once:
        return_to_list(c, waiting, NoticeState.UNSURE)
        return True
    due_at = _awake(person_of(row), now, moment.rules)
    here = is_in_chat(outbox, waiting.outgoing.address)
    behind = sa.exists().where(here, UNDELIVERED, outbox.c.id > waiting.id)
    writing = sa.exists().where(mailbox.c.person_id == person_id, mailbox.c.done_at.is_(None))
    if due_at <= now and c.execute(sa.select(behind | writing)).scalar():
        due_at = now + BUSY
    if due_at > now or found.stage is not AnnouncementStage.SENDING:
        return_to_list(c, waiting, NoticeState.WAITING, due_at=due_at)
        return True
    return False


def return_to_list(
    c: Connection, waiting: WaitingMessage, state: NoticeState | None, *, due_at: float = 0.0, attempts: int = 0
) -> None:
    """Take the letter out of the outbox again. `state`: None for a person who is no longer on the list."""
    c.execute(outbox.delete().where(outbox.c.id == waiting.id))
    announcement_id, person_id = parse_notice_key(waiting.outgoing.key)
    if state is None:
        c.execute(announced.delete().where(is_recipient(announcement_id, person_id)))
    elif state is NoticeState.WAITING:
        _wait(c, announcement_id, person_id, due_at, attempts=attempts)
    else:
        set_recipient_state(c, announcement_id, person_id, state)


def _wait(
    c: Connection, announcement_id: str, person_id: str, due_at: float, *, attempts: int = 0, **more: str
) -> None:
    """Have a notice that could not go to somebody go later, but not for ever."""
    looks = announced.c.looks + 1
    state = sa.case((looks < MOST_LOOKS, NoticeState.WAITING.value), else_=NoticeState.FAILED.value)
    values = {"state": state, "due_at": due_at, "attempts": attempts, "looks": looks, **more}
    c.execute(announced.update().where(is_recipient(announcement_id, person_id)).values(values))


def note_refusal(c: Connection, waiting: WaitingMessage, error: TryLater, now: float) -> None:
    """Return a notice that the platform did not take to its list; one that may have arrived is not sent again."""
    if error.maybe_delivered:
        return_to_list(c, waiting, NoticeState.UNSURE)
        return
    announcement_id, person_id = parse_notice_key(waiting.outgoing.key)
    tries = sa.select(announced.c.attempts).where(is_recipient(announcement_id, person_id))
    before = c.execute(tries).scalar() or 0
    wait = WAITS.after(before + 1) if error.after is None else max(WAITS.first, error.after)
    return_to_list(c, waiting, NoticeState.WAITING, due_at=now + wait, attempts=before + 1)


def parse_notice_key(key: str) -> tuple[str, str]:
    """Return the notice and the person that a letter's key names."""
    announcement_id, _, person_id = key.removeprefix(PREFIX).partition("/")
    return announcement_id, person_id
