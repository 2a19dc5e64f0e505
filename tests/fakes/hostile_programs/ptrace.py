# It got out if other processes can be held and looked into.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)
import json
import sys

told = json.load(sys.stdin)

for pid in (told["pid"], os.getppid(), 1):
    for request in (0, 16, 0x4206):
        if C.ptrace(request, pid, None, None) == 0:
            print("GOT OUT", pid)
