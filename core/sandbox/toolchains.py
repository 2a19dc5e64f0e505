"""The languages that can be run: which programs each takes, where they lie, and how much memory they need.

`FINDERS` raise OSError where tools are missing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from core.contracts.sandbox import Program
from core.sandbox.settings import RunLimits

_SECONDS = 30


class SandboxTools(Protocol):
    """All raise OSError where something is not there."""

    def find(self, *names: str) -> Path:
        """Return the first of these programs that is installed, itself and not a link to it."""

    def told(self, *command: str) -> str:
        """Return what a program says of itself."""

    def shown(self, *places: Path | str) -> tuple[Path, ...]:
        """Return all that has to be shown for these places to be reached, without those that do not exist."""


class HostTools:
    """`SandboxTools` of this machine."""

    def find(self, *names: str) -> Path:
        for name in names:
            if found := shutil.which(name):
                return Path(found).resolve()
        raise OSError(f"{names[0]} is not installed")

    def told(self, *command: str) -> str:
        return command_output(command)

    def shown(self, *places: Path | str) -> tuple[Path, ...]:
        found: list[Path] = []
        for place in places:
            path = Path(shutil.which(place) or place)
            while path.is_symlink():  # each link on the way to the target
                found.append(path)
                path = path.parent / path.readlink()
            if path.exists():
                found.append(path)
        return tuple(found)


class ImageTools:
    """`SandboxTools` of an image, in which there is nothing that has to be hidden."""

    def __init__(self, inside: tuple[str, ...]) -> None:
        """`inside`: a command that runs the words behind it there."""
        self._inside = inside

    def find(self, *names: str) -> Path:
        tried = "; ".join(f"command -v {name}" for name in names)
        found = command_output(
            (*self._inside, "sh", "-c", f'for each in $({tried}); do readlink -f "$each"; break; done')
        )
        if not found:
            raise OSError(f"{names[0]} is not in the image")
        return Path(found)

    def told(self, *command: str) -> str:
        return command_output((*self._inside, *command))

    def shown(self, *_places: Path | str) -> tuple[Path, ...]:
        return (Path("/"),)


def command_output(command: tuple[str, ...]) -> str:
    """Return what a command prints. Raises OSError."""
    try:
        asked = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=True)  # noqa: S603
    except subprocess.CalledProcessError as error:
        raise OSError(f"{command[0]} says: {error.stderr.strip()[-200:]}") from error
    except subprocess.TimeoutExpired as error:
        raise OSError(f"{command[0]} does not answer") from error
    return asked.stdout.strip()


MAIN: Final = "{main}"
"""The file with the beginning: the driver, or the source where there is none."""
FILES: Final = "{files}"
"""All of them."""
WORKSHOP: Final = "/tmp"  # noqa: S108 - a tmpfs of each run's own
"""The folder of compiled programs, in the layers that have one."""
GREETING: Final = "Good day"
LIBRARIES: Final = tuple(
    map(Path, ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/usr/share/zoneinfo"))
)
"""Every program of the system is linked with something in these."""
LOADERS: Final = (
    Path("/lib64/ld-linux-x86-64.so.2"),
    Path("/lib/ld-linux-aarch64.so.1"),
    Path("/lib/ld-musl-x86_64.so.1"),
    Path("/lib/ld-musl-aarch64.so.1"),
)
"""The kernel starts one of these before a program that is linked with libraries."""
_STRIPS_TYPES = (22, 13)
"""Since this version Node leaves types out by itself."""
_TEMPORARY = (("HOME", WORKSHOP), ("TMPDIR", WORKSHOP))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCommand:
    argv: tuple[str, ...] = ()
    """The command, with MAIN and FILES for the names of files; empty if the Python that is there runs the program."""
    environment: tuple[tuple[str, str], ...] = ()
    forks: bool = False
    runtime: int | None = None
    """Megabytes that its runtime itself takes. None: it has none, and its whole address space is limited. Else the
    memory that it really uses is measured, since a runtime reserves far more than that.
    """
    reserved: int = 0
    """Megabytes of private memory that the runtime asks for and does not use."""
    processes: int = 64
    """Processes of a command that forks, threads included."""
    threads: int = 256
    """Threads of a program, which can begin no process at all."""
    handed: bool = False
    """True if it takes source and driver from descriptors, and reports itself when it has understood them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolchain:
    language: str
    source: str
    """The name that the file has in errors."""
    driver: str
    run: ToolCommand
    compiling: ToolCommand | None = None
    reads: tuple[Path, ...]
    executes: tuple[Path, ...] = ()
    out_of_memory: tuple[str, ...]
    """Words with which it says so at its end."""
    greeting: str
    """A program that prints GREETING, to try it with."""

    def files(self, program: Program) -> dict[str, str]:
        return {self.source: program.source, **({self.driver: program.driver} if program.driver else {})}

    def argv(self, command: ToolCommand, program: Program) -> list[str]:
        """Put the names of the files into a command."""
        files = list(self.files(program))
        words = {MAIN: [Path(files[-1]).stem if command is self.run else files[-1]], FILES: files}
        return [name for word in command.argv for name in words.get(word, [word])]


_LAUNCHER = Path(__file__).with_name("launcher.js")


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
    options = (
        f"--max-old-space-size={limits.memory}",
        "--v8-pool-size=1",
        "--no-warnings",
        "--experimental-vm-modules",
    )
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
        # Each thread reserves a stack of 8 MB, so the memory that is really used is measured.
        run=ToolCommand(
            argv=(f"{WORKSHOP}/program",), environment=(("MALLOC_ARENA_MAX", "2"),), runtime=8, reserved=512
        ),
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
        driver="RaconteurDriver.java",
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
"""The finder of each language, in the order in which languages are offered."""
