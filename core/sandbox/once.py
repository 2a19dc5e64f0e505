"""One run of a program: start it, feed it, hear it out up to its limits, and see that nothing of it is left."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio import StreamReader
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from core.contracts.errors import NoSandbox
from core.contracts.ports import Clock
from core.contracts.sandbox import Ended, Program, ProgramRun
from core.sandbox.layers import ENVIRONMENT, Around, Launch
from core.sandbox.settings import Layer, RunLimits
from core.sandbox.toolchains import Toolchain
from core.timing.clock import with_timeout

_KILOBYTE: Final = 1 << 10
_SHELL: Final = 128
"""A process between us and the program reports a signal as an exit code above this."""
_AT_ONCE = 1 << 16
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4_096
_LONGEST_STATUS = 400
"""The longest line, in bytes, in which the boot tells how far it came."""
_LOOK_SECONDS = 0.05
"""The time between two looks at the memory that it uses; the kernel's own limit, a little higher, holds in between."""
_ENDING_SECONDS = 10.0
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
WATCH_SECONDS: Final = 0.25
"""The time between two looks at how long it has used the processor."""
READY, NOT_COMPILED = "ready", "not-compiled"


async def run_once(
    around: Around,
    toolchain: Toolchain,
    program: Program,
    limits: RunLimits,
    clock: Clock,
    *,
    slot: int,
    uses: Callable[[float], None] = lambda _: None,
) -> ProgramRun:
    """Run a program at once, without waiting for anybody. Raises NoSandbox when the layer does not come to run it.

    When this returns or raises, nothing of the program is left. `uses` is called every `WATCH_SECONDS` with the
    processor time, in seconds, that the program has used so far.
    """
    try:
        launch = around.launch(toolchain, program, slot=slot)
        process = await asyncio.create_subprocess_exec(
            *launch.argv, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=ENVIRONMENT, cwd="/", start_new_session=True
        )
        ear = _Ear(process, limits, clock, launch, uses)
        try:
            stopped = await ear.until_over()
        finally:
            await asyncio.shield(ear.end(launch.ending))
    except OSError as error:
        raise NoSandbox(f"The layer {around.layer} cannot be started: {error.strerror}.") from error
    code, seconds = process.returncode or 0, ear.seconds()
    came_so_far = ear.status in {READY, NOT_COMPILED} or stopped is not None
    if not came_so_far and not _signal(code, around.layer):  # by a signal the source ends whoever reads it
        raise NoSandbox(f"The layer {around.layer} does not stand: {ear.status or f'it ended with {code}'}.")
    ended = stopped or _ended(ear, code, seconds, around.layer, toolchain, limits)
    return ProgramRun(
        ended=ended,
        exit_code=code if ended is Ended.FINISHED else None,
        out=_text(ear.out),
        err=_text(ear.err),
        cut=stopped is Ended.OUTPUT,
        seconds=seconds,
        layer=around.layer,
    )


def _ended(ear: _Ear, code: int, seconds: float, layer: Layer, toolchain: Toolchain, limits: RunLimits) -> Ended:
    """Tell how a program ended that we did not stop."""
    if ear.status == NOT_COMPILED:
        return Ended.NOT_COMPILED
    by = _signal(code, layer)
    if by == signal.SIGXCPU or (by == signal.SIGKILL and seconds >= limits.cpu_seconds):
        return Ended.TIME
    if by == signal.SIGKILL and layer is Layer.CONTAINER:
        return Ended.MEMORY  # the engine's way of saying so
    last = ear.err[-_KILOBYTE:].decode("utf-8", "replace")
    if code and any(words in last for words in toolchain.out_of_memory):
        return Ended.MEMORY
    return Ended.KILLED if by else Ended.FINISHED


def _signal(code: int, layer: Layer) -> int:
    """Return the signal that ended it; 0 if none did."""
    by = -code if code < 0 or layer is Layer.LANDLOCK else code - _SHELL
    return by if 0 < by <= signal.SIGRTMAX else 0


def _text(said: bytearray) -> str:
    """Decode output, which may end within a character."""
    return said.decode("utf-8", "replace").removesuffix("\N{REPLACEMENT CHARACTER}")


