"""`raconteur backup`: it copies the database into one file beside a running bot, and checks the copy."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from bot.database import database_revision
from core.contracts.errors import ConfigurationError, StorageError
from core.documents.files import put_in_place
from core.store.copies import copy_database, read_copy_contents

ON_SERVER = "Back up {database} with PostgreSQL's own program: pg_dump --format=custom --file=FILE and its address."
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database that is in use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    file: Path
    size: int
    """Bytes."""
    interviews: int
    answers: int


def back_up(database: Path, file: Path, *, today: date, replace: bool) -> Backup:
    """Copy the database into `file`, or under a name with the day of `today` into a folder. Blocks.

    The file is there whole and checked, readable by its owner only and flushed to the disk, or it is not there at all.
    Raises ConfigurationError for what the operator has to mend, and StorageError.
    """
    try:
        target = file / f"raconteur-{today.isoformat()}.db" if file.is_dir() else file
        if not database.exists():
            raise ConfigurationError(f"There is no database at {database} yet; `raconteur run` creates it.")
        if not target.parent.is_dir():
            raise ConfigurationError(f"There is no folder {target.parent}; make it, or name another file.")
        if any(_same(target, mine) for mine in (database, Path(f"{database}.lock"), *_beside(database))):
            raise ConfigurationError(f"{target} is the database itself, or belongs to it; name another file.")
        if os.path.lexists(target) and not target.is_file():
            raise ConfigurationError(f"{target} is not a file that can be replaced; choose another one.")
        if target.exists() and not replace:
            raise ConfigurationError(f"{target} already exists; choose another file, or use --force to overwrite it.")
        if used := next((beside for beside in _beside(target) if beside.exists()), None):
            # Put beside the new file, what is left of the old one would be taken for a part of it.
            raise ConfigurationError(
                f"{used} is there, so {target} is in use or was left unfinished; name another file."
            )
        return _made(database, target)
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be written: {error.strerror}.") from None


def _made(database: Path, target: Path) -> Backup:
    expected = database_revision(database)
    if expected is None:
        raise ConfigurationError(f"{database} is empty; there is nothing to copy.")
    # In the same folder, since a rename is atomic only within a file system; its mode is 0600.
    descriptor, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=target.parent)
    os.close(descriptor)
    part = Path(name)
    try:
        copy_database(database, part)
        found = read_copy_contents(part)
        if found.problems:
            damage = "; ".join(found.problems)
            raise StorageError(f"No backup was made: the database is damaged, and so would the copy be: {damage}.")
        if found.revision != expected:
            raise StorageError("No backup was made: the database was upgraded in the meantime. Try again.")
        size = part.stat().st_size
        put_in_place(part, target)
    finally:
        for leftover in (part, *_beside(part)):
            with suppress(OSError):
                leftover.unlink()
    return Backup(file=target, size=size, interviews=found.sessions, answers=found.answers)


def _same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def _beside(database: Path) -> tuple[Path, ...]:
    return tuple(Path(f"{database}{ending}") for ending in BESIDE)
