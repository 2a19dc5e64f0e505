"""Changes of families: the steps that a change of the desk brings, and what goes when somebody does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.errors import Stale
from core.contracts.session import PHOTO_NOT_HERE, Session
from core.contracts.turn import OthersAsked
from core.features.gift.family import (
    Asks,
    Come,
    FamilyStep,
    GiftBegun,
    GiftUpdated,
    InviteRole,
    MemberLeft,
    NewGift,
    NewInvitation,
    SharingAnswered,
    SharingConsent,
    SharingFrequency,
    TellerInformed,
    Tells,
    Thanked,
    Wished,
)
from core.features.gift.rows import member_in, share_of
from core.store.access import put_invite
from core.store.claims import UNDELIVERED
from core.store.driver import execute, execute_pipelined, fetch_one, insert_new
from core.store.feature_hooks import Erased, Then, drop_sent_file
from core.store.outbox import SHARED, discard_attachments
from core.store.schema import invites, outbox, photos, sessions, shown
from core.store.schema_families import families, family_codes, family_questions, members, shares, tellings

_USE_UP = family_codes.delete().where(family_codes.c.digest == bindparam("code"))
_WAS_ASKED = (
    family_questions.update()
    .where(family_questions.c.id == bindparam("question"), family_questions.c.seq.is_(None))
    .values(session_id=bindparam("session"), seq=bindparam("its_seq"))
)
_WAITS_AGAIN = (
    family_questions.update()
    .where(family_questions.c.session_id == bindparam("session"), family_questions.c.seq == bindparam("its_seq"))
    .values(session_id=None, seq=None)
)
_PHOTO_OF_QUESTION = (
    sa.select(photos.c.photo)
    .join(family_questions, family_questions.c.photo_event == photos.c.event_id)
    # In the very words of the partial index.
    .where(
        photos.c.event_id == bindparam("event"),
        photos.c.photo != "",
        family_questions.c.photo_event != sa.literal_column("''"),
    )
    .limit(1)
)
_NAME_QUESTION = (
    family_questions.update()
    .where(family_questions.c.photo_event == bindparam("event"), family_questions.c.photo_event != "")
    .values(photo=bindparam("name"))
)
_HEARD = shares.update().where(shares.c.id == bindparam("share")).values(heard_at=bindparam("now"))
_TOLD_SO_FAR = sa.func.coalesce(
    sa.select(sessions.c.last_seq).where(sessions.c.id == families.c.session_id).scalar_subquery(), 0
)
_KNOWN = (
    members.update()
    .where(members.c.id == bindparam("member"))
    .values(
        known_at=bindparam("now"),
        known_seq=sa.func.coalesce(
            sa.select(sessions.c.last_seq)
            .join(families, families.c.session_id == sessions.c.id)
            .where(families.c.id == members.c.family_id)
            .scalar_subquery(),
            0,
        ),
    )
)


def take_family_step(c: Connection, step: FamilyStep, person_id: str, *, now: float) -> None:
    """Write a person's step. Raises Stale where the family is not, or not any more, as it has to be for it."""
    _STEPS[type(step)](c, step, person_id, now)


def put_gift(c: Connection, step: NewGift, person_id: str | None, *, now: float) -> None:
    """Put a gift together. `person_id`: its giver; None for the command line."""
    family = step.family
    columns = ("id", "name", "language", "kind", "rhythm", "giver", "words", "photo")
    told = {name: getattr(family, name) for name in columns}
    c.execute(families.insert(), {**told, "created_at": now})
    if person_id is not None and step.address is not None:
        _put_member(c, family.id, person_id, step.member_id, step.address.platform, step.address.chat, now, gives=True)


def _put_member(
    c: Connection, family_id: str, person_id: str, member_id: str, platform: str, chat: str, now: float, *, gives: bool
) -> None:
    values = {
        "id": member_id,
        "family_id": family_id,
        "person_id": person_id,
        "gives": gives,
        "way": SharingFrequency.AT_ONCE.value,
        "platform": platform,
        "chat": chat,
        "joined_at": now,
    }
    c.execute(insert_new(members, "family_id", "person_id"), values)


