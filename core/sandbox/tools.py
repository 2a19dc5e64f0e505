"""The tools of a language: on this machine, or in an image."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Protocol

_SECONDS = 30


class SandboxTools(Protocol):
    """All raise OSError where something is not there."""

    def find(self, *names: str) -> Path:
        """Return the first of these programs that is installed, itself and not a link to it."""

    def told(self, *command: str) -> str:
        """Return what a program says of itself."""

    def shown(self, *places: Path | str) -> tuple[Path, ...]:
        """Return all that has to be shown for these places to be reached, without those that do not exist."""


class HostTools:
    """`SandboxTools` of this machine."""

    def find(self, *names: str) -> Path:
        for name in names:
            if found := shutil.which(name):
                return Path(found).resolve()
        raise OSError(f"{names[0]} is not installed")

    def told(self, *command: str) -> str:
        return command_output(command)

    def shown(self, *places: Path | str) -> tuple[Path, ...]:
        found: list[Path] = []
        for place in places:
            path = Path(shutil.which(place) or place)
            while path.is_symlink():  # each link on the way to the target
                found.append(path)
                path = path.parent / path.readlink()
            if path.exists():
                found.append(path)
        return tuple(found)


class ImageTools:
    """`SandboxTools` of an image, in which there is nothing that has to be hidden."""

    def __init__(self, inside: tuple[str, ...]) -> None:
        """`inside`: a command that runs the words behind it there."""
        self._inside = inside

    def find(self, *names: str) -> Path:
        tried = "; ".join(f"command -v {name}" for name in names)
        found = command_output(
            (*self._inside, "sh", "-c", f'for each in $({tried}); do readlink -f "$each"; break; done')
        )
        if not found:
            raise OSError(f"{names[0]} is not in the image")
        return Path(found)

    def told(self, *command: str) -> str:
        return command_output((*self._inside, *command))

    def shown(self, *_places: Path | str) -> tuple[Path, ...]:
        return (Path("/"),)


def command_output(command: tuple[str, ...]) -> str:
    """Return what a command prints. Raises OSError."""
    try:
        asked = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=True)  # noqa: S603
    except subprocess.CalledProcessError as error:
        raise OSError(f"{command[0]} says: {error.stderr.strip()[-200:]}") from error
    except subprocess.TimeoutExpired as error:
        raise OSError(f"{command[0]} does not answer") from error
    return asked.stdout.strip()
