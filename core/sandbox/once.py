"""One run: from the program to what became of it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Final

from core.contracts.errors import NoSandbox
from core.contracts.ports import Clock
from core.contracts.sandbox import Ended, Program, ProgramRun
from core.sandbox.layers import Around
from core.sandbox.process import NOT_COMPILED, READY, Bounds, ProcessOutput, run_process
from core.sandbox.settings import Layer, RunLimits
from core.sandbox.toolchains import Toolchain

_KILOBYTE: Final = 1 << 10
_SHELL: Final = 128
"""A process that stands between us and the program tells a signal as an exit code above this."""


async def run_once(
    around: Around,
    toolchain: Toolchain,
    program: Program,
    limits: RunLimits,
    clock: Clock,
    *,
    slot: int,
    sleeps: Callable[[], None] = lambda: None,
) -> ProgramRun:
    """At once, without waiting for anybody. Raises NoSandbox when the layer does not come to run it.

    `sleeps` is called, once, when the program does next to nothing for a while.
    """
    bounds = Bounds(preparing=limits.compile_seconds, wall=limits.wall_seconds, output=limits.output * _KILOBYTE)
    try:
        heard = await run_process(around.launch(toolchain, program, slot=slot), bounds, clock, sleeps)
    except OSError as error:
        raise NoSandbox(f"The layer {around.layer} cannot be started: {error.strerror}.") from error
    came_so_far = heard.status in {READY, NOT_COMPILED} or heard.stopped is not None
    if not came_so_far and not _signal(heard.code, around.layer):  # by a signal the source ends whoever reads it
        raise NoSandbox(f"The layer {around.layer} does not stand: {heard.status or f'it ended with {heard.code}'}.")
    ended = _ended(heard, around.layer, toolchain, limits)
    return ProgramRun(
        ended=ended,
        exit_code=heard.code if ended is Ended.FINISHED else None,
        out=_text(heard.out),
        err=_text(heard.err),
        cut=heard.stopped is Ended.OUTPUT,
        seconds=heard.seconds,
        layer=around.layer,
    )


def _ended(heard: ProcessOutput, layer: Layer, toolchain: Toolchain, limits: RunLimits) -> Ended:
    if heard.stopped is not None:
        return heard.stopped
    if heard.status == NOT_COMPILED:
        return Ended.NOT_COMPILED
    by = _signal(heard.code, layer)
    if by == signal.SIGXCPU or (by == signal.SIGKILL and heard.seconds >= limits.cpu_seconds):
        return Ended.TIME
    if by == signal.SIGKILL and layer is Layer.CONTAINER:
        return Ended.MEMORY  # the engine's way of saying so
    last = heard.err[-_KILOBYTE:].decode("utf-8", "replace")
    if heard.code and any(words in last for words in toolchain.out_of_memory):
        return Ended.MEMORY
    return Ended.KILLED if by else Ended.FINISHED


def _signal(code: int, layer: Layer) -> int:
    """Return the signal that ended it; 0 if none did."""
    by = -code if code < 0 or layer is Layer.LANDLOCK else code - _SHELL
    return by if 0 < by <= signal.SIGRTMAX else 0


def _text(said: bytes) -> str:
    """Decode output, which may end within a character."""
    return said.decode("utf-8", "replace").removesuffix("\N{REPLACEMENT CHARACTER}")
