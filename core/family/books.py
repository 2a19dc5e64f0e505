"""Whom of the family a book reaches, once whoever told it has said that the family may have it."""

from __future__ import annotations

from core.contracts.family import Member, SharingConsent, SharingFrequency
from core.contracts.session import Record
from core.store.family_rows import families_of, members_of
from core.store.store import Connection


def book_receivers(c: Connection, whole: Record) -> tuple[Member, ...]:
    """Those of a gift's family of whom its teller knows, and who wish to get anything; nobody without the leave."""
    mine = (each for each in families_of(c, whole.person.id) if each.session_id == whole.session.id)
    its = next(mine, None)
    if its is None or its.leave is not SharingConsent.YES:
        return ()
    known = (each for each in members_of(c, its.id) if each.known_at is not None)
    return tuple(each for each in known if each.way is not SharingFrequency.NOTHING and each.person_id != its.person_id)
