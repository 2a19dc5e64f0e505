"""A sandbox that holds nothing back: a bare process. Only ever for code that stands in this repository."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from core.contracts.sandbox import Ended, Program, ProgramRun
from tests.fakes.waiting import PATIENCE

OUTPUT = 64_000
CPU_SECONDS = 5
PYTHON = f"""
import resource, sys, types
resource.setrlimit(resource.RLIMIT_CPU, ({CPU_SECONDS}, {CPU_SECONDS + 1}))
namespace = types.ModuleType("__main__").__dict__
for name in ("solution.py", "driver.py"):
    exec(compile(open(name, encoding="utf-8").read(), name, "exec", dont_inherit=True), namespace)
"""
JAVASCRIPT = """
for (const name of ["solution.js", "driver.js"]) {
  require("vm").runInThisContext(require("fs").readFileSync(name, "utf8"), { filename: name });
}
"""
FILES = {
    "python": ("solution.py", "driver.py"),
    "javascript": ("solution.js", "driver.js"),
    "cpp": ("solution.cpp", "main.cpp"),
    "java": ("Solution.java", "RaconteurDriver.java"),
    "go": ("solution.go", "main.go"),
}
COMPILE = {
    "cpp": ("g++", "-std=c++17", "-o", "main", "main.cpp"),
    "java": ("javac", "Solution.java", "RaconteurDriver.java"),
    "go": ("go", "build", "-o", "main", "solution.go", "main.go"),
}
START = {
    "python": (sys.executable, "-I", "-S", "-B", "-X", "utf8", "-c", PYTHON),
    "javascript": ("node", "-e", JAVASCRIPT),
    "cpp": ("./main",),
    "go": ("./main",),
    "java": ("java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "RaconteurDriver"),
}


class PlainSandbox:
    """`core.contracts.sandbox.Sandbox`, some programs at a time."""

    languages = tuple(
        name for name in START if name == "python" or shutil.which(COMPILE.get(name, START[name])[0]) is not None
    )

    def __init__(self, at_a_time: int = 2) -> None:
        self._room = asyncio.Semaphore(at_a_time)

    async def run(self, program: Program, *, person: str, waiting: Callable[[int], None]) -> ProgramRun:
        async with self._room:
            with tempfile.TemporaryDirectory() as folder:
                return await _ran(program, Path(folder))

    async def close(self) -> None:
        return None


async def _ran(program: Program, folder: Path) -> ProgramRun:
    for name, text in zip(FILES[program.language], (program.source, program.driver), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    if compiler := COMPILE.get(program.language):
        code, _, err, _ = await _process(compiler, folder, "")
        if code:
            return _run(Ended.NOT_COMPILED, code, "", err)
    code, out, err, late = await _process(START[program.language], folder, program.stdin)
    if len(out) > OUTPUT:
        return _run(Ended.OUTPUT, code, out[:OUTPUT], err)
    # -24 is SIGXCPU.
    ended = Ended.TIME if late or code == -24 else Ended.KILLED if code < 0 else Ended.FINISHED
    return _run(ended, code, out, err)


async def _process(command: Sequence[str], folder: Path, stdin: str) -> tuple[int, str, str, bool]:
    """How it ended, what it wrote on both ways, and whether it had to be ended."""
    (folder / "in").write_text(stdin, encoding="utf-8")
    with (folder / "in").open("rb") as given, (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        process = await asyncio.create_subprocess_exec(*command, cwd=folder, stdin=given, stdout=out, stderr=err)
        late = False
        try:
            await asyncio.wait_for(process.wait(), PATIENCE)
        except TimeoutError:
            late = True
            process.kill()
            await process.wait()
    said, complained = ((folder / name).read_bytes().decode(errors="replace") for name in ("out", "err"))
    return process.returncode or 0, said, complained, late


def _run(ended: Ended, code: int, out: str, err: str) -> ProgramRun:
    return ProgramRun(
        ended=ended, exit_code=code, out=out, err=err, cut=ended is Ended.OUTPUT, seconds=0.0, layer="plain"
    )
