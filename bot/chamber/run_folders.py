"""What runs keep beside the database, in a folder each: the database of our own interviewer."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path

import structlog

from bot.config import Settings
from core.store.chamber_rows import run_by_id
from core.store.store import Store

log = structlog.get_logger()
_FOLDER = "chamber"


def folder_of(settings: Settings, run_id: str) -> Path:
    return settings.storage.data_dir / _FOLDER / run_id


async def forget_deleted(store: Store, settings: Settings) -> None:
    """Delete what is kept of runs that are gone; what cannot be deleted is logged, and tried again at the next time."""
    folder = settings.storage.data_dir / _FOLDER

    def kept() -> list[str]:
        return [each.name for each in folder.iterdir()] if folder.is_dir() else []

    def delete(names: Sequence[str]) -> None:
        for name in names:
            shutil.rmtree(folder / name, onerror=_not_deleted)

    if names := await asyncio.to_thread(kept):
        gone = await store.read(lambda c: [name for name in names if run_by_id(c, name) is None])
        await asyncio.to_thread(delete, gone)


def _not_deleted(_what: object, path: str, _error: object) -> None:
    log.warning("run-not-deleted", folder=path)
