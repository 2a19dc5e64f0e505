"""What goes with a move to another database: its place, the files beside it, and what the configuration has to say."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from bot.config import DEFAULT_FILE, Settings, configuration_file
from bot.database import make_folder
from bot.file_storage import file_folders
from bot.sections import SQLITE
from core.contracts.errors import ConfigurationError
from core.documents.files import write_atomically
from core.files.keeping import RECORDINGS, is_file_intact, is_kept
from core.store.database_url import Database, Server, parse_server

NAME = "raconteur.db"
"""Of the database in a folder of data."""
VARIABLE = "RACONTEUR__STORAGE__{}"


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
    """The folder of data that belongs to a database: beside a file its own, else the one that is configured."""
    configured = settings.storage.database
    if isinstance(database, Server) or is_same_database(database, configured):
        return settings.storage.data_dir
    return database.parent


# --- files --------------------------------------------------------------------------------------------------------


def copy_data_folder(source: Path, target: Path, progress: Callable[[str, int, int], None]) -> int:
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
            if not _holds(target / file, data):
                write_atomically(target / file, data)
        except OSError as error:
            raise ConfigurationError(f"{target / file} cannot be written: {error.strerror}.") from None
        progress("Files", number, len(files))
    return len(files)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() == data
    except FileNotFoundError:
        return False


# --- the configuration --------------------------------------------------------------------------------------------


def storage_change_advice(target: Database, settings: Settings, config: Path | None) -> list[str]:
    """Return what to change so that this database is used, in lines for whoever runs the program."""
    lines = describe_setting_changes(_wanted(target, settings), config)
    if isinstance(target, Server) and target.password:
        lines.append("with the password where *** stands")
    return lines


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


def _wanted(target: Database, settings: Settings) -> dict[str, str]:
    """Return settings of `storage` as TOML; empty if none."""
    if isinstance(target, Server):
        password = target.url.partition("://")[2].rpartition("@")[0].partition(":")[2]  # as it is written there
        shown = target.url.replace(f":{password}@", ":***@", 1) if target.password else target.url
        return {"url": f'"{shown}"'}
    has_url = bool(settings.storage.url.get_secret_value())
    if target.name != NAME:
        return {"url": f'"{SQLITE}{target.resolve().as_posix()}"'}
    wanted = {"url": ""} if has_url else {}
    if target.parent.resolve() != settings.storage.data_dir.resolve():
        wanted["data_dir"] = f'"{target.parent.resolve().as_posix()}"'
    return wanted


def setting_line(text: str, key: str) -> int | None:
    """The number of the line where a setting of `storage` stands, or would: behind a "#"."""
    section, example = "", None
    for number, line in enumerate(text.splitlines(), start=1):
        if head := re.match(r"\s*\[([^]]*)]", line):
            section = head[1].strip()
        elif section == "storage" and (found := re.match(rf"\s*(#?)\s*{key}\s*=", line)):
            if not found[1]:
                return number
            example = example or number
    return example
