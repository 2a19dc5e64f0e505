# It got out if limits and priorities of other processes can be changed.
import json
import sys

told = json.load(sys.stdin)


def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


import os
import resource

for pid in (told["pid"], os.getppid(), 1):
    for attempt in (
        lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE),
        lambda: resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1)),
        lambda: os.setpriority(os.PRIO_PROCESS, pid, 19) or 1,
        lambda: os.sched_setaffinity(pid, {0}) or 1,
        lambda: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)) or 1,
    ):
        if tried(attempt):
            print("GOT OUT", pid)
