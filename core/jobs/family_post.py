"""The family's post: it looks at what was told, puts what is to go out into the outbox, and looks again at the end."""

from __future__ import annotations

from datetime import datetime

import structlog

from core.contracts.book import FAMILY
from core.contracts.commits import OutboxMessage
from core.contracts.errors import NotFound, RaconteurError, loggable_error
from core.contracts.family import Member, ShareBatch, book_key, book_of_key
from core.conversation.current_book import stored_book
from core.conversation.runtime import Runtime
from core.family.letters import share_file_message, share_message
from core.family.sharing import Sharing, find_shares
from core.files.keeping import PICTURE_TYPES, media_type_of
from core.store.chore_rows import ask_for_chore, awaits_books
from core.store.desk_reads import person_by_id
from core.store.family_rows import families_due
from core.store.family_sending import put_parcels, withdraw_withheld
from core.store.outbox import WaitingMessage, discard_attachments, discard_message
from core.store.store import Connection, Queue, Wake
from core.timing.rules import TimerRules

log = structlog.get_logger()
OTHER = "application/octet-stream"


class FamilyPost:
    """One of them, where what is due is seen to. The tables say what is due, so nothing is lost with it."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    async def sweep(self) -> None:
        """See to every family in which something may be to go out. What fails is tried again at the next look."""
        now = self._runtime.now()
        for family_id in await self._runtime.store.read(lambda c: families_due(c, now=now)):
            try:
                await self._see_to(family_id)
            except (RaconteurError, OSError) as error:
                log.warning("family-post-failed", family=family_id, error=loggable_error(error))

    async def _see_to(self, family_id: str) -> None:
        runtime, now = self._runtime, self._runtime.clock.now()
        how = Sharing(grace=runtime.gifts.grace, weekly=runtime.gifts.weekly, rules=runtime.rules)
        looked = await runtime.store.read(lambda c: find_shares(c, family_id, how, now))
        if looked is None:
            return
        parcels = [(parcel, await self._letters(parcel)) for parcel in looked.parcels]
        put_at = self._runtime.clock.now()
        await runtime.store.write(
            lambda c: put_parcels(c, family_id, parcels, seen=looked.revision, due_at=looked.due_at, now=put_at),
            wake=lambda put: [Wake(Queue.DELIVERY, str(address)) for address in put],
        )

    async def _letters(self, parcel: ShareBatch) -> list[OutboxMessage]:
        letters = [share_message(parcel)]
        audio, photos = self._runtime.audio, self._runtime.photos
        for told in parcel.told:
            if audio is not None and (name := told.answer.audio) and (body := await audio.read(name)) is not None:
                kind = media_type_of(name) or OTHER
                letters.append(share_file_message(parcel, told, body, kind="voice", media_type=kind, name=name))
            name = told.answer.photo.strip("-")
            if photos is not None and name and (body := await photos.read(name)) is not None:
                kind = PICTURE_TYPES.get(name.rpartition(".")[2], OTHER)
                letters.append(share_file_message(parcel, told, body, kind="picture", media_type=kind, name=name))
        return letters


def withdraw_from_family(c: Connection, waiting: WaitingMessage, rules: TimerRules, now: datetime) -> bool:
    """Take something for the family that may not go out now out of the outbox; return whether that was so.

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
