"""The book of what stands on a page, on the store; what comes from the page is taken in together with its line."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from core.contracts.messages import Address, Incoming
from core.contracts.shown import Accompanying, FreshLine, SentFile, ShownLine, Taken
from core.files.keeping import PICTURE_TYPES, KeptFiles, media_type_of
from core.store.photo_rows import photo_sent
from core.store.shown_rows import (
    change_line,
    file_of,
    forget_chat,
    holder_of,
    line_numbered,
    lines_before,
    lines_since,
    recording_sent,
    show_line,
    shown_line,
)
from core.store.store import Store


class PageBook:
    """`ShownBook` on the store."""

    def __init__(
        self,
        store: Store,
        accept: Callable[[Incoming, Accompanying], Awaitable[Taken]],
        photos: KeptFiles | None = None,
        recordings: KeptFiles | None = None,
    ) -> None:
        """Where photographs and recordings are kept."""
        self._store = store
        self._accept = accept
        self._photos = photos
        self._recordings = recordings

    async def accept(self, incoming: Incoming, accompanying: Accompanying) -> Taken:
        return await self._accept(incoming, accompanying)

    async def put(self, address: Address, line: FreshLine) -> ShownLine | None:
        return await self._store.write(lambda c: show_line(c, address, line))

    async def change(self, address: Address, key: str, body: str, *, file: bytes | None = None) -> bool:
        return await self._store.write(lambda c: change_line(c, address, key, body, file=file))

    async def line(self, address: Address, key: str) -> ShownLine | None:
        return await self._store.read(lambda c: shown_line(c, address, key))

    async def numbered(self, address: Address, number: int) -> ShownLine | None:
        return await self._store.read(lambda c: line_numbered(c, address, number))

    async def file(self, address: Address, key: str) -> bytes | None:
        return await self._store.read(lambda c: file_of(c, address, key))

    async def is_coming(self, address: Address, event_id: str, ref: str) -> bool:
        return (await self._store.read(lambda c: photo_sent(c, address, event_id, ref)))[1]

    async def photo(self, address: Address, event_id: str, ref: str) -> SentFile:
        name, coming = await self._store.read(lambda c: photo_sent(c, address, event_id, ref))
        body = None if self._photos is None or not name else await self._photos.read(name)
        return SentFile(body=body, media_type=PICTURE_TYPES.get(name.rpartition(".")[2], ""), coming=coming)

    async def recording(self, address: Address, ref: str) -> SentFile:
        name = await self._store.read(lambda c: recording_sent(c, address, ref))
        body = None if self._recordings is None or not name else await self._recordings.read(name)
        return SentFile(body=body, media_type=media_type_of(name))

    async def since(self, address: Address, moved: int, *, limit: int) -> tuple[ShownLine, ...]:
        return await self._store.read(lambda c: lines_since(c, address, moved, limit))

    async def before(self, address: Address, number: int | None, *, limit: int) -> tuple[ShownLine, ...]:
        return await self._store.read(lambda c: lines_before(c, address, number, limit))

    async def forget(self, address: Address) -> None:
        await self._store.write(lambda c: forget_chat(c, address))

    async def opens(self, digest: str) -> Address | None:
        return await self._store.read(lambda c: holder_of(c, digest))
