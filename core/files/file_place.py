"""What a place where files are kept has to do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol


class FilePlace(Protocol):
    """Names are of our making and say what is in a file. Everything raises OSError, FilesAway among it."""

    @property
    def is_far(self) -> bool:
        """Whether to put something takes so long that nobody should be kept waiting by it."""

    @property
    def is_away(self) -> bool:
        """Whether it could not be reached when it was last asked for something."""

    async def put(self, name: str, data: bytes) -> None:
        """Keep a file, unless it is there whole. After the return it survives a power cut."""

    async def read(self, name: str) -> bytes | None:
        """None where it is not there."""

    async def size(self, name: str) -> int | None:
        """Its length in bytes; None where it is not there."""

    def listed(self) -> AsyncIterator[list[str]]:
        """The names of all that is there, a few hundred at a time; files may be deleted meanwhile."""

    async def remove(self, names: Sequence[str]) -> None:
        """Those that are not there are no mistake."""

    async def tidy(self) -> None:
        """Delete what a crash has left half done; for who knows that nobody puts anything meanwhile."""

    def local(self, names: Sequence[str]) -> AbstractAsyncContextManager[Mapping[str, Path]]:
        """Where on this computer those can be read that are there, for as long as the context lasts."""
