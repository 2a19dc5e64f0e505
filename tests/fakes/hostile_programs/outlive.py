# It got out if it goes on when it should have ended.
import ctypes
import os

C = ctypes.CDLL(None)
if C.prctl(1, 0, 0, 0, 0) == 0:
    print("GOT OUT of ending with its parent")
for leave in (os.setsid, lambda: os.setpgid(0, 0), lambda: os.setpgid(0, os.getppid())):
    try:
        leave()
        print("GOT OUT of its group")
    except OSError:
        pass
