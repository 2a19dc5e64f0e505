"""The family around an interview that was given."""

from __future__ import annotations

from core.contracts.circle import FamilyCircle, Receiver
from core.contracts.session import Record
from core.documents.visibility import visible_record
from core.features.gift.events import match_family_events
from core.features.gift.family import SharingConsent, SharingFrequency
from core.features.gift.rows import families_of, member_address, members_of, tellings_of
from core.store.store import Connection


def circle_of(c: Connection, whole: Record) -> FamilyCircle | None:
    """Return what others have told and who may get what is made; nothing for an interview that was not given."""
    mine = (each for each in families_of(c, whole.person.id) if each.session_id == whole.session.id)
    its = next(mine, None)
    if its is None:
        return None
    told = tellings_of(c, its.id, whole.session.id)
    known = members_of(c, its.id) if its.leave is SharingConsent.YES else ()
    receivers = tuple(
        Receiver(
            id=each.id,
            name=each.name,
            language=each.language,
            person_id=each.person_id,
            address=member_address(c, each),
        )
        for each in known
        if each.known_at is not None and each.way is not SharingFrequency.NOTHING and each.person_id != its.person_id
    )
    events = match_family_events(visible_record(whole), whole.person.name or its.name, told)
    return FamilyCircle(events=events, receivers=receivers)
