"""Keeps files in a folder, of one process or of several that share it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from core.documents.files import write_atomically

CHUNK = 1_000
"""Names in one piece of the list."""
LOCK = ".lock"
PATIENCE = 30.0
"""Seconds for which other processes that keep files there are waited for."""


class Folder:
    """A `FilePlace` on a disk. The folder is made with the first file, for its owner alone."""

    is_far = is_away = False

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def path(self) -> Path:
        return self._path

    async def put(self, name: str, data: bytes) -> None:
        await asyncio.to_thread(_write, self._path / name, data)

    async def read(self, name: str) -> bytes | None:
        try:
            return await asyncio.to_thread((self._path / name).read_bytes)
        except FileNotFoundError:
            return None

    async def size(self, name: str) -> int | None:
        try:
            return (await asyncio.to_thread((self._path / name).stat)).st_size
        except FileNotFoundError:
            return None

    async def listed(self) -> AsyncIterator[list[str]]:
        names = await asyncio.to_thread(_names, self._path)
        for start in range(0, len(names), CHUNK):
            yield names[start : start + CHUNK]

    async def remove(self, names: Sequence[str]) -> None:
        await asyncio.to_thread(_unlink, [self._path / name for name in names])

    async def tidy(self) -> None:
        names = await asyncio.to_thread(_names, self._path)
        await self.remove([name for name in names if name.startswith(".") and name.endswith(".part")])

    @asynccontextmanager
    async def local(self, names: Sequence[str]) -> AsyncIterator[Mapping[str, Path]]:
        yield await asyncio.to_thread(_there, self._path, names)


@asynccontextmanager
async def folder_lock(folder: Path) -> AsyncIterator[None]:
    """Hold a lock that one process has at a time. It goes with that process, however it ends. Raises OSError."""
    from filelock import AsyncFileLock

    # To try takes microseconds, and one that is given up in a thread of its own might be had there afterwards.
    lock = AsyncFileLock(folder / LOCK, timeout=PATIENCE, mode=0o600, run_in_executor=False, fallback_to_soft=False)
    await asyncio.to_thread(_make, folder)
    async with lock:
        yield


def _make(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _write(path: Path, data: bytes) -> None:
    _make(path.parent)
    # One that is there was put in its place whole; its length is looked at all the same, since disks fail.
    with suppress(FileNotFoundError):
        if path.stat().st_size == len(data):
            return
    write_atomically(path, data)


def _names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir())
    except FileNotFoundError:
        return []


def _there(folder: Path, names: Sequence[str]) -> dict[str, Path]:
    return {name: path for name in names if (path := folder / name).is_file()}


def _unlink(paths: Sequence[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
