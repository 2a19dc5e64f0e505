"""Keep what browsers upload in the adapter's own folder until core has fetched it.

A chat has a folder. In it are `ID.parts` (a recording that is still coming, each part a file with its number),
`ID.sound`, `ID.photo` and `ID.file` (a recording, a photograph and another file that are there whole) and `ID.gone` (a
recording that was thrown away: parts that were on their way stay out).
"""

from __future__ import annotations

import asyncio
import errno
import os
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import structlog

from core.contracts.errors import RaconteurError, Rejected, StorageError, TooLarge
from core.contracts.ports import Clock
from core.documents.files import put_in_place, write_atomically

WHOLE: Final = 100_000_000
"""Bytes of one recording or file."""
PART: Final = 4_000_000
"""Bytes of one part of a recording."""
PARTS: Final = 10_000
"""The most parts of one recording."""
ROOM: Final = 300_000_000
"""The most bytes of one chat at a time."""
THINGS: Final = 200
"""The most recordings and files of one chat at a time."""
SPARE: Final = 200_000_000
"""Bytes that must stay free on the disk."""
NEVER_ENDED: Final = 86_400.0
"""Seconds after which a recording is deleted that got no more parts."""
FETCHED: Final = 3_600.0
"""Seconds for which a fetched recording stays: after a crash it may be fetched again."""
KEPT: Final = 7 * 86_400.0
"""Seconds for which anything stays."""
EVERY: Final = 600.0
"""Seconds between two rounds of deleting."""
SOON: Final = 1.0
"""Seconds from fetching a photograph to the first check whether it was processed; each later wait is twice as long."""
_REF: Final = re.compile(r"(local|[0-9a-f]{20})/([A-Za-z0-9-]{8,64}\.(sound|photo|file))", re.ASCII)
_SOUND, _PHOTO, _FILE, _PARTS, _GONE = ".sound", ".photo", ".file", ".parts", ".gone"
_WHOLE = frozenset({_SOUND, _PHOTO, _FILE})
_log = structlog.get_logger()
P = ParamSpec("P")
Coming = Callable[[str, str], Awaitable[bool]]
"""Tells whether a photograph, by its chat and its id, is still to be processed."""
T = TypeVar("T")


class RecordingDiscarded(RaconteurError):
    """The recording was thrown away by its person."""


