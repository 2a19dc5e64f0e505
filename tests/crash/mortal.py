"""Ways for a process to end itself with SIGKILL at a chosen step."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterable, Mapping
from pathlib import Path
from typing import Any

from core.store.database_url import parse_server
from core.store.opening import store_on
from core.store.store import Unit, UnitTally, Wakes

NEVER = ("never", 1)


class Reaper:
    """Ends the process at the given occurrence of a step."""

    def __init__(self, step: str, occurrence: int = 1) -> None:
        self._step = step
        self._left = occurrence

    def at(self, step: str) -> None:
        if step == self._step:
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


def live_and_die(
    live: Callable[[int, Reaper], Coroutine[Any, Any, object]],
    deaths: Iterable[tuple[str, int]],
    *,
    aloud: bool = False,
) -> None:
    """Fork a child for each life, one after the other; `deaths` says at which occurrence of which step each ends.

    After these comes one more life, which ends by itself or is killed from outside. `aloud`: each step is printed when
    it has ended a life.
    """
    for number, (step, occurrence) in enumerate((*deaths, NEVER)):
        child = os.fork()
        if child == 0:
            asyncio.run(live(number, Reaper(step, occurrence)))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        died = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        if not died if step != NEVER[0] else status:
            sys.exit(f"life {number}, which was to end at {step}, ended with {status}")
        if aloud and died:
            print(step, flush=True)


def parsed_deaths(names: Iterable[str]) -> list[tuple[str, int]]:
    """Return what each STEP:N means."""
    return [(step, int(occurrence)) for step, _, occurrence in (name.partition(":") for name in names)]


class MortalStore:
    """A store whose process can die right after a commit: `steps` names those of units by a part of their names."""

    def __init__(self, where: str, reaper: Reaper, steps: Mapping[str, str]) -> None:
        """`where`: the path of a file, or an address of PostgreSQL."""
        self._store = store_on(parse_server(where) or Path(where))
        self._reaper = reaper
        self._steps = steps
        self.read, self.on_wake = self._store.read, self._store.on_wake
        self.scrub, self.close = self._store.scrub, self._store.close

    @property
    def tallies(self) -> Mapping[str, UnitTally]:
        return self._store.tallies

    async def write(self, unit: Unit[Any], wake: Wakes[Any] = ()) -> Any:
        result = await self._store.write(unit, wake)
        name = getattr(getattr(unit, "func", unit), "__qualname__", "")
        for part, step in self._steps.items():
            if part in name:
                self._reaper.at(step)
        return result