def _shape(c: Connection, step: Any, person_id: str, now: float) -> None:
    values = {name: value for name in ("language", "rhythm") if (value := getattr(step, name)) is not None}
    open_yet = (families.c.id == step.family_id) & families.c.person_id.is_(None)
    if c.execute(families.update().where(open_yet, _gives(person_id)).values(values)).rowcount != 1:
        raise Stale("It is no gift of theirs, or was opened.")


def _gives(person_id: str) -> sa.ColumnElement[bool]:
    """Return whether a family is one to which this person gives."""
    giver = members.alias()
    return sa.exists().where(
        giver.c.family_id == families.c.id, giver.c.person_id == person_id, giver.c.gives.is_(True)
    )


def put_family_invite(c: Connection, step: NewInvitation, person_id: str | None, *, now: float) -> None:
    """Make an invitation; for a teller there is one at a time. `person_id`: its sender; None for the command line."""
    if step.part is InviteRole.TELLER:
        earlier = (family_codes.c.family_id == step.family_id) & (family_codes.c.part == step.part.value)
        for digest in c.execute(sa.select(family_codes.c.digest).where(earlier)).scalars().all():
            _use_up(c, digest)
    values = {
        "digest": step.digest,
        "family_id": step.family_id,
        "person_id": person_id,
        "part": step.part.value,
        "expires_at": step.expires_at,
        "code": step.code,
    }
    c.execute(family_codes.insert(), values)
    # Whoever is no stranger here needs none; for the others it opens the door, once.
    put_invite(c, step.digest, kind="", uses=1, expires_at=step.expires_at, now=now)


def _use_up(c: Connection, digest: str) -> bool:
    """Use an invitation up, also where its door was open for whoever came."""
    c.execute(invites.update().where(invites.c.digest == digest).values(uses_left=0))
    return execute(c, _USE_UP, {"code": digest}) == 1


def _invite(c: Connection, step: Any, person_id: str, now: float) -> None:
    tells = families.c.person_id == person_id
    mine = families.select().where(families.c.id == step.family_id, tells | _gives(person_id))
    if c.execute(mine).first() is None:
        raise Stale("They may invite nobody.")
    put_family_invite(c, step, person_id, now=now)


def _come(c: Connection, step: Any, person_id: str, now: float) -> None:
    """Have somebody come in, which uses the invitation up."""
    if not _use_up(c, step.digest):
        raise Stale("The invitation was used by another.")
    if step.part is InviteRole.MEMBER:
        address = step.address
        where = (step.family_id, person_id, step.member_id, address.platform, address.chat, now)
        _put_member(c, *where, gives=False)
        return
    free = (families.c.id == step.family_id) & families.c.person_id.is_(None)
    if c.execute(families.update().where(free).values(person_id=person_id)).rowcount != 1:
        raise Stale("Somebody else tells there.")
    # Whoever opens it is told who gives it.
    givers = (members.c.family_id == step.family_id) & members.c.gives.is_(True)
    c.execute(members.update().where(givers).values(known_at=now))


def _begin(c: Connection, step: Any, person_id: str, now: float) -> None:
    mine = (families.c.id == step.family_id) & (families.c.person_id == person_id)
    c.execute(families.update().where(mine).values(session_id=step.session_id))


def _leave(c: Connection, step: Any, person_id: str, now: float) -> None:
    mine = (families.c.id == step.family_id) & (families.c.person_id == person_id)
    given = now if step.leave is SharingConsent.YES else None
    values = {"leave": step.leave.value, "leave_at": given, "leave_seq": _TOLD_SO_FAR, "due_at": None}
    if c.execute(families.update().where(mine).values(values)).rowcount != 1:
        raise Stale("It is not theirs to say.")
    if step.leave is not SharingConsent.YES:
        drop_waiting_letters(c, families.c.id == step.family_id)


