# It got out if clocks, names and power of the machine can be changed.
import ctypes

C = ctypes.CDLL(None, use_errno=True)


def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


import socket
import time

for attempt in (
    lambda: time.clock_settime(time.CLOCK_REALTIME, 0) or 1,
    lambda: socket.sethostname("hostile") or 1,
    lambda: C.reboot(0),
    lambda: C.swapoff(b"/dev/vda"),
    lambda: C.settimeofday(None, bytes(8)),
    lambda: C.adjtimex(bytes([1]) + bytes(207)),
    lambda: C.personality(0x0040000),
    lambda: C.vhangup(),
):
    if tried(attempt):
        print("GOT OUT")
