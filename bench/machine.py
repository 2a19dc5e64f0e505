"""Describes the machine, so that one can tell if two tables can be compared."""

from __future__ import annotations

import os
import platform
import sqlite3
import time
from pathlib import Path

_FLUSHES = 50
_ADDITIONS = 10_000_000


def described(folder: Path) -> str:
    """Return one line, with the speed of the processor and of a flush to the disk, which are measured."""
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    speed = f"ten million additions {_additions():.2f} s, a flush to the disk {1000 * _flush(folder):.1f} ms"
    return f"{system}; {versions}; {speed}; load {_load()}"


def _additions() -> float:
    began = time.perf_counter()
    total = 0
    for each in range(_ADDITIONS):
        total += each
    return time.perf_counter() - began


def _flush(folder: Path) -> float:
    path = folder / "flush"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT)
    began = time.perf_counter()
    for _ in range(_FLUSHES):
        os.write(descriptor, b"x" * 4096)
        os.fsync(descriptor)
    elapsed = time.perf_counter() - began
    os.close(descriptor)
    path.unlink()
    return elapsed / _FLUSHES


def _load() -> str:
    """Return how many processes wanted a core in the last minute."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
