"""The layer of containers, where the operator names Docker or Podman, and an image."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from core.contracts.sandbox import Program
from core.sandbox.interpreter import BOOT, FLAGS
from core.sandbox.layers import Launch
from core.sandbox.requests import (
    COMPILER,
    ENVIRONMENT,
    WORKSHOP_MEGABYTES,
    WORKSHOP_OPTIONS,
    LayerSurroundings,
    boot_input,
)
from core.sandbox.settings import Layer, RunLimits
from core.sandbox.toolchains import WORKSHOP, Toolchain
from core.sandbox.tools import HostTools, ImageTools, SandboxTools, command_output

_NOBODY = "65534:65534"
_PROCESSES = 128
_GRACE_SECONDS = 5
_APART = ("--rm", "--network", "none", "--read-only", "--cap-drop", "ALL", "--pull", "never")
"""No network, nothing to write to, no privilege, and nothing fetched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    command: Path
    image: str
    limits: RunLimits
    machine: str
    layer: Layer = Layer.CONTAINER
    own_files: bool = False

    @property
    def tools(self) -> SandboxTools:
        return ImageTools((str(self.command), "run", *_APART, "--user", _NOBODY, "--entrypoint", "", self.image))

    def holds(self, _toolchain: Toolchain) -> bool:
        return True

    def launch(self, toolchain: Toolchain, program: Program, *, slot: int) -> Launch:
        limits = self.limits
        surroundings = LayerSurroundings(limits=limits, machine=self.machine, workshop=WORKSHOP)
        lifetime = limits.compile_seconds + limits.wall_seconds + _GRACE_SECONDS
        request = surroundings.asked(toolchain, program, parent=0, users=[], reach=False) | {"lifetime": lifetime}
        name = f"raconteur-{slot}-{secrets.token_hex(8)}"
        memory = f"{self._memory(toolchain) + WORKSHOP_MEGABYTES}m"
        argv = (
            *(str(self.command), "run", *_APART, "--interactive", "--name", name, "--log-driver", "none"),
            *("--user", _NOBODY, "--hostname", "sandbox", "--ipc", "none", "--security-opt", "no-new-privileges"),
            *("--pids-limit", str(_PROCESSES), "--memory", memory, "--memory-swap", memory, "--cpus", "1"),
            *("--tmpfs", f"{WORKSHOP}:rw,exec,nosuid,nodev,{WORKSHOP_OPTIONS}"),
            *("--workdir", WORKSHOP, "--entrypoint", "python3", self.image),
            *(*FLAGS, BOOT.read_text(encoding="utf-8")),
        )
        environment = dict(ENVIRONMENT)
        return Launch(
            argv=argv,
            environment=environment,
            feed=boot_input(request, program),
            ending=(str(self.command), "kill", name),
        )

    def _memory(self, toolchain: Toolchain) -> int:
        """Return the megabytes of all that runs in it."""
        running = self.limits.memory + (toolchain.run.runtime or 0)
        return running if toolchain.compiling is None else max(running, COMPILER.memory)


def find_container(command: str, image: str, limits: RunLimits, machine: str) -> Container:
    """Raises OSError."""
    if not command:
        raise OSError("no container engine is named: sandbox.container")
    if not image:
        raise OSError("no image is named: sandbox.image")
    engine = HostTools().find(command)
    command_output((str(engine), "image", "inspect", "--format", "{{.Id}}", image))
    return Container(command=engine, image=image, limits=limits, machine=machine)
