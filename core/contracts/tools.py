"""Ports that background work may use besides a model, as far as its kind of interview has declared them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from pydantic import JsonValue

from core.contracts.ports import Clock, HearingProgress, Recognised
from core.contracts.sandbox import Sandbox

DownloadProgress = Callable[[int, int | None], None]
"""Bytes so far, and of how many where the server says so."""


class Tool(StrEnum):
    WEB = "web"
    """Reading what there is at a public address."""
    READERS = "readers"
    """Reading what strangers have made, apart from everything else."""
    FILES = "files"
    """The files that the person sent."""
    HEARING = "hearing"
    """Turning recordings into words."""
    SANDBOX = "sandbox"
    """Running code that people have written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    url: str = field(repr=False)
    """Where it was in the end, after redirects."""
    media_type: str
    """In small letters and without parameters; empty where the server does not say."""
    charset: str
    """As the server says; empty where it does not."""
    name: str
    """A file name, as the server or the address gives it; may be empty."""
    body: bytes = field(repr=False)
    whole: bool = True
    """False: `body` is only the beginning, or empty because the file was written to the disk."""

    @property
    def content_type(self) -> str:
        """Return type and alphabet in one, as a header has them."""
        return f"{self.media_type}; charset={self.charset}" if self.charset else self.media_type


class Fetcher(Protocol):
    """Reads public addresses, bounded in size and time. Raises a SourceError, and OSError of the disk."""

    @property
    def clock(self) -> Clock: ...

    async def get(
        self, url: str, *, limit: int, accept: str = "*/*", enough: Callable[[Fetched], bool] | None = None
    ) -> Fetched:
        """Fetch an address, `limit` bytes of it at most; only its beginning, where `enough` says so of that."""

    async def download(self, url: str, path: Path, *, limit: int, progress: DownloadProgress) -> Fetched:
        """Write what is at an address into a file: it is there as a whole, or not at all. `body` stays empty."""


NOTHING: Mapping[str, JsonValue] = {}


class Readers(Protocol):
    """Reads apart from everything else, within a time and a size."""

    async def read(
        self, what: str, body: bytes, asked: Mapping[str, JsonValue] = NOTHING, *, person: str
    ) -> tuple[JsonValue, bytes]:
        """Run the reading function of this name; return its result and what it keeps. One at a time for a person.

        Raises a SourceError: the reader's own; Laborious or Heavy where it took too much time or memory; Unreadable
        where that broke the reader; Busy when nothing can be read just now.
        """

    async def close(self) -> None:
        """End at once, whatever is being read."""


class ChoreAccess(Protocol):
    """For one run of one chore. Whatever its kind did not declare raises ValueError when it is asked for."""

    @property
    def web(self) -> Fetcher: ...

    @property
    def readers(self) -> Readers: ...

    @property
    def sandbox(self) -> Sandbox: ...

    @property
    def hears(self) -> bool:
        """Return whether anything here turns recordings into words."""

    def show(self, text: str) -> None:
        """Tell the person how far it is, where they see that."""

    async def file(self, file_ref: str, *, limit: int | None = None) -> bytes:
        """Fetch a file of the person's; `limit` in bytes, else as much as its platform gives. Raises a SourceError."""

    def folder(self, file_ref: str, within: Path) -> str:
        """Return the local folder that a file stands for, if it lies within; empty for what came through a chat."""

    async def hear(
        self, audio: Path, *, language: str, max_seconds: float, progress: Callable[[HearingProgress], None]
    ) -> Recognised:
        """Return the words of a recording. Raises HearingError."""


class PhotoReview(Protocol):
    """Looks over a photograph that is not part of anybody's answer."""

    async def review(self, body: bytes, *, person: str) -> tuple[bytes, str]:
        """Return the photograph without the place where it was taken, and its media type. `person`: whose it is.

        Raises TooLarge, and Rejected where it cannot be read.
        """
