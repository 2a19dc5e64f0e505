"""Our side of a run: start it, feed it, hear it out up to its limits, and see that nothing of it is left."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.contracts.ports import Clock
from core.contracts.sandbox import Ended
from core.sandbox.layers import Launch
from core.timing.clock import with_timeout

_AT_ONCE = 1 << 16
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4_096
_LONGEST_STATUS = 400
"""Of the line in which the boot tells how far it came."""
_LOOK_SECONDS = 0.05
"""Between two looks at the memory that it uses; the kernel's own limit, a little higher, holds in between."""
_ENDING_SECONDS = 10.0
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
SLEEPY_SECONDS = 0.5
READY, NOT_COMPILED = "ready", "not-compiled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    preparing: float
    """Seconds until the program begins: starting, and compiling."""
    wall: float
    """Seconds for the program itself."""
    output: int
    """Bytes of either stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessOutput:
    """What came of it."""

    status: str
    """What the boot said: READY, NOT_COMPILED, or why it did not come so far; empty if nothing."""
    out: bytes
    err: bytes
    stopped: Ended | None
    """The limit at which we ended it; it may have met others by itself."""
    code: int
    """Its exit code, or minus the signal."""
    seconds: float
    """Since it was ready."""


async def run_process(launch: Launch, bounds: Bounds, clock: Clock, sleeps: Callable[[], None]) -> ProcessOutput:
    """Raises OSError when it cannot be started. When this returns or raises, nothing of it is left.

    `sleeps` is called, once, when the program has used the processor for less than half of `SLEEPY_SECONDS`.
    """
    process = await asyncio.create_subprocess_exec(
        *launch.argv, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=launch.environment, cwd="/", start_new_session=True
    )
    ear = _Ear(process, bounds, clock, launch, sleeps)
    try:
        stopped = await ear.until_over()
    finally:
        await asyncio.shield(_end(process, ear, launch.ending, clock))
    return ProcessOutput(
        status=ear.status,
        out=bytes(ear.out),
        err=bytes(ear.err),
        stopped=stopped,
        code=process.returncode or 0,
        seconds=ear.seconds(),
    )


async def _end(process: Process, ear: _Ear, ending: tuple[str, ...], clock: Clock) -> None:
    """Kill it with all that it has begun, and wait until the last of them has let go of the pipes."""
    if ending and process.returncode is None:
        ender = await asyncio.create_subprocess_exec(*ending, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
        with suppress(TimeoutError):
            await with_timeout(clock, _ENDING_SECONDS, ender.wait())
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    await ear.silence()


class _Ear:
    """What it says, and since when."""

    def __init__(
        self, process: Process, bounds: Bounds, clock: Clock, launch: Launch, sleeps: Callable[[], None]
    ) -> None:
        self._process = process
        self._bounds = bounds
        self._clock = clock
        self._resident = launch.resident
        self._ready = asyncio.Event()
        self._began = clock.monotonic()
        self._first = bytearray()
        self._met: asyncio.Future[Ended] = asyncio.get_running_loop().create_future()
        """The first limit that was met."""
        self._hearing = asyncio.create_task(self._hear(launch.feed))
        self._looking = asyncio.create_task(self._look())
        self._watching = asyncio.create_task(self._watch(sleeps))
        self.status = ""
        self.out = bytearray()
        self.err = bytearray()

    def seconds(self) -> float:
        return self._clock.monotonic() - self._began if self._ready.is_set() else 0.0

    async def until_over(self) -> Ended | None:
        """The limit that it met, if it did not end by itself."""
        either: tuple[asyncio.Future[Any], ...] = (self._hearing, self._met)
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        return self._met.result() if self._met.done() else None

    async def silence(self) -> None:
        """Returns when there is nobody left who could say anything."""
        self._looking.cancel()
        self._watching.cancel()
        await asyncio.gather(self._looking, self._watching, self._hearing, return_exceptions=True)

    def _meets(self, limit: Ended) -> None:
        if not self._met.done():
            self._met.set_result(limit)

    async def _hear(self, feed: bytes) -> None:
        """Until it has ended, whatever it says beyond its limit: who is heard no more would never be done."""
        await asyncio.gather(self._feed(feed), self._listen_out(), self._listen_err(), self._process.wait())

    async def _look(self) -> None:
        """Watch the clock, and the memory that it uses."""
        try:
            await with_timeout(self._clock, self._bounds.preparing, self._ready.wait())
        except TimeoutError:
            self._meets(Ended.TIME)
            return
        while (left := self._bounds.wall - self.seconds()) > 0:
            if self._resident is None:
                await self._clock.sleep(left)
            elif memory_used(self._process.pid) > self._resident:
                self._meets(Ended.MEMORY)
                return
            else:
                await self._clock.sleep(min(left, _LOOK_SECONDS))
        self._meets(Ended.TIME)

    async def _watch(self, sleeps: Callable[[], None]) -> None:
        """See whether it works. In a container it works elsewhere, and always seems to sleep."""
        await self._ready.wait()
        before = -SLEEPY_SECONDS
        while (used := processor_seconds(self._process.pid)) - before >= SLEEPY_SECONDS / 2:
            before = used
            await self._clock.sleep(SLEEPY_SECONDS)
        sleeps()

    async def _feed(self, said: bytes) -> None:
        pipe = self._process.stdin
        assert pipe is not None  # noqa: S101 - it was asked for
        with suppress(ConnectionError):
            for start in range(0, len(said), _AT_ONCE):
                pipe.write(said[start : start + _AT_ONCE])
                await pipe.drain()
            pipe.close()

    async def _listen_out(self) -> None:
        assert self._process.stdout is not None  # noqa: S101
        while piece := await self._process.stdout.read(_AT_ONCE):
            self._keep(self.out, piece)

    async def _listen_err(self) -> None:
        assert self._process.stderr is not None  # noqa: S101
        while piece := await self._process.stderr.read(_AT_ONCE):
            self._keep(self.err, piece if self.status else self._status_in(piece))

    def _status_in(self, piece: bytes) -> bytes:
        """Return what follows the first line."""
        self._first += piece
        line, end, rest = self._first.partition(b"\n")
        if not end and len(line) < _LONGEST_STATUS:
            return b""
        self.status = line[:_LONGEST_STATUS].decode("utf-8", "replace")
        if self.status == READY:
            self._began = self._clock.monotonic()
            self._ready.set()
        return bytes(rest)

    def _keep(self, kept: bytearray, piece: bytes) -> None:
        kept += piece
        if len(kept) > self._bounds.output:
            del kept[self._bounds.output :]
            self._meets(Ended.OUTPUT)


def memory_used(pid: int) -> int:
    """Bytes of memory that a process uses, with those that it has begun; 0 when it has ended."""
    place = Path(f"/proc/{pid}")
    used = 0
    with suppress(OSError, IndexError):
        used = int((place / "statm").read_text().split()[1]) * _PAGE
    for thread in place.glob("task/*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            used += sum(map(memory_used, map(int, thread.read_text().split())))
    return used


def processor_seconds(pid: int) -> float:
    """Return for how many seconds a process and those that it has begun have used the processor; 0 when it is gone."""
    place = Path(f"/proc/{pid}")
    used = 0.0
    with suppress(OSError, IndexError, ValueError):
        # Behind the name, which may hold anything: its own ticks and those of children that have ended.
        numbers = (place / "stat").read_text().rpartition(")")[2].split()
        used = sum(map(int, numbers[11:15])) / _TICKS
    for thread in place.glob("task/*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            used += sum(map(processor_seconds, map(int, thread.read_text().split())))
    return used