class _Ear:
    """Listens to a process, and watches how long it runs and what it uses of memory and processor."""

    def __init__(
        self, process: Process, limits: RunLimits, clock: Clock, launch: Launch, uses: Callable[[float], None]
    ) -> None:
        self._process = process
        self._limits = limits
        self._clock = clock
        self._resident = launch.resident
        self._ready = asyncio.Event()
        self._began = clock.monotonic()
        self._first = bytearray()
        self._met: asyncio.Future[Ended] = asyncio.get_running_loop().create_future()
        """The first limit that was met."""
        self._looking = asyncio.create_task(self._look())
        self._watching = asyncio.create_task(self._watch(uses))
        self.status = ""
        """The boot's own word: READY, NOT_COMPILED, or why it did not come so far; empty if nothing."""
        self.out = bytearray()
        self.err = bytearray()
        # Beyond its limit it is heard as well: who is heard no more would never be done.
        self._hearing = asyncio.gather(
            self._feed(launch.feed),
            self._listen(process.stdout, self.out),
            self._listen(process.stderr, self.err),
            process.wait(),
        )

    def seconds(self) -> float:
        """Return the time since it was ready."""
        return self._clock.monotonic() - self._began if self._ready.is_set() else 0.0

    async def until_over(self) -> Ended | None:
        """Wait for its end, and return the limit that it met, if it did not end by itself."""
        either: tuple[asyncio.Future[Any], ...] = (self._hearing, self._met)
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        return self._met.result() if self._met.done() else None

    async def end(self, ending: tuple[str, ...]) -> None:
        """Kill it with all that it has begun, and wait until the last of them has let go of the pipes."""
        if ending and self._process.returncode is None:
            ender = await asyncio.create_subprocess_exec(*ending, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
            with suppress(TimeoutError):
                await with_timeout(self._clock, _ENDING_SECONDS, ender.wait())
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._looking.cancel()
        self._watching.cancel()
        await asyncio.gather(self._looking, self._watching, self._hearing, return_exceptions=True)

    def _meets(self, limit: Ended) -> None:
        if not self._met.done():
            self._met.set_result(limit)

    async def _look(self) -> None:
        """Watch the clock, and the memory that it uses."""
        try:
            await with_timeout(self._clock, self._limits.compile_seconds, self._ready.wait())
        except TimeoutError:
            self._meets(Ended.TIME)
            return
        while (left := self._limits.wall_seconds - self.seconds()) > 0:
            if self._resident is None:
                await self._clock.sleep(left)
            elif memory_used(self._process.pid) > self._resident:
                self._meets(Ended.MEMORY)
                return
            else:
                await self._clock.sleep(min(left, _LOOK_SECONDS))
        self._meets(Ended.TIME)

    async def _watch(self, uses: Callable[[float], None]) -> None:
        """Tell what it uses of the processor. In a container it works elsewhere, and always seems to sleep."""
        await self._ready.wait()
        while True:
            uses(processor_seconds(self._process.pid))
            await self._clock.sleep(WATCH_SECONDS)

    async def _feed(self, said: bytes) -> None:
        pipe = self._process.stdin
        assert pipe is not None  # noqa: S101 - it was asked for
        with suppress(ConnectionError):
            for start in range(0, len(said), _AT_ONCE):
                pipe.write(said[start : start + _AT_ONCE])
                await pipe.drain()
            pipe.close()

    async def _listen(self, pipe: StreamReader | None, kept: bytearray) -> None:
        assert pipe is not None  # noqa: S101 - it was asked for
        while piece := await pipe.read(_AT_ONCE):
            kept += self._behind_status(piece) if kept is self.err and not self.status else piece
            if len(kept) > (most := self._limits.output * _KILOBYTE):
                del kept[most:]
                self._meets(Ended.OUTPUT)

    def _behind_status(self, piece: bytes) -> bytes:
        """Read the first line, which is the status, and return what follows it."""
        self._first += piece
        line, end, rest = self._first.partition(b"\n")
        if not end and len(line) < _LONGEST_STATUS:
            return b""
        self.status = line[:_LONGEST_STATUS].decode("utf-8", "replace")
        if self.status == READY:
            self._began = self._clock.monotonic()
            self._ready.set()
        return bytes(rest)


def memory_used(pid: int) -> int:
    """Return the bytes of memory that a process and those that it has begun use; 0 when it has ended."""
    used = 0
    for place in _family(pid):
        with suppress(OSError, IndexError):
            used += int((place / "statm").read_text().split()[1]) * _PAGE
    return used


def processor_seconds(pid: int) -> float:
    """Return for how many seconds a process and those that it has begun have used the processor; 0 when it is gone."""
    used = 0.0
    for place in _family(pid):
        with suppress(OSError, IndexError, ValueError):
            # Behind the name, which may hold anything: its own ticks and those of children that have ended.
            numbers = (place / "stat").read_text().rpartition(")")[2].split()
            used += sum(map(int, numbers[11:15])) / _TICKS
    return used


def _family(pid: int) -> Iterator[Path]:
    """Yield the folders in /proc of a process and of all that it has begun."""
    place = Path(f"/proc/{pid}")
    yield place
    for thread in place.glob("task/*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            for child in map(int, thread.read_text().split()):
                yield from _family(child)
