"""Moves recordings and photographs from one place to another, each a folder or a bucket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.config import Settings
from bot.file_storage import file_folders, open_buckets
from core.contracts.errors import ConfigurationError, StorageError
from core.files.bucket_address import SCHEME
from core.files.file_place import FilePlace
from core.files.keeping import is_file_intact, is_kept

AT_ONCE = 8
Progress = Callable[[str, int, int], None]
Places = Sequence[FilePlace]
"""Of recordings, and of photographs."""


def current_file_storage(settings: Settings) -> str:
    """Return where they are kept now, as it is written on the command line."""
    storage = settings.storage
    return storage.files if storage.bucket else str(storage.recordings)


def parse_file_storage(written: str, settings: Settings) -> Places:
    """Open a folder, with the one of photographs in it, or a bucket. Raises ConfigurationError."""
    if "://" not in written:
        return file_folders(Path(written).expanduser())
    try:
        return open_buckets(settings.storage.bucket_at(written), settings.storage.recordings)
    except ValueError as error:
        raise ConfigurationError(f"FROM and TO: {error}.") from None


def file_storage_setting(target: str, settings: Settings) -> dict[str, str]:
    """Return the setting that names this place, as TOML; nothing if it is so already."""
    storage = settings.storage
    if target == current_file_storage(settings):
        return {}
    if target.startswith(SCHEME):
        return {"files": f'"{target}"'}
    folder = Path(target).expanduser().resolve()
    if folder == (storage.data_dir / "recordings").resolve():
        return {"files": ""}
    return {} if not storage.bucket and folder == storage.recordings.resolve() else {"files": f'"{folder.as_posix()}"'}


async def move_files(source: Places, target: Places, progress: Progress) -> int:
    """Copy everything that is not there yet, and return how many files there are then. Goes on where it was cut short.

    The target may hold nothing else: a database deletes what it does not know. Raises ConfigurationError,
    StorageError for a file that is not what its name says, OSError.
    """
    number = 0
    for old, new in zip(source, target, strict=True):
        there, names = set(await _names(new)), await _names(old)
        if strange := there.difference(names):
            raise ConfigurationError(
                f"TO holds {len(strange)} other files, as those of another database; name a place of its own."
            )
        await _copied(old, new, names, progress)
        if missing := set(names).difference(await _names(new)):
            raise StorageError(f"{len(missing)} files have not arrived; the same command goes on.")
        number += len(names)
    return number


async def _copied(old: FilePlace, new: FilePlace, names: Sequence[str], progress: Progress) -> None:
    waiting, done = iter(names), 0

    async def one_by_one() -> None:
        nonlocal done
        for name in waiting:
            length = await new.size(name)
            if length is None or length != await old.size(name):
                data = await old.read(name)
                if data is None:
                    raise StorageError(f"{name} has gone meanwhile; nothing may be at work on it.")
                if not await asyncio.to_thread(is_file_intact, name, data):
                    raise StorageError(f"{name} is damaged, and was not copied; take it away first.")
                await new.put(name, data)
            done += 1
            progress("Files", done, len(names))

    tasks = [asyncio.create_task(one_by_one()) for _ in range(AT_ONCE)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _names(place: FilePlace) -> list[str]:
    return [name async for names in place.listed() for name in names if is_kept(name)]
