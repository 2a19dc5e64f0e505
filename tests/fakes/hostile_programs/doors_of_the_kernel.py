# It got out if bpf, perf, userfaultfd, modules or kexec are open.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)

numbers = {
    "x86_64": {"bpf": 321, "perf": 298, "userfaultfd": 323, "module": 313, "kexec": 246, "syslog": 103, "acct": 163},
    "aarch64": {"bpf": 280, "perf": 241, "userfaultfd": 282, "module": 273, "kexec": 104, "syslog": 116, "acct": 89},
}[os.uname().machine]
for name, number in numbers.items():
    for first in (0, 5, 10):
        if C.syscall(number, first, ctypes.create_string_buffer(128), 128, -1, 0) >= 0:
            print("GOT OUT", name)
