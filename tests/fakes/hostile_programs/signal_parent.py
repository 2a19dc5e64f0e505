# It got out if others can be sent signals.
import json
import sys

told = json.load(sys.stdin)


def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


import ctypes
import os
import signal

C = ctypes.CDLL(None, use_errno=True)
for pid in (told["pid"], os.getppid(), 1, -1, -told["pid"], 0):
    for attempt in (
        lambda: os.kill(pid, signal.SIGUSR1) or 1,
        lambda: os.killpg(abs(pid), signal.SIGUSR1) or 1,
        lambda: C.syscall(424, os.pidfd_open(abs(pid)), signal.SIGUSR1, None, 0),
        lambda: C.syscall({"x86_64": 234, "aarch64": 131}[os.uname().machine], pid, pid, signal.SIGUSR1),
        lambda: C.syscall({"x86_64": 200, "aarch64": 130}[os.uname().machine], pid, signal.SIGUSR1),
        lambda: C.sigqueue(pid, signal.SIGUSR1, None),
    ):
        if tried(attempt):
            print("GOT OUT", pid)
