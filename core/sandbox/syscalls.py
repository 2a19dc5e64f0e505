"""The system calls that a program is refused, as `syscalls.toml` lists them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

MACHINES: Final = ("x86_64", "aarch64")
"""The machines as `os.uname` names them, in the order of the numbers in the file."""
NONE: Final = -1
"""A machine does not have this one."""
Calls = dict[str, list[int]]
_GROUPS: Final[dict[str, Calls]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

PROCESSES: Final = _GROUPS.pop("PROCESSES")
METADATA: Final = _GROUPS.pop("METADATA")
LOOKED_INTO: Final = _GROUPS.pop("LOOKED_INTO")
ALWAYS: Final[Calls] = {name: numbers for group in _GROUPS.values() for name, numbers in group.items()}
"""The calls that a compiler is refused as well: those of all other groups."""
