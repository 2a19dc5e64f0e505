"""The layers: what is tried before one is taken, what a language needs, and what an engine of containers is told."""

from __future__ import annotations

import asyncio
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.clock import SystemClock
from core.contracts.errors import NoSandbox
from core.contracts.sandbox import Ended, Program
from core.sandbox.examination import examine_layers, find_layer_fault
from core.sandbox.layers import Around, Interpreter, Landlock, Launch, find_interpreter
from core.sandbox.on_demand import build_sandbox
from core.sandbox.once import run_once
from core.sandbox.settings import Layer, RunLimits, SandboxSettings
from core.sandbox.toolchains import Toolchain, python_toolchain
from tests.fakes import container_engine
from tests.fakes.sandboxes import LINUX, run, standing

pytestmark = LINUX
SOURCES = {
    "javascript": (
        "const twice = (n) => 2 * n;",
        "console.log([1, 2].map(twice), require('fs').readFileSync(0, 'utf8'))",
    ),
    "typescript": ("const twice = (n: number): number => 2 * n;", "console.log([1, 2].map(twice), 'in')"),
    "cpp": (
        "int twice(int n) { return 2 * n; }",
        '#include <iostream>\n#include "solution.cpp"\nint main() { std::string in; std::cin >> in; '
        'std::cout << "[ " << twice(1) << ", " << twice(2) << " ] " << in; }',
    ),
    "java": (
        "class Solution { static int twice(int n) { return 2 * n; } }",
        'public class RaconteurDriver { public static void main(String[] a) throws Exception { System.out.print("[ " + '
        'Solution.twice(1) + ", " + Solution.twice(2) + " ] " + new String(System.in.readAllBytes())); } }',
    ),
    "go": (
        "package main\n\nfunc twice(n int) int { return 2 * n }\n",
        'package main\n\nimport "fmt"\n\nfunc main() {\n\tvar in string\n\tfmt.Scan(&in)\n'
        '\tfmt.Printf("[ %d, %d ] %s", twice(1), twice(2), in)\n}\n',
    ),
}
WRONG = {
    "javascript": ("let n = ;", "solution.js:1"),
    "typescript": ("let n: = 1;", "Unexpected token"),
    "cpp": ("int twice(int n) { return m; }", "solution.cpp:1:"),
    "java": ("class Solution { int twice() { return m; } }", "Solution.java:1:"),
    "go": ("package main\n\nfunc twice(n int) int { return m }\n", "solution.go:3:"),
}


@pytest.mark.parametrize("language", SOURCES)
async def test_source_and_driver_in_each_language(language: str) -> None:
    source, driver = SOURCES[language]
    async with standing(Layer.BUBBLEWRAP) as sandbox:
        if language not in sandbox.languages:
            pytest.skip(f"no {language} here")
        done = await run(sandbox, source, language=language, driver=driver, stdin="in")
        assert (done.ended, done.exit_code, done.out.strip(), done.layer) == (
            Ended.FINISHED,
            0,
            "[ 2, 4 ] in",
            "bubblewrap",
        ), done.err
        wrong, place = WRONG[language]
        done = await run(sandbox, wrong, language=language, driver=driver)
    assert (done.ended, done.exit_code, done.out) == (Ended.NOT_COMPILED, None, "")
    assert place in done.err


async def test_an_error_in_javascript_names_the_line_of_the_source() -> None:
    async with standing(Layer.LANDLOCK) as sandbox:
        if "javascript" not in sandbox.languages:
            pytest.skip("no javascript here")
        done = await run(
            sandbox, "const f = () => {\n  throw new Error('no');\n};", language="javascript", driver="f()"
        )
    assert (done.ended, done.exit_code) == (Ended.FINISHED, 1)
    assert done.err.startswith("solution.js:2\n")
    assert "Error: no\n    at f (solution.js:2:9)\n" in done.err
    assert "eval" not in done.err


async def test_landlock_alone_does_not_hold_a_compiler() -> None:
    found = await examine_layers(SandboxSettings(layers=(Layer.LANDLOCK,)), SystemClock())
    if found.around is None:
        pytest.skip(found.why)
    assert set(found.toolchains) <= {"python", "javascript", "typescript"}
    assert set(found.without) >= {"cpp", "java", "go"}


# --- the trial ----------------------------------------------------------------------------------------------------


class Bare:
    """A layer that holds nothing: the program runs as we do."""

    layer = Layer.LANDLOCK

    def __init__(self, around: Landlock, *, says: str = "ready") -> None:
        self.tools = around.tools
        self._says = says

    def launch(self, _toolchain: Toolchain, program: Program, *, slot: int) -> Launch:
        said = f"import os\nos.write({2 + slot}, b'{self._says}\\n' if '{self._says}' else b'')\n"
        source = program.source.replace("os.execv(", "(lambda *_: 1)(")
        return Launch(argv=(sys.executable, "-c", said + source), feed=b"")


