"""Gifts and the families around them: members, invitations, questions, and what members told of the same events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.contracts.session import PHOTO_NOT_HERE, Timing
from core.features.gift.family import Family, FamilyQuestion, InviteRole, Member, News, SharingConsent, SharingFrequency
from core.store.chore_rows import has_unsettled_words
from core.store.driver import fetch_all, fetch_one, matches_chat, row_exists
from core.store.rows import from_row, to_datetime
from core.store.schema import addresses, entries, outbox, persons, revisions, sessions
from core.store.schema_families import families, family_codes, family_questions, members, shares, tellings

# What the platform calls them, where they have not said what they want to be called.
_CALLED = sa.select(sa.func.max(addresses.c.sender_name)).where(addresses.c.person_id == persons.c.id).scalar_subquery()
NAME = sa.case((persons.c.name != "", persons.c.name), else_=sa.func.coalesce(_CALLED, ""))


def _name_in(table: sa.FromClause) -> sa.ColumnElement[str]:
    """Return what the person of a row is called: a giver as they signed the gift, anybody else as everywhere."""
    giver = members.alias("giver")
    signed = (
        sa.select(families.c.giver)
        .join(giver, giver.c.family_id == families.c.id)
        .where(
            families.c.id == table.c.family_id,
            families.c.giver != "",
            giver.c.person_id == table.c.person_id,
            giver.c.gives.is_(True),
        )
        .limit(1)
        .correlate(table)
        .scalar_subquery()
    )
    return sa.func.coalesce(signed, NAME)


_FAMILY = families.select().where(families.c.id == bindparam("family"))
_GIVEN = (
    families.select()
    .where(families.c.person_id == bindparam("person"), families.c.session_id.is_(None))
    .order_by(families.c.created_at, families.c.id)
    .limit(1)
)
_OF_PERSON = families.select().where(families.c.person_id == bindparam("person"))
_MEMBERS = sa.select(members, persons.c.language, _name_in(members).label("name")).join(
    persons, persons.c.id == members.c.person_id
)
_OF_FAMILY = _MEMBERS.where(members.c.family_id == bindparam("family")).order_by(members.c.joined_at, members.c.id)
_IN = _MEMBERS.where(members.c.person_id == bindparam("person")).order_by(members.c.joined_at, members.c.id)
_CODE = (
    sa.select(family_codes.c.part, family_codes.c.family_id, families.c.person_id)
    .join(families, families.c.id == family_codes.c.family_id)
    .where(
        family_codes.c.digest == bindparam("code"),
        family_codes.c.expires_at.is_(None) | (family_codes.c.expires_at > bindparam("now")),
    )
)
_QUESTIONS = sa.select(family_questions, _name_in(family_questions).label("asker")).join(
    persons, persons.c.id == family_questions.c.person_id
)
_WAITING = _QUESTIONS.where(
    family_questions.c.family_id == bindparam("family"), family_questions.c.seq.is_(None)
).order_by(family_questions.c.created_at, family_questions.c.id)
_AT = _QUESTIONS.where(
    family_questions.c.session_id == bindparam("session"), family_questions.c.seq == bindparam("seq")
)
_OF_MESSAGE = _QUESTIONS.where(
    family_questions.c.family_id == bindparam("family"),
    family_questions.c.person_id == bindparam("person"),
    family_questions.c.ref == bindparam("its_ref"),
    family_questions.c.seq.is_(None),
).limit(1)
_BY_ID = _QUESTIONS.where(family_questions.c.id == bindparam("question"))
_THANKS = (
    sa.select(shares.c.id, _name_in(shares).label("name"))
    .join(persons, persons.c.id == shares.c.person_id)
    .where(shares.c.family_id == bindparam("family"), shares.c.thanked_at.is_not(None), shares.c.heard_at.is_(None))
    .order_by(shares.c.id)
)
_UNKNOWN = _OF_FAMILY.where(members.c.known_at.is_(None))


def family_of(c: Connection, family_id: str) -> Family | None:
    return _family(fetch_one(c, _FAMILY, {"family": family_id}))


def unopened_gift_for(c: Connection, person_id: str) -> Family | None:
    """Return the oldest gift to a person that has not begun."""
    return _family(fetch_one(c, _GIVEN, {"person": person_id}))


def families_of(c: Connection, person_id: str) -> tuple[Family, ...]:
    """Return the families in which a person tells."""
    rows = fetch_all(c, _OF_PERSON, {"person": person_id})
    return tuple(found for row in rows if (found := _family(row)) is not None)


def _family(row: Any) -> Family | None:
    if row is None:
        return None
    leave_at = None if row.leave_at is None else to_datetime(row.leave_at)
    return from_row(Family, row, leave=SharingConsent(row.leave), leave_at=leave_at)


# --- members ----------------------------------------------------------------------------------------------------------


def members_of(c: Connection, family_id: str) -> tuple[Member, ...]:
    """Return the members whom it may reach, without the teller, in the order in which they came."""
    return tuple(map(_member, fetch_all(c, _OF_FAMILY, {"family": family_id})))


def memberships(c: Connection, person_id: str) -> tuple[Member, ...]:
    """Return a person as a member of each family of others."""
    return tuple(map(_member, fetch_all(c, _IN, {"person": person_id})))


def member_in(c: Connection, family_id: str, person_id: str) -> Member | None:
    return next((each for each in memberships(c, person_id) if each.family_id == family_id), None)


def _member(row: Any) -> Member:
    return from_row(
        Member,
        row,
        gives=bool(row.gives),
        way=SharingFrequency(row.way),
        address=Address(platform=row.platform, chat=row.chat),
        known_at=None if row.known_at is None else to_datetime(row.known_at),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Invited:
    """The destination of an invitation."""

    part: InviteRole
    family: Family


def family_invitation(c: Connection, code: str, *, now: float) -> Invited | None:
    """Return an invitation by its digest; None for one that leads into no family, or not any more."""
    row = fetch_one(c, _CODE, {"code": code, "now": now})
    family = None if row is None else family_of(c, row.family_id)
    if row is None or family is None:
        return None
    return Invited(part=InviteRole(row.part), family=family)


_THERE = sa.select(addresses.c.person_id).where(
    matches_chat(addresses), addresses.c.person_id == bindparam("person"), addresses.c.unreachable_at.is_(None)
)
_ANYWHERE = (
    sa.select(addresses.c.platform, addresses.c.chat)
    .where(addresses.c.person_id == bindparam("person"), addresses.c.unreachable_at.is_(None))
    .order_by(addresses.c.platform, addresses.c.chat)
    .limit(1)
)


def member_address(c: Connection, member: Member) -> Address | None:
    """Return the chat that a member chose, else another of theirs; None where they cannot be written to."""
    here = {"its_platform": member.address.platform, "its_chat": member.address.chat, "person": member.person_id}
    if fetch_one(c, _THERE, here) is not None:
        return member.address
    row = fetch_one(c, _ANYWHERE, {"person": member.person_id})
    return None if row is None else Address(platform=row.platform, chat=row.chat)


# --- what they ask ----------------------------------------------------------------------------------------------------


def questions_waiting(c: Connection, family_id: str) -> tuple[FamilyQuestion, ...]:
    """Return the family's questions that were not asked yet, the oldest first."""
    return tuple(from_row(FamilyQuestion, row) for row in fetch_all(c, _WAITING, {"family": family_id}))