def _part(c: Connection, step: Any, person_id: str, now: float) -> None:
    """Remove a member: nothing more goes to them, what waits included."""
    which = (members.c.id == step.member_id) & (members.c.family_id == step.family_id)
    allowed = (families.c.person_id == person_id) | _gives(person_id) | (members.c.person_id == person_id)
    found = sa.select(members).join(families, families.c.id == members.c.family_id).where(which, allowed)
    row = c.execute(found).first()
    if row is None:
        raise Stale("There is no such member, or it is not theirs to say.")
    drop_waiting_letters(c, families.c.id == step.family_id, shares.c.person_id == row.person_id)
    unasked = (family_questions.c.family_id == step.family_id) & family_questions.c.seq.is_(None)
    c.execute(family_questions.delete().where(unasked, family_questions.c.person_id == row.person_id))
    c.execute(members.delete().where(which))


def drop_waiting_letters(c: Connection, *which: sa.ColumnElement[bool]) -> None:
    """Take out of the outbox what has not gone out to a family, or to one of it; it may go out another day."""
    named = sa.select(shares.c.letter).join(families, families.c.id == shares.c.family_id).where(*which)
    for letter in c.execute(named.distinct()).scalars().all():
        waits = (outbox.c.key == letter) & UNDELIVERED
        if c.execute(outbox.delete().where(waits)).rowcount:
            c.execute(shares.delete().where(shares.c.letter == letter))
        discard_attachments(c, letter)


def _wish(c: Connection, step: Any, person_id: str, now: float) -> None:
    mine = (members.c.family_id == step.family_id) & (members.c.person_id == person_id)
    values = {"way": step.way.value, "platform": step.address.platform, "chat": step.address.chat}
    if c.execute(members.update().where(mine).values(values)).rowcount != 1:
        raise Stale("They are no member.")
    c.execute(families.update().where(families.c.id == step.family_id).values(due_at=now))


def _ask(c: Connection, step: Any, person_id: str, now: float) -> None:
    """Keep a question; a photograph of the same message belongs to the question that it came with."""
    question = step.question
    if member_in(c, question.family_id, person_id) is None:
        raise Stale("They are no member.")
    photo = PHOTO_NOT_HERE if step.event_id else ""
    values = {
        "id": question.id,
        "family_id": question.family_id,
        "person_id": person_id,
        "text": question.text,
        "ref": step.ref,
        "photo": photo,
        "photo_event": step.event_id,
        "created_at": now,
    }
    same = (
        (family_questions.c.family_id == question.family_id)
        & (family_questions.c.person_id == person_id)
        & (family_questions.c.ref == step.ref)
        & family_questions.c.seq.is_(None)
    )
    beside = {"photo": photo, "photo_event": step.event_id}
    joins = bool(step.event_id and step.ref)
    if not joins or c.execute(family_questions.update().where(same).values(beside)).rowcount != 1:
        c.execute(family_questions.insert(), values)
    if step.event_id:
        take_question_photo(c, step.event_id)


def take_question_photo(c: Connection, event_id: str) -> None:
    """Give a photograph that is here to the question that it belongs to."""
    row = fetch_one(c, _PHOTO_OF_QUESTION, {"event": event_id})
    if row is not None:
        # One that never came leaves the question without a picture.
        name = "" if row.photo == PHOTO_NOT_HERE else row.photo
        execute_pipelined(c, _NAME_QUESTION, {"event": event_id, "name": name})
        drop_sent_file(c, event_id)


def note_asked(c: Connection, step: OthersAsked) -> None:
    """Note where a question of the family's stands in the interview now."""
    execute_pipelined(c, _WAS_ASKED, {"question": step.question_id, "session": step.session_id, "its_seq": step.seq})


def requeue_question(c: Connection, session_id: str, seq: int, session: Session | None) -> None:
    """Have the family's question asked another time that was taken back unanswered."""
    if session is not None and session.id == session_id and session.family_id is not None:
        execute_pipelined(c, _WAITS_AGAIN, {"session": session_id, "its_seq": seq})


