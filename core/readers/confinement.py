"""What a process gives up before it reads what a stranger has sent."""

from __future__ import annotations

import ctypes
import resource
import signal
import sys
from contextlib import suppress

MEMORY = 400 << 20
"""Bytes of a process's own memory; of two of them, with the program's own share, less than 1 GB."""
CPU_SECONDS = 25
"""Longer than the program waits: this holds when nobody kills it."""
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000


def confine() -> None:
    """For ever, for this process: no file, no socket and no process can be opened or begun, and nothing grows.

    What is open stays open; so whatever is imported late must have been imported before.
    """
    sys.meta_path.clear()  # a module that is looked for in vain is then simply not there
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        library.unshare(_CLONE_NEWUSER | _CLONE_NEWNET)  # where it is allowed: a network with nobody in it
        # After that, because with it the system forgets about this.
        library.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        library.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        library.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _limit(resource.RLIMIT_CPU, CPU_SECONDS, CPU_SECONDS + 5)
    _limit(resource.RLIMIT_DATA, MEMORY)
    _limit(resource.RLIMIT_AS, 4 * MEMORY)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NPROC, 0)
    _limit(resource.RLIMIT_NOFILE, 0)


def _limit(what: int, most: int, hardest: int | None = None) -> None:
    _, hard = resource.getrlimit(what)
    hardest = most if hardest is None else hardest
    if hard != resource.RLIM_INFINITY:
        most, hardest = min(most, hard), min(hardest, hard)
    with suppress(ValueError, OSError):  # some systems know a limit by name only
        resource.setrlimit(what, (most, hardest))
