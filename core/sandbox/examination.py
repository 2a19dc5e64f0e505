"""Which layers stand on this machine, and which languages can be run in the strongest of them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.contracts.errors import NoSandbox
from core.contracts.ports import Clock
from core.contracts.sandbox import Ended, Program
from core.sandbox import syscalls
from core.sandbox.bubblewrap import find_bubblewrap
from core.sandbox.container import find_container
from core.sandbox.interpreter import Interpreter, find_interpreter
from core.sandbox.languages import FINDERS, python_toolchain
from core.sandbox.layers import Around, Landlock
from core.sandbox.once import run_once
from core.sandbox.self_test import find_layer_fault
from core.sandbox.settings import Layer, SandboxSettings
from core.sandbox.toolchains import GREETING, Toolchain


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """What was found."""

    around: Around | None
    """The strongest layer that stands."""
    faults: Mapping[Layer, str]
    """For each layer that was tried what is wrong with it, or nothing."""
    toolchains: Mapping[str, Toolchain] = field(default_factory=dict)
    """Of the languages that can be run in it."""
    without: Mapping[str, str] = field(default_factory=dict)
    """Of the others: why not."""

    @property
    def why(self) -> str:
        """Why there is no layer."""
        return "; ".join(f"{layer}: {fault}" for layer, fault in self.faults.items() if fault) or "it is switched off"


async def examine_layers(settings: SandboxSettings, clock: Clock, *, every: bool = False) -> Examined:
    """`every`: try the weaker layers, too, when one stands."""
    try:
        _machine_that_is_known()
        interpreter = await asyncio.to_thread(find_interpreter, settings.python)
    except OSError as error:
        return Examined(around=None, faults=dict.fromkeys(settings.layers, str(error)))
    faults: dict[Layer, str] = {}
    standing: Around | None = None
    for layer in settings.layers:
        if standing is None or every:
            around, faults[layer] = await _tried(layer, settings, interpreter, clock)
            standing = standing or around
    if standing is None:
        return Examined(around=None, faults=faults)
    usable, without = await _languages(standing, settings, clock)
    return Examined(around=standing, faults=faults, toolchains=usable, without=without)


def _machine_that_is_known() -> None:
    if sys.platform != "linux":
        raise OSError("programs can be held safely on Linux alone")
    if os.uname().machine not in syscalls.MACHINES:
        raise OSError(f"the system calls of {os.uname().machine} are not known")


Maker = Callable[[SandboxSettings, Interpreter, str], Around]
"""Raises OSError where this machine has no such layer."""
_MAKERS: dict[Layer, Maker] = {
    Layer.CONTAINER: lambda settings, _, machine: find_container(
        settings.container, settings.image, settings.limits, machine
    ),
    Layer.BUBBLEWRAP: lambda settings, interpreter, machine: find_bubblewrap(interpreter, settings.limits, machine),
    Layer.LANDLOCK: lambda settings, interpreter, machine: Landlock(
        interpreter=interpreter, limits=settings.limits, machine=machine
    ),
}


async def _tried(
    layer: Layer, settings: SandboxSettings, interpreter: Interpreter, clock: Clock
) -> tuple[Around | None, str]:
    try:
        around = await asyncio.to_thread(_MAKERS[layer], settings, interpreter, os.uname().machine)
    except OSError as error:
        return None, str(error)
    fault = await find_layer_fault(around, python_toolchain(settings.limits, around.tools), settings.limits, clock)
    return (None if fault else around), fault


# --- languages ----------------------------------------------------------------------------------------------------


async def _languages(
    around: Around, settings: SandboxSettings, clock: Clock
) -> tuple[dict[str, Toolchain], dict[str, str]]:
    """Those that can be run in the layer, each tried once, and why the others cannot."""
    tried = await asyncio.gather(*(_language(around, name, settings, clock) for name in FINDERS))
    found = dict(zip(FINDERS, tried, strict=True))
    usable = {name: toolchain for name, toolchain in found.items() if isinstance(toolchain, Toolchain)}
    return usable, {name: why for name, why in found.items() if isinstance(why, str)}


async def _language(around: Around, language: str, settings: SandboxSettings, clock: Clock) -> Toolchain | str:
    """Return the tools, or why they are of no use here."""
    try:
        toolchain = await asyncio.to_thread(FINDERS[language], settings.limits, around.tools)
    except OSError as error:
        return str(error)
    if not around.holds(toolchain):
        return f"it has to be compiled, which {around.layer} alone does not hold: it needs bubblewrap"
    program = Program(language=language, source=toolchain.greeting)
    try:
        run = await run_once(around, toolchain, program, settings.limits, clock, slot=0)
    except NoSandbox as error:
        return str(error)
    if run.ended is Ended.FINISHED and run.out.strip() == GREETING:
        return toolchain
    return f"a first program ended as {run.ended}: {run.err.strip()[-200:]}"
