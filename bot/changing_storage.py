"""Moves what people told to another place: the files beside a database, and recordings and photographs from a folder
or a bucket to another. It names the settings to change after such a move."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bot.config import DEFAULT_FILE, Settings, configuration_file
from bot.database import make_folder
from bot.file_storage import file_folders, open_buckets
from bot.sections import SQLITE
from core.contracts.errors import ConfigurationError, StorageError
from core.documents.files import write_atomically
from core.files.bucket_address import SCHEME
from core.files.keeping import RECORDINGS, FilePlace, is_file_intact, is_kept
from core.store.database_url import Database, Server, parse_server

NAME = "raconteur.db"
"""Of the database in a folder of data."""
VARIABLE = "RACONTEUR__STORAGE__{}"
AT_ONCE = 8
Progress = Callable[[str, int, int], None]
Places = Sequence[FilePlace]
"""Of recordings, and of photographs."""


def parse_database_target(written: str) -> Database:
    """Return what somebody has named: an address, a file, or a folder of data. Raises ConfigurationError."""
    if server := parse_server(written):
        return server
    if "://" in written and not written.startswith(SQLITE):
        raise ConfigurationError("FROM and TO are folders, files, or addresses as postgresql+psycopg://user@host/name.")
    path = Path(written.removeprefix(SQLITE)).expanduser()
    if not path.name:
        raise ConfigurationError("FROM and TO cannot be empty.")
    return path / NAME if path.is_dir() or not path.suffix else path


def is_same_database(one: Database, other: Database) -> bool:
    if isinstance(one, Server) or isinstance(other, Server):
        return one == other
    return one.resolve() == other.resolve()


def data_folder_of(database: Database, settings: Settings) -> Path:
    """Return the data folder that belongs to a database: a file's own, else the one that is configured."""
    configured = settings.storage.database
    if isinstance(database, Server) or is_same_database(database, configured):
        return settings.storage.data_dir
    return database.parent


# --- files --------------------------------------------------------------------------------------------------------


def copy_data_folder(source: Path, target: Path, progress: Progress) -> int:
    """Copy what goes with a database from its folder of data to another, unless it is there; how many files there are.

    Raises ConfigurationError.
    """
    if source.resolve() == target.resolve():
        return 0
    kept = (path for each in file_folders(source / RECORDINGS) for path in each.path.glob("*") if is_kept(path.name))
    found = sorted(path for path in (*kept, *(source / "chamber").rglob("*")) if path.is_file())
    files = [path.relative_to(source) for path in found]
    for number, file in enumerate(files, start=1):
        try:
            data = (source / file).read_bytes()
            if is_kept(file.name) and not is_file_intact(file.name, data):
                raise ConfigurationError(f"{source / file} is damaged, and was not copied; take it away first.")
            make_folder((target / file).parent)
            if not ((target / file).exists() and (target / file).read_bytes() == data):
                write_atomically(target / file, data)
        except OSError as error:
            raise ConfigurationError(f"{target / file} cannot be written: {error.strerror}.") from None
        progress("Files", number, len(files))
    return len(files)


# --- the configuration --------------------------------------------------------------------------------------------


def storage_change_advice(target: Database, settings: Settings, config: Path | None) -> list[str]:
    """Return what to change so that this database is used, in lines for whoever runs the program."""
    if isinstance(target, Server):
        password = target.url.partition("://")[2].rpartition("@")[0].partition(":")[2]  # as it is written there
        shown = target.url.replace(f":{password}@", ":***@", 1) if target.password else target.url
        lines = describe_setting_changes({"url": f'"{shown}"'}, config)
        return [*lines, "with the password where *** stands"] if target.password else lines
    if target.name != NAME:
        wanted = {"url": f'"{SQLITE}{target.resolve().as_posix()}"'}
    else:
        wanted = {"url": ""} if settings.storage.url.get_secret_value() else {}
        if target.parent.resolve() != settings.storage.data_dir.resolve():
            wanted["data_dir"] = f'"{target.parent.resolve().as_posix()}"'
    return describe_setting_changes(wanted, config)


def describe_setting_changes(wanted: Mapping[str, str], config: Path | None) -> list[str]:
    """Return where each of these settings of `storage` is to be changed. As TOML; empty: to be taken out."""
    file = configuration_file(config) or DEFAULT_FILE
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    lines = []
    for key, value in wanted.items():
        if (variable := VARIABLE.format(key.upper())) in os.environ:
            where, there = "in the environment", variable
        else:
            line = setting_line(text, key)
            where, there = f"in {file}, " + (f"line {line}" if line else "under [storage]"), key
        lines.append(f"{where}: {there} = {value}" if value else f"{where}: take out {there}")
    return lines


def setting_line(text: str, key: str) -> int | None:
    """Return the number of the line with a setting of `storage`, or with its example behind a "#"."""
    section, example = "", None
    for number, line in enumerate(text.splitlines(), start=1):
        if head := re.match(r"\s*\[([^]]*)]", line):
            section = head[1].strip()
        elif section == "storage" and (found := re.match(rf"\s*(#?)\s*{key}\s*=", line)):
            if not found[1]:
                return number
            example = example or number
    return example


# --- recordings and photographs -----------------------------------------------------------------------------------


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
            raise StorageError(f"{len(missing)} files have not arrived; run the same command again to continue.")
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
