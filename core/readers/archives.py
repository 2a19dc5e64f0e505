"""Read folders that come as one: ZIP files that people send, and folders of the operator.

Nothing is ever unpacked to a disk, so a hostile path leads nowhere; what is hostile otherwise is bounded.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from core.readers.source_errors import Absent, Empty, Heavy, Unreadable

TEXTS = (".md", ".markdown", ".txt", ".srt", ".vtt", ".json", ".html", ".htm", ".yaml", ".yml")
"""Endings of what is read; recordings and pictures beside it are left alone."""
FOLDER_LIMIT = 8 << 20
"""Bytes of all texts in a folder of the operator."""
_MOST_FILES = 1_000
_DEEPEST = 2
"""A file, or a folder and a file in it."""
_ENCRYPTED, _UTF8 = 0x1, 0x800
_ENTRY = b"PK\x01\x02"
_JUNK = frozenset({"__macosx", "thumbs.db", "desktop.ini"})
_METADATA = frozenset({".metadata.yaml", ".metadata.yml"})
_SAME_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveLimits:
    """The limits of an archive, in bytes but for `entries`."""

    packed: int = 32 << 20
    entries: int = 2_000
    file: int = 8 << 20
    """One text, unpacked."""
    unpacked: int = 16 << 20
    """All texts."""


_LIMITS = ArchiveLimits()


def unpack(body: bytes, *, limits: ArchiveLimits = _LIMITS) -> dict[str, bytes]:
    """Return the texts in a ZIP by their paths inside it, without the folders that all of them are in. Blocking.

    Left out are links, other files than texts, what a system adds by itself, and paths that lead out of it. Raises
    Heavy, Unreadable (damaged, encrypted, packed in a rare way), and Empty where no text is in it.
    """
    # Each entry of the directory begins like that, so there can be no more of them, whatever the ZIP says.
    if len(body) > limits.packed or body.count(_ENTRY) > limits.entries:
        raise Heavy("The ZIP is larger than allowed, or has more files.")
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            room = limits.unpacked
            for path, entry in _texts(archive):
                if path in found:  # of several with one name the first counts, and no other is unpacked
                    continue
                # Whatever size the ZIP states, no more than is allowed is unpacked.
                limit = min(limits.file, room)
                with archive.open(entry) as file:
                    text = file.read(limit + 1)
                if len(text) > limit:
                    raise Heavy("What the ZIP unpacks to is larger than allowed.")
                found[path] = text
                room -= len(text)
    # What the module lets through for damaged ZIPs, beside its own error.
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, LookupError, struct.error) as error:
        raise Unreadable("The ZIP is damaged.") from error
    except (NotImplementedError, RuntimeError) as error:
        raise Unreadable("The ZIP is packed in a way that is not read.") from error
    if not found:
        raise Empty("There is no text in the ZIP.")
    folders = [PurePosixPath(path).parent.parts for path in found]
    shared = 0
    while all(len(parts) > shared for parts in folders) and len({parts[shared] for parts in folders}) == 1:
        shared += 1
    return {"/".join(PurePosixPath(path).parts[shared:]): text for path, text in found.items()}


def read_path(path: Path, *, limit: int = FOLDER_LIMIT) -> dict[str, bytes]:
    """Return the texts in a folder of the operator by their paths: its own and those of the folders in it. Blocking.

    Links are followed only to what lies in the folder itself. `limit`: bytes altogether. Raises Absent where there is
    no such folder, Heavy, Unreadable.
    """
    try:
        root = path.resolve(strict=True)
        if not root.is_dir():
            raise Absent("That is no folder.")
        found: dict[str, bytes] = {}
        for file in _files(root, root, _DEEPEST):
            if len(found) >= _MOST_FILES:
                raise Heavy(f"There are more than {_MOST_FILES} texts in the folder.")
            with file.open("rb") as opened:
                text = opened.read(limit + 1)
            limit -= len(text)
            if limit < 0:
                raise Heavy("The texts in the folder are larger than allowed.")
            found[file.relative_to(root).as_posix()] = text
        return found
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Absent("There is no such folder.") from error
    except (OSError, ValueError, RuntimeError) as error:  # no right to read it, no path at all, links in a circle
        raise Unreadable("The folder cannot be read.") from error


def pack_folder(path: Path, *, limit: int = FOLDER_LIMIT) -> bytes:
    """Pack the texts in a folder of the operator as a ZIP; the same folder makes the same bytes. Blocking.

    Raises what `read_path` does, and Empty where there is no text in it.
    """
    files = read_path(path, limit=limit)
    if not files:
        raise Empty("There is no text in the folder.")
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _SAME_TIME), text, zipfile.ZIP_DEFLATED)
    return body.getvalue()


def _texts(archive: zipfile.ZipFile) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    for entry in archive.infolist():
        name = entry.filename if entry.flag_bits & _UTF8 else _respelled(entry.filename)
        parts = [part for part in name.replace("\\", "/").split("/") if part != "."]
        # A path that leads out of the ZIP is none.
        inside = parts and all(part and part != ".." for part in parts) and ":" not in parts[0]
        path = "/".join(parts) if inside else ""
        if path and not entry.is_dir() and not stat.S_ISLNK(entry.external_attr >> 16) and _is_text(path):
            if entry.flag_bits & _ENCRYPTED:
                raise Unreadable("The ZIP is encrypted.")
            # The others unpack without a bound.
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise Unreadable("The ZIP is packed in a way that is not read.")
            yield path, entry


def _respelled(name: str) -> str:
    """Read a name whose alphabet the ZIP does not state: mostly UTF-8 all the same, or that of DOS in Russia."""
    if name.isascii():
        return name
    try:
        written = name.encode("cp437")
    except UnicodeEncodeError:
        return name
    for alphabet in ("utf-8", "cp866"):
        try:
            return written.decode(alphabet)
        except UnicodeDecodeError:
            continue
    return name


def _files(folder: Path, root: Path, depth: int) -> Iterator[Path]:
    """Yield the texts in a folder, in the order of their names, and those in its folders."""
    for path in sorted(folder.iterdir()):
        try:
            mode = path.resolve(strict=True).stat().st_mode
        except (FileNotFoundError, RuntimeError, OSError):  # a link to nothing, or to itself
            continue
        if not path.resolve().is_relative_to(root):
            continue
        if stat.S_ISREG(mode) and _is_text(path.name):
            yield path
        elif stat.S_ISDIR(mode) and depth > 1 and not path.is_symlink() and not path.name.startswith("."):
            yield from _files(path, root, depth - 1)


def _is_text(path: str) -> bool:
    """Return True if the path looks like a text that somebody wrote."""
    *folders, name = path.lower().split("/")
    if name in _METADATA:
        return not _JUNK.intersection(folders)
    hidden = name.startswith(".") or any(folder.startswith(".") for folder in folders)
    return name.endswith(TEXTS) and not hidden and not _JUNK.intersection((*folders, name))
