"""Limits that a worker process sets itself when it begins."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path

_BEFORE_THE_PROGRAM = 500
"""Added to this process's badness: short of memory, the system shall end it rather than the conversation."""
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000
_OOM_SCORE = Path("/proc/self/oom_score_adj")


def lower_priority(*, niceness: int = 5) -> None:
    """Leave the machine to the conversation, and nothing that was told in a core dump."""
    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError):
        _OOM_SCORE.write_text(str(_BEFORE_THE_PROGRAM))


def isolate(parent: int | None = None) -> None:
    """Die with the program, show nobody the memory, gain no rights, and lose the network where allowed; on Linux only.

    `parent`: the process that forked this one. Raises ProcessLookupError if that is dead already, which the system
    would not report any more.
    """
    if sys.platform != "linux":
        return
    library = ctypes.CDLL(None)
    library.unshare(_CLONE_NEWUSER | _CLONE_NEWNET)
    # After that, because with it the system forgets about this.
    library.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if parent is not None and os.getppid() != parent:
        raise ProcessLookupError("What began this process is gone.")
    library.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    library.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def limit_resource(what: int, most: int, hardest: int | None = None) -> None:
    """Take no more of a resource from now on than `most`, and never more than `hardest` (None: the same)."""
    _, hard = resource.getrlimit(what)
    hardest = most if hardest is None else hardest
    if hard != resource.RLIM_INFINITY:
        most, hardest = min(most, hard), min(hardest, hard)
    with suppress(ValueError, OSError):  # some systems know a limit by name only
        resource.setrlimit(what, (most, hardest))
