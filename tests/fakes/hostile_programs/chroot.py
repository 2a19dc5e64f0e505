# It got out if it can have another root.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)


def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


for attempt in (
    lambda: os.chroot("/tmp") or 1,
    lambda: C.syscall({"x86_64": 155, "aarch64": 41}[os.uname().machine], b"/tmp", b"/tmp"),
    lambda: C.syscall(442, -100, b"/", 0, None, 0),
):
    if tried(attempt):
        print("GOT OUT")
