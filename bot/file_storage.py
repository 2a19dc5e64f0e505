"""Opens the places where recordings and photographs are kept."""

from __future__ import annotations

import secrets
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import Settings
from core.contracts.errors import ConfigurationError
from core.files.bucket_address import BucketAddress
from core.files.folder import Folder
from core.files.keeping import PHOTOS, RECORDINGS, KeptFiles, in_folders, photos_in, recordings_in
from core.store.database_url import Server
from core.store.file_rows import installation_number
from core.store.store import Store

if TYPE_CHECKING:
    from core.files.bucket import Bucket

COPIES = "copies"
"""The folder in that of recordings with what is read of a bucket, for as long as it is."""


def open_kept_files(
    settings: Settings, recordings: Path | None = None, *, shared: bool | None = None, store: Store | None = None
) -> tuple[KeptFiles, KeptFiles]:
    """Open recordings and photographs, in a bucket, or in the folder `recordings` (by default that of the settings).

    `shared`: other processes work with them. `store`: of the database, which keeps them to itself where another one
    might be told to use the same place. Raises ConfigurationError.
    """
    recordings = recordings or settings.storage.recordings
    shared = settings.is_shared if shared is None else shared
    # The folder beside a database is nobody else's.
    owner = partial(_named, store) if store is not None and settings.storage.files else None
    address, database = settings.storage.bucket, settings.storage.database
    if address is None:
        return in_folders(recordings, shared=shared, owner=owner)
    spoken, seen = open_buckets(address, recordings)
    if not (shared and isinstance(database, Server)):
        return recordings_in(spoken, owner=owner), photos_in(seen, owner=owner)
    from core.store.seats import file_lock

    lock = partial(file_lock, database.plain_url)
    return recordings_in(spoken, partial(lock, RECORDINGS), owner), photos_in(seen, partial(lock, PHOTOS), owner)


async def _named(store: Store) -> str:
    """Return the mark of the database that owns the files, making a number for it if it has none."""
    fresh = secrets.randbits(62)
    return owner_mark(await store.write(lambda c: installation_number(c, fresh)))


def owner_mark(number: int) -> str:
    return f"{number:016x}\n"


def file_folders(folder: Path) -> tuple[Folder, Folder]:
    """Return the folders of recordings and of photographs."""
    return Folder(folder), Folder(folder / PHOTOS)


def open_buckets(address: BucketAddress, recordings: Path) -> tuple[Bucket, Bucket]:
    """Open both places in a bucket. `recordings`: the folder for copies. Raises ConfigurationError."""
    try:
        from core.files.bucket import Bucket
    except ImportError:
        raise ConfigurationError("storage.files: what it needs is not installed; `make large` installs it.") from None
    from core.files.bucket import ReaderCopies

    copies = ReaderCopies(recordings / COPIES)
    return Bucket(address, RECORDINGS, copies), Bucket(address, PHOTOS, copies)
