"""Sandboxes of this machine for tests, and what is left of a run."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from bot.clock import SystemClock
from core.contracts.ports import Clock
from core.contracts.sandbox import Program, ProgramRun, Sandbox
from core.sandbox.examination import Examined, examine_layers
from core.sandbox.on_demand import LocalSandbox
from core.sandbox.settings import Layer, RunLimits, SandboxSettings

HOSTILE = Path(__file__).with_name("hostile_programs")
"""Each says in its first line what it would prove, and in the second, where that is certain, how it ends."""
_LANGUAGES = {".py": "python", ".js": "javascript", ".ts": "typescript", ".cpp": "cpp", ".java": "java", ".go": "go"}
_FOUND: dict[tuple[Layer, RunLimits], Examined] = {}


async def found(layer: Layer, limits: RunLimits) -> Examined:
    """What stands here; looked for once."""
    if (layer, limits) not in _FOUND:
        _FOUND[layer, limits] = await examine_layers(SandboxSettings(layers=(layer,), limits=limits), SystemClock())
    return _FOUND[layer, limits]


@asynccontextmanager
async def standing(
    layer: Layer = Layer.LANDLOCK, *, clock: Clock | None = None, limits: RunLimits | None = None
) -> AsyncIterator[LocalSandbox]:
    """A sandbox in this layer; the test is skipped where the machine does not have it."""
    limits = limits or RunLimits()
    examined = await found(layer, limits)
    if examined.around is None:
        pytest.skip(f"no {layer} here: {examined.why}")
    sandbox = LocalSandbox(examined.around, examined.toolchains, limits, clock or SystemClock())
    try:
        yield sandbox
    finally:
        await sandbox.close()


def language_of(name: str) -> str:
    return _LANGUAGES[Path(name).suffix]


def quietly(_ahead: int) -> None:
    """Nobody wants to know."""


async def run(
    sandbox: Sandbox, source: str, *, person: str = "anna", language: str = "python", **more: str
) -> ProgramRun:
    return await sandbox.run(Program(language=language, source=source, **more), person=person, waiting=quietly)


def children(pid: int | None = None) -> list[int]:
    """The processes that a process, or this one, has begun."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid or os.getpid()}/task").glob("*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            found += map(int, thread.read_text().split())
    return found


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="nothing else can hold a program")


def descendants(pid: int) -> list[int]:
    """All that a process has begun, and what these have begun."""
    found = children(pid)
    return [*found, *(each for child in found for each in descendants(child))]
