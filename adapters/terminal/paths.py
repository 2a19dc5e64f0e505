"""What a line typed, pasted or dragged into the window may name on this machine."""

from __future__ import annotations

import shlex
import stat
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

_LONGEST = 4_096
"""Characters of a path; longer ones are words."""


def paths_of(typed: str) -> Iterator[Path]:
    """The paths that a line may stand for if it is nothing else, the most literal first; whether they are there or not.

    Taken are a path, one in quotes or with escaped spaces (as a terminal writes what is dragged into it), a home folder
    written as "~", and a `file://` address.
    """
    line = typed.strip()
    if line and "\n" not in line and len(line) <= _LONGEST:
        yield from map(_whole, _meant(line))


def size_of(path: Path) -> int | None:
    """Bytes of a file; None where there is none, or something that is no file."""
    try:
        found = path.stat()
    except (OSError, ValueError):  # ValueError: no path at all
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None


def _meant(line: str) -> Iterator[str]:
    """The paths that a line may stand for, the most literal first."""
    try:
        words = shlex.split(line)
    except ValueError:  # a quotation mark that is not closed, or an apostrophe
        words = []
    candidates = [line, *words] if len(words) == 1 else [line]
    yield from candidates
    for candidate in candidates:
        if candidate.lower().startswith("file:"):
            yield _named_by(candidate)


def _named_by(address: str) -> str:
    """The path in a `file:` address; empty for a file of another machine."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return url2pathname(parts.path) if parts.netloc in {"", "localhost"} else ""


def _whole(candidate: str) -> Path:
    path = Path(candidate)
    try:
        return path.expanduser().absolute()
    except RuntimeError:  # "~somebody" who is not known here
        return path.absolute()
