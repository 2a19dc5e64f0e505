"""The request to the boot: which limits, which files, which system calls, and what to run."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from core.contracts.sandbox import Program
from core.sandbox.seccomp import OWN_PID, Profile, filter_of
from core.sandbox.settings import LandlockRules, RunLimits
from core.sandbox.toolchains import LOADERS, Toolchain, ToolCommand

ENVIRONMENT: Final = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"}
"""The whole environment of a program, with nothing of ours in it."""
_NOBODIES: Final = (1_879_048_192, 65_520)
"""User numbers from which on no system has users; a container may have no numbers as high as the first."""
_MEGABYTE = 1 << 20
WORKSHOP_MEGABYTES: Final = 64
WORKSHOP_OPTIONS: Final = f"mode=1777,size={WORKSHOP_MEGABYTES}m"
_OPEN_FILES = 64
_NO_CORE = 1
"""Byte: with none at all, a system that hands the memory of crashed programs to a collector would still do so."""
COMPILER: Final = RunLimits(cpu_seconds=30, memory=1_024, file=64)
"""The limits of a compiler, which is no stranger; the program that it makes has the usual limits."""


def slot_users(slot: int) -> list[int]:
    """Return the users to try to become in a place for runs, who can touch nothing; none means to stay who we are."""
    return [first + slot for first in _NOBODIES] if os.getuid() == 0 else []


def resident_limit(toolchain: Toolchain, limits: RunLimits) -> int | None:
    """Return the bytes of memory that the program may really use, where no limit of the kernel says so."""
    runtime = toolchain.run.runtime
    return None if runtime is None else (limits.memory + runtime) * _MEGABYTE


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerSurroundings:
    """Everything that a layer gives, and that it leaves to the boot."""

    limits: RunLimits
    machine: str
    reads: tuple[Path, ...] = ()
    """Read besides what the language needs."""
    workshop: str = ""
    """A folder of the run's own; empty where nothing can be written."""
    in_memory: str = ""
    """Options with which the boot mounts that folder, where it is not there yet."""
    landlock: LandlockRules = LandlockRules.WHERE_THERE
    truncates: bool = True
    """False where Landlock does not yet watch over emptying files."""
    counts_processes: bool = True
    """False where the user's other processes would be counted, too."""

    def asked(
        self, toolchain: Toolchain, program: Program, *, parent: int = 0, users: Sequence[int] = (), reach: bool = False
    ) -> dict[str, Any]:
        """Return the request. `parent`: the process to end with, 0 for whoever it is; `reach`: its Python lies where
        the user that it becomes cannot go.
        """
        compiling = toolchain.compiling
        return {
            "parent": parent,
            "users": users,
            "reach": reach,
            "lifetime": 0,
            "folder": self.workshop,
            "in_memory": self.in_memory,
            "files": toolchain.files(program),
            "compile": None if compiling is None else self._stage(toolchain, compiling, program, COMPILER),
            "run": {
                **self._stage(toolchain, toolchain.run, program, self.limits),
                "handed": [program.source, program.driver] if toolchain.run.handed else [],
            },
        }

    def _stage(self, toolchain: Toolchain, command: ToolCommand, program: Program, limits: RunLimits) -> dict[str, Any]:
        profile = Profile(
            forks=command.forks, executes=bool(command.argv), metadata=command.forks, truncates=self.truncates
        )
        counted, more = ("AS", 0) if command.runtime is None else ("DATA", command.runtime + command.reserved)
        most = {
            counted: (limits.memory + more) * _MEGABYTE,
            "FSIZE": limits.file * _MEGABYTE,
            "NOFILE": _OPEN_FILES,
            "CORE": _NO_CORE,
            "MEMLOCK": 0,
            "MSGQUEUE": 0,
        }
        if self.counts_processes:
            most["NPROC"] = command.processes
        executed: tuple[Path, ...] = ()
        if command.forks:  # a compiler begins its parts, a program nothing but itself
            executed = (*toolchain.executes, *LOADERS)
        elif command.argv:
            itself = Path(command.argv[0])
            executed = (itself.parent if str(itself.parent) == self.workshop else itself, *LOADERS)
        cpu = (limits.cpu_seconds, limits.cpu_seconds + 1)
        return {
            "argv": toolchain.argv(command, program) or None,
            "environment": ENVIRONMENT | dict(command.environment),
            "limits": {"CPU": cpu, **{name: (limit, limit) for name, limit in most.items()}},
            "read": [str(path) for path in (*self.reads, *toolchain.reads)],
            "execute": [str(path) for path in executed],
            "write": [self.workshop] if self.workshop else [],
            "landlock": self.landlock,
            "filter": filter_of(self.machine, profile),
            "own_pid": OWN_PID,
        }


def boot_input(request: dict[str, Any], program: Program) -> bytes:
    """Return the boot's standard input: the request, and behind it what the program may read."""
    said = json.dumps(request).encode()
    return struct.pack(">I", len(said)) + said + program.stdin.encode("utf-8", "replace")
