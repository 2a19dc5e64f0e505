"""Has books bound, one at a time, in a process of its own that is killed when it takes too long."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import structlog

from core.contracts.errors import RaconteurError
from core.contracts.ports import Clock
from core.features.book.binding.binding_messages import LONGEST_REPLY, REPLIES, Bind, Reply
from core.features.book.documents.book import Book
from core.processes.framing import Broke
from core.processes.process import WorkerKind, WorkerLost, WorkerProcess
from core.timing.clock import with_timeout

log = structlog.get_logger()
SECONDS: Final = 90.0
"""For one book; one of 250 pages takes three."""
FORMS: Final = ("pdf", "epub", "html")
WORKER: Final = "core.features.book.binding.binding_worker"


class NotBound(RaconteurError):
    """The book could not be made."""

    def __init__(self, how: str) -> None:
        super().__init__(f"The book could not be made: {how}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundBook:
    files: tuple[bytes, ...]
    without_glyph: tuple[str, ...]
    unseen: int
    silent: tuple[str, ...]


class Bindery(Protocol):
    async def bind(self, book: Book, *, limit: int, forms: Sequence[str] = FORMS) -> BoundBook:
        """Return the files of a book, of at most `limit` bytes each. Raises NotBound."""


class BindingProcess:
    """`Bindery` with a process for each book."""

    def __init__(self, folder: Path, clock: Clock, *, module: str = WORKER) -> None:
        """Make books in `folder`, which is this process's alone and empty between books.

        `module` is for tests: the dotted name of one that takes the worker's place.
        """
        self._folder = folder
        self._clock = clock
        self._kind: WorkerKind[Reply] = WorkerKind(
            module=module, replies=REPLIES, longest_message=LONGEST_REPLY, environment={"HOME": str(Path.home())}
        )
        self._one_at_a_time = asyncio.Lock()

    async def bind(self, book: Book, *, limit: int, forms: Sequence[str] = FORMS) -> BoundBook:
        async with self._one_at_a_time:
            with _room(self._folder) as room:
                asked = Bind(book=book, folder=room, forms=tuple(forms), made_at=self._clock.now(), limit=limit)
                try:
                    link = await WorkerProcess.start(self._kind)
                except OSError as error:
                    raise NotBound("no process can be started") from error
                try:
                    reply, _ = await with_timeout(self._clock, SECONDS, link.ask(asked))
                except TimeoutError:
                    raise NotBound("it took too long") from None
                except WorkerLost as error:
                    raise NotBound(str(error)) from error
                finally:
                    await link.end()
                if isinstance(reply, Broke):
                    raise NotBound(reply.error)
                names = [Path(room) / Path(name).name for name in reply.files]
                try:
                    bodies = await asyncio.to_thread(lambda: tuple(name.read_bytes() for name in names))
                except OSError as error:
                    raise NotBound(error.strerror or "a file is missing") from error
        return BoundBook(files=bodies, without_glyph=reply.without_glyph, unseen=reply.unseen, silent=reply.silent)


@contextmanager
def _room(folder: Path) -> Iterator[str]:
    """Open a folder for one book. It clears what a process that died has left there: nobody else works in it."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700, parents=True)
        room = tempfile.mkdtemp(dir=folder)
    except OSError as error:
        raise NotBound(error.strerror or "no folder") from error
    try:
        yield room
    finally:
        shutil.rmtree(room, ignore_errors=True)
