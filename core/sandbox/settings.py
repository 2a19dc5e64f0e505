"""The settings of the sandbox."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Layer(StrEnum):
    """The layers that can hold a program, the strongest first."""

    CONTAINER = "container"
    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"


class LandlockRules(StrEnum):
    """The part that Landlock plays in a layer."""

    NEEDED = "needed"
    WHERE_THERE = "where-there"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLimits:
    """The limits of one run."""

    cpu_seconds: int = 5
    wall_seconds: int = 10
    memory: int = 256
    """Megabytes (of 2^20 bytes)."""
    output: int = 64
    """Kilobytes (of 2^10 bytes) of standard output, and as many of standard error."""
    file: int = 8
    """Megabytes of one file."""
    compile_seconds: int = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxSettings:
    layers: tuple[Layer, ...] = tuple(Layer)
    """The layers that may be used; the first that holds is, and an empty tuple switches the sandbox off."""
    limits: RunLimits = RunLimits()
    python: Path | None = None
    """The interpreter to run programs in; None means the one that runs us."""
    container: str = ""
    """The command of Docker or Podman; empty: no containers."""
    image: str = ""
    """The image, with Python in it and the tools of all other languages."""