def questions_to_ask(
    c: Connection, family_id: str, session_id: str, open_question: int | None
) -> tuple[FamilyQuestion, ...]:
    """Return those that may be asked next: none right behind another one, nor one whose picture is on its way."""
    if open_question is not None and question_at(c, session_id, open_question) is not None:
        return ()
    return tuple(each for each in questions_waiting(c, family_id) if each.photo != PHOTO_NOT_HERE)


def question_by_id(c: Connection, question_id: str) -> FamilyQuestion | None:
    row = fetch_one(c, _BY_ID, {"question": question_id})
    return None if row is None else from_row(FamilyQuestion, row)


def question_of_message(c: Connection, family_id: str, person_id: str, ref: str) -> FamilyQuestion | None:
    """Return the question that a message has become and that waits still, by the platform's id of it."""
    if not ref:
        return None
    row = fetch_one(c, _OF_MESSAGE, {"family": family_id, "person": person_id, "its_ref": ref})
    return None if row is None else from_row(FamilyQuestion, row)


def question_at(c: Connection, session_id: str, seq: int) -> FamilyQuestion | None:
    """Return the family's question at this place."""
    row = fetch_one(c, _AT, {"session": session_id, "seq": seq})
    return None if row is None else from_row(FamilyQuestion, row)


_ASKED_IN = sa.select(family_questions.c.seq).where(
    family_questions.c.session_id == bindparam("session"), family_questions.c.seq.is_not(None)
)


