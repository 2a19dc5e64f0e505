"""How many files and connections this process may have open at the same time."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import Final

WANTED: Final = 65_536
"""More than this is of no use here, and some libraries walk through all that are allowed."""
_OPEN: Final = Path("/dev/fd")


def raise_limit() -> None:
    """Allow this process as many as the system lets it have, up to `WANTED`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def open_file_limit() -> int:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if soft == resource.RLIM_INFINITY else soft


def open_files_left() -> int:
    """Return how many more can be opened; 0 where not even the list of the open ones can be."""
    try:
        return open_file_limit() - sum(1 for _ in _OPEN.iterdir())
    except OSError:
        return 0
