# It got out if some call begins a process.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)

import platform
import struct

numbers = {"x86_64": (56, 57, 58), "aarch64": (220,)}[platform.machine()]
for number in numbers:
    if (pid := C.syscall(number, 17, 0, 0, 0, 0)) >= 0:
        print("GOT OUT", number, flush=True)
        pid or os._exit(0)
wanted = ctypes.create_string_buffer(struct.pack("11Q", 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0))
if (pid := C.syscall(435, wanted, 88)) >= 0:
    print("GOT OUT", flush=True)
    pid or os._exit(0)
