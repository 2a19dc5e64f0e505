"""Ways for a process to end itself with SIGKILL at a chosen step."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.store.database_url import parse_server
from core.store.opening import store_on
from core.store.store import Unit, UnitTally, Wakes


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
