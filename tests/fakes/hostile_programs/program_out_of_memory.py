# It got out if a program that lies nowhere can be begun.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)

try:
    place = os.memfd_create("program")
    os.write(place, b"#!/bin/sh\necho GOT OUT\n")
    os.execve(place, ["program"], {})
except OSError:
    pass
open("/tmp/program", "w").write("#!/bin/sh\necho GOT OUT\n")
os.execv("/tmp/program", ["program"])
