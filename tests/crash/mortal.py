"""Ways for a process to end itself with SIGKILL at a chosen step."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from typing import Any

from core.store.store import SqliteStore, Unit, Wakes


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


class MortalStore(SqliteStore):
    """A store whose process can die right after a commit: `steps` names those of units by a part of their names."""

    def __init__(self, path: str, reaper: Reaper, steps: Mapping[str, str]) -> None:
        super().__init__(path)
        self._reaper = reaper
        self._steps = steps

    async def write(self, unit: Unit[Any], wake: Wakes[Any] = ()) -> Any:
        result = await super().write(unit, wake)
        name = getattr(unit, "__qualname__", "")
        for part, step in self._steps.items():
            if part in name:
                self._reaper.at(step)
        return result
