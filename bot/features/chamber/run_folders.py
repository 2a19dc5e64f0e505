"""What runs keep beside the database, in a folder each: the database of our own interviewer."""

from __future__ import annotations

import asyncio
import mimetypes
import shutil
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

import structlog

from bot.config import Settings
from core.contracts.commits import OutboxMessage
from core.contracts.messages import Address, SendDocument
from core.contracts.ports import Clock
from core.features.chamber.chamber_rows import run_by_id, run_message_key
from core.features.chamber.runs import ChamberRun, RunStatus
from core.store.outbox import put_letter
from core.store.store import Connection, Queue, Store, Wake

log = structlog.get_logger()
_FOLDER, _DOCUMENTS = "chamber", "documents"


def run_folder(settings: Settings, run_id: str) -> Path:
    return settings.storage.data_dir / _FOLDER / run_id


def run_documents_folder(settings: Settings, run_id: str) -> Path:
    """Return where the files of our own interviewer wait for the chat of a run."""
    return run_folder(settings, run_id) / _DOCUMENTS


async def send_documents(store: Store, settings: Settings, clock: Clock) -> None:
    """Hand the files of interviews that are over to the outbox, each once, and delete them here."""
    folder = settings.storage.data_dir / _FOLDER

    def waiting() -> dict[str, list[Path]]:
        found = sorted(folder.glob(f"*/{_DOCUMENTS}/*"))
        return {name: [*files] for name, files in groupby(found, key=lambda file: file.parent.parent.name)}

    for run_id, files in (await asyncio.to_thread(waiting)).items():
        run = await store.read(partial(run_by_id, run_id=run_id))
        if run is None or run.address is None or run.status is not RunStatus.ENDED:
            continue
        for file in files:
            await _sent(store, clock, run, run.address, file)


async def _sent(store: Store, clock: Clock, run: ChamberRun, address: Address, file: Path) -> None:
    try:
        body = await asyncio.to_thread(file.read_bytes)
    except OSError as error:
        log.warning("run-document-not-read", run=run.id, reason=error.strerror)
        return
    kind = mimetypes.guess_type(file.name)[0] or "text/markdown"
    letter = OutboxMessage(
        key=run_message_key(run.id, f"interview/{file.name}"),
        address=address,
        saying=SendDocument(name=file.name, media_type=kind, body=body),
        language=run.language,
    )
    now = clock.now().timestamp()

    def unit(c: Connection) -> None:
        if run_by_id(c, run.id) is not None:
            put_letter(c, letter, now=now)

    await store.write(unit, wake=(Wake(Queue.DELIVERY, str(address)),))
    await asyncio.to_thread(partial(file.unlink, missing_ok=True))


async def delete_orphaned_folders(store: Store, settings: Settings) -> None:
    """Delete what is kept of runs that are gone; what cannot be deleted is logged, and tried again at the next time."""
    folder = settings.storage.data_dir / _FOLDER

    def kept() -> list[str]:
        return [each.name for each in folder.iterdir()] if folder.is_dir() else []

    def complain(_what: object, path: str, _error: object) -> None:
        log.warning("run-not-deleted", folder=path)

    def delete(names: Sequence[str]) -> None:
        for name in names:
            shutil.rmtree(
                folder / name, onerror=lambda _what, path, _error: log.warning("run-not-deleted", folder=path)
            )

    if names := await asyncio.to_thread(kept):
        gone = await store.read(lambda c: [name for name in names if run_by_id(c, name) is None])
        await asyncio.to_thread(delete, gone)