class Missing(RaconteurError):
    """Parts of a recording are not there."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(f"{len(numbers)} parts are missing")
        self.numbers = numbers


class Spool:
    """The folder. Nothing here blocks the event loop. The caller checks chats and ids.

    Raises TooLarge for what is over a limit, and StorageError for what the disk refuses.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._fetched: dict[Path, float] = {}
        """When this process fetched recordings."""
        self._photos: set[Path] = set()
        """Photographs that this process fetched, and that are still here."""
        self._photo_fetched = asyncio.Event()

    async def put_part(self, chat: str, upload: str, number: int, data: bytes) -> None:
        """Keep a part, replacing an earlier one. Raises RecordingDiscarded; after TooLarge no part is left."""
        async with self._lock(chat, upload):
            await _done(_put_part, self._folder / chat, upload, number, data)

    async def join(self, chat: str, upload: str, parts: int) -> tuple[str, int]:
        """Join the first `parts` parts; return the file's reference and its length in bytes. Repeating changes nothing.

        Raises Missing and RecordingDiscarded.
        """
        async with self._lock(chat, upload):
            size = await _done(_join, self._folder / chat, upload, parts)
        return f"{chat}/{upload}{_SOUND}", size

    async def receive(
        self, chat: str, upload: str, pieces: AsyncIterator[bytes], *, photo: bool = False
    ) -> tuple[str, int]:
        """Write a file as it comes; return its reference and its length in bytes.

        A `photo` is deleted as soon as it was processed. Raises TooLarge, and whatever `pieces` raises; then nothing
        is left of the file.
        """
        folder, suffix = self._folder / chat, _PHOTO if photo else _FILE
        async with self._lock(chat, upload):
            await _done(_make_room, folder, 0)
            part = folder / f".{upload}.part"
            size = checked = 0
            try:
                file = await _done(_opened, part)
                try:
                    async for piece in pieces:
                        size += len(piece)
                        if size > WHOLE:
                            raise TooLarge(f"It has more than {WHOLE} bytes.")
                        if size - checked > PART:
                            checked = size
                            await _done(_make_room, folder, 0)
                        await _done(file.write, piece)
                finally:
                    await asyncio.to_thread(file.close)
                await _done(put_in_place, part, folder / f"{upload}{suffix}")
            finally:
                part.unlink(missing_ok=True)
        return f"{chat}/{upload}{suffix}", size

    async def drop(self, chat: str, upload: str, *, for_good: bool = False) -> None:
        """Delete a recording or file; `for_good` refuses parts of it that come later."""
        async with self._lock(chat, upload):
            await _done(_drop, self._folder / chat, upload, for_good)

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        """Return the file behind a reference. Raises Rejected and TooLarge."""
        found = _REF.fullmatch(file_ref)
        if found is None:
            raise Rejected("There is no such file.")
        path = self._folder / found[1] / found[2]
        try:
            data = await asyncio.to_thread(_read, path, limit)
        except OSError as error:
            raise Rejected(f"There is no such file ({error.strerror}).") from error
        if path.suffix == _SOUND:
            self._fetched.setdefault(path, self._clock.monotonic())
        if path.suffix == _PHOTO:
            self._photos.add(path)
            self._photo_fetched.set()
        return data

    async def forget(self, chat: str) -> None:
        """Delete everything of a chat."""
        await asyncio.to_thread(shutil.rmtree, self._folder / chat, ignore_errors=True)

    async def tidy(self, coming: Coming) -> None:
        """Regularly delete what nobody needs any more, until cancelled."""
        while True:
            await self.sweep()
            await self._let_go(coming)
            await self._clock.sleep(EVERY)

    async def let_go(self, coming: Coming) -> None:
        """Delete photographs once processed, until cancelled: the originals say where they were taken."""
        while True:
            await self._photo_fetched.wait()
            self._photo_fetched.clear()
            wait = SOON
            while self._photos:
                await self._clock.sleep(wait)
                await self._let_go(coming)
                wait = min(2 * wait, EVERY)

    async def _let_go(self, coming: Coming) -> None:
        """Delete the photographs that were fetched, or are an hour old, and need no processing any more."""
        since = self._clock.now().timestamp() - FETCHED
        old = await asyncio.to_thread(_photos_before, self._folder, since)
        for path in self._photos | old:
            chat, upload = path.parent.name, path.stem
            try:
                if not await coming(chat, upload):
                    await self.drop(chat, upload)
                    self._photos.discard(path)
            except RaconteurError as error:
                _log.warning("photo-not-let-go", error=type(error).__name__)

    async def sweep(self) -> None:
        """Delete what was fetched a while ago, was never finished, or is too old."""
        now = self._clock.monotonic()
        had = {path for path, at in self._fetched.items() if now - at >= FETCHED}
        try:
            removed = await asyncio.to_thread(_sweep, self._folder, self._clock.now().timestamp(), had)
        except OSError as error:
            _log.warning("uploads-not-tidied", error=type(error).__name__)
            return
        for path in had:
            del self._fetched[path]
        if removed:
            _log.info("uploads-tidied", removed=removed)

    def _lock(self, chat: str, upload: str) -> asyncio.Lock:
        return self._locks.setdefault(f"{chat}/{upload}", asyncio.Lock())


async def _done(work: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
    try:
        return await asyncio.to_thread(work, *values, **named)
    except OSError as error:
        raise StorageError(f"The upload could not be kept ({error.strerror}).") from error


def _opened(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), "wb")


# --- on the disk --------------------------------------------------------------------------------------------------


