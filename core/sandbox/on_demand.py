"""A sandbox that is looked for when the first program is to be run: most interviews have none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import structlog

from core.contracts.errors import NoSandbox, SandboxBusy
from core.contracts.ports import Clock
from core.contracts.sandbox import LONGEST_PROGRAM, Program, ProgramRun, Sandbox
from core.processes.fair_queue import FairQueue
from core.sandbox.layers import Around
from core.sandbox.once import WATCH_SECONDS, run_once
from core.sandbox.settings import RunLimits, SandboxSettings
from core.sandbox.toolchains import Toolchain

log = structlog.get_logger()
AT_ONCE: Final = 2
"""Programs that are at work."""
IN_ALL: Final = 8
"""Programs with those that sleep; each may have the memory that the limits give it."""
_FORGOTTEN_SECONDS: Final = 60.0
"""After this long, half of the processor time that somebody's programs have used is forgotten."""


@dataclass(eq=False, slots=True, kw_only=True)
class _Job:
    person: str
    waiting: Callable[[int], None]
    told: int = 0
    called: asyncio.Event = field(default_factory=asyncio.Event)
    slot: int = -1
    used: float | None = None
    """Processor seconds at the last look; None before the first."""
    sleeps: bool = False


class LocalSandbox:
    """`Sandbox` in one layer, which was tried before: a few programs at one time, and people take turns.

    Places are for programs that use the processor. One that sleeps, or waits for what never comes, takes none as long
    as it does, up to `IN_ALL` programs; it is still ended at its own time. Of those who wait, whoever has used less of
    the processor lately comes first.
    """

    def __init__(
        self,
        around: Around | None,
        toolchains: Mapping[str, Toolchain],
        limits: RunLimits,
        clock: Clock,
        *,
        why: str = "",
    ) -> None:
        """`why`: the reason where there is no layer."""
        self._around = around
        self._toolchains = toolchains if around is not None else {}
        self._limits = limits
        self._clock = clock
        self._why = why
        self._line: FairQueue[_Job] = FairQueue()
        self._served: dict[str, _Job] = {}
        self._spent: dict[str, tuple[float, float]] = {}
        """The processor time of each person's programs in seconds, and when it was last added to."""
        self._running: set[asyncio.Task[ProgramRun]] = set()
        self._closed = False

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self._toolchains)

    async def run(self, program: Program, *, person: str, waiting: Callable[[int], None]) -> ProgramRun:
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

            def uses(seconds: float) -> None:
                fresh = seconds - (job.used or 0.0)
                job.sleeps = job.used is not None and fresh < WATCH_SECONDS / 2
                job.used = seconds
                self._spend(person, fresh)
                self._call()

            task = asyncio.ensure_future(
                run_once(self._around, toolchain, program, self._limits, self._clock, slot=job.slot, uses=uses)
            )
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
                log.error("sandbox-not-entered", layer=self._around.layer, reason=str(error))
                raise
            finally:
                self._running.discard(task)
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
        """Call whoever is next, as long as there is room; the others hear how many come before."""
        while (
            len(self._served) < IN_ALL
            and sum(not each.sleeps for each in self._served.values()) < AT_ONCE
            and (job := self._line.first(besides=self._served, cost=self._cost)) is not None
        ):
            self._line.leave(job)
            taken = {each.slot for each in self._served.values()}
            job.slot = next(slot for slot in range(IN_ALL) if slot not in taken)
            self._served[job.person] = job
            job.called.set()
        for job in self._line:
            ahead = self._line.ahead(job.person, cost=self._cost) + 1
            if ahead != job.told:
                job.told = ahead
                job.waiting(ahead)

    def _spend(self, person: str, seconds: float) -> None:
        self._spent[person] = (self._lately(person) + max(seconds, 0.0), self._clock.monotonic())
        self._spent = {each: spent for each, spent in self._spent.items() if self._cost(each) or each in self._served}

    def _lately(self, person: str) -> float:
        seconds, at = self._spent.get(person, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._clock.monotonic() - at) / _FORGOTTEN_SECONDS))

    def _cost(self, person: str) -> int:
        """Return whole seconds: for less, people take turns."""
        return int(self._lately(person))


class SandboxOnDemand:
    """`core.contracts.sandbox.Sandbox`."""

    def __init__(self, settings: SandboxSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._looking = asyncio.Lock()
        self._found: Sandbox | None = None
        self._closed = False

    @property
    def languages(self) -> tuple[str, ...]:
        return () if self._found is None else self._found.languages

    async def run(self, program: Program, *, person: str, waiting: Callable[[int], None]) -> ProgramRun:
        async with self._looking:
            if self._closed:
                raise NoSandbox("The interviewer is stopping.")
            if self._found is None:
                self._found = await asyncio.to_thread(build_sandbox, self._settings, self._clock)
        return await self._found.run(program, person=person, waiting=waiting)

    async def close(self) -> None:
        self._closed = True
        if self._found is not None:
            await self._found.close()


def build_sandbox(settings: SandboxSettings, clock: Clock) -> LocalSandbox:
    """Try the layers and the languages, which takes a moment: call it in a thread, where no event loop runs."""
    from core.sandbox.examination import examine_layers

    found = asyncio.run(examine_layers(settings, clock))
    return LocalSandbox(found.around, found.toolchains, settings.limits, clock, why=found.why)
