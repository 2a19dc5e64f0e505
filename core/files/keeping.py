"""Keeps recordings, and whatever else people send, as files.

A file's name is made of its content, so that the same recording is there once and a name can never mean another one.
Which files are needed is told by the tables alone; all others are deleted by `sweep`.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import tomllib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Final, Protocol

from core.contracts.errors import FilesAway, NotFound
from core.files.folder import Folder, folder_lock
from core.store.file_rows import photo_orphans
from core.store.recording_rows import recording_orphans
from core.store.store import Connection, Store

OTHER = "bin"
_ENDINGS: Final[dict[str, dict[str, str]]] = tomllib.loads(
    Path(__file__).with_name("media_types.toml").read_text(encoding="utf-8")
)
EXTENSIONS: Final = _ENDINGS["recordings"]
"""What a file of a media type is called; a platform's own name for it is never taken."""
PICTURES: Final = _ENDINGS["photographs"]
PICTURE_TYPES: Final = {extension: media_type for media_type, extension in PICTURES.items()}
RECORDINGS: Final = "recordings"
PHOTOS: Final = "photos"
"""The folder inside that of the recordings; in a bucket they stand beside each other."""
MARK: Final = "whose.txt"
"""The file that says whose database keeps its files there; where that matters."""
_NAME = re.compile(r"[0-9a-f]{64}\.[a-z0-9]{2,5}", re.ASCII)


Unneeded = Callable[[Connection, Sequence[str]], list[str]]
"""Those of the names of files that no table has."""
Owner = Callable[[], Awaitable[str]]
"""Names a database, always in the same words."""
Lock = Callable[[], AbstractAsyncContextManager[None]]
"""Held by one process at a time, and not for long. Raises OSError."""


class FilePlace(Protocol):
    """Keeps files under names of our making that say what is in them. Everything raises OSError, FilesAway among it."""

    @property
    def is_far(self) -> bool:
        """Tell whether putting a file takes so long that nobody should be kept waiting by it."""

    @property
    def is_away(self) -> bool:
        """Tell whether it could not be reached when it was last asked for something."""

    async def put(self, name: str, data: bytes) -> None:
        """Keep a file, unless it is there whole. After the return it survives a power cut."""

    async def read(self, name: str) -> bytes | None:
        """Return the content of a file; None where it is not there."""

    async def size(self, name: str) -> int | None:
        """Return the length of a file in bytes; None where it is not there."""

    def listed(self) -> AsyncIterator[list[str]]:
        """Yield the names of all files, a few hundred at a time; files may be deleted meanwhile."""

    async def remove(self, names: Sequence[str]) -> None:
        """Delete files; it is no mistake if some are not there."""

    async def tidy(self) -> None:
        """Delete what a crash has left half done; nobody may put anything meanwhile."""

    def local(self, names: Sequence[str]) -> AbstractAsyncContextManager[Mapping[str, Path]]:
        """Return where the files that exist can be read on this computer, for as long as the context lasts."""


def content_file_name(data: bytes, media_type: str, extensions: Mapping[str, str] = EXTENSIONS) -> str:
    kind = media_type.partition(";")[0].strip().lower()
    return f"{hashlib.sha256(data).hexdigest()}.{extensions.get(kind, OTHER)}"


def media_type_of(name: str) -> str:
    """Return the type of a recording, by the end of its name; empty where that tells nothing."""
    return next((kind for kind, ending in EXTENSIONS.items() if name.endswith(f".{ending}")), "")


def is_kept(name: str) -> bool:
    """Return whether a file can be one of ours, by its name."""
    return _NAME.fullmatch(name) is not None


def is_file_intact(name: str, data: bytes) -> bool:
    """Return whether the content of a file is what its name says."""
    return name.startswith(hashlib.sha256(data).hexdigest())


