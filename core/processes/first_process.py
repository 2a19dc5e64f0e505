"""The first process of a container, which has to do what an init does."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import Final

_FORWARDED: Final = frozenset(
    {signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2}
    if sys.platform != "win32"
    else ()
)
_FROM_THE_KERNEL: Final = 0x80
"""`si_code` of a signal from the terminal, which the child has got as well."""


def leave_init_to_parent() -> None:
    """Go on as a child if this is process 1; the parent stays behind, hands signals on and ends as the child does.

    Whatever loses its parent in a container becomes a child of process 1, and stays a zombie until that waits for it.
    Call this before any thread is started.
    """
    if sys.platform == "win32" or os.getpid() != 1:
        return
    waited_for = _FORWARDED | {signal.SIGCHLD}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waited_for)
    child = os.fork()
    if not child:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return
    while True:
        info = signal.sigwaitinfo(waited_for)
        if info.si_signo == signal.SIGCHLD:
            _reap(child)
        elif info.si_code != _FROM_THE_KERNEL:
            with suppress(ProcessLookupError):
                os.kill(child, info.si_signo)


def _reap(child: int) -> None:
    """Wait for everything that has ended, and end with `child`."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = ended
            if pid == child:
                code = os.waitstatus_to_exitcode(status)
                os._exit(code if code >= 0 else 128 - code)
