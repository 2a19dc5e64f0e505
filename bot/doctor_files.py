"""The doctor's check of the place where recordings and photographs are kept."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

from bot.config import Settings
from core.contracts.errors import ConfigurationError, FilesAway, StorageError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.files.bucket_address import BucketAddress
from core.store.database_url import database_exists
from core.store.direct import known_installation_number, open_snapshot

WHAT = "Files"
SUSPENDED = "null"
"""What a version is called in a bucket that kept versions once, and does not any more."""
_HERE = {"localhost", "127.0.0.1", "::1"}


async def examine_files(settings: Settings) -> AsyncIterator[Finding]:
    """Check the place of files. In a bucket a file of random bytes is put, read, listed and deleted."""
    address = settings.storage.bucket
    if address is None:
        yield finding_ok(WHAT, f"recordings and photos are kept in {settings.storage.recordings.resolve()}")
        return
    mend = "correct storage.files and what lets Raconteur in; it has to list, get, put and delete there"
    try:
        version, trouble = await _tried(settings, address)
    except ConfigurationError as error:
        yield finding_wrong(WHAT, str(error), "run `make large`, or name a folder")
        return
    except FilesAway as error:
        yield finding_wrong(WHAT, str(error), mend)
        return
    if trouble:
        yield finding_wrong(WHAT, f"{address} {trouble}", mend)
        return
    yield finding_ok(WHAT, f"{address} takes, lists, gives back and deletes files")
    if version is not None:
        how = (
            "kept versions once, and may still hold what was deleted then"
            if version == SUSPENDED
            else "keeps a copy of what is deleted (versioning), so what people want gone is not"
        )
        mend = "switch versioning off, or let a lifecycle rule delete older versions after a day (docs/privacy.md)"
        yield finding_note(WHAT, f"{address} {how}", mend)
    endpoint = urlsplit(address.endpoint)
    if endpoint.scheme == "http" and endpoint.hostname not in _HERE:
        mend = "use https, or make sure that nobody else is on that network"
        yield finding_note(WHAT, f"recordings go to {endpoint.hostname} unencrypted", mend)


async def _tried(settings: Settings, address: BucketAddress) -> tuple[str | None, str]:
    """Return the version that the bucket gave to a file, and its fault. Raises FilesAway, ConfigurationError."""
    from bot.file_storage import open_buckets, owner_mark
    from core.files.keeping import MARK, content_file_name

    place, _ = open_buckets(address, settings.storage.recordings)
    mark, number = await place.read(MARK), await asyncio.to_thread(_number, settings)
    if mark is not None and number is not None and mark != owner_mark(number).encode():
        return None, "holds the recordings of another database; name a place of its own"
    body = os.urandom(32)
    # Whatever happens to it, nothing needs it: the next look for such files takes it away.
    name = content_file_name(body, "")
    version = await place.put_and_tell(name, body)
    if await place.read(name) != body:
        return version, "gives back something else than was put there"
    if not any([name in page async for page in place.listed()]):
        return version, "does not list what is there"
    await place.remove([name])
    return version, "" if await place.read(name) is None else "still gives what was deleted"


def _number(settings: Settings) -> int | None:
    """Return the number of the database, if it exists and can be read."""
    database = settings.storage.database
    try:
        if not database_exists(database):
            return None
        with open_snapshot(database) as c:
            return known_installation_number(c)
    except StorageError:  # which is told elsewhere
        return None