class KeptFiles:
    """Keeps files of one kind in a place. Nothing here blocks the event loop; what the place refuses is an OSError.

    A name that is not one of ours leads nowhere: an import may hold any.
    """

    def __init__(
        self,
        place: FilePlace,
        *,
        unneeded: Unneeded = recording_orphans,
        extensions: Mapping[str, str] = EXTENSIONS,
        elsewhere: Lock = nullcontext,
        owner: Owner | None = None,
    ) -> None:
        """Keep files in `place`, with the `extensions` of their media types.

        `elsewhere` holds up other processes that keep files there too. `owner` names this database, where another one
        may be set to the same place: nothing is put or deleted in a place that belongs to another.
        """
        self._place = place
        self._unneeded = unneeded
        self._extensions = extensions
        self._no_sweep = asyncio.Lock()
        """Held while a file is there whose name no table has yet, and while files without one are deleted."""
        self._no_sweep_elsewhere = elsewhere
        self._owner = owner
        """Until the place is found to be its."""

    @property
    def is_away(self) -> bool:
        """Return whether their place could not be reached when it was last asked for something."""
        return self._place.is_away

    async def put(self, data: bytes, media_type: str, *, claim: Callable[[str], Awaitable[bool]]) -> str:
        """Write a file, have `claim` write down its name, and return the name.

        Where `claim` is false nobody wants the file any more, and it goes with the next sweep. After the return it
        survives a power cut.
        """
        await self._check_whose()
        name = await asyncio.to_thread(content_file_name, data, media_type, self._extensions)
        if self._place.is_far:
            await self._place.put(name, data)
        async with self._alone():
            # What was put ahead may have been swept away again.
            await self._place.put(name, data)
            await claim(name)
        return name

    async def read(self, name: str) -> bytes | None:
        return await self._place.read(name) if is_kept(name) else None

    async def size(self, name: str) -> int | None:
        """Return the length of a file in bytes; None where it is not there."""
        return await self._place.size(name) if is_kept(name) else None

    def local(self, names: Iterable[str]) -> AbstractAsyncContextManager[Mapping[str, Path]]:
        """Return where the files that exist can be read on this computer, for as long as the context lasts."""
        return self._place.local([name for name in dict.fromkeys(names) if is_kept(name)])

    async def names(self) -> list[str]:
        return [name async for names in self._place.listed() for name in names if is_kept(name)]

    async def remove(self, names: Sequence[str]) -> None:
        """Delete files, whoever may need them; those that are not there are no mistake. Raises NotFound."""
        if not all(map(is_kept, names)):
            raise NotFound("A file has a name that cannot be one.")
        await self._place.remove(names)

    async def release(self, store: Store, names: Sequence[str]) -> int:
        """Delete those of the files that nothing needs any more; return how many."""
        await self._check_whose()
        async with self._alone():
            unneeded = await self._without_need(store, names)
            await self.remove(unneeded)
        return len(unneeded)

    async def sweep(self, store: Store) -> int:
        """Delete every file that nothing needs any more, and what a crash left half written; return how many."""
        await self._check_whose()
        removed = 0
        async for listed in self._place.listed():
            names = [name for name in listed if is_kept(name)]
            # Nearly always none: nobody is kept waiting to find that out.
            if unneeded := await self._without_need(store, names):
                removed += await self.release(store, unneeded)
        async with self._alone():
            await self._place.tidy()
        return removed

    async def _check_whose(self) -> None:
        """Raise FilesAway where another database keeps its files there: what that one needs is not known here."""
        if self._owner is None:
            return
        mine = (await self._owner()).encode()
        if await self._place.read(MARK) is None:
            await self._place.put(MARK, mine)
        if await self._place.read(MARK) != mine:
            raise FilesAway("Another database keeps recordings there; storage.files has to name a place of its own.")
        self._owner = None

    async def _without_need(self, store: Store, names: Sequence[str]) -> list[str]:
        return await store.read(lambda c: self._unneeded(c, names))

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Hold off every other file that waits for its claim and every sweep, in any process. Raises OSError."""
        async with self._no_sweep, self._no_sweep_elsewhere():
            yield


@asynccontextmanager
async def open_locally(*wanted: tuple[KeptFiles | None, Iterable[str]]) -> AsyncIterator[Mapping[str, Path]]:
    """Return where files of several kinds can be read on this computer, if they exist, while the context lasts."""
    async with AsyncExitStack() as held:
        there: dict[str, Path] = {}
        for files, names in wanted:
            if files is not None:
                there |= await held.enter_async_context(files.local(names))
        yield there


async def present_names(*wanted: tuple[KeptFiles, Iterable[str]]) -> set[str]:
    return {name for files, names in wanted for name in names if await files.size(name) is not None}


def recordings_in(place: FilePlace, elsewhere: Lock = nullcontext, owner: Owner | None = None) -> KeptFiles:
    return KeptFiles(place, elsewhere=elsewhere, owner=owner)


def photos_in(place: FilePlace, elsewhere: Lock = nullcontext, owner: Owner | None = None) -> KeptFiles:
    return KeptFiles(place, unneeded=photo_orphans, extensions=PICTURES, elsewhere=elsewhere, owner=owner)


def in_folders(recordings: Path, *, shared: bool = False, owner: Owner | None = None) -> tuple[KeptFiles, KeptFiles]:
    """Open the recordings, and the photographs in a folder inside theirs. `shared`: by several processes."""
    photos = recordings / PHOTOS
    if not shared:
        return recordings_in(Folder(recordings), owner=owner), photos_in(Folder(photos), owner=owner)
    return (
        recordings_in(Folder(recordings), lambda: folder_lock(recordings), owner),
        photos_in(Folder(photos), lambda: folder_lock(photos), owner),
    )
