"""Files at a terminal.

A line that is typed, pasted or dragged into the window may name a recording, a photograph, a transcript or the like, or
one of Inkwell's folders. Documents for the person are written into a folder.
"""

from __future__ import annotations

import mimetypes
import os
import re
import shlex
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from core.contracts.errors import Rejected, TooLarge
from core.contracts.messages import Attachment, Photo, Voice
from core.documents.files import put_in_place
from core.readers.archives import pack_folder
from core.readers.source_errors import Heavy, SourceError

FETCH_LIMIT: Final = 200 * 1024 * 1024
"""The most bytes of a file; it is held in memory once."""
_LONGEST_PATH = 4_096
"""Characters of a path; longer ones are words."""
_ZIP: Final = "application/zip"
_FILES: Final = {
    ".srt": "application/x-subrip",
    ".vtt": "text/vtt",
    ".json": "application/json",
    ".html": "text/html",
    ".htm": "text/html",
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".zip": _ZIP,
    ".pdf": "application/pdf",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    **dict.fromkeys((".py", ".js", ".mjs", ".ts", ".cpp", ".cc", ".java", ".go", ".sql"), "text/plain"),
}
_PICTURES: Final = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")
_INKWELL: Final = ("summary.md", ".metadata.yaml", "quotes.md")
"""A folder with one of these files is one that Inkwell has written."""
_MEDIA = mimetypes.MimeTypes()
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
    _MEDIA.add_type(_type, _ending)


def file_named_in(typed: str) -> Voice | Photo | Attachment | None:
    """Return the file or the folder that a line names, if it names nothing else and exists. Blocking.

    A folder is sent as a ZIP of its texts; a word without a slash never names one.
    """
    for path in _paths_of(typed):
        if "/" in typed and _is_inkwell(path):
            return Attachment(file_ref=str(path), name=f"{path.name}.zip", media_type=_ZIP)
        if (size := _size_of(path)) is None:
            continue
        if media_type := _sound(path):
            return Voice(file_ref=str(path), size=size, media_type=media_type, prepared=True)
        if _is_picture(path):
            return Photo(file_ref=str(path), size=size)
        if media_type := _text(path):
            return Attachment(file_ref=str(path), name=path.name, media_type=media_type, size=size)
    return None


def read_local_file(file_ref: str, *, limit: int) -> bytes:
    """Read a recording, a photograph, another known file, or a folder of Inkwell's as a ZIP, at most `limit` bytes.

    Raises Rejected and TooLarge, and OSError for a disk in trouble. Blocking.
    """
    path = Path(file_ref)
    inkwell = _is_inkwell(path)
    if not path.is_absolute() or not (inkwell or _sound(path) or _is_picture(path) or _text(path)):
        raise Rejected("This is not a file from this terminal.")
    if inkwell:
        try:
            body = pack_folder(path, limit=limit)
        except Heavy as error:
            raise TooLarge(str(error)) from error
        except SourceError as error:
            raise Rejected(str(error)) from error
    elif _size_of(path) is None:
        raise Rejected("The file is not where it was any more.")
    else:
        with path.open("rb") as file:
            body = file.read(limit + 1)
    if len(body) > limit:
        raise TooLarge(f"The file has more than {limit} bytes.")
    return body


def _is_inkwell(path: Path) -> bool:
    """Return whether Inkwell has written this folder."""
    return any(_size_of(path / name) is not None for name in _INKWELL)


def _text(path: Path) -> str:
    """Return the media type by the name; empty for a file that is not taken."""
    return _FILES.get(path.suffix.lower(), "")


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in _PICTURES


def _sound(path: Path) -> str:
    """Return the media type of a recording or a video by the name; empty for everything else."""
    media_type = _MEDIA.guess_type(path.name)[0] or ""
    return media_type if media_type.startswith(("audio/", "video/")) else ""


def _paths_of(typed: str) -> Iterator[Path]:
    """Yield the paths that a line may be if it is nothing else, the most literal first, whether they exist or not.

    A path may be in quotes or have escaped spaces (as a terminal writes what is dragged into it), begin with "~" for
    the home folder, or be a `file://` address of this machine.
    """
    line = typed.strip()
    if not line or "\n" in line or len(line) > _LONGEST_PATH:
        return
    candidates = [line]
    with suppress(ValueError):  # a quotation mark that is not closed, or an apostrophe
        words = shlex.split(line)
        candidates += words if len(words) == 1 else []
    for candidate in tuple(candidates):
        if candidate.lower().startswith("file:"):
            with suppress(ValueError):
                parts = urlsplit(candidate)
                candidates += [url2pathname(parts.path)] if parts.netloc in {"", "localhost"} else []
    for candidate in candidates:
        path = Path(candidate)
        with suppress(RuntimeError):  # "~somebody" who is not known here
            path = path.expanduser()
        yield path.absolute()


def _size_of(path: Path) -> int | None:
    """Return the size of a file; None if the path names no regular file."""
    try:
        found = path.stat()
    except (OSError, ValueError):  # ValueError: no path at all
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None


_UNUSUAL = re.compile(r"[^\w .,()&+-]+")
_LONGEST_NAME = 150
"""Bytes of a name; file systems take 255, and a number may be added."""


def save_document(folder: Path, name: str, body: bytes) -> Path:
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
        target, ours = _place(folder, Path(safe_file_name(name)), body)
        if ours:
            try:
                put_in_place(Path(temporary), target)
            except OSError:
                target.unlink(missing_ok=True)
                raise
    finally:
        Path(temporary).unlink(missing_ok=True)
    return target


def delete_files(files: Iterable[Path]) -> int:
    """Delete files; return how many could not be deleted. Blocking."""
    left = 0
    for path in files:
        try:
            path.unlink(missing_ok=True)
        except OSError:
            left += 1
    return left


def saved_files(folder: Path) -> list[Path]:
    """Return the files in `folder`, unfinished ones included; none if there is no such folder. Blocking."""
    try:
        return [path for path in folder.iterdir() if path.is_file() or path.is_symlink()]
    except OSError:
        return []


def safe_file_name(name: str) -> str:
    """Return `name` as a plain file name: no folder, not hidden, nothing that a file system treats specially."""
    flat = _UNUSUAL.sub("-", name).strip(" .-")
    stem, dot, suffix = flat.rpartition(".")
    if not stem or len(suffix) > 10:
        stem, dot, suffix = flat, "", ""
    short = stem.encode()[:_LONGEST_NAME].decode(errors="ignore").strip(" .-")
    return f"{short or 'document'}{dot}{suffix}"


def _place(folder: Path, name: Path, body: bytes) -> tuple[Path, bool]:
    """Return a free name, reserved with an empty file, and True; or a file that has this body, and False."""
    number = 1
    while True:
        target = folder / (name.name if number == 1 else f"{name.stem}-{number}{name.suffix}")
        try:
            target.touch(mode=0o600, exist_ok=False)
        except FileExistsError:
            if target.is_file() and target.stat().st_size == len(body) and target.read_bytes() == body:
                return target, False
            number += 1
        else:
            return target, True
