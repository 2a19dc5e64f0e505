"""The logs of a run as files, written on as it goes on; where the disk fails, the run goes on without them."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from core.contracts.errors import NotFound
from core.features.chamber import chamber_rows as rows
from core.features.chamber.driver import RunListener
from core.features.chamber.logs import LOG_FILES, LogFile, Thing, encode_log, merge_in_order, run_mark_line, run_stamp
from core.features.chamber.messages import SideNote, Utterance
from core.features.chamber.runs import ChamberRun
from core.store.store import Store

_LOOKED_AT = 4_096
"""Bytes of a file in which the line stands that tells whose it is."""


class LogFiles(RunListener):
    """Follows a run. `keeping_logs` makes one and sees it to its end."""

    def __init__(self, folder: Path, run: ChamberRun, things: Sequence[Thing], trouble: Callable[[str], None]) -> None:
        self._disk = _Disk(folder, run)
        self._things = list(things)
        self._trouble = trouble
        self._failing = False
        self._ended = False
        self._news = asyncio.Event()
        self._news.set()

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return the files; none before they were first written."""
        return self._disk.paths()

    @property
    def are_whole(self) -> bool:
        """Return whether everything that was said is in them; false while the disk fails."""
        return not self._failing

    def said(self, utterance: Utterance) -> None:
        self._add(utterance)

    def noted(self, note: SideNote) -> None:
        self._add(note)

    def _add(self, thing: Thing) -> None:
        self._things.append(thing)
        self._news.set()

    def end(self) -> None:
        """Nothing more will come."""
        self._ended = True
        self._news.set()

    async def write_on(self) -> None:
        """Bring the files up to what was said, again and again, until the end."""
        ended = False
        while not ended:
            await self._news.wait()
            self._news.clear()
            ended = self._ended
            try:
                await asyncio.to_thread(self._disk.bring_up, tuple(self._things))
            except OSError as error:
                if not self._failing:
                    why = error.strerror or type(error).__name__
                    self._trouble(
                        f"The logs in {self._disk.folder} cannot be written ({why}). The run goes on and is kept in "
                        "the database; the logs are made whole as soon as they can be."
                    )
                self._failing = True
            else:
                if self._failing:
                    self._trouble(f"The logs in {self._disk.folder} are written again, and are whole.")
                self._failing = False


@asynccontextmanager
async def keeping_logs(
    store: Store, run_id: str, folder: Path, *, trouble: Callable[[str], None]
) -> AsyncIterator[LogFiles]:
    """Keep the logs of a run that is the caller's in a folder, which is made where it is missing.

    Everything that was said before the block ends is in the files when it has ended, unless the disk fails: `trouble`
    is told so in a sentence, on the event loop, once, and again when it works. Raises NotFound, StorageError.
    """
    run, said, notes = await store.read(
        lambda c: (rows.run_by_id(c, run_id), rows.utterances_of(c, run_id), rows.notes_of(c, run_id))
    )
    if run is None:
        raise NotFound(f"There is no run {run_id}.")
    files = LogFiles(folder, run, merge_in_order(said, notes), trouble)
    writing = asyncio.create_task(files.write_on(), name="logs")
    try:
        yield files
    finally:
        files.end()
        await writing


class _Disk:
    """The six files of a run, and how far each of them has come. Everything here blocks."""

    def __init__(self, folder: Path, run: ChamberRun) -> None:
        self.folder = folder
        self._run = run
        self._stamp = ""
        self._known: dict[LogFile, tuple[int, int]] = {}
        """How many things were in a file when it was last written well, and its bytes then."""

    def bring_up(self, things: Sequence[Thing]) -> None:
        """Have all of these in the files. One that fails keeps no other from it; then raises OSError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._stamp = self._stamp or self._free_stamp()
        failed: OSError | None = None
        for file in LOG_FILES:
            try:
                path = self.folder / file.name(self._stamp)
                done, size = self._known.get(file, (0, -1))
                if _size(path) == size:
                    more = encode_log("".join(file.part(self._run, thing) for thing in things[done:]))
                    _append(path, more)
                    size += len(more)
                else:
                    whole = file.whole(self._run, things)
                    _make(path, whole)
                    size = len(whole)
                self._known[file] = (len(things), size)
            except OSError as error:
                failed = failed or error
        if failed is not None:
            raise failed

    def paths(self) -> tuple[Path, ...]:
        return tuple(self.folder / file.name(self._stamp) for file in LOG_FILES) if self._stamp else ()

    def _free_stamp(self) -> str:
        """Return the run's stamp, with a part of its id where a run of the same second has files with that stamp."""
        plain = run_stamp(self._run)
        longer = f"{plain}_{self._run.id[:8]}"
        text = LOG_FILES[0]
        path = self.folder / text.name(plain)
        if _exists(self.folder / text.name(longer)):
            return longer
        if _size(path) is None:
            return longer if _exists(path) else plain
        with path.open("rb") as file:
            seen = file.read(_LOOKED_AT)
        is_ours = encode_log(text.beginning(self._run)).startswith(seen)
        return plain if is_ours or f"\n{run_mark_line(self._run.id)}".encode() in seen else longer


def _exists(path: Path) -> bool:
    return path.is_symlink() or path.exists()


def _size(path: Path) -> int | None:
    """Return the bytes of a file; None if there is none, or it is something else."""
    return path.stat().st_size if path.is_file() else None


def _append(path: Path, data: bytes) -> None:
    if data:
        with path.open("r+b") as file:
            file.seek(0, os.SEEK_END)
            file.write(data)


def _make(path: Path, whole: bytes) -> None:
    """Have a file hold just this; what is right at its beginning is left as it is.

    Nothing is put aside for it: one that is cut off on the way is a beginning, too, and the rest is always to be had.
    """
    if not _exists(path):
        path.touch(mode=0o600, exist_ok=False)
    if _size(path) is None:
        raise OSError(errno.EEXIST, "Something that is no file has the name of a log", path)
    there = path.read_bytes()
    right = len(there) if whole.startswith(there) else 0
    os.truncate(path, right)
    _append(path, whole[right:])
