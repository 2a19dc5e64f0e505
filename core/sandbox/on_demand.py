"""A sandbox that is looked for when the first program is to be run: most interviews have none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from core.contracts.errors import NoSandbox
from core.contracts.ports import Clock
from core.contracts.sandbox import Program, ProgramRun, Sandbox

if TYPE_CHECKING:
    from core.sandbox.runner import LocalSandbox
    from core.sandbox.settings import SandboxSettings


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
    from core.sandbox.runner import LocalSandbox

    found = asyncio.run(examine_layers(settings, clock))
    return LocalSandbox(found.around, found.toolchains, settings.limits, clock, why=found.why)
