"""What it takes to run a language: the programs, where they lie, and how much they need beside the program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.contracts.sandbox import Program

MAIN: Final = "{main}"
"""The file with the beginning: the driver, or the source where there is none."""
FILES: Final = "{files}"
"""All of them."""
WORKSHOP: Final = "/tmp"  # noqa: S108 - a tmpfs of each run's own
"""Where programs that are compiled lie, in the layers that have such a place."""
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/usr/share/zoneinfo")
GREETING: Final = "Good day"
LIBRARIES: Final = tuple(map(Path, _LIBRARIES))
"""What every program of the system is linked with."""

_LOADERS = (
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
)
LOADERS: Final = tuple(map(Path, _LOADERS))
"""What the kernel starts before a program that is linked with libraries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCommand:
    """One program that is started inside."""

    argv: tuple[str, ...] = ()
    """Empty: the program runs in the interpreter that is there already. MAIN and FILES stand for the names of files."""
    environment: tuple[tuple[str, str], ...] = ()
    forks: bool = False
    runtime: int | None = None
    """Megabytes that its runtime itself takes. None: it has none, and its whole address space is limited. Else the
    memory that it really uses is measured, since a runtime reserves far more than that.
    """
    reserved: int = 0
    """Megabytes of private memory that the runtime asks for and does not use."""
    processes: int = 64
    """Threads included."""
    handed: bool = False
    """It takes source and driver from descriptors, and tells itself when it has understood them."""


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
    """How it says so at its end."""
    greeting: str
    """A program that prints GREETING, to try it with."""

    @property
    def alone(self) -> bool:
        """Return whether it needs neither a file to write nor a second process, so that Landlock alone can hold it."""
        return self.compiling is None

    def files(self, program: Program) -> dict[str, str]:
        return {self.source: program.source, **({self.driver: program.driver} if program.driver else {})}

    def argv(self, command: ToolCommand, program: Program) -> list[str]:
        """With the names of the files."""
        files = list(self.files(program))
        words = {MAIN: [Path(files[-1]).stem if command is self.run else files[-1]], FILES: files}
        return [name for word in command.argv for name in words.get(word, [word])]
