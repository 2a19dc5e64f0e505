# It got out if there is a way past the filter.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)

if C.syscall(425, 8, ctypes.create_string_buffer(120)) >= 0 or C.syscall(427, -1, 0, None, 0) >= 0:
    print("GOT OUT")
aio = {"x86_64": 206, "aarch64": 0}[os.uname().machine]
if C.syscall(aio, 8, ctypes.byref(ctypes.c_ulong())) >= 0:
    print("GOT OUT")
