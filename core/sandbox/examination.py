"""The examination of this machine: which layers hold here, and which languages run in the strongest of them."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from core.contracts.errors import NoSandbox
from core.contracts.ports import Clock
from core.contracts.sandbox import Ended, Program
from core.sandbox import syscalls
from core.sandbox.layers import BOOT, Around, Interpreter, Landlock, find_bubblewrap, find_container, find_interpreter
from core.sandbox.once import run_once
from core.sandbox.settings import Layer, RunLimits, SandboxSettings
from core.sandbox.toolchains import FINDERS, GREETING, Toolchain, python_toolchain

HOSTILE: Final = """\
import ctypes, json, os, signal, socket

def attempts():
    for path in FILES:
        yield f"read {path}", lambda: open(path).read()
    yield "write to the interviewer's files", lambda: open(FILES[0], "r+")
    for family in (socket.AF_INET, socket.AF_UNIX, socket.AF_NETLINK):
        yield "open a socket", lambda: socket.socket(family, socket.SOCK_DGRAM)
    yield "begin a process", lambda: os.fork() or os._exit(0)
    yield "become another program", lambda: os.execv("/bin/true", ["true"])
    yield "signal its parent", lambda: os.kill(os.getppid(), 0)
    yield "outlive its parent", lambda: 1 / (1 + ctypes.CDLL(None).prctl(1, 0, 0, 0, 0))
    yield "take more memory than it may", lambda: bytearray(TOO_MUCH)
    yield "be root", lambda: os.setuid(0)

def managed(attempt):
    try:
        attempt()
    except (OSError, MemoryError, ArithmeticError):
        return False
    return True

print(json.dumps([what for what, attempt in attempts() if managed(attempt)]))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    around: Around | None
    """The strongest layer that holds."""
    faults: Mapping[Layer, str]
    """The fault of each layer that was tried; empty where there is none."""
    toolchains: Mapping[str, Toolchain] = field(default_factory=dict)
    """The tools of each language that can be run in it."""
    without: Mapping[str, str] = field(default_factory=dict)
    """The reason why each of the other languages cannot."""

    @property
    def why(self) -> str:
        """The reason why there is no layer."""
        return "; ".join(f"{layer}: {fault}" for layer, fault in self.faults.items() if fault) or "it is switched off"


async def examine_layers(settings: SandboxSettings, clock: Clock, *, every: bool = False) -> Examined:
    """Try the layers from the strongest on, then the languages. `every`: try the weaker layers too when one holds."""
    try:
        if sys.platform != "linux":
            raise OSError("programs can be held safely on Linux alone")
        if os.uname().machine not in syscalls.MACHINES:
            raise OSError(f"the system calls of {os.uname().machine} are not known")
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
    tried = await asyncio.gather(*(_language(standing, name, settings, clock) for name in FINDERS))
    found = dict(zip(FINDERS, tried, strict=True))
    return Examined(
        around=standing,
        faults=faults,
        toolchains={name: each for name, each in found.items() if isinstance(each, Toolchain)},
        without={name: why for name, why in found.items() if isinstance(why, str)},
    )


async def _tried(
    layer: Layer, settings: SandboxSettings, interpreter: Interpreter, clock: Clock
) -> tuple[Around | None, str]:
    limits, machine = settings.limits, os.uname().machine
    around: Around
    try:
        match layer:
            case Layer.CONTAINER:
                around = await asyncio.to_thread(find_container, settings.container, settings.image, limits, machine)
            case Layer.BUBBLEWRAP:
                around = await asyncio.to_thread(find_bubblewrap, interpreter, limits, machine)
            case Layer.LANDLOCK:
                around = Landlock(interpreter=interpreter, limits=limits, machine=machine)
    except OSError as error:
        return None, str(error)
    fault = await find_layer_fault(around, python_toolchain(limits, around.tools), limits, clock)
    return (None if fault else around), fault


async def _language(around: Around, language: str, settings: SandboxSettings, clock: Clock) -> Toolchain | str:
    """Return the tools, or why they are of no use here."""
    try:
        toolchain = await asyncio.to_thread(FINDERS[language], settings.limits, around.tools)
    except OSError as error:
        return str(error)
    if around.layer is Layer.LANDLOCK and toolchain.compiling is not None:
        return f"it has to be compiled, which {around.layer} alone does not hold: it needs bubblewrap"
    program = Program(language=language, source=toolchain.greeting)
    try:
        run = await run_once(around, toolchain, program, settings.limits, clock, slot=0)
    except NoSandbox as error:
        return str(error)
    if run.ended is Ended.FINISHED and run.out.strip() == GREETING:
        return toolchain
    return f"a first program ended as {run.ended}: {run.err.strip()[-200:]}"


async def find_layer_fault(around: Around, python: Toolchain, limits: RunLimits, clock: Clock, *, slot: int = 0) -> str:
    """Return what is wrong with a layer; empty where a hostile program runs in it and fails at everything."""
    files = [str(BOOT), *(["/etc/passwd", "/etc/hostname"] if around.layer is not Layer.CONTAINER else [])]
    source = HOSTILE.replace("TOO_MUCH", str(2 * limits.memory << 20)).replace("FILES", repr(files))
    try:
        run = await run_once(around, python, Program(language="python", source=source), limits, clock, slot=slot)
    except NoSandbox as error:
        return str(error)
    if run.ended is not Ended.FINISHED or run.exit_code != 0:
        return f"a hostile program ended in it as {run.ended}: {run.err[-200:]}"
    try:
        managed = json.loads(run.out)
    except ValueError:
        managed = ["become another program"]
    return f"a hostile program could {', '.join(managed)}" if managed else ""
