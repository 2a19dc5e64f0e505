"""What it takes to run a language: the programs, where they lie, and how much they need beside the program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.contracts.sandbox import Program

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
class Command:
    """One program that is started inside."""

    argv: tuple[str, ...] = ()
    """Empty: the program runs in the interpreter that is there already."""
    environment: tuple[tuple[str, str], ...] = ()
    forks: bool = False
    counts: str = "AS"
    """What is limited: all of its address space ("AS"), or, where a runtime reserves more than it uses, what it may
    write to ("DATA").
    """
    more: int = 0
    """Megabytes that the runtime itself takes."""
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
    run: Command
    compiling: Command | None = None
    reads: tuple[Path, ...] = LIBRARIES
    executes: tuple[Path, ...] = ()
    out_of_memory: tuple[str, ...]
    """How it says so at its end."""
    greeting: str
    """A program that prints GREETING, to try it with."""

    @property
    def alone(self) -> bool:
        """Whether it needs neither a file to write nor a second process, so that Landlock alone can hold it."""
        return self.compiling is None

    def files(self, program: Program) -> dict[str, str]:
        return {self.source: program.source, **({self.driver: program.driver} if program.driver else {})}


def python() -> Toolchain:
    return Toolchain(
        language="python",
        source="solution.py",
        driver="driver.py",
        run=Command(),
        out_of_memory=("MemoryError",),
        greeting=f'print("{GREETING}")',
    )


FINDERS: Final[dict[str, Callable[[], Toolchain]]] = {"python": python}
"""By language, in the order in which they are offered. They raise OSError where the tools are not installed."""