def family_question_seqs(c: Connection, session_id: str) -> frozenset[int]:
    """Return the places of the family's questions in an interview."""
    return frozenset(row.seq for row in fetch_all(c, _ASKED_IN, {"session": session_id}))


def family_news(c: Connection, family_id: str) -> News:
    """Return the news that the teller does not know yet."""
    thanks = fetch_all(c, _THANKS, {"family": family_id})
    new = fetch_all(c, _UNKNOWN, {"family": family_id})
    return News(thanks=tuple((row.id, row.name) for row in thanks), members=tuple((row.id, row.name) for row in new))


# --- what has reached a member, and what they tell of the same --------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedAnswer:
    """An answer that has gone to a member."""

    family_id: str
    session_id: str
    seq: int
    """Of the answer."""
    question: int | None
    """`seq` of its question."""


_SHARED_WITH = sa.select(shares.c.seq).where(
    shares.c.session_id == bindparam("session"), shares.c.person_id == bindparam("person")
)

_SHARED = sa.select(shares.c.seq).where(shares.c.session_id == bindparam("session")).distinct()


def is_shared(c: Connection, session_id: str, seq: int) -> bool:
    """Return whether an answer has gone to anybody, or is on its way."""
    return row_exists(c, shares, shares.c.session_id == session_id, shares.c.seq == seq)


_REACHED = (
    sa.select(shares.c.seq)
    .join(outbox, outbox.c.key == shares.c.letter)
    .where(shares.c.session_id == bindparam("session"), shares.c.seq == bindparam("seq"), outbox.c.sent_at.is_not(None))
    .limit(1)
)


def has_reached(c: Connection, session_id: str, seq: int) -> bool:
    """Return whether a letter with an answer was sent, be it in an earlier wording."""
    return fetch_one(c, _REACHED, {"session": session_id, "seq": seq}) is not None


def shared_of(c: Connection, session_id: str) -> frozenset[int]:
    """Return the answers of an interview that have gone to anybody, or are on their way."""
    return frozenset(row.seq for row in fetch_all(c, _SHARED, {"session": session_id}))


def shared_with(c: Connection, session_id: str, person_id: str) -> frozenset[int]:
    """Return the answers of an interview that have gone to a person, or are on their way."""
    return frozenset(row.seq for row in fetch_all(c, _SHARED_WITH, {"session": session_id, "person": person_id}))


_SHARE = (
    sa.select(shares, entries.c.answers.label("question"))
    .join(entries, (entries.c.session_id == shares.c.session_id) & (entries.c.seq == shares.c.seq))
    .where(
        shares.c.session_id == bindparam("session"),
        shares.c.seq == bindparam("seq"),
        shares.c.person_id == bindparam("person"),
    )
)


def share_of(c: Connection, session_id: str, seq: int, person_id: str) -> SharedAnswer | None:
    """Return the answer that has gone to this person, as long as they are still a member."""
    row = fetch_one(c, _SHARE, {"session": session_id, "seq": seq, "person": person_id})
    if row is None or member_in(c, row.family_id, person_id) is None:
        return None
    return from_row(SharedAnswer, row)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTelling:
    id: int
    seq: int
    """Of the question of the event."""
    person_id: str
    name: str
    text: str


def tellings_of(c: Connection, family_id: str, session_id: str) -> tuple[StoredTelling, ...]:
    """Return what the members have told of the same events, in their order; nothing of former members.

    A member can take theirs back; a former one could not.
    """
    there = (members.c.family_id == tellings.c.family_id) & (members.c.person_id == tellings.c.person_id)
    rows = c.execute(
        sa.select(
            tellings.c.id, tellings.c.seq, tellings.c.person_id, tellings.c.text, _name_in(tellings).label("name")
        )
        .join(persons, persons.c.id == tellings.c.person_id)
        .join(members, there)
        .where(tellings.c.family_id == family_id, tellings.c.session_id == session_id)
        .order_by(tellings.c.seq, tellings.c.id)
    )
    return tuple(from_row(StoredTelling, row) for row in rows)


