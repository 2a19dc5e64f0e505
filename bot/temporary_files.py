"""Makes files that exist only while they are used, in a folder of our own.

They have no name from the moment they are made, so whatever ends the process deletes them; where the system cannot make
such a file, what a crash leaves goes at the next start.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import IO

import structlog

_FOLDER = "temporary"
log = structlog.get_logger()


def temporary_folder(data_dir: Path) -> Path:
    """Return the folder, which is made if it is not there. Raises OSError."""
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = data_dir / _FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def temporary_file(data_dir: Path) -> IO[bytes]:
    """Return an empty file without a name, which closing deletes. Raises OSError."""
    return tempfile.TemporaryFile(dir=temporary_folder(data_dir))


def empty_temporary_folder(data_dir: Path) -> None:
    """Delete what a crash has left. Files in use have no name here, so no other process loses one."""
    try:
        for path in temporary_folder(data_dir).iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("temporary-files-not-deleted", error=error.strerror)
