"""The family's post: looks at what was told, and puts what is to go out into the outbox."""

from __future__ import annotations

import structlog

from core.contracts.commits import OutboxMessage
from core.contracts.errors import RaconteurError, loggable_error
from core.contracts.family import ShareableAnswer, ShareBatch
from core.conversation.runtime import Runtime
from core.family.letters import share_file_message, share_message
from core.family.sharing import Sharing, find_shares
from core.files.keeping import PICTURE_TYPES, media_type_of
from core.store.family_rows import families_due
from core.store.family_sending import put_parcels
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
        for told in parcel.told:
            for kind, name in (("voice", told.answer.audio), ("picture", told.answer.photo)):
                if (letter := await self._file(parcel, told, kind, name.strip("-"))) is not None:
                    letters.append(letter)
        return letters

    async def _file(self, parcel: ShareBatch, told: ShareableAnswer, kind: str, name: str) -> OutboxMessage | None:
        files = self._runtime.photos if kind == "picture" else self._runtime.audio
        body = await files.read(name) if files is not None and name else None
        if body is None:
            return None
        _, _, ending = name.rpartition(".")
        media_type = PICTURE_TYPES.get(ending, "") if kind == "picture" else media_type_of(name)
        return share_file_message(parcel, told, body, kind=kind, media_type=media_type or OTHER, name=name)
