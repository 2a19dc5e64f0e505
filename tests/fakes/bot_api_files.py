"""The files of the fake Bot API: what people sent, and how a bot gets it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.fakes.bot_api_rules import DOWNLOAD_LIMIT, Json, bad

_PIECE = 64 * 1024


@dataclass(slots=True, kw_only=True)
class StoredFile:
    """A file on the server."""

    content: bytes | int
    """Its bytes, or only how many (they are zeros)."""
    size: int | None
    """What the server says of its size; None when it says nothing."""
    path: str = ""
    """What getFile answers: a place below the download address, or a whole path on the server's disk."""

    @property
    def length(self) -> int:
        return self.content if isinstance(self.content, int) else len(self.content)

    async def pieces(self, first: int, end: int) -> AsyncIterator[bytes]:
        """The bytes of a stretch, piece by piece, so that a large file takes no memory."""
        for start in range(first, end, _PIECE):
            stop = min(end, start + _PIECE)
            yield bytes(stop - start) if isinstance(self.content, int) else self.content[start:stop]


class Shelf:
    """All files, by their ids."""

    def __init__(self) -> None:
        self._files: dict[str, StoredFile] = {}
        self._at: dict[str, StoredFile] = {}
        """By their paths."""
        self.flow = asyncio.Event()
        """Cleared by a test: downloads stop after their first half until it is set again."""
        self.flow.set()
        self.sent = 0
        """Bytes that were given out, over all downloads."""

    def put(self, content: bytes | int, *, size: int | None = -1, path: str = "") -> Json:
        """A new file as a message tells of it. `size` is what the server says of it: the truth by default."""
        file_id = f"file-{len(self._files) + 1}"
        file = StoredFile(content=content, size=size, path=path or f"files/{file_id}")
        if size == -1:
            file.size = file.length
        self._files[file_id] = self._at[file.path] = file
        return _described(file_id, file)

    def get_file(self, file_id: str) -> Json:
        """The answer to getFile."""
        if (file := self._files.get(file_id)) is None:
            raise bad("invalid file_id")
        if (file.size or 0) > DOWNLOAD_LIMIT:
            raise bad("file is too big")
        return _described(file_id, file) | {"file_path": file.path}

    def at(self, path: str) -> StoredFile | None:
        return self._at.get(path)

    async def begun(self, http: web.Request, file: StoredFile) -> web.StreamResponse:
        """A download whose first half has been sent."""
        answer = web.StreamResponse()
        if file.size is not None:
            answer.content_length = file.length
        await answer.prepare(http)
        await self._write(answer, file, 0, file.length // 2)
        return answer

    async def finish(self, answer: web.StreamResponse, file: StoredFile) -> None:
        """Send the other half, as soon as `flow` lets it."""
        await self.flow.wait()
        await self._write(answer, file, file.length // 2, file.length)

    async def _write(self, answer: web.StreamResponse, file: StoredFile, first: int, end: int) -> None:
        async for piece in file.pieces(first, end):
            await answer.write(piece)
            self.sent += len(piece)


def _described(file_id: str, file: StoredFile) -> Json:
    told: dict[str, Any] = {"file_id": file_id, "file_unique_id": f"unique-{file_id}"}
    return told if file.size is None else told | {"file_size": file.size}
