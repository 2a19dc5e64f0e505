"""A layer is tried against itself before anything of a stranger's is run in it."""

from __future__ import annotations

import json
from typing import Final

from core.contracts.errors import NoSandbox
from core.contracts.ports import Clock
from core.contracts.sandbox import Ended, Program
from core.sandbox.interpreter import BOOT
from core.sandbox.layers import Around
from core.sandbox.once import run_once
from core.sandbox.settings import RunLimits
from core.sandbox.toolchains import Toolchain

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


async def find_layer_fault(around: Around, python: Toolchain, limits: RunLimits, clock: Clock, *, slot: int = 0) -> str:
    """What is wrong with a layer; empty where it stands: a hostile program runs in it, and fails at everything."""
    files = [str(BOOT), *(["/etc/passwd", "/etc/hostname"] if around.own_files else [])]
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
