"""Files at a terminal that are no recordings: transcripts and the like, and Inkwell's folders."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from adapters.terminal.paths import paths_of, size_of
from core.contracts.errors import Rejected, TooLarge
from core.contracts.messages import Attachment
from core.readers.archives import packed
from core.readers.source_errors import Heavy, SourceError

_ZIP: Final = "application/zip"
_TYPES: Final = {
    ".srt": "application/x-subrip",
    ".vtt": "text/vtt",
    ".json": "application/json",
    ".html": "text/html",
    ".htm": "text/html",
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".zip": _ZIP,
}
_INKWELL: Final = ("summary.md", ".metadata.yaml", "quotes.md")
"""A folder with one of these files is one that Inkwell has written."""


def attachment(typed: str) -> Attachment | None:
    """The file or the folder that a line names, if it names nothing else and is there. Blocking.

    A folder stands for a ZIP of its texts; a word without a slash is never one.
    """
    for path in paths_of(typed):
        if (media_type := _type(path)) and (size := size_of(path)) is not None:
            return Attachment(file_ref=str(path), name=path.name, media_type=media_type, size=size)
        if "/" in typed and is_inkwell(path):
            return Attachment(file_ref=str(path), name=f"{path.name}.zip", media_type=_ZIP)
    return None


def is_attachment(file_ref: str) -> bool:
    """Whether this reference can be one of ours: a path to a file of our kinds, or to such a folder. Blocking."""
    path = Path(file_ref)
    return path.is_absolute() and (bool(_type(path)) or is_inkwell(path))


def load_attachment(file_ref: str, *, limit: int) -> bytes:
    """The file, or the folder as a ZIP, of `limit` bytes at most. Blocking.

    Raises Rejected and TooLarge, and OSError for a disk in trouble.
    """
    path = Path(file_ref)
    if not is_attachment(file_ref):
        raise Rejected("This is no file of this terminal.")
    body = _read(path, limit) if _type(path) and not path.is_dir() else _packed(path, limit)
    if len(body) > limit:
        raise TooLarge(f"The file has more than {limit} bytes.")
    return body


def is_inkwell(path: Path) -> bool:
    """Whether Inkwell has written this folder."""
    return any(size_of(path / name) is not None for name in _INKWELL)


def _read(path: Path, limit: int) -> bytes:
    if size_of(path) is None:
        raise Rejected("The file is not where it was any more.")
    with path.open("rb") as file:
        return file.read(limit + 1)


def _packed(path: Path, limit: int) -> bytes:
    try:
        return packed(path, limit=limit)
    except Heavy as error:
        raise TooLarge(str(error)) from error
    except SourceError as error:
        raise Rejected(str(error)) from error


def _type(path: Path) -> str:
    """The media type by the name; empty for what is not taken."""
    return _TYPES.get(path.suffix.lower(), "")
