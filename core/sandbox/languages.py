"""The languages that can be run, and what it takes. `FINDERS` raise OSError where tools are missing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from core.sandbox.settings import RunLimits
from core.sandbox.toolchains import FILES, GREETING, LIBRARIES, MAIN, WORKSHOP, Toolchain, ToolCommand
from core.sandbox.tools import SandboxTools

_LAUNCHER = Path(__file__).with_name("launcher.js")
_STRIPS_TYPES = (22, 13)
"""Since this version Node leaves types out by itself."""
_TEMPORARY = (("HOME", WORKSHOP), ("TMPDIR", WORKSHOP))


def python_toolchain(_limits: RunLimits, tools: SandboxTools) -> Toolchain:
    return Toolchain(
        language="python",
        source="solution.py",
        driver="driver.py",
        run=ToolCommand(),
        reads=tools.shown(*LIBRARIES),
        out_of_memory=("MemoryError",),
        greeting=f'print("{GREETING}")',
    )


def javascript_toolchain(limits: RunLimits, tools: SandboxTools) -> Toolchain:
    return _node(limits, tools, "javascript", "solution.js", f'console.log("{GREETING}")', flags=())


def typescript_toolchain(limits: RunLimits, tools: SandboxTools) -> Toolchain:
    version = re.match(r"v(\d+)\.(\d+)", tools.told(str(tools.find("node")), "--version"))
    if version is None or (int(version[1]), int(version[2])) < _STRIPS_TYPES:
        raise OSError(f"it needs Node {'.'.join(map(str, _STRIPS_TYPES))} or newer")
    greeting = f'const said: string = "{GREETING}"; console.log(said)'
    return _node(limits, tools, "typescript", "solution.ts", greeting, flags=("types",))


def _node(
    limits: RunLimits, tools: SandboxTools, language: str, source: str, greeting: str, *, flags: tuple[str, ...]
) -> Toolchain:
    node = tools.find("node")
    options = (f"--max-old-space-size={limits.memory}", "--v8-pool-size=1", "--no-warnings")
    return Toolchain(
        language=language,
        source=source,
        driver="driver",
        run=ToolCommand(
            argv=(str(node), *options, "-e", _LAUNCHER.read_text(encoding="utf-8"), "--", source, *flags),
            environment=(("UV_THREADPOOL_SIZE", "1"), ("OPENSSL_CONF", "/dev/null")),
            runtime=64,
            reserved=640,
            handed=True,
        ),
        reads=tools.shown(*LIBRARIES),
        executes=tools.shown(node),
        out_of_memory=("JavaScript heap out of memory", "Array buffer allocation failed"),
        greeting=greeting,
    )


def cpp_toolchain(_limits: RunLimits, tools: SandboxTools) -> Toolchain:
    compiler = tools.find("g++", "clang++")
    parts = [tools.told(str(compiler), f"-print-prog-name={name}") for name in ("as", "ld", "collect2", "cc1plus")]
    options = ("-std=c++20", "-O1", "-pipe", "-fdiagnostics-color=never", "-fmax-errors=5")
    return Toolchain(
        language="cpp",
        source="solution.cpp",
        driver="driver.cpp",
        compiling=ToolCommand(
            argv=(str(compiler), *options, "-o", "program", MAIN), environment=_TEMPORARY, forks=True
        ),
        run=ToolCommand(argv=(f"{WORKSHOP}/program",)),
        reads=tools.shown(*LIBRARIES, "/usr/include", "/usr/local/include"),
        executes=(*tools.shown(compiler, *parts), Path(WORKSHOP)),
        out_of_memory=("std::bad_alloc",),
        greeting=f'#include <iostream>\nint main() {{ std::cout << "{GREETING}" << std::endl; }}',
    )


def java_toolchain(limits: RunLimits, tools: SandboxTools) -> Toolchain:
    home = tools.find("javac").parents[1]
    small = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xss1m")
    compiler = (str(home / "bin" / "javac"), *(f"-J{each}" for each in (*small, "-Xmx256m")))
    machine = (str(home / "bin" / "java"), *small, f"-Xmx{limits.memory}m")
    return Toolchain(
        language="java",
        source="Solution.java",
        driver="Main.java",
        compiling=ToolCommand(
            argv=(*compiler, "-encoding", "UTF-8", "-proc:none", FILES),
            environment=_TEMPORARY,
            forks=True,
            runtime=128,
            reserved=128,
        ),
        run=ToolCommand(
            argv=(*machine, "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-cp", ".", MAIN),
            runtime=128,
            reserved=128,
        ),
        reads=tools.shown(*LIBRARIES, home, *Path("/etc").glob("java*")),  # Debian keeps parts of it there
        executes=tools.shown(home),
        out_of_memory=("java.lang.OutOfMemoryError",),
        greeting=f'class Solution {{ public static void main(String[] a) {{ System.out.println("{GREETING}"); }} }}',
    )


def go_toolchain(_limits: RunLimits, tools: SandboxTools) -> Toolchain:
    command = tools.find("go")
    root = tools.told(str(command), "env", "GOROOT")
    environment = (
        *_TEMPORARY,
        *(("GOCACHE", f"{WORKSHOP}/.cache"), ("GOPATH", f"{WORKSHOP}/.go"), ("GOROOT", root)),
        *(("GO111MODULE", "off"), ("CGO_ENABLED", "0"), ("GOTOOLCHAIN", "local"), ("GOFLAGS", "-p=1")),
    )
    return Toolchain(
        language="go",
        source="solution.go",
        driver="main.go",
        compiling=ToolCommand(
            argv=(str(command), "build", "-o", "program", FILES), environment=environment, forks=True, runtime=0
        ),
        run=ToolCommand(argv=(f"{WORKSHOP}/program",), runtime=32, reserved=64),
        reads=tools.shown(*LIBRARIES, root, *Path("/usr/share").glob("go-*")),  # where Debian keeps the sources
        executes=(*tools.shown(command, root), Path(WORKSHOP)),
        out_of_memory=("out of memory",),
        greeting=f'package main\n\nimport "fmt"\n\nfunc main() {{ fmt.Println("{GREETING}") }}\n',
    )


FINDERS: Final[dict[str, Callable[[RunLimits, SandboxTools], Toolchain]]] = {
    "python": python_toolchain,
    "javascript": javascript_toolchain,
    "typescript": typescript_toolchain,
    "cpp": cpp_toolchain,
    "java": java_toolchain,
    "go": go_toolchain,
}
"""By language, in the order in which they are offered."""
