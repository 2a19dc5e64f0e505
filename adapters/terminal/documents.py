"""Documents for the person, as files in a folder."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

from core.documents.files import put_in_place

_UNUSUAL = re.compile(r"[^\w .,()&+-]+")
_LONGEST = 150
"""Bytes of a name; file systems take 255, and a number may be added."""


def save(folder: Path, name: str, body: bytes) -> Path:
    """Write `body` into `folder` under a name made from `name`, and return where it is.

    The file appears whole or not at all, and no other file is overwritten: a second one of the same name gets "-2".
    A file that is there already with the same bytes is taken for this one, since a delivery may be repeated.
    Raises OSError. Blocking.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(body)
        target, ours = _place(folder, Path(file_name(name)), body)
        if ours:
            _put(Path(temporary), target)
    finally:
        Path(temporary).unlink(missing_ok=True)
    return target


def remove(files: Iterable[Path]) -> int:
    """Delete files; how many could not be deleted. Blocking."""
    left = 0
    for path in files:
        try:
            path.unlink(missing_ok=True)
        except OSError:
            left += 1
    return left


def saved(folder: Path) -> list[Path]:
    """The files in `folder`, those included that were never finished; none where there is no such folder. Blocking."""
    try:
        return [path for path in folder.iterdir() if path.is_file() or path.is_symlink()]
    except OSError:
        return []


def file_name(name: str) -> str:
    """`name` as a mere file name: no folder, nothing hidden, nothing that a file system treats specially."""
    flat = _UNUSUAL.sub("-", name).strip(" .-")
    stem, dot, suffix = flat.rpartition(".")
    if not stem or len(suffix) > 10:
        stem, dot, suffix = flat, "", ""
    short = stem.encode()[:_LONGEST].decode(errors="ignore").strip(" .-")
    return f"{short or 'document'}{dot}{suffix}"


def _place(folder: Path, name: Path, body: bytes) -> tuple[Path, bool]:
    """A free name, taken with an empty file and so ours; or a file with this body, which is not."""
    number = 1
    while True:
        target = folder / (name.name if number == 1 else f"{name.stem}-{number}{name.suffix}")
        try:
            target.touch(mode=0o600, exist_ok=False)
        except FileExistsError:
            if _holds(target, body):
                return target, False
            number += 1
        else:
            return target, True


def _put(temporary: Path, target: Path) -> None:
    try:
        put_in_place(temporary, target)
    except OSError:
        target.unlink(missing_ok=True)
        raise


def _holds(path: Path, body: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(body) and path.read_bytes() == body
