"""Copies files that are kept elsewhere to this computer's disk, for as long as somebody reads them."""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

_LOCK = ".lock"


class ReaderCopies:
    """Gives each reader a folder of its own. `clear`, in any process, removes what a process that died has left."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @asynccontextmanager
    async def room(self) -> AsyncIterator[Path]:
        """Open a folder for one reader, which is gone with the context. Raises OSError."""
        path = self._folder / secrets.token_hex(8)
        lock = await asyncio.to_thread(_entered, path)
        try:
            yield path
        finally:
            await asyncio.to_thread(_left, path, lock)

    def clear(self) -> None:
        """Take away the rooms in which nobody is any more. Blocks. Raises OSError."""
        for file in self._folder.glob(f"*{_LOCK}"):
            lock = _lock(file.with_suffix(""))
            with suppress(Timeout):
                lock.acquire(timeout=0)
                _left(file.with_suffix(""), lock)


def _lock(path: Path) -> FileLock:
    """Return the lock of a folder. It goes with the process that holds it, however that ends."""
    return FileLock(path.with_suffix(_LOCK), mode=0o600, thread_local=False, fallback_to_soft=False)


def _entered(path: Path) -> FileLock:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = _lock(path)
    lock.acquire()
    path.mkdir(mode=0o700)
    return lock


def _left(path: Path, lock: FileLock) -> None:
    shutil.rmtree(path, ignore_errors=True)
    # Before it is let go: whoever waits for it then finds that it is gone.
    Path(lock.lock_file).unlink(missing_ok=True)
    lock.release()
