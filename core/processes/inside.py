"""What a worker process does to itself when it begins."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from pathlib import Path

_BEFORE_THE_PROGRAM = 500
"""Added to this process's badness: short of memory, the system shall end it rather than the conversation."""
_OOM_SCORE = Path("/proc/self/oom_score_adj")


def be_modest(*, niceness: int = 5) -> None:
    """Leave the machine to the conversation, and nothing that was told in a core dump."""
    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError):
        _OOM_SCORE.write_text(str(_BEFORE_THE_PROGRAM))


def limit(what: int, most: int, hardest: int | None = None) -> None:
    """Take no more of a resource from now on than `most`, and never more than `hardest` (None: the same)."""
    _, hard = resource.getrlimit(what)
    hardest = most if hardest is None else hardest
    if hard != resource.RLIM_INFINITY:
        most, hardest = min(most, hard), min(hardest, hard)
    with suppress(ValueError, OSError):  # some systems know a limit by name only
        resource.setrlimit(what, (most, hardest))
