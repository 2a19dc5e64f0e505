"""The doctor's look at who else on this machine can read what is kept for its owner."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from bot.config import Settings
from core.contracts.findings import Finding, note, wrong

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def examine_modes(settings: Settings, file: Path | None) -> Iterator[Finding]:
    """What others can read, by the bits of the group and of everybody; nothing where all is as it must be."""
    if os.name != "posix":
        return
    if file is not None and _open(file):
        yield note("Configuration", f"others on this machine can read {file}, which may hold secrets", _closed(file))
    for secret in settings.secret_files():
        if _open(secret):
            yield note("Secrets", f"others on this machine can read {secret}", _closed(secret))
    folder, database = settings.storage.data_dir.resolve(), settings.storage.database
    if _open(folder):
        yield note("Data folder", f"others on this machine can look into {folder}", f"chmod 700 {folder}")
    if _open(database):
        yield wrong("Database", f"others on this machine can read {database}", _closed(database))


def _open(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & _OTHERS)
    except OSError:
        return False


def _closed(file: Path) -> str:
    return f"chmod 600 {file}"
