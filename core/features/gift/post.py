"""The family's post: it looks at what was told, puts what is to go out into the outbox, and looks again at the end."""

from __future__ import annotations

import structlog

from core.contracts.chore import PageSetter
from core.contracts.commits import OutboxMessage
from core.contracts.errors import RaconteurError, loggable_error
from core.conversation.context import Runtime
from core.features.gift.family import ShareBatch, SharingFrequency
from core.features.gift.letters import share_file_message, share_message, week_message, week_pages
from core.features.gift.rows import families_due
from core.features.gift.rules import gift_rules
from core.features.gift.sending import put_parcels
from core.features.gift.sharing import Sharing, find_shares
from core.files.keeping import PICTURE_TYPES, media_type_of, open_locally
from core.jobs.person_export import file_limit
from core.store.records import load_record
from core.store.store import Queue, Wake

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
        rules = gift_rules(runtime)
        how = Sharing(grace=rules.grace, weekly=rules.weekly, rules=runtime.rules)
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
        pages = await self._pages(parcel)
        letters += [] if pages is None else [pages]
        audio, photos = self._runtime.audio, self._runtime.photos
        for told in parcel.told:
            if audio is not None and (name := told.answer.audio) and (body := await audio.read(name)) is not None:
                kind = media_type_of(name) or OTHER
                letters.append(share_file_message(parcel, told, body, kind="voice", media_type=kind, name=name))
            name = told.answer.photo.strip("-")
            if pages is None and photos is not None and name and (body := await photos.read(name)) is not None:
                kind = PICTURE_TYPES.get(name.rpartition(".")[2], OTHER)
                letters.append(share_file_message(parcel, told, body, kind="picture", media_type=kind, name=name))
        return letters

    async def _pages(self, parcel: ShareBatch) -> OutboxMessage | None:
        """Return a week's answers as pages with the photographs on them; None where they come as words and files."""
        runtime, setter = self._runtime, self._runtime.services.get(PageSetter)
        if setter is None or parcel.member.way is not SharingFrequency.WEEKLY:
            return None
        if not runtime.prints_gifts and parcel.address.platform not in runtime.prints:
            return None
        whole, _ = await runtime.store.read(lambda c: load_record(c, parcel.session_id, entries_needed=False))
        names = {told.answer.photo.strip("-") for told in parcel.told} - {""}
        async with open_locally((runtime.photos, names)) as there:
            limit = file_limit(runtime, parcel.address)
            body = await setter.set_pages(week_pages(parcel, there), whole, limit=limit)
        return week_message(parcel, body) if body is not None and len(body) <= limit else None