def _thank(c: Connection, step: Any, person_id: str, now: float) -> None:
    theirs = (shares.c.session_id == step.session_id) & (shares.c.seq == step.seq)
    mine = theirs & (shares.c.person_id == person_id) & shares.c.thanked_at.is_(None)
    c.execute(shares.update().where(mine).values(thanked_at=now))


def _hear(c: Connection, step: Any, person_id: str, now: float) -> None:
    for share in step.shares:
        execute_pipelined(c, _HEARD, {"share": share, "now": now})
    for member in step.members:
        execute_pipelined(c, _KNOWN, {"member": member, "now": now})


def _tell(c: Connection, step: Any, person_id: str, now: float) -> None:
    share = share_of(c, step.session_id, step.seq, person_id)
    if share is None or share.question is None:
        raise Stale("What they tell of is gone.")
    if not step.text:
        theirs = (tellings.c.session_id == share.session_id) & (tellings.c.seq == share.question)
        c.execute(tellings.delete().where(theirs, tellings.c.person_id == person_id))
        return
    values = {
        "family_id": share.family_id,
        "session_id": share.session_id,
        "seq": share.question,
        "person_id": person_id,
        "text": step.text,
        "at": now,
    }
    c.execute(tellings.insert(), values)


_STEPS: Mapping[type, Callable[[Connection, Any, str, float], None]] = {
    NewGift: lambda c, step, person_id, now: put_gift(c, step, person_id, now=now),
    GiftUpdated: _shape,
    NewInvitation: _invite,
    Come: _come,
    GiftBegun: _begin,
    SharingAnswered: _leave,
    MemberLeft: _part,
    Wished: _wish,
    Asks: _ask,
    Thanked: _thank,
    TellerInformed: _hear,
    Tells: _tell,
}


# --- what goes, and what becomes one ----------------------------------------------------------------------------------


def erase_from_families(c: Connection, erased: Erased) -> Then | None:
    """Remove deleted interviews from pages of ours, and the invitations into families that go with them."""
    # What else has gone out is not ours any more.
    for session_id in erased.sessions:
        c.execute(shown.delete().where(shown.c.key.startswith(f"{SHARED}{session_id}/", autoescape=True)))
    of_person = (families.c.person_id == erased.person_id) | (family_codes.c.person_id == erased.person_id)
    goes = of_person if erased.person_id is not None else families.c.session_id.in_(erased.sessions)
    digests = sa.select(family_codes.c.digest).join(families, families.c.id == family_codes.c.family_id).where(goes)
    c.execute(invites.delete().where(invites.c.digest.in_(digests)))
    return None if erased.person_id is None else _forget_unopened


def _forget_unopened(c: Connection) -> None:
    """Delete gifts that nobody can open any more, and nobody knows of."""
    nobody = families.c.person_id.is_(None)
    invited = sa.exists().where(family_codes.c.family_id == families.c.id)
    known = sa.exists().where(members.c.family_id == families.c.id)
    c.execute(families.delete().where(nobody, ~invited, ~known))


def join_families(c: Connection, stays: str, goes: str) -> None:
    """Join two persons in each family, so that they are in it once, and nobody is a member of their own."""
    of_stays = sa.select(members.c.family_id).where(members.c.person_id == stays)
    own = sa.select(families.c.id).where(families.c.person_id.in_([stays, goes]))
    twice = (members.c.person_id == goes) & members.c.family_id.in_(of_stays)
    c.execute(members.delete().where(twice))
    c.execute(members.delete().where(members.c.person_id.in_([stays, goes]), members.c.family_id.in_(own)))
    had = shares.alias()
    same = sa.exists().where(
        had.c.person_id == stays, had.c.session_id == shares.c.session_id, had.c.seq == shares.c.seq
    )
    c.execute(shares.delete().where(shares.c.person_id == goes, same))
