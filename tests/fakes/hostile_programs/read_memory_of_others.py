# It got out if the memory of other processes can be read.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)
import json
import sys

told = json.load(sys.stdin)


class Part(ctypes.Structure):
    _fields_ = [("place", ctypes.c_void_p), ("size", ctypes.c_size_t)]


room = ctypes.create_string_buffer(64)
here = Part(ctypes.cast(room, ctypes.c_void_p), 64)
for pid in (told["pid"], os.getppid(), 1):
    for call in (C.process_vm_readv, C.process_vm_writev):
        if call(pid, ctypes.byref(here), 1, ctypes.byref(here), 1, 0) >= 0:
            print("GOT OUT", pid)
    if C.syscall({"x86_64": 312, "aarch64": 272}[os.uname().machine], pid, os.getpid(), 0, 0, 0) >= 0:
        print("GOT OUT", pid)
