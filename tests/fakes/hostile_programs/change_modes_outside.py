# It got out if modes, owners and times of files outside can be changed.
import json
import sys

told = json.load(sys.stdin)


def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


import os

path = told["canary"]
for attempt in (
    lambda: os.chmod(path, 0o777) or 1,
    lambda: os.chmod(told["folder"], 0o777) or 1,
    lambda: os.chown(path, os.getuid(), os.getgid()) or 1,
    lambda: os.utime(path, (1, 1)) or 1,
    lambda: os.setxattr(path, b"user.raconteur", b"was here") or 1,
    lambda: os.removexattr(path, b"user.kept") or 1,
):
    if tried(attempt):
        print("GOT OUT")