def _put_part(folder: Path, upload: str, number: int, data: bytes) -> None:
    parts, path = folder / f"{upload}{_PARTS}", folder / f"{upload}{_PARTS}" / f"{number:05}"
    if (folder / f"{upload}{_SOUND}").exists():
        return
    if (folder / f"{upload}{_GONE}").exists():
        raise RecordingDiscarded("It was discarded.")
    there = sum(size for each, size in _sizes(parts) if each != path)
    try:
        if number >= PARTS or there + len(data) > WHOLE:
            raise TooLarge(f"The recording has more than {WHOLE} bytes.")
        _make_room(folder, len(data))
    except TooLarge:
        shutil.rmtree(parts, ignore_errors=True)
        raise
    parts.mkdir(mode=0o700, exist_ok=True)
    write_atomically(path, data)


def _join(folder: Path, upload: str, parts: int) -> int:
    whole, there = folder / f"{upload}{_SOUND}", folder / f"{upload}{_PARTS}"
    if not whole.exists():
        if (folder / f"{upload}{_GONE}").exists():
            raise RecordingDiscarded("It was discarded.")
        paths = [there / f"{number:05}" for number in range(parts)]
        if missing := [number for number, path in enumerate(paths) if not path.exists()]:
            raise Missing(missing)
        together = folder / f".{upload}.part"
        try:
            with _opened(together) as file:
                for path in paths:
                    with path.open("rb") as part:
                        shutil.copyfileobj(part, file)
            put_in_place(together, whole)
        finally:
            together.unlink(missing_ok=True)
    shutil.rmtree(there, ignore_errors=True)
    return whole.stat().st_size


def _drop(folder: Path, upload: str, for_good: bool) -> None:
    shutil.rmtree(folder / f"{upload}{_PARTS}", ignore_errors=True)
    for suffix in _WHOLE:
        (folder / f"{upload}{suffix}").unlink(missing_ok=True)
    if for_good:
        _make_room(folder, 0)
        (folder / f"{upload}{_GONE}").touch(mode=0o600)


def _make_room(folder: Path, coming: int) -> None:
    """Make sure of the folder, and of room for `coming` more bytes. Raises TooLarge and OSError."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    things = list(folder.iterdir())
    used = sum(size for _, size in _sizes(folder)) + sum(size for each in things for _, size in _sizes(each))
    if len(things) >= THINGS or used + coming > ROOM:
        raise TooLarge("There is too much of this chat already that was not heard or read yet.")
    if shutil.disk_usage(folder).free < SPARE + coming:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _sizes(folder: Path) -> list[tuple[Path, int]]:
    """Return the files of a folder with their sizes; none if it is no folder. Skips files that vanish."""
    if not folder.is_dir():
        return []
    found = []
    for path in folder.iterdir():
        with suppress(FileNotFoundError):
            if path.is_file():
                found.append((path, path.stat().st_size))
    return found


def _read(path: Path, limit: int) -> bytes:
    with path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise TooLarge(f"It has more than {limit} bytes.")
    return data


def _photos_before(folder: Path, since: float) -> set[Path]:
    """Return photographs that came before a moment."""
    found = set()
    for path in folder.glob(f"*/*{_PHOTO}"):
        with suppress(FileNotFoundError):
            if path.stat().st_mtime <= since:
                found.add(path)
    return found


def _sweep(folder: Path, now: float, had: set[Path]) -> int:
    """Delete the files in `had` and those that are too old, and return how many were deleted."""
    removed = 0
    for chat in folder.iterdir() if folder.is_dir() else ():
        for path in list(chat.iterdir()):
            with suppress(FileNotFoundError):
                longest = KEPT if path.suffix in _WHOLE else NEVER_ENDED
                if path not in had and now - path.stat().st_mtime < longest:
                    continue
                shutil.rmtree(path) if path.is_dir() else path.unlink()
                removed += 1
        with suppress(OSError):
            chat.rmdir()
    return removed
