"""The three logs of a run, as text and as JSON Lines: pure, and made of what is kept alone.

What a log shows of a run only ever grows at its end, so that it can be written on as the run goes on, and a run that
was killed and went on has the logs of one that was not.
"""

from __future__ import annotations

import asyncio
import errno
import json
import os
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from core.contracts.errors import NotFound
from core.documents.markdown import plain_line
from core.documents.readable import escape_json
from core.features.chamber import chamber_rows as rows
from core.features.chamber.messages import SideNote, Speaker, Utterance, turn_of
from core.features.chamber.runs import ChamberRun, RunListener
from core.features.chamber.setup import Setup
from core.store.store import Store

Thing = Utterance | SideNote
STAMP = "%Y%m%d_%H%M%S"
_RULE = "=" * 80
_MICROS = 1_000_000
_LINE_ENDS = {"\u2028": r"\u2028", "\u2029": r"\u2029"}
"""Which some readers take for the end of a line."""


class Log(StrEnum):
    """The sort of a log, with which the names of its files begin."""

    PRIME = "prime_log"
    CANDIDATE = "candidate_log"
    SHARED = "shared_transcript"


_SIDES = {Log.PRIME: Speaker.PRIME, Log.CANDIDATE: Speaker.CANDIDATE}
_HOLDS = {
    Log.PRIME: "Prime's words as its model wrote them, with its thoughts, and what happened on its side.",
    Log.CANDIDATE: "The Candidate's words as its model wrote them, with its thoughts, and what happened on its side.",
    Log.SHARED: "What Prime and the Candidate said to each other, without the thoughts of either.",
}


@dataclass(frozen=True, slots=True)
class LogFile:
    """One of the six files."""

    log: Log
    lines: bool
    """JSON, one object a line; else text."""

    def name(self, stamp: str) -> str:
        return f"{self.log}_{stamp}.{'jsonl' if self.lines else 'txt'}"

    def beginning(self, run: ChamberRun) -> str:
        """Return what it begins with, before anything is said."""
        if self.lines:
            return ""
        facts = {
            "Name": run.name,
            "Prime": prime_name(run.setup),
            "Candidate": candidate_name(run.setup),
            "Seed": "" if run.seed is None else str(run.seed),
            "Begun": _at(run.created_at),
        }
        lines = [f"{label}: {plain_line(value)}\n" for label, value in facts.items() if value]
        title = self.log.value.replace("_", " ").upper()
        return "".join((f"{title}\n", run_mark_line(run.id), *lines, f"{_HOLDS[self.log]}\n", f"{_RULE}\n\n"))

    def part(self, run: ChamberRun, thing: Thing) -> str:
        """Return what this adds to it; nothing where it does not belong there."""
        if self.log is Log.SHARED:
            if isinstance(thing, SideNote):
                return ""
            if not self.lines:
                return _passage(thing, thing.public.text)
            # Nothing of what only one side knows: tokens and latency too tell how much of a reply was thought.
            return _line(run, thing, type="utterance", speaker=thing.speaker.value, public=thing.public.text)
        if thing.speaker is not _SIDES[self.log] and not (isinstance(thing, SideNote) and thing.speaker is None):
            return ""
        if isinstance(thing, SideNote):
            if not self.lines:
                return f"[{_at(thing.at)}] NOTE: {plain_line(thing.text)}\n\n"
            speaker = None if thing.speaker is None else thing.speaker.value
            return _line(run, thing, type="note", speaker=speaker, kind=thing.kind, note=thing.text)
        if self.lines:
            taken = thing.taken
            return _line(
                run,
                thing,
                type="utterance",
                speaker=thing.speaker.value,
                content=thing.private.full,
                public=thing.public.text,
                thoughts=thing.private.thoughts,
                model=taken.model,
                input_tokens=taken.input_tokens,
                output_tokens=taken.output_tokens,
                latency_ms=taken.latency_ms,
                cost=taken.cost_micros / _MICROS,
                stop=taken.stop.value,
            )
        thinking = _passage(thing, thing.private.thinking, " (thinking)") if thing.private.thinking else ""
        return thinking + _passage(thing, thing.private.full)

    def whole(self, run: ChamberRun, things: Iterable[Thing]) -> bytes:
        """Return the file in UTF-8; `things` are in the order of `merge_in_order`."""
        return encode_log(self.beginning(run) + "".join(self.part(run, thing) for thing in things))


LOG_FILES = tuple(LogFile(log, lines) for lines in (False, True) for log in Log)


def run_stamp(run: ChamberRun) -> str:
    """Return what tells the files of a run from those of others: when it began, in UTC, and its number in a series."""
    number = f"_{run.number}" if run.series else ""
    return f"{run.created_at.astimezone(UTC).strftime(STAMP)}{number}"


def merge_in_order(said: Sequence[Utterance], notes: Sequence[SideNote]) -> tuple[Thing, ...]:
    """Return all that is kept of a run, notes before the utterance that they led to."""
    return tuple(sorted((*notes, *said), key=lambda thing: (thing.seq, not isinstance(thing, SideNote))))


def encode_log(text: str) -> bytes:
    # Half a character can stand in no file.
    return text.encode(errors="backslashreplace")


def run_mark_line(run_id: str) -> str:
    """Return the line by which a text file tells which run it belongs to."""
    return f"Run: {run_id}\n"


def prime_name(setup: Setup) -> str:
    return f"our own interviewer ({setup.interview})" if setup.prime is None else setup.prime.model


def candidate_name(setup: Setup) -> str:
    return f"a played person ({setup.person})" if setup.candidate is None else setup.candidate.model


def _passage(said: Utterance, text: str, what: str = "") -> str:
    return f"[{_at(said.at)}] {said.speaker.upper()}{what}:\n{text}\n\n"


def _line(run: ChamberRun, thing: Thing, **content: Any) -> str:
    content = {"run": run.id, "at": _at(thing.at), "turn": turn_of(thing.seq), "seq": thing.seq, **content}
    text = escape_json(json.dumps(content, ensure_ascii=False))
    for character, written in _LINE_ENDS.items():
        text = text.replace(character, written)
    return f"{text}\n"


def _at(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


_LOOKED_AT = 4_096
"""Bytes of a file in which the line stands that tells whose it is."""


class LogFiles(RunListener):
    """Follows a run; if the disk fails, the run continues without logs. `keeping_logs` makes one and ends it."""

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
