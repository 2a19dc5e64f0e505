"""The family of whoever told a book: who gets it, under which key it waits, and what keeps it back until it is sent."""

from __future__ import annotations

from core.contracts.circle import Receiver
from core.contracts.errors import NotFound
from core.features.book.at_hand import stored_book
from core.features.book.decisions import FAMILY
from core.store.chore_rows import ask_for_chore, awaits_books
from core.store.letter_hooks import SendingMoment
from core.store.mailbox_rows import person_by_id
from core.store.outbox import SHARED, WaitingMessage, discard_attachments, discard_message
from core.store.store import Connection

_BOOK = "book-"
KEY = rf"{SHARED}[^/]+/{_BOOK}[^/]*/"
"""How the keys of its letters and their files begin."""


def book_key(session_id: str, approved: str, member_id: str) -> str:
    """Return the key of the letter with which a book goes to a member; its files have their own names behind it.

    `approved`: the fingerprint of the book that was said yes to.
    """
    return f"{SHARED}{session_id}/{_BOOK}{approved}/{member_id}"


def withdraw_book(c: Connection, waiting: WaitingMessage, moment: SendingMoment) -> bool:
    """Take a book that may not go out now out of the outbox; return whether that was so.

    It may as long as the yes is to the book as it stands, and whoever gets it is one of the family. By night it is put
    off until the morning.
    """
    key, now, rules = waiting.outgoing.key, moment.now, moment.rules
    _, session_id, book, member_id, *_ = key.split("/")
    parts = session_id, book.removeprefix(_BOOK), member_id
    member, first = _receiver(c, *parts), book_key(*parts)
    if member is not None and key == first and awaits_books(c, session_id):
        # What was told since the yes may ask to keep something of it back.
        ask_for_chore(c, session_id, FAMILY, due_at=now.timestamp())
        member = None
    if member is not None:
        person = person_by_id(c, member.person_id) if key == first else None
        hours = None if person is None else rules.quiet_of(person)
        if person is None or hours is None or not rules.is_quiet(person, now):
            return False
        morning = hours.after(now, rules.zone_of(person))
        ask_for_chore(c, session_id, FAMILY, due_at=morning.timestamp())
    discard_message(c, waiting.id)
    discard_attachments(c, first)
    return True


def _receiver(c: Connection, session_id: str, approved: str, member_id: str) -> Receiver | None:
    try:
        found = stored_book(c, session_id)
    except NotFound:
        return None
    if found is None or not found.state.shared or found.state.approved != approved:
        return None
    member = next((each for each in found.circle.receivers if each.id == member_id), None)
    return member if member is not None and found.gathered().fingerprint() == approved else None
