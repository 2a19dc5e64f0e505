"""Signs between the processes of a house, all of them in one."""

from __future__ import annotations

from collections.abc import Callable

from core.features.several_processes.signs import Sign


class SharedSigns:
    """`Signs` of any number of processes; what is shown is seen at once, unless a test loses it."""

    def __init__(self) -> None:
        self.lost = False
        self._listeners: list[Callable[[Sign], None]] = []

    async def show(self, sign: Sign) -> None:
        if not self.lost:
            for listener in self._listeners:
                listener(sign)

    def on_sign(self, listener: Callable[[Sign], None]) -> None:
        self._listeners.append(listener)
