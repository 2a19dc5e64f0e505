"""`Readers` with processes of their own on this machine: two at most, started when there is something to read.

A process that takes longer than it may is killed, and the next thing to read gets a new one. People take turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import structlog
from pydantic import JsonValue

from core.contracts.ports import Clock
from core.contracts.tools import NOTHING
from core.processes.fair_queue import FairQueue
from core.processes.framing import Broke
from core.processes.process import WorkerKind, WorkerLost, WorkerProcess
from core.readers.reading import (
    LONGEST_BODY,
    LONGEST_REPLY,
    REPLIES,
    Begin,
    Read,
    ReadingRefused,
    ReadingStarted,
    Reply,
    WasRead,
)
from core.readers.source_errors import Busy, Heavy, Laborious, Unreadable, error_of
from core.timing.clock import with_timeout

log = structlog.get_logger()
SECONDS: Final = 20.0
"""For one thing to be read."""
_START_SECONDS = 60.0
_PROCESSES = 2
_MOST_WAITING = 64
_IDLE_SECONDS = 600.0
"""After so long without work the processes end, and give their memory back."""
_TOO_MUCH = frozenset({"MemoryError", "SIGKILL"})
_TOO_LONG = frozenset({"SIGXCPU"})


@dataclass(eq=False, slots=True, kw_only=True)
class _Job:
    person: str
    called: asyncio.Event = field(default_factory=asyncio.Event)


class ReaderPool:
    """`Readers`; nothing runs before the first thing is to be read."""

    def __init__(
        self,
        clock: Clock,
        *,
        reads: tuple[str, ...] = (),
        waiting_of_one: int = 8,
        module: str = "core.readers.reading_worker",
    ) -> None:
        """Take the modules of reading functions. `module` is for tests: a dotted name to take the worker's place."""
        self._begin = Begin(modules=reads)
        self._clock = clock
        self._kind = WorkerKind(
            module=module, replies=REPLIES, longest_message=LONGEST_REPLY, longest_body=LONGEST_BODY, environment={}
        )
        self._waiting_of_one = waiting_of_one
        self._line: FairQueue[_Job] = FairQueue()
        self._served: set[str] = set()
        """The people for whom something is being read."""
        self._idle: list[WorkerProcess[Reply]] = []
        self._busy: set[WorkerProcess[Reply]] = set()
        self._ending: set[asyncio.Task[int]] = set()
        self._rest: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that are there; for figures and for tests."""
        return tuple(link.pid for link in (*self._idle, *self._busy))

    async def read(
        self, what: str, body: bytes, asked: Mapping[str, JsonValue] = NOTHING, *, person: str
    ) -> tuple[JsonValue, bytes]:
        if len(body) > LONGEST_BODY:
            raise Heavy(f"It has {len(body)} bytes.")
        if len(self._line) >= _MOST_WAITING or self._line.count(person) >= self._waiting_of_one:
            raise Busy("Too much waits to be read.")
        job = _Job(person=person)
        self._stay()
        self._line.join(job)
        self._call()
        try:
            await job.called.wait()
            request = Read(what=what, asked=dict(asked))
            link = await self._ready()
            self._busy.add(link)
            try:
                reply, more = await with_timeout(self._clock, SECONDS, link.ask(request, body))
            except TimeoutError:
                log.warning("reading-took-too-long", what=request.what, bytes=len(body))
                self._dismiss(link)
                raise Laborious("It could not be read in time.") from None
            except WorkerLost as error:
                log.warning("reader-lost", what=request.what, how=str(error), bytes=len(body))
                self._dismiss(link)
                raise Unreadable("Reading this ended the reader.") from None
            except BaseException:
                self._dismiss(link)
                raise
            finally:
                self._busy.discard(link)
            self._idle.append(link)
            match reply:
                case ReadingRefused():
                    raise error_of(reply.code, reply.reason)
                case Broke():
                    log.warning("reader-stumbled", what=request.what, error=reply.error, bytes=len(body))
                    if reply.error in _TOO_MUCH:
                        raise Heavy("Reading this takes too much memory.")
                    if reply.error in _TOO_LONG:
                        raise Laborious("Reading this takes too long.")
                    raise Unreadable("Reading this made the reader stumble.")
                case WasRead(value=value):
                    return value, more
            raise Unreadable("The reader answered out of turn.")
        finally:
            self._line.leave(job)
            if job.called.is_set():
                self._served.discard(person)
            self._call()
            self._stay()
            if self._idle and not self._served and not self._closed:
                self._rest = asyncio.create_task(self._end_idle())

    async def close(self) -> None:
        self._closed = True
        self._stay()
        self._dismiss(*self._idle, *self._busy)
        self._idle.clear()
        await asyncio.gather(*self._ending)

    def _call(self) -> None:
        """Let the next ones in, as long as there is room."""
        while len(self._served) < _PROCESSES and (job := self._line.first(besides=self._served)) is not None:
            self._line.leave(job)
            self._line.had_a_turn(job.person)
            self._served.add(job.person)
            job.called.set()

    async def _ready(self) -> WorkerProcess[Reply]:
        """Return a process that waits for work. Raises Busy."""
        while self._idle:
            link = self._idle.pop()
            if link.alive:
                return link
            self._dismiss(link)
        if self._closed:
            raise Busy("The interviewer is stopping.")
        try:
            link = await WorkerProcess.start(self._kind)
        except OSError as error:
            log.error("reader-not-started", error=type(error).__name__)
            raise Busy("No reader can be started.") from error
        try:
            begun, _ = await with_timeout(self._clock, _START_SECONDS, link.ask(self._begin))
        except (TimeoutError, WorkerLost) as error:
            log.error("reader-not-started", error=type(error).__name__)
            self._dismiss(link)
            raise Busy("No reader can be started.") from None
        except BaseException:
            self._dismiss(link)
            raise
        if not isinstance(begun, ReadingStarted):
            self._dismiss(link)
            raise Busy("The reader does not begin.")
        return link

    def _dismiss(self, *links: WorkerProcess[Reply]) -> None:
        """Kill them now, and wait for their end in the background."""
        for link in links:
            task = asyncio.ensure_future(link.end())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    def _stay(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    async def _end_idle(self) -> None:
        await self._clock.sleep(_IDLE_SECONDS)
        links, self._idle = self._idle, []
        self._dismiss(*links)
