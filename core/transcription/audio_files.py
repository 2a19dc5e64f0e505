"""Recordings, and whatever else people send, as files in a folder of their own.

A file's name is made of its content, so that the same recording is there once and a name can never mean another one.
Which files are needed is told by the tables alone; all others are deleted by `sweep`.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from core.contracts.errors import NotFound
from core.documents.files import write_atomically
from core.store.recording_rows import orphans
from core.store.store import Connection, Store

if TYPE_CHECKING:
    from filelock import AsyncFileLock

CHUNK = 1_000
"""Files that are looked at while nobody can add one."""
LOCK = ".lock"
PATIENCE = 30.0
"""Seconds for which other processes that keep files there are waited for."""
OTHER = "bin"
EXTENSIONS = {
    "audio/3gpp": "3gp",
    "audio/aac": "aac",
    "audio/aiff": "aiff",
    "audio/amr": "amr",
    "audio/flac": "flac",
    "audio/m4a": "m4a",
    "audio/mp3": "mp3",
    "audio/mp4": "m4a",
    "audio/mpeg": "mp3",
    "audio/ogg": "ogg",
    "audio/opus": "opus",
    "audio/wav": "wav",
    "audio/wave": "wav",
    "audio/webm": "webm",
    "audio/x-aiff": "aiff",
    "audio/x-caf": "caf",
    "audio/x-flac": "flac",
    "audio/x-m4a": "m4a",
    "audio/x-ms-wma": "wma",
    "audio/x-wav": "wav",
    "video/3gpp": "3gp",
    "video/mp4": "mp4",
    "video/mpeg": "mpg",
    "video/ogg": "ogv",
    "video/quicktime": "mov",
    "video/webm": "webm",
    "video/x-matroska": "mkv",
    "video/x-msvideo": "avi",
}
"""What a file of a media type is called; a platform's own name for it is never taken."""
_NAME = re.compile(r"[0-9a-f]{64}\.[a-z0-9]{2,5}", re.ASCII)


Unneeded = Callable[[Connection, Sequence[str]], list[str]]
"""Those of the names of files that no table has."""


def name_of(data: bytes, media_type: str, extensions: Mapping[str, str] = EXTENSIONS) -> str:
    """The name of a file with this content."""
    kind = media_type.partition(";")[0].strip().lower()
    return f"{hashlib.sha256(data).hexdigest()}.{extensions.get(kind, OTHER)}"


def media_type_of(name: str) -> str:
    """Of a recording, by the end of its name; empty where that tells nothing."""
    return next((kind for kind, ending in EXTENSIONS.items() if name.endswith(f".{ending}")), "")


class AudioFiles:
    """The folder. Nothing here blocks the event loop; what the disk refuses is raised as OSError."""

    def __init__(
        self,
        folder: Path,
        *,
        unneeded: Unneeded = orphans,
        extensions: Mapping[str, str] = EXTENSIONS,
        shared: bool = False,
    ) -> None:
        """The folder is made with the first file. `extensions`: of the media types of what is kept there.

        `shared`: other processes keep files there, too.
        """
        self._folder = folder
        self._unneeded = unneeded
        self._extensions = extensions
        self._no_sweep = asyncio.Lock()
        """Held while a file is there whose name no table has yet, and while files without one are deleted."""
        self._no_sweep_elsewhere = _lock_in(folder) if shared else None

    def path(self, name: str) -> Path:
        """Where a file is, if it is there. Raises NotFound for a name that is not one of ours: an import may hold any.

        Does not look at the disk.
        """
        if not _NAME.fullmatch(name):
            raise NotFound("A recording has a name that cannot be one.")
        return self._folder / name

    async def put(self, data: bytes, media_type: str, *, claim: Callable[[str], Awaitable[bool]]) -> str:
        """Write a file, and have its name written down by `claim`; the name.

        Where `claim` is false nobody wants the file any more, and it goes with the next sweep. After the return it
        survives a power cut.
        """
        name = await asyncio.to_thread(name_of, data, media_type, self._extensions)
        async with self._alone():
            await asyncio.to_thread(_write, self._folder / name, data)
            await claim(name)
        return name

    async def read(self, name: str) -> bytes | None:
        try:
            return await asyncio.to_thread(self.path(name).read_bytes)
        except (FileNotFoundError, NotFound):
            return None

    async def size(self, name: str) -> int | None:
        """Its length in bytes; None where it is not there."""
        try:
            return (await asyncio.to_thread(self.path(name).stat)).st_size
        except (FileNotFoundError, NotFound):
            return None

    async def names(self) -> list[str]:
        return [name for name in await asyncio.to_thread(_listed, self._folder) if _NAME.fullmatch(name)]

    async def remove(self, names: Sequence[str]) -> None:
        """Delete files, whoever may need them; those that are not there are no mistake."""
        paths = [self.path(name) for name in names]
        await asyncio.to_thread(_unlink, paths)

    async def release(self, store: Store, names: Sequence[str]) -> int:
        """Delete those of the files that nothing needs any more; how many."""
        async with self._alone():
            unneeded = await store.read(lambda c: self._unneeded(c, names))
            await self.remove(unneeded)
        return len(unneeded)

    async def sweep(self, store: Store) -> int:
        """Delete every file that nothing needs any more, and what a crash left half written; how many."""
        names = sorted(await self.names())
        removed = 0
        for start in range(0, len(names), CHUNK):
            removed += await self.release(store, names[start : start + CHUNK])
        async with self._alone():
            await asyncio.to_thread(_unlink_parts, self._folder)
        return removed

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """With neither a file that waits for its claim nor a sweep, in whatever process. Raises OSError."""
        async with self._no_sweep:
            lock = self._no_sweep_elsewhere
            if lock is None:
                yield
                return
            await asyncio.to_thread(_make, self._folder)
            await lock.acquire()
            try:
                yield
            finally:
                await lock.release()


def _lock_in(folder: Path) -> AsyncFileLock:
    """Goes with the process that holds it, however that ends."""
    from filelock import AsyncFileLock

    # To try takes microseconds, and one that is given up in a thread of its own might be had there afterwards.
    return AsyncFileLock(folder / LOCK, timeout=PATIENCE, mode=0o600, run_in_executor=False, fallback_to_soft=False)


def _make(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _write(path: Path, data: bytes) -> None:
    _make(path.parent)
    # One that is there was put in its place whole; its length is looked at all the same, since disks fail.
    with suppress(FileNotFoundError):
        if path.stat().st_size == len(data):
            return
    write_atomically(path, data)


def _listed(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except FileNotFoundError:
        return []


def _unlink(paths: Sequence[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _unlink_parts(folder: Path) -> None:
    _unlink([folder / name for name in _listed(folder) if name.startswith(".") and name.endswith(".part")])
