"""A family with words of somebody in every table of it."""

from __future__ import annotations

from core.contracts.messages import Address
from core.features.gift.family import Asks, Family, FamilyQuestion, InviteRole, NewGift, NewInvitation, SharingConsent
from core.features.gift.steps import put_family_invite, put_gift, take_family_step
from core.store.schema_families import families, shares, tellings
from core.store.store import Connection
from tests.fakes.stores import NOW


def hold_families(c: Connection, name: str, address: Address, words: str) -> None:
    """A family around their first interview, and one of somebody's who has not come."""
    own, of_others = f"{name}-family", f"{name}-of-others"
    for family_id in (own, of_others):
        family = Family(
            id=family_id,
            person_id=None,
            session_id=None,
            name=words,
            language="en",
            kind=words,
            rhythm="",
            giver=words,
            leave=SharingConsent.NOT_SAID,
            leave_at=None,
        )
        gives = family_id == of_others
        put_gift(
            c, NewGift(family=family, member_id=f"{name}-member", address=address if gives else None), name, now=NOW
        )
    c.execute(families.update().where(families.c.id == own).values(person_id=name, session_id=f"{name}-first"))
    put_family_invite(
        c, NewInvitation(family_id=own, part=InviteRole.MEMBER, digest=f"{name}-code", expires_at=None), name, now=NOW
    )
    asked = FamilyQuestion(id=f"{name}-asks", family_id=of_others, person_id=name, asker="", text=words)
    take_family_step(c, Asks(question=asked), name, now=NOW)
    of_first = {"session_id": f"{name}-first", "seq": 2, "person_id": name, "family_id": own}
    c.execute(shares.insert(), {**of_first, "revision": 1, "letter": f"family/{name}-first/2.1/x", "at": NOW})
    c.execute(tellings.insert(), {**of_first, "text": words, "at": NOW})
