"""A last look at what is about to be sent to somebody of the family: whether it still may."""

from __future__ import annotations

from datetime import datetime

from core.contracts.book import FAMILY
from core.contracts.errors import NotFound
from core.contracts.family import Member, book_key, book_of_key
from core.conversation.current_book import stored_book
from core.store.chore_rows import ask_for_chore, awaits_books
from core.store.desk_reads import person_by_id
from core.store.family_sending import withdraw_withheld
from core.store.outbox import WaitingMessage, discard_attachments, discard_message
from core.store.store import Connection
from core.timing.rules import TimerRules


def withdraw_from_family(c: Connection, waiting: WaitingMessage, rules: TimerRules, now: datetime) -> bool:
    """Take what may not go out now out of the outbox; whether that was so.

    A book may as long as the yes is to the book as it stands, and whoever gets it is one of the family. By night it is
    put off until the morning.
    """
    key = waiting.outgoing.key
    parts = book_of_key(key)
    if parts is None:
        return withdraw_withheld(c, waiting, rules, now)
    member, first = _receiver(c, *parts), book_key(*parts)
    if member is not None and key == first and awaits_books(c, parts[0]):
        # What was told since the yes may ask to keep something of it back.
        ask_for_chore(c, parts[0], FAMILY, due_at=now.timestamp())
        member = None
    if member is not None:
        person = person_by_id(c, member.person_id) if key == first else None
        hours = None if person is None else rules.quiet_of(person)
        if person is None or hours is None or not rules.is_quiet(person, now):
            return False
        morning = hours.after(now, rules.zone_of(person))
        ask_for_chore(c, parts[0], FAMILY, due_at=morning.timestamp())
    discard_message(c, waiting.id)
    discard_attachments(c, first)
    return True


def _receiver(c: Connection, session_id: str, approved: str, member_id: str) -> Member | None:
    try:
        found = stored_book(c, session_id)
    except NotFound:
        return None
    if found is None or not found.state.shared or found.state.approved != approved:
        return None
    member = next((each for each in found.receivers if each.id == member_id), None)
    return member if member is not None and found.gathered().fingerprint() == approved else None
