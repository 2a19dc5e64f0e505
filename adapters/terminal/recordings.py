"""Recordings at a terminal: files, named by what is typed, pasted or dragged into the window."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from adapters.terminal.paths import paths_of, size_of
from core.contracts.errors import Rejected, TooLarge
from core.contracts.messages import Voice

FETCH_LIMIT: Final = 200 * 1024 * 1024
"""Bytes; the disk gives more, but a file is held in memory once."""
_TYPES = mimetypes.MimeTypes()
# The table of the standard library alone differs from version to version.
for _ending, _type in {
    ".3gp": "video/3gpp",
    ".aac": "audio/aac",
    ".amr": "audio/amr",
    ".flac": "audio/flac",
    ".m4a": "audio/mp4",
    ".mkv": "video/x-matroska",
    ".oga": "audio/ogg",
    ".ogg": "audio/ogg",
    ".opus": "audio/ogg",
    ".weba": "audio/webm",
    ".webm": "video/webm",
}.items():
    _TYPES.add_type(_type, _ending)


def recording(typed: str) -> Voice | None:
    """The recording that a line names, if it names nothing else and the file is there. Blocking.

    Taken are a path, one in quotes or with escaped spaces (as a terminal writes what is dragged into it), a home folder
    written as "~", and a `file://` address.
    """
    for path in paths_of(typed):
        if (media_type := _sound(path)) and (size := size_of(path)) is not None:
            return Voice(file_ref=str(path), size=size, media_type=media_type, prepared=True)
    return None


def load(file_ref: str, *, limit: int) -> bytes:
    """The file, of `limit` bytes at most. Raises Rejected and TooLarge, and OSError for a disk in trouble. Blocking."""
    path = Path(file_ref)
    if not path.is_absolute() or not _sound(path):
        raise Rejected("This is no recording of this terminal.")
    if (size := size_of(path)) is None:
        raise Rejected("The recording is not where it was any more.")
    if size > limit:
        raise TooLarge(f"The recording has {size} bytes, more than {limit}.")
    with path.open("rb") as file:
        body = file.read(limit + 1)
    if len(body) > limit:
        raise TooLarge(f"The recording has grown to more than {limit} bytes.")
    return body


def _sound(path: Path) -> str:
    """The media type of what can be listened to, by the name; empty for everything else."""
    media_type = _TYPES.guess_type(path.name)[0] or ""
    return media_type if media_type.startswith(("audio/", "video/")) else ""
