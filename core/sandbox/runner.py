"""`Sandbox` on this machine: two programs at one time, and people take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import structlog

from core.contracts.errors import NoSandbox, SandboxBusy
from core.contracts.ports import Clock
from core.contracts.sandbox import LONGEST_PROGRAM, Program, Run
from core.processes.line import FairQueue
from core.sandbox.layers import Around
from core.sandbox.once import run_once
from core.sandbox.settings import Limits
from core.sandbox.toolchains import Toolchain

log = structlog.get_logger()
AT_ONCE: Final = 2


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
        except NoSandbox as error:
            log.error("sandbox-not-entered", layer=around.layer, reason=str(error))
            raise
        finally:
            self._running.discard(task)
