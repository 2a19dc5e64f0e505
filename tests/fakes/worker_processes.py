"""Recordings for the process that hears, and what the system tells of processes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.contracts.ports import Recording


def recording(audio: bytes | Path, person: str = "anna", **more: Any) -> Recording:
    return Recording(audio=audio, person=person, language="en", **more)


def has_open(pid: int, file: Path) -> bool:
    """Whether a process reads this file now."""
    for each in Path(f"/proc/{pid}/fd").iterdir():
        try:
            if each.readlink() == file:
                return True
        except FileNotFoundError:
            continue
    return False


def is_gone(pid: int) -> bool:
    """Whether a process has ended, be it that nobody has asked how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def peak_memory(pid: int) -> int:
    """The most bytes that a process has had in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) * 1024
    raise LookupError("the system does not tell")
