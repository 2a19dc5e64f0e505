# It got out if the same calls can be had by their other numbers.
# It ends: killed, finished.
import ctypes

C = ctypes.CDLL(None, use_errno=True)

import platform

if platform.machine() == "x86_64":
    for number in (0x40000000 + 41, 0x40000000 + 57, 0x40000000 + 101):
        if C.syscall(number, 2, 1, 0) >= 0:
            print("GOT OUT", number)
