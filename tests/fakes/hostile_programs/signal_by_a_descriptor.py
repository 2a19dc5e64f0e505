# It got out if a descriptor sends others signals.
import json
import sys

told = json.load(sys.stdin)


def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


import fcntl
import os
import struct

reading, writing = os.pipe()
for pid in (told["pid"], -told["pid"], os.getppid(), 1):
    for attempt in (
        lambda: fcntl.fcntl(reading, fcntl.F_SETOWN, pid) + 1,
        lambda: fcntl.fcntl(reading, 15, struct.pack("ii", 1, pid)),
        lambda: fcntl.fcntl(reading, fcntl.F_SETSIG, 10) + 1,
        lambda: fcntl.ioctl(reading, 0x8901, struct.pack("i", pid)),
    ):
        if tried(attempt):
            print("GOT OUT", pid)