def landlock(interpreter: Interpreter | None = None) -> Landlock:
    return Landlock(interpreter=interpreter or find_interpreter(None), limits=RunLimits(), machine="x86_64")


async def test_a_layer_that_holds_nothing_is_found_out() -> None:
    around: Around = Bare(landlock())
    fault = await find_layer_fault(around, python_toolchain(RunLimits(), around.tools), RunLimits(), SystemClock())
    assert fault.startswith("a hostile program could read ")
    for attempt in ("read /etc/passwd", "open a socket", "begin a process", "signal its parent", "outlive its parent"):
        assert attempt in fault


@pytest.mark.parametrize(("number", "ended"), [("SIGXCPU", Ended.TIME), ("SIGSEGV", Ended.KILLED)])
async def test_a_source_that_ends_whoever_reads_it_has_ended_itself(number: str, ended: Ended) -> None:
    program = Program(language="python", source=f"import signal\nsignal.raise_signal(signal.{number})")
    around: Around = Bare(landlock(), says="")
    done = await run_once(
        around, python_toolchain(RunLimits(), around.tools), program, RunLimits(), SystemClock(), slot=0
    )
    assert (done.ended, done.exit_code) == (ended, None)


@pytest.mark.parametrize("says", ["refused landlock: no", ""])
async def test_what_does_not_become_ready_is_no_sandbox(says: str) -> None:
    around: Around = Bare(landlock(), says=says)
    with pytest.raises(NoSandbox, match=r"does not stand: (refused landlock: no|it ended with 70)"):
        await run_once(
            around, python_toolchain(RunLimits(), around.tools),
            Program(language="python", source="os._exit(70)"), RunLimits(),
            SystemClock(), slot=0,
        )  # fmt: skip


async def test_a_python_that_is_gone_is_told() -> None:
    nowhere = replace(find_interpreter(None), executable=Path("/nowhere/python"))
    with pytest.raises(NoSandbox, match="cannot be started: No such file"):
        await run_once(
            landlock(nowhere), python_toolchain(RunLimits(), landlock().tools),
            Program(language="python", source=""), RunLimits(),
            SystemClock(), slot=0,
        )  # fmt: skip


def test_where_nothing_stands_no_language_can_be_run(tmp_path: Path) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    sandbox = build_sandbox(SandboxSettings(python=broken), SystemClock())
    assert sandbox.languages == ()
    with pytest.raises(NoSandbox, match="not a usable Python"):
        asyncio.run(run(sandbox, "1"))


def test_switched_off_nothing_is_tried() -> None:
    sandbox = build_sandbox(SandboxSettings(layers=()), SystemClock())
    with pytest.raises(NoSandbox, match="switched off"):
        asyncio.run(run(sandbox, "1"))


# --- containers ---------------------------------------------------------------------------------------------------


def engine(folder: Path) -> str:
    """A command that is as strict as it has to be, and no engine."""
    command = folder / "engine"
    words = shlex.join([sys.executable, container_engine.__file__, str(folder)])
    command.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    command.chmod(0o755)
    return str(command)


async def test_an_engine_of_containers_is_told_to_keep_a_program_apart(tmp_path: Path) -> None:
    settings = SandboxSettings(layers=(Layer.CONTAINER,), container=engine(tmp_path), image=container_engine.IMAGE)
    found = await examine_layers(settings, SystemClock())
    if found.around is None:
        pytest.skip(found.why)
    assert "python" in found.toolchains
    program = Program(language="python", source="import os\nprint('in', os.getuid(), os.getppid() != 1)", stdin="")
    done = await run_once(found.around, found.toolchains["python"], program, RunLimits(), SystemClock(), slot=0)
    assert (done.ended, done.layer) == (Ended.FINISHED, "container")
    assert done.out.startswith("in ")
    done = await run_once(
        found.around,
        found.toolchains["python"],
        Program(language="python", source="while True: print('x' * 1000)"),
        RunLimits(),
        SystemClock(),
        slot=1,
    )
    assert done.ended is Ended.OUTPUT
    asked = (tmp_path / "asked").read_text().splitlines()
    assert asked[-1].startswith("kill raconteur-1-"), "the client of an engine is not the program"


@pytest.mark.parametrize(
    ("container", "image", "words"),
    [
        ("", "", "no container engine is named"),
        ("true", "", "no image is named"),
        ("nothing-of-that-name", "x", "not installed"),
    ],
)
async def test_what_a_container_needs_is_said(container: str, image: str, words: str) -> None:
    settings = SandboxSettings(layers=(Layer.CONTAINER,), container=container, image=image)
    found = await examine_layers(settings, SystemClock())
    assert found.around is None
    assert words in found.why


async def test_an_image_that_is_not_there_is_not_fetched(tmp_path: Path) -> None:
    settings = SandboxSettings(layers=(Layer.CONTAINER,), container=engine(tmp_path), image="example.org/other")
    found = await examine_layers(settings, SystemClock())
    assert "No such image" in found.why
    assert (tmp_path / "asked").read_text().split() == ["image"]
