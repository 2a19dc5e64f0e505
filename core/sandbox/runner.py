"""`Sandbox` on this machine: two programs at one time, and people take turns."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import structlog

from core.contracts.errors import NoSandbox, SandboxBusy
from core.contracts.ports import Clock
from core.contracts.sandbox import LONGEST_PROGRAM, Ended, Program, Run
from core.processes.line import FairQueue
from core.sandbox.layers import Around
from core.sandbox.process import NOT_COMPILED, READY, Bounds, Heard, carry_out
from core.sandbox.settings import Limits
from core.sandbox.toolchains import Toolchain

log = structlog.get_logger()
AT_ONCE: Final = 2
_KILOBYTE = 1 << 10
_SHELL = 128
"""A process that stands between us and the program tells a signal as an exit code above this."""


@dataclass(eq=False, slots=True, kw_only=True)
class _Job:
    person: str
    waiting: Callable[[int], None]
    told: int = 0
    called: asyncio.Event = field(default_factory=asyncio.Event)
    slot: int = -1


class LocalSandbox:
    """`Sandbox` in one layer, which was tried before."""

    def __init__(
        self, around: Around | None, toolchains: Mapping[str, Toolchain], limits: Limits, clock: Clock, *, why: str = ""
    ) -> None:
        """`why`: the reason where there is no layer."""
        self._around = around
        self._toolchains = toolchains if around is not None else {}
        self._limits = limits
        self._clock = clock
        self._why = why
        self._line: FairQueue[_Job] = FairQueue()
        self._served: dict[str, _Job] = {}
        self._running: set[asyncio.Task[Run]] = set()
        self._closed = False

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self._toolchains)

    async def run(self, program: Program, *, person: str, waiting: Callable[[int], None]) -> Run:
        toolchain = self._toolchains.get(program.language)
        if self._around is None or toolchain is None or self._closed:
            why = "the interviewer is stopping" if self._closed else self._why or "its tools were not found"
            raise NoSandbox(f"Programs in {program.language} cannot be run here: {why}; `raconteur doctor` tells more.")
        if len(program.source) + len(program.driver) + len(program.stdin) > LONGEST_PROGRAM:
            raise ValueError("the program is too long")
        if self._line.count(person):
            raise SandboxBusy("One program of this person is waiting to be run already.")
        job = _Job(person=person, waiting=waiting)
        self._line.join(job)
        self._call()
        try:
            await job.called.wait()
            return await self._run(self._around, toolchain, program, job.slot)
        finally:
            self._line.leave(job)
            if self._served.get(person) is job:
                del self._served[person]
                self._line.had_a_turn(person)
            self._call()

    async def close(self) -> None:
        self._closed = True
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    # --- the line -----------------------------------------------------------------------------------------------------

    def _call(self) -> None:
        """Whoever is next, as long as there is room; the others hear how many come before."""
        while len(self._served) < AT_ONCE and (job := self._line.first(besides=self._served)) is not None:
            self._line.leave(job)
            taken = {each.slot for each in self._served.values()}
            job.slot = next(slot for slot in range(AT_ONCE) if slot not in taken)
            self._served[job.person] = job
            job.called.set()
        for job in self._line:
            ahead = self._line.ahead(job.person) + 1
            if ahead != job.told:
                job.told = ahead
                job.waiting(ahead)

    # --- one run ------------------------------------------------------------------------------------------------------

    async def _run(self, around: Around, toolchain: Toolchain, program: Program, slot: int) -> Run:
        task = asyncio.ensure_future(run_once(around, toolchain, program, self._limits, self._clock, slot=slot))
        self._running.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            if self._closed:
                raise NoSandbox("The interviewer is stopping.") from None
            raise
        finally:
            self._running.discard(task)


async def run_once(
    around: Around, toolchain: Toolchain, program: Program, limits: Limits, clock: Clock, *, slot: int
) -> Run:
    """At once, without waiting for anybody. Raises NoSandbox when the layer does not come to run it."""
    bounds = Bounds(preparing=limits.compile_seconds, wall=limits.wall_seconds, output=limits.output * _KILOBYTE)
    try:
        heard = await carry_out(around.launch(toolchain, program, slot=slot), bounds, clock)
    except OSError as error:
        raise NoSandbox(f"The layer {around.layer} cannot be started: {error.strerror}.") from error
    if heard.status not in {READY, NOT_COMPILED} and heard.stopped is None:
        log.error("sandbox-not-entered", layer=around.layer, status=heard.status, code=heard.code)
        raise NoSandbox(f"The layer {around.layer} does not stand: {heard.status or f'it ended with {heard.code}'}.")
    ended = _ended(heard, toolchain, limits)
    return Run(
        ended=ended,
        exit_code=heard.code if ended is Ended.FINISHED else None,
        out=_text(heard.out),
        err=_text(heard.err),
        cut=heard.stopped is Ended.OUTPUT,
        seconds=heard.seconds,
        layer=around.layer,
    )


def _ended(heard: Heard, toolchain: Toolchain, limits: Limits) -> Ended:
    if heard.stopped is not None:
        return heard.stopped
    if heard.status == NOT_COMPILED:
        return Ended.NOT_COMPILED
    by = -heard.code if heard.code < 0 else max(0, heard.code - _SHELL)
    if by == signal.SIGXCPU or (by == signal.SIGKILL and heard.seconds >= limits.cpu_seconds):
        return Ended.TIME
    last = heard.err[-_KILOBYTE:].decode("utf-8", "replace")
    if heard.code and any(words in last for words in toolchain.out_of_memory):
        return Ended.MEMORY
    return Ended.KILLED if 0 < by <= signal.SIGRTMAX else Ended.FINISHED


def _text(said: bytes) -> str:
    """What may end within a character."""
    return said.decode("utf-8", "replace").removesuffix("\N{REPLACEMENT CHARACTER}")
