"""Changes that a giver makes to a gift after its link was made: another rhythm, and taking it back."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa

from core.contracts.commits import OutboxMessage
from core.contracts.errors import Stale
from core.contracts.messages import Address, Say
from core.contracts.session import Status
from core.features.gift.family import Family, InviteRole, MemberLeft, SharingConsent
from core.features.gift.rows import family_of, member_in, members_of
from core.features.gift.steps import take_family_step
from core.languages.messages import say
from core.store.mailbox_rows import session_with_person
from core.store.outbox import put_letter
from core.store.schema import addresses, invites, sessions
from core.store.schema_families import families, family_codes
from core.store.store import Connection
from core.timing.rules import TimerRules

UNFINISHED = (Status.ACTIVE, Status.PAUSED)


def own_gift(c: Connection, family_id: str, person_id: str) -> Family | None:
    """Return a gift of this giver's; None for any other."""
    member = member_in(c, family_id, person_id)
    return family_of(c, family_id) if member is not None and member.gives else None


def put_rhythm(c: Connection, family: Family, cadence: str, *, rules: TimerRules, now: datetime) -> None:
    """Have the questions of a gift come at these days from now on, also in an interview that is under way.

    Raises Stale where the interview changed at the same moment.
    """
    c.execute(families.update().where(families.c.id == family.id).values(rhythm=cadence))
    found = None if family.session_id is None else session_with_person(c, family.session_id)
    if found is None or found[0].status not in UNFINISHED:
        return
    session, person = found
    values: dict[str, object] = {"cadence": cadence}
    if cadence and session.timing.held:
        # Otherwise a question that has waited for a day of the old rhythm could come at once.
        values["held_at"] = now
    timing = session.timing.model_copy(update=values)
    same = (sessions.c.id == session.id) & (sessions.c.revision == session.revision)
    changed = {
        "timing": timing.model_dump_json(exclude_defaults=True),
        "due_at": rules.look_at(session.model_copy(update={"timing": timing}), person, now),
        "revision": sessions.c.revision + 1,
    }
    if c.execute(sessions.update().where(same).values(changed)).rowcount != 1:
        raise Stale("The interview has changed meanwhile.")


def put_taken_back(c: Connection, family: Family, person_id: str, *, now: float) -> Address | None:
    """Take a gift back. Return the chat in which its teller is told so; None where nobody has opened it.

    The code of an unused link stays, so that whoever opens it reads why it leads nowhere.
    """
    member = member_in(c, family.id, person_id)
    if member is not None:
        take_family_step(c, MemberLeft(family_id=family.id, member_id=member.id), person_id, now=now)
    codes = family_codes.c.family_id == family.id
    digests = sa.select(family_codes.c.digest).where(codes)
    c.execute(invites.update().where(invites.c.digest.in_(digests)).values(uses_left=0))
    c.execute(family_codes.delete().where(codes, family_codes.c.part != InviteRole.TELLER.value))
    c.execute(family_codes.update().where(codes).values(code=""))
    values: dict[str, object] = {"taken_back_at": now, "words": "", "photo": ""}
    if not members_of(c, family.id) and family.leave is SharingConsent.YES:
        values |= {"leave": SharingConsent.NO.value, "leave_at": None, "due_at": None}
    c.execute(families.update().where(families.c.id == family.id).values(values))
    address = None if family.person_id is None else chat_of(c, family.person_id)
    if address is not None:
        words = say(family.language, "gift-taken-back", giver=family.giver or "none")
        letter = OutboxMessage(
            key=f"taken-back/{family.id}", address=address, saying=Say(text=words), language=family.language
        )
        put_letter(c, letter, now=now)
    return address


def chat_of(c: Connection, person_id: str, platform: str = "") -> Address | None:
    """Return a chat in which somebody can be written to, on this platform if one is named."""
    theirs = (addresses.c.person_id == person_id) & addresses.c.unreachable_at.is_(None)
    if platform:
        theirs &= addresses.c.platform == platform
    found = sa.select(addresses.c.platform, addresses.c.chat).where(theirs)
    row = c.execute(found.order_by(addresses.c.platform, addresses.c.chat).limit(1)).first()
    return None if row is None else Address(platform=row.platform, chat=row.chat)
