"""Keeping photographs: fetch each, have it looked over by a reader process, and write it into their folder.

The answer does not wait for it. What cannot be kept is told in one plain sentence; the words to it stay.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog
from pydantic import ValidationError

from core.contracts.commits import OutboxMessage
from core.contracts.errors import (
    DeliveryError,
    RaconteurError,
    Rejected,
    StorageError,
    TooLarge,
    TryLater,
    loggable_error,
)
from core.contracts.messages import Say
from core.contracts.ports import Bell, Platform
from core.contracts.tools import Readers
from core.conversation.context import Runtime
from core.features.photos import READING, LookedOver
from core.features.photos.rows import StoredPhoto, due_photos, photo_of, postpone_photo, settle_photo, take_photo
from core.languages.messages import match_locale, say
from core.readers.source_errors import SourceError
from core.store.outbox import put_letter
from core.store.store import Connection, Queue, Wake
from core.timing.clock import Backoff, TimeLimit

log = structlog.get_logger()
LARGEST: Final = 20 * 1024 * 1024
"""Bytes of one photograph."""
DOWNLOADS: Final = 4
DOWNLOAD_SECONDS: Final = 120.0
AGAIN: Final = Backoff(first=5.0, longest=900.0, growth=4.0)
"""Until the next try."""
FEW: Final = 3
"""Tries; then its person is told that it has not come yet."""
MOST: Final = 8
"""Tries, for which `AGAIN` takes 52 minutes; then its person is told that it never came."""
SOON: Final = 60.0
"""Seconds for which a try is waited for here; what is due later is found by the sweep."""


class PhotoKeeper:
    """Keeps photographs, one call of `drain` for the event of each at a time."""

    def __init__(self, runtime: Runtime, platforms: Mapping[str, Platform], readers: Readers) -> None:
        self._runtime = runtime
        self._platforms = platforms
        self._readers = readers
        if runtime.photos is None:
            raise ValueError("There is no place for photographs.")
        self._files = runtime.photos
        self._downloads = asyncio.Semaphore(DOWNLOADS)

    async def sweep(self) -> list[str]:
        """Return the events whose photographs are due, for a tick to wake."""
        claim = self._runtime.claim()
        return await self._runtime.store.read(lambda c: due_photos(c, claim))

    async def drain(self, event_id: str, bell: Bell) -> None:
        """Try one photograph until it is settled, or due only much later."""
        while (which := await self._due(event_id)) is not None:
            try:
                await self._keep(which)
            except StorageError:
                raise
            except Exception as error:  # noqa: BLE001 - the task's boundary: a mistake must not hold up the others
                await self._not_kept(which, error)

    async def _due(self, event_id: str) -> StoredPhoto | None:
        """Return the photograph when it is due, claimed; None where that is not soon, or another process is at it."""
        while True:
            which = await self._runtime.store.read(lambda c: photo_of(c, event_id))
            if which is None or which.due_at is None:
                return None
            left = which.due_at - self._runtime.now()
            if left > SOON:
                return None
            if left <= 0:
                claim = self._runtime.claim()
                if claim.holds(which):
                    return which
                return await self._runtime.store.write(partial(take_photo, event_id=event_id, claim=claim))
            await self._runtime.clock.sleep(left)

    async def _not_kept(self, which: StoredPhoto, error: Exception) -> None:
        """Have it tried again later where the error may pass; else tell its person."""
        known_one = isinstance(error, RaconteurError | OSError)
        (log.info if known_one else log.error)("photo-not-kept", photo=which.id, error=loggable_error(error))
        tries = which.attempts + 1
        trouble = "photo-lost" if tries >= MOST else ""
        if isinstance(error, TooLarge):
            trouble = "photo-too-large"
        elif isinstance(error, ValidationError) or (isinstance(error, SourceError) and not error.retryable):
            trouble = "photo-unreadable"
        elif isinstance(error, DeliveryError) and not error.retryable:
            trouble = "photo-lost"
        if trouble:
            await self._tell(which, trouble, "photo", settle_photo)
            return
        until = self._runtime.now() + AGAIN.after(tries)
        if tries == FEW:
            await self._tell(which, "photo-late", "photo-late", partial(postpone_photo, until=until))
        else:
            await self._runtime.store.write(lambda c: postpone_photo(c, which, until=until))

    async def _keep(self, which: StoredPhoto) -> None:
        """Fetch it, look it over and write it down. Raises DeliveryError, SourceError, OSError."""
        platform = self._platforms.get(which.address.platform)
        if platform is None:
            raise TryLater("The platform that it came from is not served now.")
        limit = min(LARGEST, platform.capabilities.fetch_limit)
        if which.size is not None and which.size > limit:
            raise TooLarge(f"The photograph has {which.size} bytes.")
        async with self._downloads:
            fetching = platform.fetch(which.file_ref, limit=limit)
            late = partial(TryLater, f"The photograph did not come within {DOWNLOAD_SECONDS:.0f} s.")
            body = await TimeLimit(self._runtime.clock, DOWNLOAD_SECONDS, late=late).bound(fetching)
            said, other = await self._readers.read(READING, body, person=which.person_id)
            found = LookedOver.model_validate(said)
            kept = False

            async def claim(name: str) -> bool:
                nonlocal kept
                kept = await self._runtime.store.write(lambda c: settle_photo(c, which, name=name))
                return kept

            name = await self._files.put(other if found.rewritten else body, found.media_type, claim=claim)
        if not kept:
            await self._files.release(self._runtime.store, [name])

    async def _tell(
        self, which: StoredPhoto, trouble: str, key: str, write: Callable[[Connection, StoredPhoto], bool]
    ) -> None:
        """Tell its person, once, in the transaction that writes what becomes of it; not where it is gone."""
        language = match_locale(which.language)
        letter = OutboxMessage(
            key=f"{which.event_id}/{key}",
            address=which.address,
            saying=Say(text=say(language, trouble, megabytes=LARGEST >> 20)),
            language=language,
        )
        now = self._runtime.now()

        def unit(c: Connection) -> None:
            if write(c, which):
                put_letter(c, letter, now=now)

        await self._runtime.store.write(unit, wake=(Wake(Queue.DELIVERY, str(which.address)),))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderReview:
    """`PhotoReview` by the reader processes."""

    readers: Readers

    async def review(self, body: bytes, *, person: str) -> tuple[bytes, str]:
        if len(body) > LARGEST:
            raise TooLarge(f"The photograph has {len(body)} bytes.")
        try:
            said, other = await self.readers.read(READING, body, person=person)
            found = LookedOver.model_validate(said)
        except (SourceError, ValidationError) as error:
            raise Rejected("The photograph cannot be read.") from error
        return (other if found.rewritten else body), found.media_type
