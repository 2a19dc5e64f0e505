# It got out if another program can be begun.
def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


import os
import subprocess

for attempt in (
    lambda: os.posix_spawn("/bin/sh", ["sh", "-c", "echo GOT OUT"], {}),
    lambda: subprocess.run(["/bin/sh", "-c", "echo GOT OUT"]),
    lambda: subprocess.run(["/usr/bin/python3", "-c", "print('GOT OUT')"]),
    lambda: os.system("echo GOT OUT") or 1,
    lambda: os.popen("echo GOT OUT").read() or None,
    lambda: os.execv("/bin/sh", ["sh", "-c", "echo GOT OUT"]),
    lambda: os.execv("/proc/self/exe", ["python", "-c", "print('GOT OUT')"]),
):
    tried(attempt)