# --- what is to be looked at ------------------------------------------------------------------------------------------

_DUE = (
    sa.select(families.c.id)
    .join(sessions, sessions.c.id == families.c.session_id)
    .where(
        families.c.leave == SharingConsent.YES.value,
        (families.c.due_at <= bindparam("now")) | (families.c.seen != sessions.c.revision),
    )
    .order_by(families.c.id)
)


def families_due(c: Connection, *, now: float) -> list[str]:
    """Return the families in which something may have to go out: it was due, or something was told since."""
    return [row.id for row in fetch_all(c, _DUE, {"now": now})]


_NEWEST = (
    sa.select(revisions.c.id, revisions.c.withdrawn, entries.c.kept_back, entries.c.answers, sessions.c.timing)
    .join(entries, (entries.c.session_id == revisions.c.session_id) & (entries.c.seq == revisions.c.seq))
    .join(sessions, sessions.c.id == revisions.c.session_id)
    .where(revisions.c.session_id == bindparam("session"), revisions.c.seq == bindparam("seq"))
    .order_by(revisions.c.id.desc())
    .limit(1)
)


def is_answer_unchanged(c: Connection, session_id: str, seq: int, revision: int) -> bool:
    """Return whether an answer is still worded so, and neither taken back, nor kept back, nor apart."""
    row = fetch_one(c, _NEWEST, {"session": session_id, "seq": seq})
    if row is None or row.id != revision or row.withdrawn or row.kept_back:
        return False
    timing = Timing.model_validate_json(row.timing)
    if revision in timing.released:
        return True
    return (row.answers or 0) not in timing.apart and not has_unsettled_words(c, session_id)


# --- for the person's own file ----------------------------------------------------------------------------------------


def family_data(c: Connection, person_id: str) -> list[dict[str, Any]]:
    """Return a person's families as plain values, first those in which they tell; empty where they are in none.

    A teller gets the names of the members, the questions that were asked and what others told of the same; a member
    gets what they ask and tell themselves, and nothing of anybody else's.
    """
    told = [_as_teller(c, each.id) for each in families_of(c, person_id)]
    return [*filter(None, told), *(_as_member(c, each.family_id, person_id) for each in memberships(c, person_id))]


def _as_teller(c: Connection, family_id: str) -> dict[str, Any]:
    its = family_of(c, family_id)
    if its is None:
        return {}
    beside = () if its.session_id is None else tellings_of(c, family_id, its.session_id)
    return {
        "part": "teller",
        "called": its.name,
        "giver": its.giver,
        "leave": its.leave.value or None,
        "session": its.session_id,
        "members": [{"name": each.name, "way": each.way.value} for each in members_of(c, family_id)],
        "asked": _questions(c, family_questions.c.family_id == family_id, family_questions.c.seq.is_not(None)),
        "told_beside": [{"question": each.seq, "name": each.name, "text": each.text} for each in beside],
    }


def _as_member(c: Connection, family_id: str, person_id: str) -> dict[str, Any]:
    its = family_of(c, family_id)
    way = next(each.way.value for each in memberships(c, person_id) if each.family_id == family_id)
    mine = sa.select(tellings.c.text, tellings.c.at).where(
        tellings.c.family_id == family_id, tellings.c.person_id == person_id
    )
    asked = _questions(c, family_questions.c.family_id == family_id, family_questions.c.person_id == person_id)
    rows = c.execute(mine.order_by(tellings.c.id))
    return {
        "part": "member",
        "teller": "" if its is None else its.name,
        "way": way,
        "asked": [{key: each[key] for key in ("at", "text")} for each in asked],
        "told_beside": [{"at": to_datetime(row.at).isoformat(), "text": row.text} for row in rows],
    }


def _questions(c: Connection, *which: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
    columns = (family_questions.c.created_at, family_questions.c.text, family_questions.c.seq, NAME.label("name"))
    found = sa.select(*columns).join(persons, persons.c.id == family_questions.c.person_id).where(*which)
    rows = c.execute(found.order_by(family_questions.c.created_at, family_questions.c.id))
    return [
        {"at": to_datetime(row.created_at).isoformat(), "question": row.seq, "name": row.name, "text": row.text}
        for row in rows
    ]
