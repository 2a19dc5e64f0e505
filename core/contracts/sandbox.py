"""Running code that nobody vouches for: the port, and what goes in and comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

LONGEST_PROGRAM: Final = 1 << 20
"""Characters of source, driver and standard input together."""


class Ended(StrEnum):
    """The way in which a run ended."""

    FINISHED = "finished"
    """By itself; `exit_code` tells how."""
    NOT_COMPILED = "not-compiled"
    """`err` has the compiler's words."""
    TIME = "time"
    MEMORY = "memory"
    OUTPUT = "output"
    """Of these three, a limit was reached."""
    KILLED = "killed"
    """By a signal, which is also how an attempt at something forbidden may end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program that somebody wrote, and the code of ours that tries it."""

    language: str
    """"python", "javascript", "typescript", "cpp", "java" or "go"."""
    source: str = field(repr=False)
    """Unchanged; errors name it "solution.<ext>" ("Solution.java"), with its own line numbers."""
    driver: str = field(default="", repr=False)
    """Ours. In Python, JavaScript and TypeScript it runs after the source, in the same namespace; else it is the file
    with `main`: driver.cpp includes "solution.cpp", RaconteurDriver.java stands beside Solution.java, and in Go main.go
    is the second file of the package. Empty: the source is a program of its own.
    """
    stdin: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRun:
    """The outcome of a program."""

    ended: Ended
    exit_code: int | None
    """None where it did not end by itself."""
    out: str = field(repr=False)
    err: str = field(repr=False)
    cut: bool
    """It wrote more than the limit."""
    seconds: float
    """By the clock on the wall, without compiling and without waiting."""
    layer: str
    """What held it: "landlock", "bubblewrap" or "container"."""


class Sandbox(Protocol):
    """Runs programs of strangers where they can reach nothing."""

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the languages that can be run here; none where there is no safe layer."""

    async def run(self, program: Program, *, person: str, waiting: Callable[[int], None]) -> ProgramRun:
        """Run it, when it is its turn. `waiting` is told how many come before, as long as there is somebody.

        Cancelled, it is killed with all that it began. Raises NoSandbox where this language cannot be run here, and
        SandboxBusy when something of this person's is waiting already. ValueError: it is longer than LONGEST_PROGRAM.
        """

    async def close(self) -> None:
        """End at once, whatever is running."""
