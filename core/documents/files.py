"""Writes files so that there is always either the old one whole or the new one whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


def write_atomically(path: Path, data: bytes) -> None:
    """Write `data` to `path`, readable by its owner only; after the return it survives a power cut.

    The folder must exist. Blocks. Raises OSError, and then what was at `path` is untouched and nothing is left behind.
    """
    with write_file_atomically(path) as file:
        file.write(data)


@contextmanager
def write_file_atomically(path: Path) -> Iterator[BinaryIO]:
    """Do the same as `write_atomically` for what is written in pieces; the file is at `path` once the context ends."""
    # mkstemp makes the file with mode 0600; in the same folder, since a rename is atomic only within a file system.
    descriptor, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
        put_in_place(Path(name), path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def put_in_place(part: Path, path: Path) -> None:
    """Flush a finished file to the disk and give it its name, in the same folder. Blocks. Raises OSError."""
    _flush(part, os.O_RDWR)
    part.replace(path)
    if os.name != "nt":  # Windows opens no folders
        _flush(path.parent, os.O_RDONLY)  # the rename itself


def _flush(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
