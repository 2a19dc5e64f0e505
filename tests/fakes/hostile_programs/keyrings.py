# It got out if the kernel's keyrings are open.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)

add, request, control = {"x86_64": (248, 249, 250), "aarch64": (217, 218, 219)}[os.uname().machine]
if C.syscall(add, b"user", b"name", b"value", 5, -3) >= 0:
    print("GOT OUT")
for operation in (0, 1, 6, 10, 11):
    if C.syscall(control, operation, -3, 0, 0, 0) >= 0 or C.syscall(control, operation, -4, 0, 0, 0) >= 0:
        print("GOT OUT", operation)
