"""The interviewer is killed while a program runs: nothing of it goes on, in any layer."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE

import pytest

from core.processes.process import ROOT
from core.sandbox.settings import Layer
from tests.fakes.sandboxes import LINUX, children, descendants
from tests.fakes.waiting import until
from tests.fakes.worker_processes import is_gone

PARENT = """
import asyncio, sys
from bot.clock import SystemClock
from core.contracts.sandbox import Program
from core.sandbox.on_demand import build_sandbox
from core.sandbox.settings import Layer, RunLimits, SandboxSettings

limits = RunLimits(wall_seconds=600)
sandbox = build_sandbox(SandboxSettings(layers=(Layer(sys.argv[1]),), limits=limits), SystemClock())
language, source = sys.argv[2:]
print(language in sandbox.languages, flush=True)
asyncio.run(sandbox.run(Program(language=language, source=source), person="anna", waiting=print))
"""
SLEEPS = {
    "python": "import ctypes, time\nctypes.CDLL(None).prctl(1, 0, 0, 0, 0)\ntime.sleep(1_000)",
    "javascript": "setInterval(() => {}, 1000)",
    "cpp": "#include <unistd.h>\nint main() { sleep(1000); }",
}


@LINUX
@pytest.mark.parametrize("layer", [Layer.LANDLOCK, Layer.BUBBLEWRAP])
@pytest.mark.parametrize("language", SLEEPS)
async def test_a_program_ends_with_the_interviewer_even_when_that_is_killed(layer: Layer, language: str) -> None:
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PARENT, layer, language, SLEEPS[language]), cwd=ROOT, stdout=PIPE
    )
    assert parent.stdout is not None
    try:
        runs = await parent.stdout.readline() == b"True\n"
        await until(lambda: not runs or bool(children(parent.pid)))
        begun = descendants(parent.pid)
    finally:
        parent.kill()
        await parent.wait()
    await until(lambda: all(map(is_gone, begun)))
    if not runs:
        pytest.skip(f"{layer} cannot run {language} here")
