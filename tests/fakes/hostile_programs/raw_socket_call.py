# It got out if the call for a socket can be made past Python.
import ctypes

C = ctypes.CDLL(None, use_errno=True)

import platform

number = {"x86_64": 41, "aarch64": 198}[platform.machine()]
for family in (1, 2, 10, 16, 17, 40):
    if C.syscall(number, family, 2, 0) >= 0:
        print("GOT OUT", family)
