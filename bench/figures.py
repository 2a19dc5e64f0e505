"""Figures: one line of the table, quantiles, and what a process has used."""

from __future__ import annotations

import resource
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

MEGABYTE = 1 << 20
_STATM = Path("/proc/self/statm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table."""

    part: str
    """The letter of the benchmark."""
    what: str
    aim: str = ""
    measured: str
    ratio: str = ""
    """To something measured in the same run, or to the aim; it says to what."""


def quantile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least `share` of all are not above."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-int(share * 1000) * len(ordered) // 1000) - 1))]


def median(values: Sequence[float]) -> float:
    return quantile(values, 0.5)


def resident() -> int:
    """Return the bytes of this process in memory now, or the most there ever were where the system does not tell."""
    if _STATM.exists():
        return int(_STATM.read_text().split()[1]) * resource.getpagesize()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def resident_in(process: int) -> int:
    """Return the bytes of another process in memory; 0 where the system does not tell."""
    pages = Path(f"/proc/{process}/statm")
    return int(pages.read_text().split()[1]) * resource.getpagesize() if pages.exists() else 0


def number(value: float) -> str:
    """Format a whole number with commas between thousands."""
    return f"{value:,.0f}"
