# It got out if it can enter the namespaces of others.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)
import json
import sys

told = json.load(sys.stdin)

for pid in (told["pid"], os.getppid(), 1, "self"):
    for name in ("mnt", "net", "user", "pid", "uts", "ipc"):
        try:
            place = os.open(f"/proc/{pid}/ns/{name}", os.O_RDONLY)
        except OSError:
            place = 0
        if C.setns(place, 0) == 0:
            print("GOT OUT", pid, name)
