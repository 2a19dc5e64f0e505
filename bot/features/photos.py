"""Photographs from outside: the module that looks them over, and the work of their queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features import AppParts, EntryPoints

if TYPE_CHECKING:
    from bot.services import QueueWork


def _build_queue(parts: AppParts) -> QueueWork:
    from bot.services import QueueWork
    from core.contracts.tools import PhotoReview
    from core.features.photos.keeper import PhotoKeeper, ReaderReview
    from core.features.photos.rows import PHOTOS
    from core.store.store import Queue

    parts.runtime.services[PhotoReview] = ReaderReview(readers=parts.readers)
    keeper = PhotoKeeper(parts.runtime, parts.platforms, parts.readers)
    return QueueWork(room=Queue.PHOTOS, drain=keeper.drain, find=keeper.sweep, renew=PHOTOS.renew)


ENTRY = EntryPoints(build_queue=_build_queue, reads="core.features.photos.formats")
