"""The Python that runs inside."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

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
        raise OSError(f"{python or sys.executable} is no Python that can be used") from error
    if version < [3, 9]:
        raise OSError(f"{python} is older than Python 3.9")
    shared = Path(prefix) / "lib"
    return Interpreter(executable=Path(executable), library=Path(library).parent, shared=shared)


def is_open_to_all(path: Path) -> bool:
    """Return whether anybody on this machine can get there; root's home, for one, is closed."""
    return all(place.stat().st_mode & 0o001 for place in (path, *path.parents) if place.is_dir())
