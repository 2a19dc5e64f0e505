"""What stands around the boot, and how it is started there."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from typing import Protocol

from core.contracts.sandbox import Program
from core.sandbox.interpreter import Interpreter, is_open_to_all
from core.sandbox.requests import ENVIRONMENT, LayerSurroundings, boot_input, resident_limit, slot_users
from core.sandbox.settings import LandlockRules, Layer, RunLimits
from core.sandbox.toolchains import Toolchain
from core.sandbox.tools import HostTools, SandboxTools

_LANDLOCK_CREATE, _ASK_VERSION, _WATCHES_TRUNCATING = 444, 1, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A process that can be started."""

    argv: tuple[str, ...]
    environment: dict[str, str]
    feed: bytes
    """For its standard input."""
    resident: int | None = None
    """Bytes of memory that it may really use, where we have to look; None: the kernel sees to it."""
    ending: tuple[str, ...] = ()
    """A command that ends it, where killing the process that we have begun does not."""


class Around(Protocol):
    """A layer on this machine."""

    @property
    def layer(self) -> Layer: ...

    @property
    def own_files(self) -> bool:
        """Whether the files that could be seen in it are those of this machine."""

    @property
    def tools(self) -> SandboxTools:
        """Where it finds what a language needs."""

    def holds(self, toolchain: Toolchain) -> bool:
        """Whether programs of this language are safe in it."""

    def launch(self, toolchain: Toolchain, program: Program, *, slot: int) -> Launch:
        """`slot`: in which of the places for runs it is, so that two at one time are two different users."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Landlock:
    """Nothing stands around it: what the boot takes away has to be enough. No file is written, no process begun."""

    interpreter: Interpreter
    limits: RunLimits
    machine: str
    layer: Layer = Layer.LANDLOCK
    own_files: bool = True

    @property
    def tools(self) -> SandboxTools:
        return HostTools()

    def holds(self, toolchain: Toolchain) -> bool:
        return toolchain.alone

    def launch(self, toolchain: Toolchain, program: Program, *, slot: int) -> Launch:
        users = slot_users(slot)
        surroundings = LayerSurroundings(
            limits=self.limits,
            machine=self.machine,
            landlock=LandlockRules.NEEDED,
            truncates=landlock_version() >= _WATCHES_TRUNCATING,
            counts_processes=bool(users),
        )
        reach = bool(users) and not is_open_to_all(self.interpreter.library)
        request = surroundings.asked(toolchain, program, parent=os.getpid(), users=users, reach=reach)
        return Launch(
            argv=tuple(self.interpreter.command()),
            environment=dict(ENVIRONMENT),
            feed=boot_input(request, program),
            resident=resident_limit(toolchain, self.limits),
        )


def landlock_version() -> int:
    """Of this kernel; below 1 where there is none."""
    found: int = ctypes.CDLL(None).syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), _ASK_VERSION)
    return found
